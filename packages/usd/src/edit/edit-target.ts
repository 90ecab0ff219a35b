/** Edit targets: where edits of a stage are written. */
import type { LayerOffset } from "@usdkit/layer";
import { quote } from "@usdkit/base";
import { hasOpinions } from "../index/prim-index.ts";
import { composeOffsets } from "../paths/layer-offset.ts";
import { isIdentityMap, mapToSource, type MapFunction } from "../paths/map-function.ts";
import { NO_PATH, ROOT_PATH, type PathId, type PathTable } from "../paths/path-table.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import { checkPrototype } from "./edit-names.ts";
import type { EditableStage } from "./editable-stage.ts";
import { StageEditError } from "./stage-edit-error.ts";

/** Where the opinions about a prim of the stage go. */
export interface TargetSite {
  readonly layer: StageLayer;
  /** Path of the spec: with variants, and in the namespace of the layer. */
  readonly path: PathId;
  /** Maps times of the layer to times of the stage. */
  readonly offset: LayerOffset;
  /** Maps paths of the layer to paths of the stage. */
  readonly mapToStage: MapFunction | undefined;
}

/** A place for edits, which all paths and times of the stage are mapped to. */
export interface EditTarget {
  /** For messages: `"look.usda"`, or `the variant "/Chair{look=red}"`. */
  readonly description: string;
  /** The layer itself. */
  readonly layer: StageLayer;
  /** Whether the opinions are those of the root layer stack, which instances ignore. */
  readonly isLocal: boolean;
  /** The prim whose variant it is: what a variant of an instance has below it, instances share. */
  readonly variantOf?: string | undefined;
  /**
   * Returns the site of a prim.
   *
   * @throws StageEditError if the target cannot have opinions about it
   */
  siteOf(prim: PathId): TargetSite;
}

/** The parts of the name of a target. */
export interface EditTargetName {
  /** Name of the layer; undefined for the root layer. */
  readonly layer: string | undefined;
  /** Path of the variant, with the prims' names on the stage; undefined for the layer itself. */
  readonly variant: string | undefined;
}

/** A layer and a variant in it, as messages name sites: `chair.usda</World/Chair{look=red}>`. */
const VARIANT_OF_LAYER = /^(.+)<(\/[^<>]*\})>$/u;

/** Returns the parts of the name of a target. */
export function splitTargetName(name: string | undefined): EditTargetName {
  if (name === undefined) return { layer: undefined, variant: undefined };
  if (name.startsWith("/") && name.endsWith("}")) return { layer: undefined, variant: name };
  const [, layer, variant] = VARIANT_OF_LAYER.exec(name) ?? [];
  return { layer: layer ?? name, variant };
}

/**
 * Returns the edit target of a name: the identifier of a layer that the stage uses or its path from the root layer, a variant of
 * the root layer (`/Chair{look=red}`) or of another one (`chair.usda</Chair{look=red}>`), or the root layer.
 *
 * @throws StageEditError if the stage uses no such layer, or the variant's path is not valid
 */
export function findTarget(stage: EditableStage, name: string | undefined): EditTarget {
  const { layer, variant } = splitTargetName(name);
  const target = layerTarget(stage, layer === undefined ? stage.layerStack.rootLayer : layerNamed(stage, layer));
  return variant === undefined ? target : variantTarget(stage, target, variant);
}

/**
 * Returns the layer of a name: its identifier, its path from the root layer, or the end of its identifier.
 *
 * @throws StageEditError if the stage uses no such layer
 */
export function layerNamed(stage: EditableStage, name: string): StageLayer {
  const { rootLayer } = stage.layerStack;
  const found =
    stage.layers.find(({ identifier }) => identifier === name) ?? used(stage, stage.findLayer(name, rootLayer));
  if (found !== undefined) return found;
  const ending = stage.layers.filter(({ identifier }) => identifier.endsWith(`/${name}`));
  const [only] = ending;
  if (only !== undefined && ending.length === 1) return only;
  // The session layer of a command has no name to be called by.
  const named = stage.layers.filter(({ identifier }) => !identifier.startsWith("anon:"));
  const names = named.map(({ identifier }) => quote(identifier));
  const shown = names.length > MAX_LISTED ? [...names.slice(0, MAX_LISTED), "…"] : names;
  throw new StageEditError(`The stage uses no layer ${quote(name)}`, { hint: `Its layers are ${shown.join(", ")}` });
}

const MAX_LISTED = 20;

function used(stage: EditableStage, layer: StageLayer | undefined): StageLayer | undefined {
  return layer !== undefined && stage.layers.includes(layer) ? layer : undefined;
}

