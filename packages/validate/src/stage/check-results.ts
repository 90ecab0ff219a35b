/** What a stage check found, by prim, so that the rest is kept when some prims change. */
import type { PathId, PathTable } from "@usdkit/usd";
import { movedFinding, type LayerEdit } from "./layer-edit.ts";
import type { StageFinding } from "./place-finding.ts";

/** A fact that a rule noted about a prim. */
export interface FactOfRule {
  /** Index of the rule. */
  readonly rule: number;
  readonly fact: unknown;
}

const noReads: ReadonlySet<PathId> = new Set();

/** What rules reported, read and noted when they were called for one prim. */
export class PrimResult {
  readonly findings: StageFinding[] = [];
  readonly facts: FactOfRule[] = [];
  /** Undefined while nothing is read: so it is for most prims. */
  private foundReads: Set<PathId> | undefined;

  /** @param reads prims that were read before */
  constructor(reads: readonly PathId[] = []) {
    if (reads.length > 0) this.foundReads = new Set(reads);
  }

  /** Other prims that they read. */
  get reads(): ReadonlySet<PathId> {
    return this.foundReads ?? noReads;
  }

  get isEmpty(): boolean {
    return this.findings.length + this.reads.size + this.facts.length === 0;
  }

  noteRead(prim: PathId): void {
    (this.foundReads ??= new Set()).add(prim);
  }
}

/** A prim for which rules were called, and those that share its opinions: they are not called for these. */
export interface Representative {
  readonly prim: PathId;
  readonly reads: ReadonlySet<PathId>;
  /** Prims with the same opinions, without the prim itself. */
  readonly others: Set<PathId>;
  /** Other prims no longer have the findings of this one. */
  readonly forget: () => void;
}

const INITIAL_CAPACITY = 1024;

/** The results of a check, by prim. */
export class CheckResults {
  private readonly byPrim: Map<PathId, PrimResult> = new Map();
  /** Prims with findings, and those with facts: most have neither. */
  private readonly found: Set<PathId> = new Set();
  private readonly noted: Set<PathId> = new Set();
  /** By prim that was read: those whose check read it. */
  private readonly readers: Map<PathId, Set<PathId>> = new Map();
  /** By prim: the number of its shape, and that of its context, from 1; 0 for prims that were not visited. */
  private shapes: Int32Array = new Int32Array(INITIAL_CAPACITY);
  private contexts: Int32Array = new Int32Array(INITIAL_CAPACITY);
  private visited = 0;

  /** The number of prims that were visited. */
  get prims(): number {
    return this.visited;
  }

  /** Prims with findings. */
  get withFindings(): Iterable<readonly [PathId, PrimResult]> {
    return this.resultsOf(this.found);
  }

  /** Prims about which a rule noted a fact. */
  get withFacts(): Iterable<readonly [PathId, PrimResult]> {
    return this.resultsOf(this.noted);
  }

  private *resultsOf(prims: ReadonlySet<PathId>): Generator<readonly [PathId, PrimResult]> {
    for (const prim of prims) {
      const result = this.byPrim.get(prim);
      if (result !== undefined) yield [prim, result];
    }
  }

  get(prim: PathId): PrimResult | undefined {
    return this.byPrim.get(prim);
  }

  /** Notes that a prim is visited, with the numbers of its shape and its context. */
  visit(prim: PathId, shape: number, context: number): void {
    if (prim >= this.shapes.length) {
      const length = Math.max(2 * this.shapes.length, prim + 1);
      this.shapes = copied(this.shapes, length);
      this.contexts = copied(this.contexts, length);
    }
    if (this.contexts[prim] === 0) this.visited++;
    this.shapes[prim] = shape;
    this.contexts[prim] = context + 1;
  }

  isVisited(prim: PathId): boolean {
    return prim < this.contexts.length && this.contexts[prim] > 0;
  }

  /** Whether a prim was visited with this shape, in this context. */
  isSame(prim: PathId, shape: number, context: number): boolean {
    return this.isVisited(prim) && this.shapes[prim] === shape && this.contexts[prim] === context + 1;
  }

