/** The tasks of new nodes: one for each kind of arc that their specs author. */
import { ArcType, type NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import { hasField } from "../layer-stack/layer-stack.ts";
import { SiteField } from "../layer-stack/stack-sites.ts";
import { ROOT_PATH } from "../paths/path-table.ts";
import type { Indexer } from "./indexer.ts";
import { TaskKind } from "./tasks.ts";

/** Which tasks are added. */
export interface NodeTaskOptions {
  readonly skipsAuthoredArcs: boolean;
  /** Whether references and payloads to prims without specs are reported. */
  readonly checksPrimPath: boolean;
  /** Whether variant sets of the prims above the nodes are evaluated. */
  readonly isAncestral: boolean;
}

/** The arcs of the prim that the graph is built for. */
export const rootTasks: NodeTaskOptions = {
  skipsAuthoredArcs: false,
  checksPrimPath: false,
  isAncestral: false,
};

const fieldTasks: readonly { readonly field: SiteField; readonly kind: TaskKind }[] = [
  { field: SiteField.specializes, kind: TaskKind.specializes },
  { field: SiteField.inheritPaths, kind: TaskKind.inherits },
  { field: SiteField.payload, kind: TaskKind.payloads },
  { field: SiteField.references, kind: TaskKind.references },
];

/** Adds the tasks of a node and of the nodes below it. */
export function addTasks(indexer: Indexer, from: NodeId, options: NodeTaskOptions): void {
  const { graph, tasks, evaluatesVariants } = indexer;
  const order = graph.strengthOrder(from);
  for (let i = 0; i < order.length; i++) {
    const node = order[i];
    const { type } = graph.nodes[node];
    if (options.checksPrimPath && (type === ArcType.reference || type === ArcType.payload)) {
      tasks.add({ kind: TaskKind.unresolvedPrimPath, node });
    }
    const fields = authoredArcs(graph, node);
    if (evaluatesVariants && (fields & SiteField.variantSetNames) !== 0)
      tasks.add({ kind: TaskKind.variantSets, node });
    if (options.isAncestral && hasVariantsAbove(graph, node)) tasks.add({ kind: TaskKind.ancestralVariantSets, node });
    if (!options.skipsAuthoredArcs) {
      if ((fields & ARC_FIELDS) !== 0) addFieldTasks(indexer, node, fields);
      if (graph.canContribute(node) && graph.nodes[node].stack.relocates !== undefined) {
        tasks.add({ kind: TaskKind.relocations, node });
      }
    }
    if (type === ArcType.relocate) tasks.add({ kind: TaskKind.impliedRelocations, node });
  }
}

function addFieldTasks({ tasks }: Indexer, node: NodeId, fields: number): void {
  for (const { field, kind } of fieldTasks) if ((fields & field) !== 0) tasks.add({ kind, node });
}

/** The bits of the fields that author arcs to other prims. */
export const ARC_FIELDS: number = fieldTasks.reduce<number>((bits, { field }) => bits | field, 0);
const TASK_FIELDS = ARC_FIELDS | SiteField.variantSetNames;

/** Returns the fields with arcs that the specs of a node's site have. */
function authoredArcs(graph: IndexGraph, node: NodeId): number {
  if (!graph.canContribute(node) || !graph.hasSpecs(node)) return 0;
  return (graph.nodes[node].stack.sites.find(graph.path(node))?.fields ?? 0) & TASK_FIELDS;
}

/** Whether a graph that begins as that of a parent has arcs to evaluate: no task would be added for most prims. */
export function hasOwnArcs(graph: IndexGraph): boolean {
  for (let node = 0; node < graph.size; node++) {
    if (!graph.canContribute(node)) continue;
    const { relocates } = graph.nodes[node].stack;
    const path = graph.path(node);
    if (relocates?.sourceToTarget.has(path) === true || relocates?.targetToSource.has(path) === true) return true;
    if (graph.hasSpecs(node) && authoredArcs(graph, node) !== 0) return true;
  }
  return false;
}

/** Whether a prim above a node's site has variant sets. */
function hasVariantsAbove(graph: IndexGraph, node: NodeId): boolean {
  const { paths } = graph;
  const { stack } = graph.nodes[node];
  if (graph.path(node) === ROOT_PATH) return false;
  for (let path = paths.parent(graph.path(node)); path !== ROOT_PATH; path = paths.parent(path)) {
    if (hasField(stack, path, SiteField.variantSetNames)) return true;
  }
  return false;
}
