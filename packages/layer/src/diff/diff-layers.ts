/** Compares two layers. */
import type { Layer, PrimSpec, VariantSetSpec, VariantSpec } from "../model/types.ts";
import { stripVariantSelections } from "../model/paths.ts";
import type { Comparison } from "./compare-values.ts";
import type { KeyPath } from "./compare-dictionaries.ts";
import { keysOf } from "./compare-dictionaries.ts";
import { compareFields } from "./compare-fields.ts";
import { compareProperties } from "./compare-properties.ts";
import type { Move } from "./find-moves.ts";
import { findMoves } from "./find-moves.ts";
import type { Matched } from "./match-names.ts";
import { matchNames } from "./match-names.ts";
import type { PatternState } from "../model/path-patterns.ts";
import { PathPatterns } from "../model/path-patterns.ts";
import { SameText } from "./same-text.ts";
import type { SpecContext } from "./spec-context.ts";
import type { Root } from "./subtrees.ts";
import { listCandidates } from "./subtrees.ts";
import { readTolerance } from "./tolerance.ts";
import type { Difference, DiffOptions, OwnerSpec, ReorderedDifference } from "./types.ts";
import { stateOf, visible } from "./visible.ts";

/**
 * Returns the differences between two layers: specs, their declarations, values, time samples, splines, list edits
 * and metadata, in the order of the layer after, a prim before its contents. Empty if their content is the same,
 * however it is written: comments, layout, ranges and the order of metadata do not count.
 *
 * A prim that is gone in one place and there in another with the same content is one difference, `moved`, with all
 * that is in it; absolute paths into it are taken to follow. Other changes in it are reported as well.
 *
 * Depth is not limited by the call stack. Time grows with the size of the layers; what has the same text in both is
 * hardly looked at.
 *
 * ```ts
 * const before = parseUsda('#usda 1.0\ndef "A"\n{\n    float x = 1\n}\n').layer;
 * const after = parseUsda('#usda 1.0\ndef "A"\n{\n    float x = 2\n}\n').layer;
 * diffLayers(before, after); // [{ kind: "value", path: "/A.x", before: …, after: … }]
 * diffLayers(before, after, { tolerance: 1 }); // []
 * ```
 *
 * @throws RangeError for a tolerance that is negative or no number, and for a pattern in `ignore` that no path can
 *   match
 */
export function diffLayers(before: Layer, after: Layer, options: DiffOptions = {}): Difference[] {
  return new LayerDiff(before, after, options).run();
}

/** Two owners to compare, and the state of the patterns to ignore at each. */
interface Pair {
  readonly a: OwnerSpec;
  readonly b: OwnerSpec;
  readonly aState: PatternState;
  readonly bState: PatternState;
}

/** One walk: over the layers, or over a prim that moved. */
interface Walk {
  readonly comparison: Comparison;
  readonly emit: (difference: Difference) => void;
  /** Prims that only one side has; `emit` reports them as well. */
  readonly removed: Root[];
  readonly added: Root[];
  /** For walks that only determine whether there is any difference. */
  readonly isDone: () => boolean;
  /** Both sides have the same paths, so equal text means equal content. */
  readonly isInPlace: boolean;
}

class LayerDiff {
  private readonly before: Layer;
  private readonly after: Layer;
  private readonly filter: PathPatterns;
  private readonly comparison: Comparison;
  private readonly isOrdered: boolean;
  private readonly text: SameText;

  constructor(before: Layer, after: Layer, options: DiffOptions) {
    this.before = before;
    this.after = after;
    this.filter = new PathPatterns(options.ignore ?? []);
    this.comparison = { tolerance: readTolerance(options), mapPath: (path) => path };
    this.isOrdered = options.order !== "ignore";
    this.text = new SameText(before, after);
  }

  run(): Difference[] {
    const found: Difference[] = [];
    const { comparison, filter } = this;
    const root = filter.advance(filter.start, "/");
    if (filter.isMatch(root)) return found;
    const walk: Walk = {
      comparison,
      emit: (difference) => found.push(difference),
      removed: [],
      added: [],
      isDone: () => false,
      isInPlace: true,
    };
    this.walk({ a: this.before.root, b: this.after.root, aState: root, bState: root }, walk);
    return walk.removed.length === 0 && walk.added.length === 0 ? found : this.withMoves(found, walk);
  }