  /** Whether what is kept of a prim read other prims than some. */
  hasOtherReads(prim: PathId, reads: ReadonlySet<PathId>): boolean {
    const known = this.byPrim.get(prim)?.reads;
    if (known === undefined) return reads.size > 0;
    if (known.size !== reads.size) return true;
    for (const read of reads) if (!known.has(read)) return true;
    return false;
  }

  /** Keeps what was found of a prim, if that is anything. */
  set(prim: PathId, result: PrimResult): void {
    this.forget(prim);
    if (result.isEmpty) return;
    this.byPrim.set(prim, result);
    if (result.findings.length > 0) this.found.add(prim);
    if (result.facts.length > 0) this.noted.add(prim);
    for (const read of result.reads) {
      const known = this.readers.get(read);
      if (known === undefined) this.readers.set(read, new Set([prim]));
      else known.add(prim);
    }
  }

  /** Drops what was found of a prim. */
  forget(prim: PathId): void {
    const result = this.byPrim.get(prim);
    if (result === undefined) return;
    this.byPrim.delete(prim);
    this.found.delete(prim);
    this.noted.delete(prim);
    for (const read of result.reads) {
      const known = this.readers.get(read);
      known?.delete(prim);
      if (known?.size === 0) this.readers.delete(read);
    }
  }

  /** Moves findings in a layer whose text changed. Returns the prims whose findings are in what changed: they are checked again. */
  follow(edit: LayerEdit): readonly PathId[] {
    const again: PathId[] = [];
    for (const [prim, { findings }] of this.withFindings) {
      for (let i = 0; i < findings.length; i++) {
        const moved = movedFinding(findings[i], edit);
        if (moved === undefined) again.push(prim);
        else findings[i] = moved;
      }
    }
    return again;
  }

  /** Returns the prims whose check read a prim. */
  readersOf(prim: PathId): Iterable<PathId> {
    return this.readers.get(prim) ?? [];
  }

  /** Returns the prims that were visited. */
  *visitedPrims(): Generator<PathId> {
    for (let prim = 0; prim < this.contexts.length; prim++) if (this.contexts[prim] > 0) yield prim;
  }

  /** Returns, for some prims, those outside whose check read them or what is below. */
  readersBelow(paths: PathTable, tops: ReadonlySet<PathId>): ReadonlyMap<PathId, ReadonlySet<PathId>> {
    const found = new Map<PathId, Set<PathId>>();
    for (const [read, readers] of this.readers) {
      for (let top = read; top > 0; top = paths.parent(top)) {
        if (!tops.has(top)) continue;
        let known = found.get(top);
        if (known === undefined) found.set(top, (known = new Set()));
        for (const reader of readers) if (!paths.hasPrefix(reader, top)) known.add(reader);
      }
    }
    return found;
  }

  /** Drops all that is known of some prims. Returns the others whose check read any of these. */
  dropBelow(isBelow: (prim: PathId) => boolean): ReadonlySet<PathId> {
    const affected = new Set<PathId>();
    for (const [read, readers] of this.readers) {
      if (isBelow(read)) for (const reader of readers) affected.add(reader);
    }
    for (let prim = 0; prim < this.contexts.length; prim++) {
      if (this.contexts[prim] === 0 || !isBelow(prim)) continue;
      this.contexts[prim] = 0;
      this.visited--;
      this.forget(prim);
      affected.delete(prim);
    }
    return affected;
  }
}

/** Returns a function that tells whether a path is one of some prims or below one. */
export function belowTest(paths: PathTable, tops: ReadonlySet<PathId>): (path: PathId) => boolean {
  const known = new Map<PathId, boolean>();
  return (path) => {
    const between: PathId[] = [];
    let found: boolean | undefined;
    let at = path;
    while (found === undefined) {
      found = tops.has(at) ? true : known.get(at);
      if (found !== undefined) break;
      between.push(at);
      if (at === 0) found = false;
      else at = paths.parent(at);
    }
    for (const each of between) known.set(each, found);
    return found;
  };
}

function copied(from: Int32Array, length: number): Int32Array {
  const to = new Int32Array(length);
  to.set(from);
  return to;
}
