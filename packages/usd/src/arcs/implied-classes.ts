/**
 * Implied classes: a class that is inherited or specialized across an arc is one in the layer stack of the arc's other side as
 * well, so that a scene can override the class of an asset.
 */
import { isPropagatedSpecialize } from "../graph/ancestry.ts";
import { hasClassChild, propagatedOf } from "../graph/class-hierarchy.ts";
import { ArcType, isClassArc, NO_NODE, type NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import {
  composeMaps,
  impliedMap,
  isIdentityMap,
  mapToTarget,
  withRootIdentity,
  type MapFunction,
} from "../paths/map-function.ts";
import { NO_PATH, type PathId } from "../paths/path-table.ts";
import { addClassArc } from "./class-arcs.ts";
import type { Indexer } from "./indexer.ts";
import { TaskKind } from "./tasks.ts";

/** A node whose classes are implied, the node that they are implied for, and the function between their namespaces. */
interface Implication {
  readonly target: NodeId;
  readonly source: NodeId;
  readonly transfer: MapFunction;
  readonly isStart: boolean;
}

/** Implies the classes of a node for the node above. */
export function evaluateImpliedClasses(indexer: Indexer, node: NodeId): void {
  const { graph, composition } = indexer;
  const { parent, mapToParent } = graph.nodes[node];
  if (parent === NO_NODE || !hasClassChild(graph, node)) return;
  // Classes are implied across references too, although other paths are not mapped across them.
  const transfer = withRootIdentity(composition.paths, mapToParent);
  implyTree(indexer, { target: parent, source: node, transfer, isStart: true });
}

/** Implies a tree of classes. Depth first: an implied class precedes those that it inherits, and these its siblings. */
function implyTree(indexer: Indexer, start: Implication): void {
  const { graph, tasks, composition } = indexer;
  const { paths } = composition;
  const waiting: (Implication & { readonly child?: NodeId })[] = [start];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { target, source, transfer, isStart, child } = next;
    const targetNode = graph.nodes[target];
    if (child !== undefined) {
      const below = implyChild(indexer, next, child);
      if (below !== undefined) waiting.push(below);
    } else if (targetNode.type === ArcType.relocate) {
      // Classes of relocation sources are placeholders: they are implied for the node above.
      const map = composeMaps(paths, withRootIdentity(paths, targetNode.mapToParent), transfer);
      tasks.add({ kind: TaskKind.impliedClasses, node: target });
      waiting.push({ target: targetNode.parent, source, transfer: map, isStart });
    } else {
      // The classes of a specialize are those of the node below the root.
      const propagated = propagatedOf(graph, source);
      const { children } = graph.nodes[propagated === NO_NODE ? source : propagated];
      for (let i = children.length - 1; i >= 0; i--) waiting.push({ ...next, child: children[i] });
    }
  }
}

/** Implies one class; returns the implication of the classes that it has itself. */
function implyChild(
  indexer: Indexer,
  { target, source, transfer, isStart }: Implication,
  child: NodeId,
): Implication | undefined {
  const { graph, composition } = indexer;
  const { paths } = composition;
  const { type, mapToParent, sibling, source: statement } = graph.nodes[child];
  if (!isClassArc(type)) return undefined;
  // The class continues a chain that the target begins; it is not a class of a prim above.
  const continues =
    isStart &&
    isClassArc(graph.nodes[source].type) &&
    graph.depthBelowIntroduction(source) === graph.depthBelowIntroduction(child);
  if (continues) return undefined;
  const map = isIdentityMap(transfer) ? mapToParent : impliedMap(paths, transfer, mapToParent);
  let implied = graph.nodes[target].children.find(
    (each) => graph.nodes[each].origin === child && !isPropagatedSpecialize(graph, each),
  );
  implied ??= addClassArc(
    indexer,
    {
      type,
      parent: target,
      origin: child,
      mapToParent: map,
      sibling,
      namespaceDepth: paths.primDepth(graph.path(target)),
      source: statement,
    },
    classPath(graph, target, child, transfer),
    graph.site(child),
  );
  if (implied === NO_NODE || !hasClassChild(graph, child)) return undefined;
  const propagated = propagatedOf(graph, implied);
  return { target: propagated === NO_NODE ? implied : propagated, source: child, transfer, isStart: false };
}

/** Returns the path of an implied class for a node, inside of the node's variants. */
function classPath(graph: IndexGraph, target: NodeId, child: NodeId, transfer: MapFunction): PathId {
  const { paths } = graph;
  const mapped = mapToTarget(paths, transfer, paths.withoutVariants(graph.path(child)));
  let variant = graph.path(target);
  if (mapped === NO_PATH || !paths.hasVariants(variant)) return mapped;
  while (!paths.isVariant(variant)) variant = paths.parent(variant);
  return paths.replacePrefix(mapped, paths.withoutVariants(variant), variant);
}
