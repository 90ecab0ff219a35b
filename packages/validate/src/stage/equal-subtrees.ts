/** Prims with equal prims below them: those below the first one are checked, and stand for those below the others. */
import type { PathId, Stage } from "@usdkit/usd";
import type { CheckResults } from "./check-results.ts";
import { sameReads } from "./same-reads.ts";

/** Prims with equal prims below them. */
interface SubtreeGroup {
  readonly key: string;
  readonly first: PathId;
  readonly others: Set<PathId>;
  /** Whether findings below depend on the place: then those below the others are their own. */
  dependsOnPlace: boolean;
  /** What the checks of the prims below the first one read elsewhere; undefined until another prim is compared. */
  reads: readonly PathId[] | undefined;
}

/** A prim that is not the first one of its group. */
interface Member {
  readonly group: SubtreeGroup;
  /** What the checks of the prims below it would read elsewhere. */
  readonly reads: readonly PathId[];
}

/** Prims of which one stands for another that are listed; groups within groups multiply. */
const MAX_LISTED = 100_000;

/** Finds prims of which the prims below were visited below another one. */
export class EqualSubtrees {
  private readonly stage: Stage;
  private readonly results: CheckResults;
  private readonly byKey: Map<string, SubtreeGroup> = new Map();
  private readonly byFirst: Map<PathId, SubtreeGroup> = new Map();
  private readonly byOther: Map<PathId, Member> = new Map();
  private orphans: PathId[] = [];

  constructor(stage: Stage, results: CheckResults) {
    this.stage = stage;
    this.results = results;
  }

  /** Whether the prims below a prim are equal to those below one that was visited, and need no visit. Notes it. */
  isKnown(key: string, prim: PathId): boolean {
    const before = this.byFirst.get(prim) ?? this.byOther.get(prim)?.group;
    if (before !== undefined && before.key !== key) this.leave(prim);
    const group = this.byKey.get(key);
    if (group === undefined) {
      const made = { key, first: prim, others: new Set<PathId>(), dependsOnPlace: false, reads: undefined };
      this.byKey.set(key, made);
      this.byFirst.set(prim, made);
      return false;
    }
    if (group.first === prim) return false;
    // Prims below it that were visited have results of their own.
    const reads = this.hasVisitedBelow(prim)
      ? undefined
      : sameReads(this.stage, this.readsOf(group), group.first, prim);
    if (reads === undefined) {
      this.remove(prim);
      return false;
    }
    group.others.add(prim);
    this.byOther.set(prim, { group, reads });
    return !group.dependsOnPlace;
  }

  /** Forgets a prim that has changed; the others of its group are {@link takeOrphans}, if it stood for them. */
  leave(prim: PathId): void {
    this.remove(prim);
    const group = this.byFirst.get(prim);
    if (group !== undefined) this.orphans.push(...this.dissolve(group));
  }

  /** Forgets that prims above some are equal to others: prims below these have changed, or what their checks read. */
  leaveAbove(prims: Iterable<PathId>): void {
    if (this.byFirst.size === 0) return;
    const { paths } = this.stage;
    const left = new Set<PathId>();
    for (const prim of prims) {
      for (let above = paths.parent(prim); above > 0 && !left.has(above); above = paths.parent(above)) {
        left.add(above);
        if (this.byOther.has(above)) this.orphans.push(above);
        this.leave(above);
      }
    }
  }

  /** Forgets which prims are equal to others because of what their checks read, if that is gone. */
  leaveReaders(isGone: (read: PathId) => boolean): void {
    for (const [prim, { reads }] of this.byOther) {
      if (!reads.some(isGone)) continue;
      this.orphans.push(prim);
      this.remove(prim);
    }
  }

  /** Returns prims that no other one stands for any more: those below them are to be walked. */
  takeOrphans(): readonly PathId[] {
    const { orphans } = this;
    this.orphans = [];
    return orphans;
  }

  /** Notes that what is found of a prim depends on its place. */
  notePlace(prim: PathId): void {
    for (const group of this.groupsAbove(prim)) {
      if (group.dependsOnPlace) continue;
      group.dependsOnPlace = true;
      this.orphans.push(...group.others);
    }
  }

  /** Notes that the check of a prim reads other prims than before. */
  noteReads(prim: PathId): void {
    for (const group of this.groupsAbove(prim)) {
      group.reads = undefined;
      if (group.others.size > 0 && !group.dependsOnPlace) this.orphans.push(...this.dissolve(group));
    }
  }