function variantTarget(stage: EditableStage, target: EditTarget, name: string): EditTarget {
  const { paths, layerStack } = stage;
  const variant = paths.parse(name);
  if (variant === NO_PATH || !paths.isVariant(variant) || name.includes("=}")) {
    throw new StageEditError(`Expected the path of a variant such as "/Chair{look=red}", found ${quote(name)}`);
  }
  const { layer, isLocal } = target;
  const prim = paths.withoutVariants(variant);
  const brace = name.indexOf("{");
  const owner = paths.parse(name.slice(0, brace));
  const description = `the variant ${quote(name)}${layer === layerStack.rootLayer ? "" : ` of ${quote(layer.identifier)}`}`;
  const siteOf = (path: PathId): TargetSite => {
    const site = target.siteOf(owner);
    const inLayer = paths.parse(paths.text(site.path) + name.slice(brace));
    const plain = paths.withoutVariants(inLayer);
    const mapped = site.mapToStage === undefined ? path : mapToSource(paths, site.mapToStage, path);
    if (!paths.hasPrefix(path, prim) || mapped === NO_PATH || !paths.hasPrefix(mapped, plain)) {
      throw new StageEditError(`${capitalized(description)} cannot have opinions about ${quote(paths.text(path))}`, {
        hint: `It contains those about ${quote(paths.text(prim))} and the prims below`,
      });
    }
    return { ...site, path: paths.replacePrefix(mapped, plain, inLayer) };
  };
  return { description, layer, isLocal, variantOf: paths.text(prim), siteOf };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function layerTarget(stage: EditableStage, layer: StageLayer): EditTarget {
  const description = quote(layer.identifier);
  const local = stage.layerStack.layers.find((each) => each.layer === layer);
  if (local !== undefined) {
    const siteOf = (path: PathId): TargetSite => ({ layer, path, offset: local.offset, mapToStage: undefined });
    return { description, layer, isLocal: true, siteOf };
  }
  return { description, layer, isLocal: false, siteOf: (path) => siteBehindArc(stage, layer, path) };
}

/** Returns the strongest site of a prim in a layer that is behind an arc, as the nearest prim of the stage above that has one has it. */
function siteBehindArc(stage: EditableStage, layer: StageLayer, prim: PathId): TargetSite {
  const { paths } = stage;
  for (let at = prim; at !== ROOT_PATH; at = paths.parent(at)) {
    const index = stage.index(at);
    if (index === undefined || !hasOpinions(index)) continue;
    const { graph } = index;
    let first: TargetSite | undefined;
    for (let node = 0; node < graph.size; node++) {
      if (!graph.canContribute(node)) continue;
      const { stack, mapToRoot } = graph.nodes[node];
      const inStack = stack.layers.find((each) => each.layer === layer);
      if (inStack === undefined) continue;
      const path = at === prim ? graph.path(node) : pathBelow(paths, { map: mapToRoot, prim, site: graph.path(node) });
      if (path === NO_PATH) continue;
      const offset = composeOffsets(mapToRoot.offset, inStack.offset);
      const site = { layer, path, offset, mapToStage: mapToRoot };
      // One that has opinions is meant rather than a stronger one that has none.
      if (layer.find(graph.path(node)) !== undefined) return site;
      first ??= site;
    }
    if (first !== undefined) return first;
  }
  throw new StageEditError(`${quote(layer.identifier)} cannot have opinions about ${quote(paths.text(prim))}`, {
    hint: `No arc leads from that prim, or from one above, to the layer: see "usda compose --prim ${paths.text(prim)}"`,
  });
}

/** Returns the path of a prim that is below the one of a site, where layers between them may relocate it. */
function pathBelow(
  paths: PathTable,
  { map, prim, site }: { readonly map: MapFunction; readonly prim: PathId; readonly site: PathId },
): PathId {
  const mapped = mapToSource(paths, map, prim);
  const plain = paths.withoutVariants(site);
  return mapped !== NO_PATH && paths.hasPrefix(mapped, plain) ? paths.replacePrefix(mapped, plain, site) : mapped;
}

/**
 * Returns a path of the stage, of a prim or a property, as the layer of a site has it.
 *
 * @throws StageEditError if no path of the layer leads there
 */
export function pathInTarget({ paths }: EditableStage, site: TargetSite, path: string): string {
  const dot = path.indexOf(".");
  const prim = paths.parse(dot < 0 ? path : path.slice(0, dot));
  if (prim === NO_PATH || paths.hasVariants(prim)) {
    throw new StageEditError(`Expected the absolute path of a prim or property, found ${quote(path)}`);
  }
  checkPrototype(path);
  const { mapToStage } = site;
  if (mapToStage === undefined || isIdentityMap(mapToStage)) return path;
  const mapped = mapToSource(paths, mapToStage, prim);
  if (mapped === NO_PATH) {
    throw new StageEditError(
      `${quote(site.layer.identifier)} cannot contain the path ${quote(path)}: no path of that layer leads there`,
    );
  }
  return paths.text(mapped) + (dot < 0 ? "" : path.slice(dot));
}

/** Returns a time of the stage as a time of the layer of a site. */
export function timeInTarget({ offset: { offset, scale } }: TargetSite, time: number): number {
  return scale === 0 ? time : (time - offset) / scale;
}
