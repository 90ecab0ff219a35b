/** Adds an arc to a graph: checks for cycles, adds the node or the graph of its site, and the tasks of the new nodes. */
import type { CompositionErrorCode } from "../errors/composition-error.ts";
import { hasClassChild, hasSpecializeBelow, implicationStart } from "../graph/class-hierarchy.ts";
import { arcNames } from "../graph/arc-names.ts";
import { arcDepth, hasRelatedSite } from "../graph/find-nodes.ts";
import { ArcType, isClassArc, NO_NODE, type Arc, type NodeId } from "../graph/graph-node.ts";
import type { IndexGraph, Site } from "../graph/index-graph.ts";
import { strengthPlace } from "../graph/strength-order.ts";
import { hasField, hasSpecs } from "../layer-stack/layer-stack.ts";
import { SiteField } from "../layer-stack/stack-sites.ts";
import { ROOT_PATH, type PathId } from "../paths/path-table.ts";
import { above, arcTypeOf, outerFrame, type Frame, type FramedNode, type Indexer } from "./indexer.ts";
import { addTasks } from "./node-tasks.ts";
import { TaskKind } from "./tasks.ts";

/** How an arc is added. */
export interface ArcOptions {
  /** Whether the opinions of the site itself count; otherwise it is a placeholder. Default: true. */
  readonly contributes?: boolean;
  /** Whether the opinions of the prims above the site are composed too. */
  readonly isAncestral?: boolean;
  /** Whether the arc is left out if a node with its site contributes already. */
  readonly skipsDuplicates?: boolean;
  /** Whether the arcs of the new nodes are evaluated. Default: true. */
  readonly addsTasks?: boolean;
  /** Whether the arc counts as one of a prim above if that of its origin does. */
  readonly isAncestralAsOrigin?: boolean;
}

/** Graphs in graphs: arcs to a prim below a prim with arcs, and so on. */
const MAX_FRAMES = 200;
/** Nodes of one prim, as many as in the reference. */
const MAX_NODES = 32_767;
/** Arcs from the root to a node. */
const MAX_ARC_DEPTH = 1_000;

/** Adds an arc that leads to a site; returns its node, {@link NO_NODE} if the arc is left out. */
export function addArc(indexer: Indexer, arc: Arc, site: Site, options: ArcOptions = {}): NodeId {
  const { graph, frame } = indexer;
  const from: FramedNode = { graph, node: arc.parent, frame };
  if (isCycle(arc, site, from)) {
    // A default prim may be another one later.
    indexer.dependOn(site);
    report(indexer, arc, site, "ARC_CYCLE", "would form a cycle");
    return NO_NODE;
  }
  const skipsDuplicates = options.skipsDuplicates === true || frame?.skipsDuplicates === true;
  if (skipsDuplicates && hasSite(site, from)) return NO_NODE;
  if (indexer.isExhausted() || exceedsLimits(graph, frame, arc)) {
    indexer.dependOn(site);
    report(indexer, arc, site, "ARC_LIMIT", "exceeds the limit of arcs of one prim");
    return NO_NODE;
  }
  const node =
    options.isAncestral === true
      ? addSubgraph(indexer, arc, site, { ...options, skipsDuplicates })
      : addSite(indexer, arc, site, options);
  if (node === NO_NODE) return NO_NODE;
  setDependency(indexer, node, options);
  addTasksForArc(indexer, node, options);
  // A placeholder for the default prim of a layer that has none.
  if (graph.path(node) === ROOT_PATH) for (const each of graph.strengthOrder(node)) graph.setInert(each, true);
  return node;
}

function addSite({ graph }: Indexer, arc: Arc, site: Site, { contributes = true }: ArcOptions): NodeId {
  const node = graph.addNode(site, arc, strengthPlace);
  if (!contributes) {
    graph.setInert(node, true);
    // Neither its own opinions count, nor those of the prims above it.
    graph.setRestrictedDepth(node, 1);
  }
  graph.setHasSpecs(node, hasSpecs(site.stack, site.path));
  if (graph.hasSpecs(node) && graph.canContribute(node) && hasField(site.stack, site.path, SiteField.clips))
    graph.setHasClips(node);
  return node;
}

/** Notes whether the node and those below it depend on an arc of this prim itself. */
function setDependency({ graph, frame }: Indexer, node: NodeId, options: ArcOptions): void {
  const { origin } = graph.nodes[node];
  const asOrigin = options.isAncestralAsOrigin === true;
  if (asOrigin) graph.setAncestral(node, graph.isAncestral(origin));
  const isDirect = !asOrigin || graph.isDirect(origin);
  graph.setDirect(node, isDirect);
  if (!isDirect || options.isAncestral !== true || frame !== undefined) return;
  for (const each of graph.strengthOrder(node)) graph.setDirect(each, true);
}

