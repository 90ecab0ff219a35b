/** The queue of the arcs that are still to be evaluated for a prim index. */
import type { NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import { compareNodes } from "../graph/strength-order.ts";
import { NO_PATH, type PathId } from "../paths/path-table.ts";

/**
 * Kinds of tasks in the order of their evaluation, which is not the order of strength: an arc may bring opinions that decide
 * about arcs further down this list, such as variant selections.
 */
export const TaskKind = {
  relocations: 0,
  impliedRelocations: 1,
  references: 2,
  payloads: 3,
  inherits: 4,
  specializes: 5,
  impliedSpecializes: 6,
  impliedClasses: 7,
  ancestralVariantSets: 8,
  ancestralVariantAuthored: 9,
  ancestralVariantFallback: 10,
  ancestralVariantNone: 11,
  variantSets: 12,
  variantAuthored: 13,
  variantFallback: 14,
  variantNone: 15,
  unresolvedPrimPath: 16,
} as const;
export type TaskKind = (typeof TaskKind)[keyof typeof TaskKind];

/** A variant set that a task is about. */
export interface VariantSetTask {
  /** The path of the prim or variant that has the set. */
  readonly path: PathId;
  readonly set: string;
  /** Position of the set among those of the site. */
  readonly setNumber: number;
}

/** What is to be evaluated at a node. */
export interface Task {
  readonly kind: TaskKind;
  readonly node: NodeId;
  readonly variantSet?: VariantSetTask | undefined;
}

const promoted: ReadonlyMap<TaskKind, TaskKind> = new Map<TaskKind, TaskKind>([
  [TaskKind.variantFallback, TaskKind.variantAuthored],
  [TaskKind.variantNone, TaskKind.variantAuthored],
  [TaskKind.ancestralVariantFallback, TaskKind.ancestralVariantAuthored],
  [TaskKind.ancestralVariantNone, TaskKind.ancestralVariantAuthored],
]);

/**
 * Tasks by kind; of one kind in an order that depends on the graph. A binary heap: the order of nodes changes as arcs are added,
 * so that the result also depends on which tasks are compared.
 */
export class TaskQueue {
  private readonly graph: IndexGraph;
  /** The children of the task at `i` are at `2i + 1` and `2i + 2`. */
  private readonly heap: Task[] = [];
  /** The keys of the implied tasks of the heap. */
  private implied: Set<number> | undefined;

  constructor(graph: IndexGraph) {
    this.graph = graph;
  }

  /** Adds a task; implied ones only once. */
  add(task: Task): void {
    if (isImplied(task.kind)) {
      const waiting = (this.implied ??= new Set<number>());
      const key = impliedKey(task);
      if (waiting.has(key)) return;
      waiting.add(key);
    }
    this.heap.push(task);
    this.raise(this.heap.length - 1, task);
  }

  /** Removes and returns the next task. */
  next(): Task | undefined {
    const { heap } = this;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined) return undefined;
    if (heap.length > 0) this.lower(last);
    if (isImplied(first.kind)) this.implied?.delete(impliedKey(first));
    return first;
  }

  /** Looks for authored selections again, for the variant sets that had none: new opinions may contain one. */
  retryVariants(): void {
    for (const [i, task] of this.heap.entries()) {
      const kind = promoted.get(task.kind);
      if (kind !== undefined) this.raise(i, { ...task, kind });
    }
  }

  /** Moves a task from a free place up to where its parent comes first. */
  private raise(place: number, task: Task): void {
    const { heap, graph } = this;
    let at = place;
    for (let above = (at - 1) >> 1; at > 0 && isAfter(graph, heap[above], task); above = (at - 1) >> 1) {
      heap[at] = heap[above];
      at = above;
    }
    heap[at] = task;
  }

  /** Closes the gap at the top: the first of two children moves up, down to a leaf, where `task` is added. */
  private lower(task: Task): void {
    const { heap, graph } = this;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      const first = child + 1 < heap.length && !isAfter(graph, heap[child + 1], heap[child]) ? child + 1 : child;
      heap[at] = heap[first];
      at = first;
    }
    this.raise(at, task);
  }
}

/** Whether `a` is evaluated after `b`. */
function isAfter(graph: IndexGraph, a: Task, b: Task): boolean {
  if (a.kind !== b.kind) return a.kind > b.kind;
  switch (a.kind) {
    case TaskKind.impliedClasses:
      // Nodes are numbered as they are added. Those below others come first, then the stronger ones.
      if (b.node > a.node && graph.isBelow(b.node, a.node)) return true;
      if (a.node > b.node && graph.isBelow(a.node, b.node)) return false;
      return compareNodes(graph, a.node, b.node) > 0;
    case TaskKind.ancestralVariantAuthored:
    case TaskKind.ancestralVariantFallback:
    case TaskKind.variantAuthored:
    case TaskKind.variantFallback:
      return a.node === b.node ? isLaterSet(graph, a, b) : compareNodes(graph, a.node, b.node) > 0;
    case TaskKind.ancestralVariantNone:
    case TaskKind.variantNone:
      return a.node === b.node ? isLaterSet(graph, a, b) : a.node > b.node;
    default:
      return a.node > b.node;
  }
}

function isImplied(kind: TaskKind): boolean {
  return kind === TaskKind.impliedClasses || kind === TaskKind.impliedSpecializes;
}

/** Returns a number that only one implied task of a graph has. */
function impliedKey({ kind, node }: Task): number {
  return 2 * node + (kind === TaskKind.impliedClasses ? 1 : 0);
}

function isLaterSet({ paths }: IndexGraph, a: Task, b: Task): boolean {
  const depth = ({ variantSet }: Task): number => paths.depth(variantSet?.path ?? NO_PATH);
  return depth(a) - depth(b) > 0 || (depth(a) === depth(b) && numberOf(a) > numberOf(b));
}

function numberOf({ variantSet }: Task): number {
  return variantSet?.setNumber ?? 0;
}
