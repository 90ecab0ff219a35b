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
  /** The groups of instances that are not the first one. */
  private readonly byOther: Map<PathId, InstanceGroup> = new Map();
  private orphans: PathId[] = [];

  constructor(stage: Stage) {
    this.stage = stage;
  }

  /** Whether the prims below an instance are those below one that was visited. Notes it. */
  isKnown(key: string, instance: PathId): boolean {
    const before = this.byFirst.get(instance) ?? this.byOther.get(instance);
    // The prims below it were visited, and have results of their own.
    const isVisited = before?.first === instance && before.key !== key;
    if (before !== undefined && before.key !== key) this.leave(instance);
    const known = this.byKey.get(key);
    if (known === undefined) {
      const group = { key, first: instance, others: new Set<PathId>(), dependsOnPlace: false };
      this.byKey.set(key, group);
      this.byFirst.set(instance, group);
      return false;
    }
    if (known.first === instance || isVisited) return false;
    known.others.add(instance);
    this.byOther.set(instance, known);
    return !known.dependsOnPlace;
  }

  /** Forgets an instance that has changed; the others of its group are {@link takeOrphans}, if it stood for them. */
  leave(instance: PathId): void {
    this.byOther.get(instance)?.others.delete(instance);
    this.byOther.delete(instance);
    const group = this.byFirst.get(instance);
    if (group !== undefined) this.orphans.push(...this.dissolve(group));
  }

  /** Returns instances that no other one stands for any more: they are to be walked themselves. */
  takeOrphans(): readonly PathId[] {
    const { orphans } = this;
    this.orphans = [];
    return orphans;
  }

  private dissolve({ key, first, others }: InstanceGroup): readonly PathId[] {
    this.byFirst.delete(first);
    this.byKey.delete(key);
    for (const other of others) this.byOther.delete(other);
    return [...others];
  }

  /** Notes that what is found of a prim depends on its place. */
  notePlace(prim: PathId): void {
    const { paths } = this.stage;
    for (let above = paths.parent(prim); above > 0; above = paths.parent(above)) {
      const group = this.byFirst.get(above);
      if (group === undefined || group.dependsOnPlace) continue;
      group.dependsOnPlace = true;
      this.orphans.push(...group.others);
    }
  }

  /** Forgets instances. Returns the others whose prims one of them stood for: they are to be walked themselves. */
  forget(isGone: (prim: PathId) => boolean): readonly PathId[] {
    const orphans: PathId[] = [];
    for (const group of this.byFirst.values()) {
      for (const other of group.others) {
        if (!isGone(other)) continue;
        group.others.delete(other);
        this.byOther.delete(other);
      }
      if (isGone(group.first)) orphans.push(...this.dissolve(group));
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
