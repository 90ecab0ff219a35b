/** What the evaluation of the arcs of one graph shares. */
import type { CompositionError } from "../errors/composition-error.ts";
import { NO_NODE, type Arc, type ArcType, type NodeId } from "../graph/graph-node.ts";
import type { IndexGraph, Site } from "../graph/index-graph.ts";
import type { LayerStack } from "../layer-stack/layer-stack.ts";
import type { LayerStacks } from "../layer-stack/layer-stacks.ts";
import { createMap, identityMap, type MapFunction } from "../paths/map-function.ts";
import { relocatedMap } from "../paths/map-function.ts";
import { noOffset } from "../paths/layer-offset.ts";
import { NO_PATH, ROOT_PATH, type PathId, type PathTable } from "../paths/path-table.ts";
import type { LayerRegistry } from "../resolve/layer-registry.ts";
import type { LayerOffset } from "@usdkit/layer";
import type { TaskQueue } from "./tasks.ts";

/** The settings of composition. */
export interface CompositionOptions {
  /** Whether the payloads of a prim of the stage are composed. */
  readonly isLoaded: (prim: PathId) => boolean;
  /** Selections that are stronger than those of layers, by prim and set. */
  readonly selections: ReadonlyMap<PathId, ReadonlyMap<string, string>>;
  /** Selections for sets without an authored one, in the order of preference. */
  readonly variantFallbacks: ReadonlyMap<string, readonly string[]>;
}

/** What all prim indices of a stage share. */
export interface Composition extends CompositionOptions {
  readonly paths: PathTable;
  readonly registry: LayerRegistry;
  readonly stacks: LayerStacks;
  /** The layer stack of the stage. */
  readonly rootStack: LayerStack;
}

/** A graph that is built because an arc of another graph leads to its site. */
export interface Frame {
  /** The site that the arc leads to; the graph may be that of a prim above it. */
  readonly requested: Site;
  readonly graph: IndexGraph;
  readonly parent: NodeId;
  readonly arc: Arc;
  readonly skipsDuplicates: boolean;
  readonly previous: Frame | undefined;
  /** The number of frames up to this one. */
  readonly depth: number;
}

/** Builds one graph. */
export interface Indexer {
  readonly composition: Composition;
  readonly graph: IndexGraph;
  readonly frame: Frame | undefined;
  readonly tasks: TaskQueue;
  readonly errors: CompositionError[];
  readonly evaluatesVariants: boolean;
  /** Builds the graph of a site that an arc leads to, with the opinions of the prims above it. */
  readonly buildGraph: (site: Site, frame: Frame, contributes: boolean) => BuiltGraph;
  /** Whether too many graphs were built for one prim. */
  readonly isExhausted: () => boolean;
  /** Records a site that decides about the graph although no node has it. */
  readonly dependOn: (site: Site) => void;
  /** Called if bytes of a layer are not there yet: the graph has to be built again later. */
  readonly markPending: () => void;
}

/** A graph, and what was wrong with its arcs. */
export interface BuiltGraph {
  readonly graph: IndexGraph;
  readonly errors: readonly CompositionError[];
}

/** A node, and the frame of its graph. */
export interface FramedNode {
  readonly graph: IndexGraph;
  readonly node: NodeId;
  readonly frame: Frame | undefined;
}

/** Returns the node above, through the graphs that are being built; undefined for the root of the outermost one. */
export function above({ graph, node, frame }: FramedNode): FramedNode | undefined {
  const { parent } = graph.nodes[node];
  if (parent !== NO_NODE) return { graph, node: parent, frame };
  return outerFrame({ graph, node, frame });
}

/** Returns the node of the outer graph whose arc leads to this graph. */
export function outerFrame({ frame }: FramedNode): FramedNode | undefined {
  return frame === undefined ? undefined : { graph: frame.graph, node: frame.parent, frame: frame.previous };
}

/** Returns the kind of the arc to a node, also for the root of a graph that will be part of another one. */
export function arcTypeOf({ graph, node, frame }: FramedNode): ArcType {
  const { parent, type } = graph.nodes[node];
  return parent === NO_NODE && frame !== undefined ? frame.arc.type : type;
}

/** Returns the function of an arc from `source` to a node: with the relocations below the node's path. */
export function mapOfArc(
  { composition: { paths }, graph }: Indexer,
  source: PathId,
  target: NodeId,
  offset: LayerOffset = noOffset,
): MapFunction {
  const path = paths.withoutVariants(graph.path(target));
  const map = createMap(paths, [[source, path]], offset);
  return relocatedMap(paths, relocatesBelow(paths, graph.nodes[target].stack, path), map);
}

/** Returns the function of the relocations at and below a path. */
function relocatesBelow(paths: PathTable, { relocates }: LayerStack, path: PathId): MapFunction {
  if (relocates === undefined) return identityMap;
  const pairs: (readonly [PathId, PathId])[] = [[ROOT_PATH, ROOT_PATH]];
  const sources = new Set<PathId>([ROOT_PATH]);
  const targets = new Set<PathId>();
  for (const [source, target] of [...relocates.originToTarget, ...relocates.sourceToTarget]) {
    if (target === NO_PATH || targets.has(target) || !paths.hasPrefix(source, path)) continue;
    if (sources.has(source)) continue;
    sources.add(source);
    targets.add(target);
    pairs.push([source, target]);
  }
  return createMap(paths, pairs);
}
