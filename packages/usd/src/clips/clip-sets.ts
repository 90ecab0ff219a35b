/** The sets of clips that a prim's specs author in `clips` and `clipSets`. */
import type { DictionaryValue, FieldValue, LayerOffset, TypedValue, Value } from "@usdkit/layer";
import type { IndexGraph, NodeId } from "../graph/index-graph.ts";
import { applyListOp, type KeyedItem } from "../layer-stack/apply-list-op.ts";
import type { LayerStack } from "../layer-stack/layer-stack.ts";
import { applyOffset } from "../metadata/retime.ts";
import { evaluateAssets } from "../metadata/evaluate-assets.ts";
import { mergeDictionaries } from "../metadata/merge-dictionaries.ts";
import { NO_PATH, type PathId } from "../paths/path-table.ts";
import type { SiteSpec, StageLayer } from "../resolve/stage-layer.ts";
import type { Clip, ClipContext, ClipSet } from "./clip-set.ts";
import { JUMP_STEP, timePairs } from "./clip-times.ts";
import { templateClips } from "./template-clips.ts";

/** A spec of a prim that may author clips. */
export interface ClipSource {
  readonly node: NodeId;
  readonly layer: StageLayer;
  /** Maps times of the layer to times of the stage. */
  readonly offset: LayerOffset;
  readonly owner: Pick<SiteSpec, "fields">;
}

/** Where the asset paths of a set are. */
interface Anchor {
  readonly stack: LayerStack;
  readonly prim: PathId;
  readonly layer: StageLayer;
  readonly offset: LayerOffset;
}

interface Definition {
  info: DictionaryValue;
  /** The scale of the offset of the strongest layer that has `times`. */
  scale: number | undefined;
  anchor: Anchor | undefined;
}

/**
 * Returns the sets of clips of a prim, strongest first. Sets that are not valid are left out, as in the reference: without a prim
 * path, asset paths and active clips, with a clip that does not exist, or with two clips at one time.
 *
 * @param sources the specs of the prim, strongest first
 */
export function clipSetsOf(
  graph: IndexGraph,
  sources: readonly ClipSource[],
  context: ClipContext,
): readonly ClipSet[] {
  const found = new Map<string, Definition>();
  const order: string[] = [];
  for (let at = 0; at < sources.length;) {
    const { node } = sources[at];
    let end = at;
    while (end < sources.length && sources[end].node === node) end++;
    const { definitions, names } = ofNode(graph, node, sources.slice(at, end));
    for (const name of names) {
      const own = definitions.get(name);
      if (own === undefined) continue;
      const known = found.get(name);
      if (known === undefined) {
        found.set(name, own);
        order.push(name);
      } else {
        known.info = mergeDictionaries(known.info, own.info);
        known.anchor ??= own.anchor;
        known.scale ??= own.scale;
      }
    }
    at = end;
  }
  const sets: ClipSet[] = [];
  for (const name of order) {
    const definition = found.get(name);
    const set = definition === undefined ? undefined : clipSet(name, definition, context);
    if (set !== undefined) sets.push(set);
  }
  return sets;
}

/** Returns the sets of one node, and their names in order of strength. */
function ofNode(
  graph: IndexGraph,
  node: NodeId,
  sources: readonly ClipSource[],
): { readonly definitions: ReadonlyMap<string, Definition>; readonly names: readonly string[] } {
  const definitions = new Map<string, Definition>();
  let names: readonly KeyedItem<string>[] = [];
  const { stack } = graph.nodes[node];
  for (let i = sources.length - 1; i >= 0; i--) {
    const { layer, offset, owner } = sources[i];
    const clips = fieldOf(owner, "clips");
    const added: string[] = [];
    for (const [name, value] of clips?.kind === "dictionary" ? clips.entries : []) {
      if (name === "" || value.kind !== "dictionary") continue;
      const info = retimed(evaluated(value, stack), offset);
      const known = definitions.get(name);
      const anchor = hasAssets(info) ? { stack, prim: graph.path(node), layer, offset } : known?.anchor;
      const merged = known === undefined ? info : mergeDictionaries(info, known.info);
      definitions.set(name, { info: merged, scale: info.entries.has("times") ? offset.scale : known?.scale, anchor });
      added.push(name);
    }
    const convert = (name: string | number | bigint): KeyedItem<string> => ({ key: String(name), item: String(name) });
    names = applyListOp(names, { added: added.sort() }, convert);
    const edited = fieldOf(owner, "clipSets");
    if (edited?.kind === "valueListOp") names = applyListOp(names, edited.listOp, convert);
  }
  return { definitions, names: names.map(({ item }) => item) };
}

function fieldOf(owner: ClipSource["owner"], name: string): FieldValue | undefined {
  return owner.fields.get(name)?.value;
}

function evaluated(info: DictionaryValue, { variables }: LayerStack): DictionaryValue {
  const value = evaluateAssets(info, variables);
  return value.kind === "dictionary" ? value : info;
}

/** Returns the dictionary with the stage times of its pairs as times of the stage. */
function retimed(info: DictionaryValue, offset: LayerOffset): DictionaryValue {
  const entries = new Map(info.entries);
  for (const key of ["active", "times"]) {
    const pairs = pairsOf(info, key);
    const value = info.entries.get(key);
    if (pairs !== undefined && value?.kind === "typed")
      entries.set(key, { ...value, data: offsetPairs(pairs, offset) });
  }
  return { kind: "dictionary", entries };
}

