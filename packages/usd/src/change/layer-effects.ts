/** What the difference between two contents of a layer has an effect on. */
import { diffLayers, type Difference, type Layer } from "@usdkit/layer";
import { SiteField } from "../layer-stack/stack-sites.ts";
import { NO_PATH, ROOT_PATH, type PathId, type PathTable } from "../paths/path-table.ts";

/** What edits of a layer have an effect on, by their cost: indices are dropped for `sites` and `changesStacks` only. */
export interface LayerEffects {
  /** Sites with other arcs, or that are new or gone: the indices that use them or sites below them. */
  readonly sites: Set<PathId>;
  /** Sites whose prims are to be read again with all below them, although their indices stay. */
  readonly prims: Set<PathId>;
  /** Sites with other values or metadata: names of properties, "" for metadata of the prim. */
  readonly values: Map<PathId, Set<string>>;
  /** Whether the layer stacks that contain the layer are built again. */
  changesStacks: boolean;
  /** The default prim before; undefined if it is the same as before. "" if there was none. */
  formerDefaultPrim: string | undefined;
}

export function noEffects(): LayerEffects {
  return { sites: new Set(), prims: new Set(), values: new Map(), changesStacks: false, formerDefaultPrim: undefined };
}

/** Metadata of a layer that layer stacks are built from. */
const stackFields: ReadonlySet<string> = new Set([
  "subLayers",
  "layerRelocates",
  "timeCodesPerSecond",
  "framesPerSecond",
  "expressionVariables",
  "owner",
  "sessionOwner",
  "hasOwnedSubLayers",
]);

/** Metadata of a prim that indices are built from. */
const indexFields: ReadonlySet<string> = new Set(Object.keys(SiteField));

/** Metadata of a prim that decides about the prims below it or about its schemas. */
const primFields: ReadonlySet<string> = new Set([
  "specifier",
  "typeName",
  "active",
  "kind",
  "apiSchemas",
  "clipSets",
  "fallbackPrimTypes",
]);

/** Adds the effects of new contents of a layer. */
export function addEffects(effects: LayerEffects, paths: PathTable, before: Layer, after: Layer): void {
  if (before === after) return;
  for (const difference of diffLayers(before, after)) addDifference(effects, paths, difference);
  if (effects.formerDefaultPrim !== undefined) effects.formerDefaultPrim = defaultPrimOf(before);
}

/** Returns the default prim of a layer, "" if it has none. */
export function defaultPrimOf({ root }: Layer): string {
  const value = root.fields.get("defaultPrim")?.value;
  return value?.kind === "typed" ? String(value.data) : "";
}

function addDifference(effects: LayerEffects, paths: PathTable, difference: Difference): void {
  switch (difference.kind) {
    case "moved":
      addSiteEffect(effects, paths, difference.from);
      return addSiteEffect(effects, paths, difference.path);
    case "added":
    case "removed":
      return addSpec(effects, paths, difference.spec);
    case "reordered":
      return addValueEffect(effects, paths, difference.path);
    case "declaration":
      return addFieldEffect(effects, paths, difference.path, difference.what);
    case "list":
    case "metadata":
      return addFieldEffect(effects, paths, difference.path, difference.field);
    default:
      return addValueEffect(effects, paths, difference.path);
  }
}

type AddedSpec = Extract<Difference, { kind: "added" }>["spec"];

function addSpec(effects: LayerEffects, paths: PathTable, spec: AddedSpec): void {
  switch (spec.specType) {
    case "prim":
      return addSiteEffect(effects, paths, spec.path);
    case "variantSet":
      return addSiteEffect(effects, paths, spec.parent.path);
    case "variant":
      // The names of variants decide about the fallback of the set.
      return addSiteEffect(effects, paths, spec.parent.parent.path);
    default:
      return addValueEffect(effects, paths, spec.path);
  }
}

/** Adds another value of a metadata field. */
export function addFieldEffect(effects: LayerEffects, paths: PathTable, text: string, field: string): void {
  const { prim, property } = splitProperty(text);
  const path = paths.parse(prim);
  if (path === NO_PATH || property !== "") return addValueEffect(effects, paths, text);
  if (path === ROOT_PATH && stackFields.has(field)) effects.changesStacks = true;
  else if (path === ROOT_PATH && field === "defaultPrim") effects.formerDefaultPrim = "";
  else if (path !== ROOT_PATH && indexFields.has(field)) effects.sites.add(path);
  else if (primFields.has(field)) effects.prims.add(path);
  if (!effects.sites.has(path)) addValueEffect(effects, paths, text);
}

/** Adds a prim or variant that is new or gone, or has other arcs. */
export function addSiteEffect({ sites }: LayerEffects, paths: PathTable, text: string): void {
  const path = paths.parse(text);
  if (path !== NO_PATH) sites.add(path);
}

/** Adds other values, targets or metadata of a property, or other metadata of a prim. */
export function addValueEffect({ values }: LayerEffects, paths: PathTable, text: string): void {
  const { prim, property } = splitProperty(text);
  const path = paths.parse(prim);
  if (path === NO_PATH) return;
  const known = values.get(path);
  if (known === undefined) values.set(path, new Set([property]));
  else known.add(property);
}

/** Splits the path of a spec: `/A{v=x.1}B.size` into `/A{v=x.1}B` and `size`. */
function splitProperty(path: string): { readonly prim: string; readonly property: string } {
  const at = path.indexOf(".", path.lastIndexOf("}") + 1);
  return at < 0 ? { prim: path, property: "" } : { prim: path.slice(0, at), property: path.slice(at + 1) };
}
