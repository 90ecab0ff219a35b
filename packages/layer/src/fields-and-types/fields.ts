/** The kinds of spec that have fields. Variant sets accept no metadata: `variantSet "v" (…) = {` is rejected. */
export type FieldSpecKind = "layer" | "prim" | "attribute" | "relationship" | "variantSet" | "variant";

/**
 * How the text sets a field.
 *
 * - `generic`: `name = value`, the value parsed by the field's type.
 * - `keyword`: a reserved word with a grammar of its own.
 * - `none`: not as metadata (other syntax, or none); on specs that have the field, `name = …` is rejected.
 */
export type FieldSyntax = "generic" | "keyword" | "none";

/** One metadata field of the reference's schema. */
export interface FieldDefinition {
  /** Field name in the data model: `documentation`. */
  readonly name: string;
  /** The reserved word in text, if it differs from the name: `doc`. */
  readonly keyword?: string;
  readonly syntax: FieldSyntax;
  /** A value type (`token`, `string[]`…), `dictionary`, a list operation (`tokenListOp`…), or a form of its own. */
  readonly type: string;
  /** The kinds of spec that the field is valid on; on others, a generic name is kept as text. */
  readonly on: readonly FieldSpecKind[];
  /** True if a plugin of the distribution declares the field, false if the core does. */
  readonly plugin: boolean;
  readonly fallback?: unknown;
  /** What composition evaluates the field for: an arc to other layers or prims, or variants. */
  readonly composes?: "arc" | "variants";
  /** A check of the reader beyond the type; see `fieldChecks`. */
  readonly check?: FieldCheck;
}

/** Ids of the value checks that the reader makes. */
export type FieldCheck =
  | "positive"
  | "stringLiteral"
  | "permissionName"
  | "displayUnitName"
  | "identifierOrEmpty"
  | "variantSetNames"
  | "variantSelection"
  | "arcPaths"
  | "arcTargets"
  | "relocatePaths"
  | "duplicatesIgnored";

/** Description of each check. */
export const fieldChecks: Readonly<Record<FieldCheck, string>> = {
  positive: "Rejected unless > 0; inf passes, nan, 0 and -0 do not, nor does a dictionary or a path.",
  stringLiteral: "Only a quoted string (any, also empty); no identifier, None, dictionary or path.",
  permissionName: "Only the bare words public and private, case sensitive.",
  displayUnitName: "Only a bare unit name (see displayUnits); an unknown one is rejected.",
  identifierOrEmpty:
    "A bare identifier, with or without ::, not a reserved word; nothing after = means an empty token.",
  variantSetNames:
    "Strings that are empty or variant names (one leading '.' allowed, then letters, digits, _, |, -). No empty list, " +
    "no None, no duplicates. No expressions in backticks.",
  variantSelection:
    "A dictionary whose values all have the type string, each empty, a variant name, or an expression in backticks " +
    "that is not empty; keys are free. Selections of several statements are merged, the later one wins.",
  arcPaths:
    "Prim paths other than the root and without variant selections; relative ones are made absolute against the " +
    "owning prim first. None or [] only without an operation. Duplicates (after that) are rejected.",
  arcTargets:
    "An asset must not be empty; the path must be absolute, a prim path and without variant selections, or empty " +
    "(`<>` with or without an asset). None or [] only without an operation. Duplicates are rejected.",
  relocatePaths:
    "Source and target are prim paths other than the root, without variant selections; the target may be empty. " +
    "Relative paths are made absolute against the root. Duplicate sources stay.",
  duplicatesIgnored:
    "A statement with duplicate items is accepted and has no effect: what was there stays. Items are not checked.",
};

type Options = Partial<Pick<FieldDefinition, "keyword" | "syntax" | "plugin" | "fallback" | "composes" | "check">>;

const definitions = new Map<string, FieldDefinition>();

function add(on: readonly FieldSpecKind[], type: string, names: string, options: Options = {}): void {
  for (const name of names.split(" ")) {
    definitions.set(name, { name, syntax: "generic", type, on, plugin: false, ...options });
  }
}

