/** Differences as a tree of prims, bounded in size. */
import type { Difference, TimeSampleDifference } from "@usdkit/layer";

/** A difference, or the time samples of one attribute together. */
export type Change =
  | { readonly kind: "difference"; readonly difference: Difference }
  | { readonly kind: "samples"; readonly path: string; readonly samples: readonly TimeSampleDifference[] };

/** A prim, variant or variant set, or a path that leads to some. */
export interface ChangeNode {
  /** The path; "/" is the layer. */
  readonly path: string;
  /** The part of the path below the parent. */
  label: string;
  readonly changes: Change[];
  readonly children: Map<string, ChangeNode>;
}

/** The tree of the first differences, and those that the limit left out. */
export interface ChangeTree {
  readonly root: ChangeNode;
  readonly leftOut: readonly Difference[];
}

/** A longer path continues in one label, so that neither the page nor the tree nests deeper. */
const MAX_DEPTH = 32;

/** Returns the tree of at most `limit` differences; the time samples of an attribute count as one. */
export function changeTree(differences: readonly Difference[], limit: number): ChangeTree {
  const root: ChangeNode = { path: "/", label: "/", changes: [], children: new Map() };
  let count = 0;
  let at = 0;
  while (at < differences.length && count < limit) {
    const difference = differences[at];
    let end = at + 1;
    if (difference.kind === "timeSample") {
      const isSame = (each: Difference | undefined): boolean =>
        each?.kind === "timeSample" && each.path === difference.path;
      while (isSame(differences[end])) end++;
    }
    const samples = differences.slice(at, end) as readonly TimeSampleDifference[];
    const change: Change =
      difference.kind === "timeSample"
        ? { kind: "samples", path: difference.path, samples }
        : { kind: "difference", difference };
    nodeAt(root, ownerSteps(difference.path)).changes.push(change);
    count++;
    at = end;
  }
  return { root, leftOut: differences.slice(at) };
}

function nodeAt(root: ChangeNode, steps: readonly string[]): ChangeNode {
  let node = root;
  for (const step of steps) {
    let next = node.children.get(step);
    if (next === undefined) {
      const path = node === root ? step : node.path + step;
      next = { path, label: step, changes: [], children: new Map() };
      node.children.set(step, next);
    }
    node = next;
  }
  return node;
}

/** `/A`, `/B`, `{set=high}`, `/C` for the path `/A/B{set=high}C.size`; none for the layer. */
function ownerSteps(path: string): readonly string[] {
  const dot = path.indexOf(".", Math.max(path.lastIndexOf("/"), path.lastIndexOf("}")));
  const owner = dot < 0 ? path : path.slice(0, dot);
  if (owner === "/") return [];
  const steps: string[] = [];
  let start = 0;
  for (let i = 1; i < owner.length && steps.length < MAX_DEPTH; i++) {
    if (owner[i] !== "/" && owner[i] !== "{" && owner[i - 1] !== "}") continue;
    steps.push(owner.slice(start, i));
    start = i;
  }
  return [...steps, owner.slice(start)];
}
