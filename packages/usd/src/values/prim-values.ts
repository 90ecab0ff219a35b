/** What the values of a prim come from: its opinions, its schemas, and the sets of clips that apply to it. */
import { schemaOf, splitApi, INSTANCE } from "@usdkit/schemas";
import type { FieldValue } from "@usdkit/layer";
import { clipSetsOf } from "../clips/clip-sets.ts";
import type { ClipContext, ClipSet } from "../clips/clip-set.ts";
import type { ComposedStage } from "../index/composed-stage.ts";
import type { PrimIndex } from "../index/prim-index.ts";
import { composeMetadata, type FieldSite } from "../metadata/compose-metadata.ts";
import { offsetToStage, primOpinions } from "../metadata/prim-opinions.ts";
import { evaluated, type ValueMapping } from "../metadata/stage-value.ts";
import { ROOT_PATH, type PathId } from "../paths/path-table.ts";
import { primSchemas, type PrimValues } from "./attribute.ts";

/**
 * Returns the values of a prim; undefined for one that no layer has.
 *
 * @param mapping how authored values become those of the stage; by default expressions in asset paths are evaluated
 */
export type ReadPrim = (prim: PathId, mapping?: ValueMapping) => PrimValues | undefined;

/**
 * Returns a function that reads the prims of a stage. It keeps the sets of clips, and no prim.
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
  const knownSets = new Map<PathId, KnownSets>();
  return (prim, mapping = evaluated) => {
    const index = stage.index(prim);
    if (index === undefined) return undefined;
    const opinions = primOpinions(index);
    const sets = clipSetsOn(stage, prim, { context, knownSets });
    return { opinions, schemas: primSchemas(opinions, fallbackTypes), clips: { sets, context }, mapping };
  };
}

/** Returns the names of the attributes that the schemas of a prim define and of which only clips have values. */
export function namesInClips({ opinions, schemas, clips }: PrimValues): readonly string[] {
  if (clips.sets.length === 0) return [];
  const names = new Set(schemaOf(schemas.schemaType)?.properties.keys() ?? []);
  for (const applied of schemas.apiSchemas) {
    const { schema, instance } = splitApi(applied);
    for (const name of schemaOf(schema)?.properties.keys() ?? []) names.add(name.replace(INSTANCE, instance));
  }
  return [...names].filter((name) => !opinions.properties.has(name));
}

/** Returns a composed field of the stage itself: of the session layer and the root layer, not of their sublayers. */
export function stageMetadata(stage: ComposedStage, field: string): FieldValue | undefined {
  const index = stage.index(ROOT_PATH);
  return index === undefined ? undefined : composeMetadata(index.graph, stageSites(stage, index), field);
}

/** Returns the specs with the metadata of the stage itself, strongest first. */
export function stageSites(
  { layerStack: { layers, rootLayer } }: ComposedStage,
  { graph }: PrimIndex,
): readonly FieldSite[] {
  return layers.flatMap(({ layer, offset: inStack }, i) => {
    if (layer !== rootLayer && i !== 0) return [];
    return [{ node: 0, layer, offset: offsetToStage(graph, 0, inStack), fields: layer.layer.root.fields }];
  });
}

interface ClipReading {
  readonly context: ClipContext;
  /** By prim: its sets of clips and those of the prims above it. */
  readonly knownSets: Map<PathId, KnownSets>;
}

interface KnownSets {
  readonly sets: readonly ClipSet[];
  /** Whether they do not apply below the prim, as those of an instance. */
  readonly isInstance: boolean;
}

const noSets: KnownSets = { sets: [], isInstance: false };

/** Returns the sets of clips of a prim, and after them those of the prims above it, up to an instance. */
function clipSetsOn(stage: ComposedStage, prim: PathId, { context, knownSets }: ClipReading): readonly ClipSet[] {
  let above = noSets;
  for (const path of stage.paths.ancestors(prim)) {
    let own = knownSets.get(path);
    if (own === undefined) {
      const index = path === ROOT_PATH ? undefined : stage.index(path);
      const authored = index === undefined ? [] : authoredSets(index, context);
      const inherited = above.isInstance ? [] : above.sets;
      const sets = authored.length === 0 ? inherited : [...authored, ...inherited];
      own = { sets, isInstance: index?.graph.isInstanceable === true };
      knownSets.set(path, own);
    }
    above = own;
  }
  return above.sets;
}

function authoredSets(index: PrimIndex, context: ClipContext): readonly ClipSet[] {
  const { specs } = primOpinions(index);
  return specs.some(({ owner }) => owner.fields.has("clips")) ? clipSetsOf(index.graph, specs, context) : [];
}