const layer: readonly FieldSpecKind[] = ["layer"];
const prims: readonly FieldSpecKind[] = ["prim", "variant"];
const attributes: readonly FieldSpecKind[] = ["attribute"];
const relationships: readonly FieldSpecKind[] = ["relationship"];
const properties: readonly FieldSpecKind[] = ["attribute", "relationship"];
const objects: readonly FieldSpecKind[] = ["prim", "attribute", "relationship", "variant"];
const all: readonly FieldSpecKind[] = ["layer", ...objects];

// Layers.
add(layer, "asset", "colorConfiguration", { fallback: "" });
add(layer, "token", "colorManagementSystem defaultPrim", { fallback: "" });
add(layer, "dictionary", "customLayerData expressionVariables", { fallback: {} });
add(layer, "double", "startTimeCode endTimeCode startFrame endFrame", { fallback: 0 });
add(layer, "double", "timeCodesPerSecond", { fallback: 24 });
add(layer, "double", "framesPerSecond", { fallback: 24, check: "positive" });
add(layer, "int", "framePrecision", { fallback: 3 });
add(layer, "bool", "hasOwnedSubLayers", { fallback: false });
add(layer, "string", "owner sessionOwner", { fallback: "" });
add(layer, "subLayers", "subLayers", { syntax: "keyword", composes: "arc" });
add(layer, "layerOffsets", "subLayerOffsets", { syntax: "none" });
add(layer, "relocates", "layerRelocates", {
  syntax: "keyword",
  keyword: "relocates",
  composes: "arc",
  check: "relocatePaths",
});

// Layers, prims and properties. `doc = "…"` and `documentation = "…"` set the same field; the later one wins.
add(all, "string", "documentation", { keyword: "doc", fallback: "" });
add(all, "string", "comment", { syntax: "none", fallback: "" });
add(objects, "dictionary", "assetInfo", { fallback: {} });
add(objects, "dictionary", "customData symmetryArguments", { syntax: "keyword", fallback: {} });
add(objects, "string", "displayName prefix suffix symmetricPeer", { fallback: "" });
add(objects, "bool", "hidden", { fallback: false });
add(objects, "permission", "permission", { syntax: "keyword", fallback: "public", check: "permissionName" });
add(objects, "token", "symmetryFunction", { syntax: "keyword", fallback: "", check: "identifierOrEmpty" });

// Prims and variants.
add(prims, "bool", "active", { fallback: true });
add(prims, "bool", "instanceable", { fallback: false });
add(prims, "string[]", "displayGroupOrder", { fallback: [] });
add(prims, "dictionary", "clips", { fallback: {} });
add(prims, "stringListOp", "clipSets", { check: "duplicatesIgnored" });
add(prims, "token", "kind", { syntax: "keyword", fallback: "", check: "stringLiteral" });
add(prims, "stringMap", "prefixSubstitutions suffixSubstitutions", { syntax: "keyword", fallback: {} });
add(prims, "payloadListOp", "payload", { syntax: "keyword", composes: "arc", check: "arcTargets" });
add(prims, "referenceListOp", "references", { syntax: "keyword", composes: "arc", check: "arcTargets" });
add(prims, "pathListOp", "inheritPaths", {
  syntax: "keyword",
  keyword: "inherits",
  composes: "arc",
  check: "arcPaths",
});
add(prims, "pathListOp", "specializes", { syntax: "keyword", composes: "arc", check: "arcPaths" });
add(prims, "variantSelection", "variantSelection", {
  syntax: "keyword",
  keyword: "variants",
  composes: "variants",
  check: "variantSelection",
});
add(prims, "stringListOp", "variantSetNames", {
  syntax: "keyword",
  keyword: "variantSets",
  composes: "variants",
  check: "variantSetNames",
});
add(prims, "specifier", "specifier", { syntax: "none", fallback: "over" });
add(prims, "token[]", "propertyOrder", { syntax: "none", fallback: [] });
add(["layer", ...prims], "token[]", "primOrder", { syntax: "none", fallback: [] });
add(["layer", ...prims], "token[]", "primChildren", { syntax: "none" });
add(prims, "token[]", "variantSetChildren", { syntax: "none" });
// The word `relocates` is reserved, so the field cannot be authored on prims since 26.x.
add(prims, "relocates", "relocates", { syntax: "none", composes: "arc" });

