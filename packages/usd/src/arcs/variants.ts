/** Variants: opinions inside of the selected variant of each variant set. */
import type { CompositionError } from "../errors/composition-error.ts";
import { ArcType, isClassArc, NO_NODE, type NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import { composeSelection, composeVariants, composeVariantSets } from "../layer-stack/compose-site.ts";
import { hasField } from "../layer-stack/layer-stack.ts";
import { SiteField } from "../layer-stack/stack-sites.ts";
import { identityMap, mapToSource, mapToTarget } from "../paths/map-function.ts";
import { NO_PATH, ROOT_PATH, type PathId } from "../paths/path-table.ts";
import { addArc } from "./add-arc.ts";
import type { Indexer } from "./indexer.ts";
import { ARC_FIELDS } from "./node-tasks.ts";
import { TaskKind, type VariantSetTask } from "./tasks.ts";

/** Adds a task for each variant set of a node's site. */
export function evaluateVariantSets(indexer: Indexer, node: NodeId): void {
  const { graph } = indexer;
  if (graph.canContribute(node)) addSets(indexer, node, graph.path(node), TaskKind.variantAuthored);
}

/** Adds a task for each variant set of the prims above a node's site. */
export function evaluateAncestralVariantSets(indexer: Indexer, node: NodeId): void {
  const { graph } = indexer;
  const { paths } = graph;
  for (let path = paths.parent(graph.path(node)); path !== ROOT_PATH; path = paths.parent(path)) {
    if (!contributesAt(graph, node, path)) continue;
    addSets(indexer, node, path, TaskKind.ancestralVariantAuthored);
    // The sets above a selection were evaluated before it was added.
    if (paths.isVariant(path)) return;
  }
}

/** Adds the arc of a variant set's authored selection; without one, a task for the fallback. */
export function evaluateAuthoredVariant(
  indexer: Indexer,
  node: NodeId,
  task: VariantSetTask,
  isAncestral: boolean,
): void {
  const { graph, tasks } = indexer;
  if (!contributesAt(graph, node, task.path)) return;
  const selection = findSelection(indexer, node, graph.paths.withoutVariants(task.path), task.set) ?? "";
  if (selection !== "") {
    addVariant(indexer, node, task, isAncestral, selection);
    return;
  }
  const kind = isAncestral ? TaskKind.ancestralVariantFallback : TaskKind.variantFallback;
  tasks.add({ kind, node, variantSet: task });
}

/** Adds the arc of a variant set's fallback. */
export function evaluateFallbackVariant(
  indexer: Indexer,
  node: NodeId,
  task: VariantSetTask,
  isAncestral: boolean,
): void {
  if (!contributesAt(indexer.graph, node, task.path)) return;
  const selection = fallbackOf(indexer, node, task);
  if (selection !== undefined) addVariant(indexer, node, task, isAncestral, selection);
  else {
    const kind = isAncestral ? TaskKind.ancestralVariantNone : TaskKind.variantNone;
    indexer.tasks.add({ kind, node, variantSet: task });
  }
}

function addSets(indexer: Indexer, node: NodeId, path: PathId, kind: TaskKind): void {
  const { graph, tasks } = indexer;
  for (const [setNumber, set] of composeVariantSets(graph.nodes[node].stack, path).entries()) {
    tasks.add({ kind, node, variantSet: { path, set, setNumber } });
  }
}

/** Whether opinions of a node count at a path above its own. */
function contributesAt(graph: IndexGraph, node: NodeId, path: PathId): boolean {
  const depth = graph.restrictedDepth(node);
  return depth === 0 || depth > graph.paths.depth(path);
}

function fallbackOf({ graph, composition }: Indexer, node: NodeId, { path, set }: VariantSetTask): string | undefined {
  const wanted = composition.variantFallbacks.get(set);
  if (wanted === undefined) return undefined;
  const names = composeVariants(graph.nodes[node].stack, path, set);
  return wanted.find((name) => names.has(name));
}

/** Variant selections, and arcs that may lead to some. */
const SELECTION_FIELDS: number = SiteField.variantSelection | ARC_FIELDS;

function addVariant(
  indexer: Indexer,
  node: NodeId,
  { path, set, setNumber }: VariantSetTask,
  isAncestral: boolean,
  selection: string,
): void {
  const { graph, tasks } = indexer;
  const { paths } = graph;
  const variant = paths.variant(path, set, selection);
  const added = addArc(
    indexer,
    {
      type: ArcType.variant,
      parent: node,
      origin: node,
      // A variant is another place in the layer, not in the namespace.
      mapToParent: identityMap,
      sibling: setNumber,
      namespaceDepth: paths.primDepth(path),
    },
    { stack: graph.nodes[node].stack, path: paths.replacePrefix(graph.path(node), path, variant) },
    { isAncestral, skipsDuplicates: isAncestral && isBelowClass(graph, node) },
  );
  if (added !== NO_NODE && hasField(graph.nodes[node].stack, variant, SELECTION_FIELDS)) tasks.retryVariants();
}

/** Whether a node is below a class that was introduced at this level of namespace. */
function isBelowClass(graph: IndexGraph, node: NodeId): boolean {
  for (let at = node; at > 0; at = graph.nodes[at].parent) {
    const { type } = graph.nodes[at];
    if (isClassArc(type) && graph.depthBelowIntroduction(at) === 0 && !graph.isInert(at)) return true;
  }
  return false;
}

/** A node where selections are looked for, and the path there of the prim that has the variant set. */
interface Place {
  readonly node: NodeId;
  readonly path: PathId;
}

/** Returns the selection of a variant set: one that was made for the prim already, otherwise the strongest opinion. */
function findSelection(indexer: Indexer, node: NodeId, path: PathId, set: string): string | undefined {
  const { graph, composition } = indexer;
  const start = strongestPlace(graph, node, path);
  if (start.node === 0) {
    const wanted = composition.selections.get(start.path)?.get(set);
    if (wanted !== undefined) return wanted;
  }
  const places = placesBelow(graph, start);
  return priorSelection(graph, places, set) ?? authoredSelection(indexer, places, set);
}

/** Returns the node closest to the root to which a path can be translated. */
function strongestPlace(graph: IndexGraph, node: NodeId, path: PathId): Place {
  const { nodes, paths } = graph;
  let at: Place = { node, path };
  const inRoot = mapToTarget(paths, nodes[node].mapToRoot, path);
  if (inRoot !== NO_PATH) at = { node: 0, path: inRoot };
  while (at.node !== 0) {
    const inParent = mapToTarget(paths, nodes[at.node].mapToParent, at.path);
    if (inParent === NO_PATH) break;
    at = { node: nodes[at.node].parent, path: inParent };
  }
  const intro = graph.pathAtIntroduction(at.node);
  return node === 0 || !paths.hasVariants(intro)
    ? at
    : { node: at.node, path: paths.replacePrefix(at.path, paths.withoutVariants(intro), intro) };
}

/** Returns a place and those below it to which its path can be translated, strongest first. */
function placesBelow(graph: IndexGraph, start: Place): readonly Place[] {
  const { nodes, paths } = graph;
  const found: Place[] = [];
  const waiting: Place[] = [start];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    found.push(place);
    const { children } = nodes[place.node];
    for (let i = children.length - 1; i >= 0; i--) {
      const path = mapToSource(paths, nodes[children[i]].mapToParent, place.path);
      if (path !== NO_PATH) waiting.push({ node: children[i], path });
    }
  }
  return found;
}