  private walk(start: Pair, walk: Walk): void {
    const stack: Pair[] = [start];
    for (let pair = stack.pop(); pair !== undefined && !walk.isDone(); pair = stack.pop()) {
      const { a, b } = pair;
      if (walk.isInPlace && a.specType === "prim" && b.specType === "prim" && this.text.ofPrims(a, b)) continue;
      const inner: Pair[] = [];
      this.compareDeclarations(a, b, walk);
      compareFields(a, b, this.contextOf(pair, "", walk));
      this.compareMembers(pair, walk);
      this.compareVariants(pair, walk, inner);
      this.compareChildren(pair, walk, inner);
      for (let i = inner.length - 1; i >= 0; i--) stack.push(inner[i]);
    }
  }

  private compareDeclarations(a: OwnerSpec, b: OwnerSpec, { emit }: Walk): void {
    if (a.specType !== "prim" || b.specType !== "prim") return;
    for (const what of ["specifier", "typeName"] as const) {
      if (a[what] !== b[what]) emit({ kind: "declaration", path: b.path, what, before: a[what], after: b[what] });
    }
  }

  private compareMembers(pair: Pair, walk: Walk): void {
    const { a, b, aState, bState } = pair;
    const { filter } = this;
    const matched = matchNames(visible(filter, aState, a, a.properties), visible(filter, bState, b, b.properties));
    for (const [before, after] of matched.pairs) {
      if (walk.isInPlace && this.text.ofProperties(before, after)) continue;
      compareProperties(before, after, this.contextOf(pair, `.${after.name}`, walk));
    }
    this.report(matched, b, "properties", walk);
  }

  private compareVariants(pair: Pair, walk: Walk, inner: Pair[]): void {
    const { a, b, aState, bState } = pair;
    const { filter } = this;
    const sets = matchNames(visible(filter, aState, a, a.variantSets), visible(filter, bState, b, b.variantSets));
    this.report(sets, b, "variantSets", walk);
    for (const [before, after] of sets.pairs) {
      const variants = matchNames(
        visible(filter, aState, a, before.variants),
        visible(filter, bState, b, after.variants),
      );
      this.report(variants, after, "variants", walk);
      for (const [left, right] of variants.pairs) {
        const states = { aState: stateOf(filter, aState, a, left), bState: stateOf(filter, bState, b, right) };
        inner.push({ a: left, b: right, ...states });
      }
    }
  }

  private compareChildren({ a, b, aState, bState }: Pair, walk: Walk, inner: Pair[]): void {
    const { filter } = this;
    const matched = matchNames(visible(filter, aState, a, a.children), visible(filter, bState, b, b.children));
    this.report(matched, b, "prims", walk);
    for (const spec of matched.removed) walk.removed.push({ spec, state: stateOf(filter, aState, a, spec) });
    for (const spec of matched.added) walk.added.push({ spec, state: stateOf(filter, bState, b, spec) });
    for (const [left, right] of matched.pairs) {
      const bNext = stateOf(filter, bState, b, right);
      const aNext = walk.isInPlace ? bNext : stateOf(filter, aState, a, left);
      inner.push({ a: left, b: right, aState: aNext, bState: bNext });
    }
  }

  private report<T extends Extract<Difference, { kind: "added" }>["spec"]>(
    { removed, added, reordered }: Matched<T>,
    owner: OwnerSpec | VariantSetSpec,
    what: ReorderedDifference["what"],
    { emit }: Walk,
  ): void {
    for (const spec of removed) emit({ kind: "removed", path: spec.path, spec, count: countPrims(spec) });
    for (const spec of added) emit({ kind: "added", path: spec.path, spec, count: countPrims(spec) });
    if (reordered !== undefined && this.isOrdered) emit({ kind: "reordered", path: owner.path, what, ...reordered });
  }