// On a prim or a variant, `typeName = "…"` is metadata and replaces the type of the statement; on an attribute it is
// rejected; on a relationship and a layer it is unknown, hence kept as text. See `lookupMetadata`.
add(["prim", "attribute", "variant"], "token", "typeName", { fallback: "" });

// Properties.
add(properties, "string", "displayGroup", { fallback: "" });
add(properties, "bool", "custom", { syntax: "none", fallback: false });
add(properties, "variability", "variability", { syntax: "none", fallback: "varying" });
add(properties, "value", "default", { syntax: "none" });
add(properties, "timeSamples", "timeSamples", { syntax: "none" });
add(attributes, "spline", "spline", { syntax: "none" });
add(attributes, "pathListOp", "connectionPaths", { syntax: "none" });
add(attributes, "path[]", "connectionChildren", { syntax: "none" });
add(attributes, "displayUnit", "displayUnit", { syntax: "keyword", fallback: "default", check: "displayUnitName" });
add(attributes, "token[]", "allowedTokens", { fallback: [] });
add(attributes, "token", "colorSpace", { fallback: "" });
add(attributes, "int64", "arraySizeConstraint", { fallback: 0 });
add(attributes, "dictionary", "limits", { fallback: {} });
add(relationships, "pathListOp", "targetPaths", { syntax: "none" });
add(relationships, "path[]", "targetChildren", { syntax: "none" });
add(relationships, "bool", "noLoadHint", { fallback: false });

// Plugins shipped with usd-core 26.11: sdf, usd, usdGeom, usdPhysics, usdRender, usdShade, usdSkel, usdUI.
add(prims, "asset[]", "payloadAssetDependencies", { plugin: true, fallback: [] });
add(prims, "tokenListOp", "apiSchemas", { plugin: true, check: "duplicatesIgnored" });
add(layer, "dictionary", "fallbackPrimTypes", { plugin: true, fallback: {} });
add(attributes, "token", "constraintTargetIdentifier", { plugin: true, fallback: "" });
add(attributes, "int", "elementSize", { plugin: true, fallback: 1 });
add(prims, "int64ListOp", "inactiveIds", { plugin: true, check: "duplicatesIgnored" });
add(attributes, "token", "interpolation", { plugin: true, fallback: "constant" });
add(layer, "double", "metersPerUnit", { plugin: true, fallback: 0.01 });
add(attributes, "int", "unauthoredValuesIndex", { plugin: true, fallback: -1 });
add(layer, "token", "upAxis", { plugin: true, fallback: "Y" });
add(layer, "double", "kilogramsPerUnit", { plugin: true, fallback: 1 });
add(layer, "string", "renderSettingsPrimPath", { plugin: true, fallback: "" });
add(relationships, "token", "bindMaterialAs outputName", { plugin: true, fallback: "" });
add(attributes, "token", "connectability", { plugin: true, fallback: "full" });
add(properties, "token", "renderType", { plugin: true, fallback: "" });
add(["prim", "attribute", "variant"], "dictionary", "sdrMetadata", { plugin: true, fallback: {} });
add(attributes, "float", "weight", { plugin: true, fallback: 0 });
add(objects, "dictionary", "uiHints", { plugin: true, fallback: {} });

/** Every field of usd-core 26.11, from the core and from the plugins in its wheel, by field name. */
export const fieldDefinitions: ReadonlyMap<string, FieldDefinition> = definitions;

/** The fields that lead to other layers or prims, by field name. */
export const arcFields: ReadonlyMap<string, FieldDefinition> = new Map(
  [...definitions].filter(([, { composes }]) => composes === "arc"),
);
