/** The sets of clips that a prim's specs author in `clips` and `clipSets`. */
import type { DictionaryValue, FieldValue, LayerOffset, TypedValue, Value } from "@usdkit/layer";
import type { NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import { applyListOp, type KeyedItem } from "../layer-stack/apply-list-op.ts";
import type { LayerStack } from "../layer-stack/layer-stack.ts";
import { evaluateAssets } from "../metadata/evaluate-assets.ts";
import { mergeDictionaries } from "../metadata/merge-dictionaries.ts";
import { noOffset } from "../paths/layer-offset.ts";
import { NO_PATH, type PathId } from "../paths/path-table.ts";
import type { SiteSpec, StageLayer } from "../resolve/stage-layer.ts";
import type { Clip, ClipContext, ClipSet } from "./clip-set.ts";
import { JUMP_STEP, timePairs } from "./clip-times.ts";
import { clipPairs, offsetPairs, retimeClips } from "./retime-clips.ts";
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
}

/** What the layers of one node author of a set. */
interface NodeDefinition {
  /** With times of the layers. */
  readonly authored: DictionaryValue;
  /** With times of the stage, as far as the node has asset paths. */
  readonly info: DictionaryValue;
  readonly hasAssets: boolean;
  /** Of the strongest layer that has asset paths, active clips or times. */
  readonly offset: LayerOffset;
  /** Of the times in `info`. */
  readonly timesScale: number;
}

/** A definition of a node of a graph. */
interface AnchoredDefinition extends NodeDefinition {
  /** The strongest layer with asset paths. */
  readonly anchor: Anchor | undefined;
}

interface Definition {
  readonly info: DictionaryValue;
  readonly anchor: Anchor;
  readonly offset: LayerOffset;
  readonly timesScale: number;
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
  // By name, in order of strength: the definitions of the nodes, strongest first.
  const found = new Map<string, AnchoredDefinition[]>();
  for (let at = 0; at < sources.length;) {
    const { node } = sources[at];
    let end = at;
    while (end < sources.length && sources[end].node === node) end++;
    const { definitions, names } = ofNode(graph, node, sources.slice(at, end));
    for (const name of names) {
      const own = definitions.get(name);
      if (own === undefined) continue;
      const known = found.get(name);
      if (known === undefined) found.set(name, [own]);
      else known.push(own);
    }
    at = end;
  }
  return [...found].flatMap(([name, ofNodes]) => clipSet(name, joined(ofNodes), context) ?? []);
}

/** What one layer of a stack authors of sets of clips. */
export interface LayerClips {
  readonly clips: DictionaryValue;
  /** Maps times of the layer to those of the stack. */
  readonly offset: LayerOffset;
}

/**
 * Returns the sets of clips that one layer has to author to have the effect of several. A set without times, and one of a template,
 * are as they are authored: they have no entry for an offset.
 *
 * @param layers strongest first
 */
export function mergeClips(layers: readonly LayerClips[]): DictionaryValue {
  const definitions = new Map<string, NodeDefinition>();
  const others = new Map<string, Value>();
  for (const { clips, offset } of layers.toReversed()) {
    for (const [name, value] of clips.entries) {
      if (value.kind === "dictionary") definitions.set(name, over({ authored: value, offset }, definitions.get(name)));
      else others.set(name, value);
    }
  }
  const infos = [...definitions].map(
    ([name, { info, authored, hasAssets: isKnown }]) => [name, isKnown ? info : authored] as const,
  );
  return { kind: "dictionary", entries: new Map<string, Value>([...others, ...infos]) };
}

/** Returns what the nodes define together; undefined without asset paths. */
function joined(ofNodes: readonly AnchoredDefinition[]): Definition | undefined {
  const own = ofNodes.find(({ anchor }) => anchor !== undefined);
  if (own?.anchor === undefined) return undefined;
  const { anchor, offset } = own;
  // The offset of the asset paths applies to what other nodes have, whatever their own.
  const infos = ofNodes.map((each) => (each === own ? each.info : retimeClips(each.authored, offset)));
  const isOwnTimes = ofNodes.find(({ authored }) => authored.entries.has("times")) === own;
  return {
    info: infos.reduce(mergeDictionaries),
    anchor,
    offset,
    timesScale: isOwnTimes ? own.timesScale : offset.scale,
  };
}

