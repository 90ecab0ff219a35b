// The allowed directions of imports. docs/architecture.md has a drawing; `check-imports.ts` checks the sources.

/**
 * Folder of a package → the packages of the workspace that it imports, all of them above it. Their imports are allowed
 * as well.
 */
export const packageImports: Readonly<Record<string, readonly string[]>> = {
  base: [],
  layer: ["base"],
  usda: ["layer"],
  usdc: ["layer"],
  usdz: ["base"],
  schemas: [],
  transforms: [],
  usd: ["layer", "schemas", "transforms", "usda", "usdc", "usdz"],
  "service-scene": ["layer", "schemas", "transforms"],
  geometry: ["usd"],
  validate: ["service-scene", "schemas", "usd", "geometry"],
  scene: ["validate"],
  "test-files": [],
  assets: ["transforms", "usdz"],
  convert: ["assets", "geometry"],
  raster: ["assets", "geometry", "service-scene", "usda"],
  command: ["layer"],
  batch: ["command"],
  "lint-config": ["command", "validate"],
  "language-server": ["lint-config", "schemas", "usd"],
  view: ["convert", "language-server", "raster"],
  library: ["command", "usd", "view"],
  mcp: ["layer", "schemas", "usd", "validate"],
  build: ["view"],
  "usda-lint": ["batch", "library", "lint-config", "usd", "convert", "mcp", "raster", "view"],
  vscode: ["command", "view"],
  testing: ["usda", "validate", "raster"],
  contract: [],
  "test-service": ["contract"],
  client: ["contract"],
  render: ["client", "scene", "usd", "validate"],
  publish: ["client", "convert", "usda"],
  "spatial-cli": ["batch", "command", "publish", "render"],
  gateway: ["command", "contract", "validate", "raster"],
};

/** Folder of a package → further packages above it that its tests import, as a development dependency. */
export const testImports: Readonly<Record<string, readonly string[]>> = {
  vscode: ["usda"],
  // Scenes of the tests are written as text.
  "service-scene": ["usda"],
  schemas: ["layer"],
  usdc: ["usda"],
  assets: ["test-files"],
  convert: ["test-files"],
  raster: ["test-files"],
  client: ["test-service"],
  render: ["test-service"],
  publish: ["test-service", "validate"],
  "spatial-cli": ["test-service"],
};
