/** What the values of a prim come from: its opinions, its schemas, and the sets of clips that apply to it. */
import type { FieldValue } from "@usdkit/layer";
import { clipSetsOf } from "../clips/clip-sets.ts";
import type { ClipContext, ClipSet } from "../clips/clip-set.ts";
import type { ComposedStage } from "../index/composed-stage.ts";
import type { PrimIndex } from "../index/prim-index.ts";
import { composeMetadata, type FieldSite } from "../metadata/compose-metadata.ts";
import { offsetToStage, primOpinions, type PrimOpinions } from "../metadata/prim-opinions.ts";
import { ROOT_PATH, type PathId } from "../paths/path-table.ts";
import { primSchemas, stageAttribute, type PrimClips, type PrimSchemas, type StageAttribute } from "./attribute.ts";

/** What the values of a prim come from. */
export interface PrimValues {
  readonly opinions: PrimOpinions;
  readonly clips: PrimClips;
  readonly schemas: PrimSchemas;
}

/** Returns the values of prims; undefined for one that no layer has. Sets of clips are composed once for each prim. */
export type ReadPrim = (prim: PathId) => PrimValues | undefined;

/**
 * Returns a function that reads the prims of a stage. It keeps no prim.
 *
 * ```ts
 * const read = primReader(stage);
 * const prim = read(stage.paths.parse("/World/Chair"));
 * ```
 */
export function primReader(stage: ComposedStage): ReadPrim {
  const { paths } = stage;
  const context: ClipContext = { paths, open: (assetPath, from) => stage.findLayer(assetPath, from) };
  const fallbackTypes = stageMetadata(stage, "fallbackPrimTypes");
  const knownSets = new Map<PathId, readonly ClipSet[]>();
  return (prim) => {
    const index = stage.index(prim);
    if (index === undefined) return undefined;
    const opinions = primOpinions(index);
    const sets = clipSetsBelow(stage, prim, { context, knownSets });
    return { opinions, schemas: primSchemas(opinions, fallbackTypes), clips: { sets, context } };
  };
}

/** Returns an attribute of a prim; undefined if neither a layer nor a schema has it. */
export function attributeOf({ opinions, schemas, clips }: PrimValues, name: string): StageAttribute | undefined {
  return stageAttribute(opinions, schemas, clips, name);
}

/** Returns a composed field of the stage itself: of the session layer and the root layer, not of their sublayers. */
export function stageMetadata(stage: ComposedStage, field: string): FieldValue | undefined {
  const index = stage.index(ROOT_PATH);
  return index === undefined ? undefined : composeMetadata(index.graph, stageSites(stage, index), field);
}

/** Returns the specs with the metadata of the stage itself, strongest first. */
function stageSites({ layerStack: { layers, rootLayer } }: ComposedStage, { graph }: PrimIndex): readonly FieldSite[] {
  return layers.flatMap(({ layer, offset: inStack }, i) => {
    if (layer !== rootLayer && i !== 0) return [];
    return [{ node: 0, layer, offset: offsetToStage(graph, 0, inStack), fields: layer.layer.root.fields }];
  });
}

interface ClipReading {
  readonly context: ClipContext;
  /** By prim: its sets of clips and those of the prims above it. */
  readonly knownSets: Map<PathId, readonly ClipSet[]>;
}

/** Returns the sets of clips of a prim, and after them those of the prims above it. */
function clipSetsBelow(stage: ComposedStage, prim: PathId, { context, knownSets }: ClipReading): readonly ClipSet[] {
  let sets: readonly ClipSet[] = [];
  for (const path of stage.paths.ancestors(prim)) {
    let own = knownSets.get(path);
    if (own === undefined) {
      const index = path === ROOT_PATH ? undefined : stage.index(path);
      const specs = index === undefined ? [] : primOpinions(index).specs;
      const hasClips = specs.some(({ owner }) => owner.fields.has("clips"));
      const authored = hasClips && index !== undefined ? clipSetsOf(index.graph, specs, context) : [];
      own = authored.length === 0 ? sets : [...authored, ...sets];
      knownSets.set(path, own);
    }
    sets = own;
  }
  return sets;
}