  /** The context for comparing the owners themselves, or a property of theirs. */
  private contextOf({ bState }: Pair, suffix: string, { comparison, emit }: Walk): SpecContext {
    const { filter } = this;
    return {
      comparison,
      emit,
      ignoresField: (field: string, keys?: KeyPath) => {
        if (bState === undefined) return false;
        const state = filter.advance(bState, `${suffix}.${field}`);
        if (state === undefined || keys === undefined) return filter.isMatch(state);
        return filter.isMatch(filter.advance(state, `:${keysOf(keys).join(":")}`));
      },
    };
  }

  /** Reports a prim that is removed in one place and added in another as one difference. */
  private withMoves(found: readonly Difference[], { removed, added }: Walk): Difference[] {
    if (removed.length === 0 || added.length === 0) return [...found];
    const { exact } = this.comparison.tolerance;
    const gone = listCandidates(removed, this.filter, exact);
    const come = listCandidates(added, this.filter, exact);
    const moves = findMoves(gone, come, (move) => this.diffMove(move, true).length === 0);
    if (moves.length === 0) return [...found];

    const movedWhole = new Set<PrimSpec | VariantSpec>();
    const lessBy = new Map<PrimSpec, number>();
    const arrivals = new Map<PrimSpec, Move[]>();
    for (const move of moves) {
      for (const [candidate, roots] of [
        [move.before, removed],
        [move.after, added],
      ] as const) {
        const root = roots[candidate.root].spec;
        if (candidate.isRoot) movedWhole.add(root);
        else lessBy.set(root, (lessBy.get(root) ?? 0) + candidate.size);
      }
      const root = added[move.after.root].spec;
      const list = arrivals.get(root);
      if (list === undefined) arrivals.set(root, [move]);
      else list.push(move);
    }
    return found.flatMap((difference): Difference[] => {
      if ((difference.kind !== "added" && difference.kind !== "removed") || difference.spec.specType !== "prim") {
        return [difference];
      }
      const { spec } = difference;
      const count = difference.count - (lessBy.get(spec) ?? 0);
      const self: Difference[] = movedWhole.has(spec) ? [] : [{ ...difference, count }];
      if (difference.kind === "removed") return self;
      const moved = (arrivals.get(spec) ?? []).sort((left, right) => left.after.index - right.after.index);
      return [...self, ...moved.flatMap((move) => [describeMove(move), ...this.diffMove(move, false)])];
    });
  }

  /** Returns the changes in a prim that moved; with `first`, at most one difference. */
  private diffMove({ before, after }: Move, first: boolean): Difference[] {
    const found: Difference[] = [];
    const walk: Walk = {
      comparison: { ...this.comparison, mapPath: followPath(before.spec.path, after.spec.path) },
      emit: (difference) => found.push(difference),
      removed: [],
      added: [],
      isDone: () => first && found.length > 0,
      isInPlace: false,
    };
    this.walk({ a: before.spec, b: after.spec, aState: before.state, bState: after.state }, walk);
    return found;
  }
}

function describeMove({ before, after }: Move): Difference {
  return { kind: "moved", path: after.spec.path, from: before.spec.path, spec: after.spec, count: after.size };
}

/**
 * Maps paths into a prim to its path after the move; targets have no variant selections. A path that was outside of
 * the prim has no counterpart, even if it reads like a path into the moved prim, so that both directions report the
 * same.
 */
function followPath(before: string, after: string): (path: string) => string {
  const [from, to] = [stripVariantSelections(before), stripVariantSelections(after)];
  return (path) => {
    if (isInside(path, from)) return to + path.slice(from.length);
    return isInside(path, to) ? `\0${path}` : path;
  };
}

function isInside(path: string, prim: string): boolean {
  if (!path.startsWith(prim)) return false;
  const next = path[prim.length];
  return next === undefined || next === "/" || next === ".";
}

/** Number of prims in a prim, including itself; 1 for any other spec. */
function countPrims(spec: Extract<Difference, { kind: "added" }>["spec"]): number {
  if (spec.specType !== "prim") return 1;
  let count = 0;
  const stack: (PrimSpec | VariantSpec)[] = [spec];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.specType === "prim") count++;
    for (const child of next.children) stack.push(child);
    for (const { variants } of next.variantSets) for (const variant of variants) stack.push(variant);
  }
  return count;
}
