/** Prims that share their opinions and what is above them: their findings are the same, so rules are called for one of them. */
import type { PathId, PrimIndex, Stage } from "@usdkit/usd";
import type { PrimResult, Representative } from "./check-results.ts";
import { sameReads } from "./same-reads.ts";
import type { StagePrim } from "./stage-prim.ts";

/** Finds the prim of which the findings of another are known. */
export class SharedChecks {
  private readonly stage: Stage;
  /** By the graph that prims share, then by their time offsets and their context. */
  private readonly known: Map<object, Map<string, Representative>> = new Map();
  /** By prim: the one that was checked in its place. */
  private readonly standIns: Map<PathId, Representative> = new Map();

  constructor(stage: Stage) {
    this.stage = stage;
  }

  /** Returns a prim with those whose findings are known from it. */
  allOf(prim: PathId): readonly PathId[] {
    const own = this.standIns.get(prim);
    return own?.prim === prim ? [prim, ...own.others] : [prim];
  }

  /** Returns what a check of a prim would read if its findings are those of one that was checked; undefined if not. Notes it. */
  knownReads(prim: StagePrim, index: PrimIndex): readonly PathId[] | undefined {
    const { shared } = index;
    const found = shared && this.known.get(shared.composed)?.get(keyOf(prim, index));
    if (found === undefined) return undefined;
    const reads = sameReads(this.stage, found.reads, found.prim, prim.id);
    if (reads === undefined) return undefined;
    found.others.add(prim.id);
    this.standIns.set(prim.id, found);
    return reads;
  }

  /** Notes what was found of a prim, for others that share its opinions. */
  add(prim: StagePrim, index: PrimIndex, { reads }: PrimResult): void {
    const { id } = prim;
    const { shared } = index;
    if (shared === undefined) return;
    const key = keyOf(prim, index);
    let byKey = this.known.get(shared.composed);
    if (byKey === undefined) this.known.set(shared.composed, (byKey = new Map<string, Representative>()));
    const ofGraph = byKey;
    const representative: Representative = {
      prim: id,
      reads,
      others: new Set<PathId>(),
      forget: () => {
        if (ofGraph.get(key) === representative) ofGraph.delete(key);
      },
    };
    byKey.set(key, representative);
    this.standIns.set(id, representative);
  }

  /** Forgets some prims. Returns the others for which one of them was checked: they are to be checked themselves. */
  forgetSome(prims: ReadonlySet<PathId>): readonly PathId[] {
    const orphans: PathId[] = [];
    for (const prim of prims) {
      const representative = this.standIns.get(prim);
      if (representative === undefined) continue;
      this.standIns.delete(prim);
      if (prim !== representative.prim) {
        representative.others.delete(prim);
        continue;
      }
      representative.forget();
      for (const other of representative.others) {
        this.standIns.delete(other);
        if (!prims.has(other)) orphans.push(other);
      }
    }
    return orphans;
  }

  /** Forgets prims. Returns the others for which one of them was checked: they are to be checked themselves. */
  forget(isGone: (prim: PathId) => boolean): readonly PathId[] {
    const orphans: PathId[] = [];
    for (const [prim, representative] of this.standIns) {
      const isOwnGone = isGone(prim);
      if (!isOwnGone && !isGone(representative.prim)) continue;
      this.standIns.delete(prim);
      if (prim !== representative.prim) representative.others.delete(prim);
      if (!isOwnGone) orphans.push(prim);
    }
    for (const byKey of this.known.values()) {
      for (const [key, { prim }] of byKey) if (isGone(prim)) byKey.delete(key);
    }
    return orphans;
  }
}

function keyOf({ context }: StagePrim, { sharedBelow }: PrimIndex): string {
  return `${context} ${sharedBelow?.offsets ?? ""}`;
}