function offsetPairs(pairs: Float64Array, offset: LayerOffset): Float64Array {
  return pairs.map((number, i) => (i % 2 === 0 ? applyOffset(offset, number) : number));
}

function typedOf(info: DictionaryValue, key: string): TypedValue | undefined {
  const value: Value | undefined = info.entries.get(key);
  return value?.kind === "typed" ? value : undefined;
}

/** Returns an array of `double2`. */
function pairsOf(info: DictionaryValue, key: string): Float64Array | undefined {
  const value = typedOf(info, key);
  return value?.isArray === true && value.type.components === 2 && value.data instanceof Float64Array
    ? value.data
    : undefined;
}

function textOf(info: DictionaryValue, key: string, kind: "string" | "asset"): string | undefined {
  const value = typedOf(info, key);
  return value?.type.kind === kind && typeof value.data === "string" ? value.data : undefined;
}

function numberOf(info: DictionaryValue, key: string): number | undefined {
  const value = typedOf(info, key);
  return value?.type.kind === "double" && typeof value.data === "number" ? value.data : undefined;
}

function assetsOf(info: DictionaryValue): readonly string[] | undefined {
  const value = typedOf(info, "assetPaths");
  return value?.type.kind === "asset" && isTexts(value.data) ? value.data : undefined;
}

function isTexts(data: TypedValue["data"]): data is readonly string[] {
  return Array.isArray(data);
}

function hasAssets(info: DictionaryValue): boolean {
  return assetsOf(info) !== undefined || textOf(info, "templateAssetPath", "string") !== undefined;
}

interface ClipArrays {
  readonly assetPaths: readonly string[];
  readonly active: Float64Array;
  readonly times: Float64Array | undefined;
}

/** Returns the set of a definition; undefined if it is not valid. */
function clipSet(name: string, { info, scale, anchor }: Definition, context: ClipContext): ClipSet | undefined {
  const { paths } = context;
  const clipPrim = paths.parse(textOf(info, "primPath", "string") ?? "");
  if (anchor === undefined || clipPrim === NO_PATH || paths.hasVariants(clipPrim)) return undefined;
  const arrays = authoredClips(info) ?? derivedClips(info, anchor, context);
  if (arrays === undefined || !isValid(arrays)) return undefined;
  const interpolates = typedOf(info, "interpolateMissingClipValues")?.data === true;
  return {
    name,
    stack: anchor.stack,
    sourcePrim: anchor.prim,
    sourceLayer: anchor.layer,
    clipPrim,
    clips: clipsOf(arrays),
    // Jumps are authored in times of the layer.
    times: { pairs: timePairs(arrays.times, JUMP_STEP * (scale ?? anchor.offset.scale)), offset: anchor.offset },
    manifest: textOf(info, "manifestAssetPath", "asset") ?? "",
    interpolatesMissing: interpolates,
  };
}

function authoredClips(info: DictionaryValue): ClipArrays | undefined {
  const assetPaths = assetsOf(info);
  const active = pairsOf(info, "active");
  if (assetPaths === undefined || active === undefined) return undefined;
  return { assetPaths, active, times: pairsOf(info, "times") };
}

function derivedClips(info: DictionaryValue, anchor: Anchor, { open }: ClipContext): ClipArrays | undefined {
  const assetPath = textOf(info, "templateAssetPath", "string");
  const [start, end] = [numberOf(info, "templateStartTime"), numberOf(info, "templateEndTime")];
  const stride = numberOf(info, "templateStride");
  if (assetsOf(info) !== undefined || assetPath === undefined) return undefined;
  if (start === undefined || end === undefined || stride === undefined) return undefined;
  const template = { assetPath, start, end, stride, activeOffset: numberOf(info, "templateActiveOffset") };
  const derived = templateClips(template, (each) => open(each, anchor.layer) !== undefined);
  if (derived === undefined) return undefined;
  // Offsets change when a clip is active, not which files there are.
  const { active, times, assetPaths } = derived;
  return { assetPaths, active: offsetPairs(active, anchor.offset), times: offsetPairs(times, anchor.offset) };
}

/** No clip without a path, no index without a clip, no two clips at one time, no three pairs of times at one stage time. */
function isValid({ assetPaths, active, times }: ClipArrays): boolean {
  if (active.length === 0 || assetPaths.some((each) => each === "")) return false;
  const starts = new Set<number>();
  for (let i = 0; i < active.length; i += 2) {
    const index = active[i + 1];
    if (!(index >= 0 && index < assetPaths.length) || starts.has(active[i])) return false;
    starts.add(active[i]);
  }
  const counts = new Map<number, number>();
  for (let i = 0; i < (times?.length ?? 0); i += 2) {
    const stage = times?.[i] ?? 0;
    const count = (counts.get(stage) ?? 0) + 1;
    if (count > 2) return false;
    counts.set(stage, count);
  }
  return true;
}

function clipsOf({ assetPaths, active }: ClipArrays): readonly Clip[] {
  const starts: { readonly start: number; readonly assetPath: string }[] = [];
  for (let i = 0; i < active.length; i += 2) {
    starts.push({ start: active[i], assetPath: assetPaths[Math.trunc(active[i + 1])] });
  }
  starts.sort((a, b) => a.start - b.start);
  return starts.map(({ start, assetPath }, i) => ({
    assetPath,
    authoredStart: start,
    start: i === 0 ? Number.NEGATIVE_INFINITY : start,
    end: starts[i + 1]?.start ?? Number.POSITIVE_INFINITY,
  }));
}
