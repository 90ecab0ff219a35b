/** Instances that share their prims: those below the first one are checked, and stand for those below the others. */
import type { PathId, Stage } from "@usdkit/usd";

/** Instances with the same prims below them. */
interface InstanceGroup {
  readonly key: string;
  readonly first: PathId;
  readonly others: Set<PathId>;
  /** Whether findings below depend on the place: then those below the others are their own. */
  dependsOnPlace: boolean;
}

/** Proxies of one prim that are counted; instances within instances multiply. */
const MAX_PROXIES = 100_000;

/** Finds instances of which the prims of another one were visited. */
export class InstanceChecks {
  private readonly stage: Stage;
  private readonly byKey: Map<string, InstanceGroup> = new Map();
  private readonly byFirst: Map<PathId, InstanceGroup> = new Map();

  constructor(stage: Stage) {
    this.stage = stage;
  }

  /** Whether the prims below an instance are those below one that was visited. Notes it. */
  isKnown(key: string, instance: PathId): boolean {
    const known = this.byKey.get(key);
    if (known === undefined) {
      const group = { key, first: instance, others: new Set<PathId>(), dependsOnPlace: false };
      this.byKey.set(key, group);
      this.byFirst.set(instance, group);
      return false;
    }
    if (known.first === instance) return false;
    known.others.add(instance);
    return !known.dependsOnPlace;
  }

  /** Notes that what is found of a prim depends on its place. */
  notePlace(prim: PathId): void {
    const { paths } = this.stage;
    for (let above = paths.parent(prim); above > 0; above = paths.parent(above)) {
      const group = this.byFirst.get(above);
      if (group !== undefined) group.dependsOnPlace = true;
    }
  }

  /** Forgets instances. Returns the others whose prims one of them stood for: they are to be walked themselves. */
  forget(isGone: (prim: PathId) => boolean): readonly PathId[] {
    const orphans: PathId[] = [];
    for (const group of this.byFirst.values()) {
      for (const other of group.others) if (isGone(other)) group.others.delete(other);
      if (!isGone(group.first)) continue;
      orphans.push(...group.others);
      this.byFirst.delete(group.first);
      this.byKey.delete(group.key);
    }
    return orphans;
  }

  /** Whether prims below an instance stand for those below others. */
  get hasProxies(): boolean {
    return this.byFirst.size > 0;
  }

  /** Returns prims with their counterparts below the instances that were not walked. */
  withProxies(prims: readonly PathId[]): readonly PathId[] {
    if (this.byFirst.size === 0) return prims;
    const { paths } = this.stage;
    const found = new Set(prims);
    // Those that are added are visited as well: they may be below further instances.
    for (const prim of found) {
      for (let above = paths.parent(prim); above > 0; above = paths.parent(above)) {
        const group = this.byFirst.get(above);
        if (group === undefined || group.dependsOnPlace) continue;
        for (const other of group.others) found.add(paths.replacePrefix(prim, above, other));
      }
      if (found.size >= MAX_PROXIES) break;
    }
    return [...found];
  }
}