/** Builds the graph of the site, without variants: opinions of this graph may be stronger than the selections there. */
function addSubgraph(
  indexer: Indexer,
  arc: Arc,
  site: Site,
  { contributes = true, skipsDuplicates = false }: ArcOptions,
): NodeId {
  const { graph, frame: previous, errors } = indexer;
  const depth = (previous?.depth ?? 0) + 1;
  const frame: Frame = { requested: site, graph, parent: arc.parent, arc, skipsDuplicates, previous, depth };
  const built = indexer.buildGraph(site, frame, contributes);
  if (graph.size + built.graph.size > MAX_NODES) {
    for (let node = 0; node < built.graph.size; node++) indexer.dependOn(built.graph.site(node));
    report(indexer, arc, site, "ARC_LIMIT", "exceeds the limit of arcs of one prim");
    return NO_NODE;
  }
  errors.push(...built.errors);
  if (built.graph.hasPayloads) graph.hasPayloads = true;
  return graph.addGraph(built.graph, arc, strengthPlace);
}

function exceedsLimits(graph: IndexGraph, frame: Frame | undefined, { parent }: Arc): boolean {
  if (graph.size >= MAX_NODES || (frame?.depth ?? 0) >= MAX_FRAMES) return true;
  return arcDepth(graph, parent) >= MAX_ARC_DEPTH;
}

/** Adds the task that implies the classes at a node further up. */
export function addClassTask({ graph, tasks }: Indexer, node: NodeId): void {
  if (isClassArc(graph.nodes[node].type)) {
    tasks.add({ kind: TaskKind.impliedClasses, node: implicationStart(graph, node) });
  } else if (hasClassChild(graph, node)) tasks.add({ kind: TaskKind.impliedClasses, node });
}

function addTasksForArc(indexer: Indexer, node: NodeId, { isAncestral = false, addsTasks = true }: ArcOptions): void {
  if (!addsTasks) return;
  const { graph, tasks, frame, evaluatesVariants } = indexer;
  addClassTask(indexer, node);
  const isOutermost = frame === undefined;
  if (isOutermost && isAncestral && hasSpecializeBelow(graph, node)) {
    tasks.add({ kind: TaskKind.impliedSpecializes, node });
  }
  // The graph of an ancestral arc was built with the arcs of its site.
  addTasks(indexer, node, {
    skipsAuthoredArcs: isAncestral,
    checksPrimPath: isOutermost,
    isAncestral: evaluatesVariants && isAncestral,
  });
}

/** Whether an arc leads to a site at, above or below one that it comes from. */
function isCycle(arc: Arc, { stack, path }: Site, from: FramedNode): boolean {
  if (arc.type === ArcType.variant) return false;
  if (isClassArc(arc.type) && arc.parent !== arc.origin && isBelowRelocate(arc, from)) return false;
  let childPath = path;
  for (let at: FramedNode | undefined = from; at !== undefined; at = outerFrame(at)) {
    const { graph, frame } = at;
    if (hasRelatedSite(graph, at.node, { stack, path: childPath })) return true;
    childPath = pathInOuterGraph(graph, frame, childPath);
  }
  return false;
}

/** Classes implied below a relocation are placeholders. */
function isBelowRelocate(arc: Arc, from: FramedNode): boolean {
  let at: FramedNode | undefined = from;
  while (at !== undefined && isClassArc(arcTypeOf(at)) && arc.parent !== arc.origin) at = above(at);
  return at !== undefined && arcTypeOf(at) === ArcType.relocate;
}

/** Whether a node with the site contributes to this graph or to one that it will be part of. */
function hasSite(site: Site, from: FramedNode): boolean {
  let { path } = site;
  for (let at: FramedNode | undefined = from; at !== undefined; at = outerFrame(at)) {
    const { graph, frame } = at;
    if (graph.findSite({ stack: site.stack, path }) !== NO_NODE) return true;
    path = pathInOuterGraph(graph, frame, path);
  }
  return false;
}

/** The graph may still be that of a prim above the requested one; returns the path that a site will have in the end. */
function pathInOuterGraph(graph: IndexGraph, frame: Frame | undefined, path: PathId): PathId {
  return frame === undefined ? path : graph.paths.replacePrefix(frame.requested.path, graph.path(0), path);
}

function report(indexer: Indexer, arc: Arc, site: Site, code: CompositionErrorCode, problem: string): void {
  const { graph, errors, composition } = indexer;
  if (code === "ARC_LIMIT" && errors.some((each) => each.code === code)) return;
  const { paths } = composition;
  const from = `<${paths.text(graph.path(arc.parent))}>`;
  const to = `@${site.stack.rootLayer.identifier}@<${paths.text(site.path)}>`;
  const { source } = arc;
  errors.push({
    code,
    message: `The ${arcNames[arc.type]} arc from ${from} to ${to} ${problem} and is ignored`,
    statement: source,
  });
}