  /** Forgets prims. Returns the others for which one of them stood: those below them are to be walked. */
  forget(isGone: (prim: PathId) => boolean): readonly PathId[] {
    const orphans: PathId[] = [];
    for (const group of this.byFirst.values()) {
      for (const other of group.others) if (isGone(other)) this.remove(other);
      if (isGone(group.first)) orphans.push(...this.dissolve(group));
    }
    return orphans;
  }

  /** Returns a function that counts a prim with those that it stands for. */
  counter(): (prim: PathId) => number {
    const weights = new Map<SubtreeGroup, number>();
    return (prim) => {
      const group = this.groupAbove(prim);
      return group === undefined ? 1 : this.weightOf(group, weights);
    };
  }

  /** Returns prims with those that they stand for. */
  withOthers(prims: readonly PathId[]): readonly PathId[] {
    if (this.byOther.size === 0) return prims;
    const { paths } = this.stage;
    const found = new Set(prims);
    // Those that are added are visited as well: groups may be within groups.
    for (const prim of found) {
      for (const group of this.groupsAbove(prim)) {
        if (group.dependsOnPlace) continue;
        for (const other of group.others) found.add(paths.replacePrefix(prim, group.first, other));
      }
      if (found.size >= MAX_LISTED) break;
    }
    return [...found];
  }

  /** Counts the prims of a group with those that stand for these. */
  private weightOf(group: SubtreeGroup, weights: Map<SubtreeGroup, number>): number {
    const waiting = [group];
    // Groups that wait for those above them. None waits for itself, as no prim is below itself; one that did is not visited again.
    const entered = new Set<SubtreeGroup>();
    for (let top = waiting.at(-1); top !== undefined; top = waiting.at(-1)) {
      if (weights.has(top)) {
        waiting.pop();
        continue;
      }
      entered.add(top);
      let weight = 0;
      for (const prim of [top.first, ...top.others]) {
        const above = this.groupAbove(prim);
        const known = above === undefined ? 1 : weights.get(above);
        weight += known ?? 0;
        if (known === undefined && above !== undefined && !entered.has(above)) waiting.push(above);
      }
      if (waiting.at(-1) !== top) continue;
      weights.set(top, weight);
      waiting.pop();
    }
    return weights.get(group) ?? 1;
  }

  /** Returns the nearest group above a prim whose first prim stands for others. */
  private groupAbove(prim: PathId): SubtreeGroup | undefined {
    for (const group of this.groupsAbove(prim)) if (!group.dependsOnPlace && group.others.size > 0) return group;
    return undefined;
  }

  /** Returns the groups whose first prim is above a prim, from the nearest on. */
  private *groupsAbove(prim: PathId): Generator<SubtreeGroup> {
    if (this.byFirst.size === 0) return;
    const { paths } = this.stage;
    for (let above = paths.parent(prim); above > 0; above = paths.parent(above)) {
      const group = this.byFirst.get(above);
      if (group !== undefined) yield group;
    }
  }

  private readsOf(group: SubtreeGroup): readonly PathId[] {
    return (group.reads ??= this.readsBelow(group.first));
  }

  /** Returns what the checks of the prims below a prim read elsewhere. */
  private readsBelow(top: PathId): readonly PathId[] {
    const { stage, results } = this;
    const found = new Set<PathId>();
    const waiting: PathId[] = [top];
    for (let prim = waiting.pop(); prim !== undefined; prim = waiting.pop()) {
      const member = prim === top ? undefined : this.byOther.get(prim);
      const own = prim === top ? undefined : results.get(prim)?.reads;
      for (const reads of [own, member?.reads]) {
        for (const read of reads ?? []) if (!stage.paths.hasPrefix(read, top)) found.add(read);
      }
      if (member?.group.dependsOnPlace === false) continue;
      for (const child of stage.children(prim)) if (results.isVisited(child)) waiting.push(child);
    }
    return [...found];
  }

  private hasVisitedBelow(prim: PathId): boolean {
    return this.stage.children(prim).some((child) => this.results.isVisited(child));
  }

  /** Removes a prim that is not the first one of a group. */
  private remove(prim: PathId): void {
    this.byOther.get(prim)?.group.others.delete(prim);
    this.byOther.delete(prim);
  }

  private dissolve({ key, first, others }: SubtreeGroup): readonly PathId[] {
    this.byFirst.delete(first);
    this.byKey.delete(key);
    for (const other of others) this.byOther.delete(other);
    return [...others];
  }
}
