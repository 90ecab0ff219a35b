/** Sets of value clips: layers whose time samples are values of a prim and of those below it. */
import type { AttributeSpec } from "@usdkit/layer";
import type { LayerStack } from "../layer-stack/layer-stack.ts";
import type { PathId, PathTable } from "../paths/path-table.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import type { ClipTimes } from "./clip-times.ts";

/** A layer that has the values from one time of the stage up to another. */
export interface Clip {
  readonly assetPath: string;
  /** The time at which the clip becomes active, as authored. */
  readonly authoredStart: number;
  /** As `authoredStart`, or -∞ for the first clip. */
  readonly start: number;
  /** When the next clip becomes active; ∞ for the last clip. */
  readonly end: number;
}

/** Opens the layer of a clip or manifest; undefined if there is none. */
export type OpenClipLayer = (assetPath: string, from: StageLayer) => StageLayer | undefined;

/** A set of clips. Layers are opened when they are needed. */
export interface ClipSet {
  readonly name: string;
  /** The site that authors it. */
  readonly stack: LayerStack;
  readonly sourcePrim: PathId;
  /** The layer that has the asset paths: they are relative to it, and the clips are weaker than its own opinions. */
  readonly sourceLayer: StageLayer;
  /** The prim of the clips that has the values of `sourcePrim`. */
  readonly clipPrim: PathId;
  /** In order of time; at least one. */
  readonly clips: readonly Clip[];
  readonly times: ClipTimes;
  /** "" without a manifest. */
  readonly manifest: string;
  /** Whether clips without samples take those of the clips before and after them, not the default of the manifest. */
  readonly interpolatesMissing: boolean;
}

/** What finds attributes in clips. */
export interface ClipContext {
  readonly paths: PathTable;
  readonly open: OpenClipLayer;
}

/** An attribute that a set of clips may have values of. */
export interface ClipAttribute {
  readonly set: ClipSet;
  /** The path of the prim in the clips. */
  readonly prim: PathId;
  readonly name: string;
}

/** Whether a set applies to a site. */
export function appliesTo(paths: PathTable, set: ClipSet, stack: LayerStack, path: PathId): boolean {
  return set.stack === stack && paths.hasPrefix(path, set.sourcePrim);
}

/** Returns an attribute of a layer. */
function attributeIn(
  layer: StageLayer | undefined,
  { prim, name }: Pick<ClipAttribute, "prim" | "name">,
): AttributeSpec | undefined {
  const found = layer?.find(prim)?.properties.find((each) => each.name === name);
  return found?.specType === "attribute" ? found : undefined;
}

/** Returns an attribute of a clip if it has time samples there. */
export function sampledIn(context: ClipContext, attribute: ClipAttribute, clip: Clip): AttributeSpec | undefined {
  const found = attributeIn(context.open(clip.assetPath, attribute.set.sourceLayer), attribute);
  return found?.timeSamples === undefined || found.timeSamples.times.length === 0 ? undefined : found;
}

/** Returns the declaration of an attribute in the manifest, or without a manifest in the first clip that has samples of it. */
export function declaredIn(context: ClipContext, attribute: ClipAttribute): AttributeSpec | undefined {
  const { set } = attribute;
  if (set.manifest !== "") return attributeIn(context.open(set.manifest, set.sourceLayer), attribute);
  for (const clip of set.clips) {
    const found = sampledIn(context, attribute, clip);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the clip that is active at a time. */
export function activeClip({ clips }: ClipSet, time: number): Clip {
  let [low, high] = [0, clips.length];
  while (low < high) {
    const mid = (low + high) >> 1;
    if (clips[mid].start <= time) low = mid + 1;
    else high = mid;
  }
  return clips[Math.max(0, low - 1)];
}