function priorSelection(graph: IndexGraph, places: readonly Place[], set: string): string | undefined {
  const { nodes, paths } = graph;
  for (const { node, path } of places) {
    if (nodes[node].type !== ArcType.variant) continue;
    let intro = graph.pathAtIntroduction(node);
    if (!paths.isVariant(intro)) continue;
    const [name, selection] = paths.selection(intro);
    if (name !== set) continue;
    while (paths.isVariant(intro)) intro = paths.parent(intro);
    if (intro === path) return selection;
  }
  return undefined;
}

function authoredSelection(
  { graph, errors, dependOn }: Indexer,
  places: readonly Place[],
  set: string,
): string | undefined {
  const { nodes, paths } = graph;
  for (const { node, path } of places) {
    if (!contributesAt(graph, node, path)) continue;
    let sitePath = path;
    if (nodes[node].type === ArcType.variant) {
      const intro = graph.pathAtIntroduction(node);
      sitePath = paths.replacePrefix(path, paths.withoutVariants(intro), intro);
    }
    const { stack } = nodes[node];
    // Relocations and class arcs map the path to others than those above the node's.
    if (!paths.hasPrefix(graph.path(node), sitePath)) dependOn({ stack, path: sitePath });
    if (!hasField(stack, sitePath, SiteField.variantSelection)) continue;
    const problems: CompositionError[] = [];
    const selection = composeSelection(stack, sitePath, set, problems);
    errors.push(...problems);
    if (selection !== undefined) return selection;
  }
  return undefined;
}
