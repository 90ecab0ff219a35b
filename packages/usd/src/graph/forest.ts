/** Ancestors in trees that grow at their leaves, found in logarithmic time. */
import { NO_NODE, type NodeId } from "./graph-node.ts";

/**
 * Trees of nodes, which are given by the node above each of them. Beside it every node keeps one further up, at distances so
 * chosen that any ancestor is reached in a logarithmic number of steps (Myers, An applicative random-access stack, 1983).
 */
export class Forest {
  private readonly parentOf: (node: NodeId) => NodeId;
  private readonly parents: NodeId[] = [];
  private readonly jumps: NodeId[] = [];
  /** -1 for nodes that were not asked for yet. */
  private readonly depths: number[] = [];

  /** @param parentOf returns the node above, {@link NO_NODE} for a root; always the same for a node */
  constructor(parentOf: (node: NodeId) => NodeId) {
    this.parentOf = parentOf;
  }

  /** Returns the number of nodes above a node. */
  depth(node: NodeId): number {
    if (node >= this.depths.length || this.depths[node] < 0) this.add(node);
    return this.depths[node];
  }

  /** Whether a node is `root` or below it. */
  isBelow(node: NodeId, root: NodeId): boolean {
    return this.ancestorAt(node, this.depth(root)) === root;
  }

  /** Returns the two different nodes below the nearest common one that lead to two nodes, neither of which is below the other. */
  branches(a: NodeId, b: NodeId): readonly [a: NodeId, b: NodeId] {
    const { parents, jumps } = this;
    const depth = Math.min(this.depth(a), this.depth(b));
    let aAt = this.ancestorAt(a, depth);
    let bAt = this.ancestorAt(b, depth);
    while (parents[aAt] !== parents[bAt]) {
      const steps = jumps[aAt] === jumps[bAt] ? parents : jumps;
      aAt = steps[aAt];
      bAt = steps[bAt];
    }
    return [aAt, bAt];
  }

  /** Returns the node above a node, or itself, that has a depth; {@link NO_NODE} if the node is less deep. */
  private ancestorAt(node: NodeId, depth: number): NodeId {
    if (this.depth(node) < depth) return NO_NODE;
    let at = node;
    while (this.depths[at] > depth) at = this.depths[this.jumps[at]] < depth ? this.parents[at] : this.jumps[at];
    return at;
  }

  /** Adds a node with those above it that are not known, the highest first. */
  private add(node: NodeId): void {
    const waiting: NodeId[] = [];
    for (let at = node; at !== NO_NODE && !(this.depths[at] >= 0); at = this.parentOf(at)) waiting.push(at);
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      while (this.depths.length <= at) this.addUnknown();
      const parent = this.parentOf(at);
      this.parents[at] = parent;
      if (parent === NO_NODE) {
        this.jumps[at] = at;
        this.depths[at] = 0;
        continue;
      }
      const { depths, jumps } = this;
      const jump = jumps[parent];
      const isEven = depths[parent] - depths[jump] === depths[jump] - depths[jumps[jump]];
      jumps[at] = isEven ? jumps[jump] : parent;
      depths[at] = depths[parent] + 1;
    }
  }

  private addUnknown(): void {
    this.parents.push(NO_NODE);
    this.jumps.push(NO_NODE);
    this.depths.push(-1);
  }
}
