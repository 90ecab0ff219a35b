/** The arcs of inherits and specializes, authored or implied. */
import { childAt } from "../graph/find-nodes.ts";
import { ArcType, NO_NODE, type Arc, type NodeId } from "../graph/graph-node.ts";
import { sameSite, type IndexGraph, type Site } from "../graph/index-graph.ts";
import type { SiteClass } from "../layer-stack/site-arcs.ts";
import { sameMap, withRootIdentity } from "../paths/map-function.ts";
import { NO_PATH, ROOT_PATH, type PathId } from "../paths/path-table.ts";
import { compareNodes } from "../graph/strength-order.ts";
import { addArc, addClassTask } from "./add-arc.ts";
import { isRelocatePlaceholder, propagateSpecialize } from "./implied-specializes.ts";
import { arcTypeOf, mapOfArc, type Indexer } from "./indexer.ts";

/** Adds an arc for each path that a node inherits or specializes. */
export function addClasses(
  indexer: Indexer,
  node: NodeId,
  type: typeof ArcType.inherit | typeof ArcType.specialize,
  items: readonly SiteClass[],
): void {
  const { paths } = indexer.composition;
  for (const [sibling, item] of items.entries()) {
    const { path: text, statement } = item;
    const path = (item.id ??= paths.parse(text));
    if (path <= ROOT_PATH || paths.hasVariants(path)) {
      indexer.errors.push({
        code: "INVALID_PRIM_PATH",
        message: `Expected the path of a prim as a class, found <${text}>`,
        statement,
      });
      continue;
    }
    const mapToParent = (item.map ??= withRootIdentity(paths, mapOfArc(indexer, path, node)));
    const namespaceDepth = paths.primDepth(indexer.graph.path(node));
    const arc: Arc = {
      type,
      parent: node,
      origin: node,
      mapToParent,
      sibling,
      namespaceDepth,
      source: statement,
    };
    addClassArc(indexer, arc, path, undefined);
  }
}

/**
 * Adds an arc to a class; returns its node or the one that has the site already, {@link NO_NODE} if the class has no site
 * here.
 *
 * @param path the path of the class in the layer stack of the arc's parent
 * @param implies the site of the class that an implied arc repeats; an arc to the same site is a placeholder
 */
export function addClassArc(indexer: Indexer, arc: Arc, path: PathId, implies: Site | undefined): NodeId {
  if (path === NO_PATH) return NO_NODE;
  const { graph, frame, composition } = indexer;
  const { type, parent } = arc;
  const { stack, children } = graph.nodes[parent];
  const site: Site = { stack, path };
  const parentType = children.length === 0 ? type : arcTypeOf({ graph, node: parent, frame });
  const existing = findChild(graph, arc, site, parentType);
  if (existing !== NO_NODE && !replacesWeaker(graph, arc, existing)) return existing;
  if (type === ArcType.specialize && (parent !== 0 || frame !== undefined)) return addPlaceholder(indexer, arc, site);
  // Below a relocation an implied class may be the site that it is implied for. Its node only implies it further up.
  const contributes = path !== graph.path(parent) && (implies === undefined || !sameSite(site, implies));
  const isAncestral = contributes && !composition.paths.isRootPrim(path);
  return addArc(indexer, arc, site, { contributes, skipsDuplicates: contributes, isAncestral });
}

/** Makes a child of the root inert if a specialize that is implied for the root has the same site and a stronger origin. */
function replacesWeaker(graph: IndexGraph, { type, parent, origin }: Arc, existing: NodeId): boolean {
  if (type !== ArcType.specialize || parent !== 0 || origin === parent) return false;
  if (compareNodes(graph, origin, graph.nodes[existing].origin) >= 0) return false;
  for (const node of graph.strengthOrder(existing)) graph.setInert(node, true);
  return true;
}

/** Adds the placeholder of a specialize; returns the node that contributes in its place. */
function addPlaceholder(indexer: Indexer, arc: Arc, site: Site): NodeId {
  const { graph, frame } = indexer;
  const placeholder = addArc(indexer, arc, site, { contributes: false, addsTasks: false });
  // The graph of an arc's target is propagated when it has become part of the outermost graph.
  if (frame !== undefined || placeholder === NO_NODE || isRelocatePlaceholder(graph, placeholder)) return placeholder;
  const propagated = propagateSpecialize(indexer, placeholder);
  // A node that was there already has its tasks behind it: its classes still are to be implied from this placeholder.
  if (propagated !== NO_NODE && graph.nodes[propagated].origin !== placeholder) addClassTask(indexer, placeholder);
  return propagated;
}

/** Returns the child of a node that has the site; below a relocation sites mean nothing, and the arcs are compared. */
function findChild(graph: IndexGraph, arc: Arc, site: Site, parentType: ArcType): NodeId {
  const { parent, type, mapToParent } = arc;
  const { children } = graph.nodes[parent];
  if (children.length === 0) return NO_NODE;
  if (parentType !== ArcType.relocate) return childAt(graph, parent, site);
  const depth = graph.depthBelowIntroduction(arc.origin);
  const found = children.find((child) => {
    const node = graph.nodes[child];
    return (
      node.type === type &&
      sameMap(node.mapToParent, mapToParent) &&
      graph.depthBelowIntroduction(node.origin) === depth
    );
  });
  return found ?? NO_NODE;
}