/** Returns the sets of one node, and their names in order of strength. */
function ofNode(
  graph: IndexGraph,
  node: NodeId,
  sources: readonly ClipSource[],
): { readonly definitions: ReadonlyMap<string, AnchoredDefinition>; readonly names: readonly string[] } {
  const definitions = new Map<string, AnchoredDefinition>();
  let names: readonly KeyedItem<string>[] = [];
  const { stack } = graph.nodes[node];
  for (let i = sources.length - 1; i >= 0; i--) {
    const { layer, offset, owner } = sources[i];
    const clips = fieldOf(owner, "clips");
    const added: string[] = [];
    for (const [name, value] of clips?.kind === "dictionary" ? clips.entries : []) {
      if (name === "" || value.kind !== "dictionary") continue;
      const authored = evaluated(value, stack);
      const known = definitions.get(name);
      const anchor = hasAssets(authored) ? { stack, prim: graph.path(node), layer } : known?.anchor;
      definitions.set(name, { ...over({ authored, offset }, known), anchor });
      added.push(name);
    }
    const convert = (name: string | number | bigint): KeyedItem<string> => ({ key: String(name), item: String(name) });
    names = applyListOp(names, { added: added.sort() }, convert);
    const edited = fieldOf(owner, "clipSets");
    if (edited?.kind === "valueListOp") names = applyListOp(names, edited.listOp, convert);
  }
  return { definitions, names: names.map(({ item }) => item) };
}

const nothing: NodeDefinition = {
  authored: { kind: "dictionary", entries: new Map() },
  info: { kind: "dictionary", entries: new Map() },
  hasAssets: false,
  offset: noOffset,
  timesScale: 1,
};

/**
 * Returns what a layer and the weaker ones of its node define. The offset of the asset paths applies to what is weaker too, and
 * stronger layers have their own.
 */
function over(
  { authored: own, offset }: Pick<NodeDefinition, "authored" | "offset">,
  { authored: weaker, ...known }: NodeDefinition = nothing,
): NodeDefinition {
  const authored = mergeDictionaries(own, weaker);
  const hasOwnAssets = hasAssets(own);
  const isTimed = hasOwnAssets || own.entries.has("active") || own.entries.has("times");
  const info = hasOwnAssets ? retimeClips(authored, offset) : mergeDictionaries(retimeClips(own, offset), known.info);
  return {
    authored,
    info,
    hasAssets: hasOwnAssets || known.hasAssets,
    offset: isTimed ? offset : known.offset,
    timesScale: hasOwnAssets || own.entries.has("times") ? offset.scale : known.timesScale,
  };
}

function fieldOf(owner: ClipSource["owner"], name: string): FieldValue | undefined {
  return owner.fields.get(name)?.value;
}

function evaluated(info: DictionaryValue, { variables }: LayerStack): DictionaryValue {
  const value = evaluateAssets(info, variables);
  return value.kind === "dictionary" ? value : info;
}

function typedOf(info: DictionaryValue, key: string): TypedValue | undefined {
  const value: Value | undefined = info.entries.get(key);
  return value?.kind === "typed" ? value : undefined;
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
function clipSet(name: string, definition: Definition | undefined, context: ClipContext): ClipSet | undefined {
  if (definition === undefined) return undefined;
  const { paths } = context;
  const { info, anchor, offset, timesScale } = definition;
  const clipPrim = paths.parse(textOf(info, "primPath", "string") ?? "");
  if (clipPrim === NO_PATH || paths.hasVariants(clipPrim)) return undefined;
  const arrays = authoredClips(info) ?? derivedClips(definition, context);
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
    times: { pairs: timePairs(arrays.times, JUMP_STEP * timesScale), offset },
    manifest: textOf(info, "manifestAssetPath", "asset") ?? "",
    interpolatesMissing: interpolates,
  };
}

function authoredClips(info: DictionaryValue): ClipArrays | undefined {
  const assetPaths = assetsOf(info);
  const active = clipPairs(info, "active");
  if (assetPaths === undefined || active === undefined) return undefined;
  return { assetPaths, active, times: clipPairs(info, "times") };
}

function derivedClips({ info, anchor, offset }: Definition, { open }: ClipContext): ClipArrays | undefined {
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
  return { assetPaths, active: offsetPairs(active, offset), times: offsetPairs(times, offset) };
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
