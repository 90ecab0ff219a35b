// Which way imports may go. The picture is in docs/architecture.md; `check-imports.ts` holds the sources to it.

/** Folder of a package → the folders of ours that it imports from. What those import from is allowed as well. */
export const packageImports: Readonly<Record<string, readonly string[]>> = {
  usda: [],
  schema: ["usda"],
  validate: ["schema"],
  scene: ["validate"],
  "usda-lint": ["validate"],
  testing: ["usda", "scene", "validate"],
  contract: [],
  client: ["contract"],
  render: ["client", "scene", "validate"],
  "spatial-cli": ["render"],
  raster: ["scene"],
  gateway: ["contract", "scene", "raster"],
};

/**
 * Stage folders of a package → the stages that each imports from, and no others. Files at the top of `src` may import
 * every stage, and no stage imports them. Tests beside the code may import every stage.
 */
export const stageImports: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  usda: {
    diagnostics: [],
    schema: [],
    scan: ["diagnostics", "schema"],
    layer: ["diagnostics", "schema", "scan"],
    grammar: ["diagnostics", "schema", "scan", "layer"],
    parse: ["diagnostics", "schema", "scan", "layer", "grammar"],
    print: ["diagnostics", "schema", "scan", "layer", "grammar"],
    diff: ["diagnostics", "schema", "scan", "layer", "print"],
    edit: ["diagnostics", "schema", "scan", "layer", "grammar", "parse", "print"],
  },
  schema: {
    "test-support": [],
    base64: [],
    matrix: [],
    payload: [],
    prims: [],
    authored: ["prims"],
    transform: ["matrix", "authored"],
    camera: ["matrix", "prims", "authored"],
    read: ["matrix", "payload", "prims", "authored", "transform", "camera"],
  },
  scene: {
    check: [],
    placement: ["check"],
    model: ["check"],
    handles: ["check", "placement", "model"],
    write: ["check", "model"],
    patch: ["check", "handles", "model", "write"],
    // Imports the package by its name, as its users do.
    arbitraries: [],
  },
  contract: {
    endpoint: [],
    limits: [],
    fields: ["endpoint", "limits"],
    errors: ["fields"],
    operation: ["fields", "errors"],
    asset: ["endpoint", "fields"],
    world: ["endpoint", "limits", "fields", "operation"],
    render: ["endpoint", "fields", "operation"],
    mesh: ["endpoint", "fields", "operation"],
    gen3d: ["endpoint", "fields", "operation"],
    socket: [],
    registry: ["endpoint", "asset", "world", "render", "mesh", "gen3d"],
    examples: ["endpoint", "operation", "registry"],
    openapi: ["endpoint", "limits", "fields", "errors", "asset", "socket"],
  },
  client: {
    "test-support": [],
    clock: [],
    errors: [],
    transport: ["clock", "errors"],
    operations: ["clock", "errors", "transport"],
    assets: ["clock", "errors", "transport", "operations"],
    worlds: ["clock", "errors", "transport", "operations", "assets"],
    jobs: ["clock", "errors", "transport", "operations"],
    streams: ["clock", "errors", "transport", "operations"],
    meshes: ["clock", "errors", "transport", "operations"],
    gen3d: ["clock", "errors", "transport", "operations"],
  },
};
