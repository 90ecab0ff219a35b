/** What a stage is about, in a screenful. */
import { isA } from "@usdkit/schemas";
import { BoundsCache } from "../bounds/bounds-cache.ts";
import { alignedRange, isEmptyRange, type Range } from "../bounds/box.ts";
import { stageMetrics, type StageMetrics } from "../imageable/stage-metrics.ts";
import { XformQueries } from "../imageable/xform-queries.ts";
import { hasPayloads } from "../index/prim-index.ts";
import { summarizePrim } from "../index/prim-summary.ts";
import type { SharedPrim } from "../index/shared-prim.ts";
import { pathBelow, walkShared, type PrimBelow } from "../index/shared-subtree.ts";
import { ROOT_PATH, type PathId } from "../paths/path-table.ts";
import { StageReader } from "../prims/stage-reader.ts";
import type { Stage } from "../stage/stage.ts";
import type { ComposedTree } from "../stage/walk-prims.ts";
import type { StageTime } from "../values/attribute-value.ts";
import { describeError, type ComposedError } from "./compose-prims.ts";
import type { NamedStage } from "./named-stage.ts";
import { composedVariantSets, type ComposedVariantSet } from "./variant-sets.ts";

/** The variant sets of a prim. */
export interface PrimVariantSet extends ComposedVariantSet {
  readonly prim: string;
}

/** What a stage has, without values. */
export interface StageOverview {
  readonly metrics: StageMetrics;
  /** The layers that contribute, the root layer first. */
  readonly layers: readonly string[];
  /** Prims that are active, loaded, defined and not abstract, instance proxies left out. */
  readonly prims: number;
  readonly instances: number;
  readonly prototypes: number;
  /** By type name, "" for prims without one: the number of prims, the most frequent type first. */
  readonly types: ReadonlyMap<string, number>;
  /** Paths of the cameras. */
  readonly cameras: readonly string[];
  readonly variantSets: readonly PrimVariantSet[];
  /** The root prims. */
  readonly roots: readonly string[];
  /** Composition errors. */
  readonly problems: readonly ComposedError[];
}

/**
 * Returns what a stage has. The whole stage is composed; prims below placements of one asset are composed and counted once.
 *
 * ```ts
 * const { prims, types, cameras } = stageOverview({ stage, name: (identifier) => identifier });
 * ```
 */
export function stageOverview({ stage, name }: NamedStage): StageOverview {
  const walk = new OverviewWalk(stage);
  walk.run();
  const { types, cameras, variantSets } = walk;
  return {
    metrics: stageMetrics(stage),
    layers: stage.layers.map(({ identifier }) => name(identifier)),
    prims: [...types.values()].reduce((sum, count) => sum + count, 0),
    instances: walk.instances,
    prototypes: stage.prototypes.length,
    types: new Map([...types].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))),
    cameras,
    variantSets,
    roots: stage.childNames("/").names.map((root) => `/${root}`),
    problems: stage.problems.map(({ prim, error }) => describeError(name, prim, error)),
  };
}

/** What prims that share all have in common, with those below them. */
interface SharedSummary {
  readonly types: ReadonlyMap<string, number>;
  /** Whether one of them is composed by itself, is a camera or has variant sets. */
  readonly hasNotable: boolean;
}

interface Step {
  readonly path: PathId;
  readonly isLoaded: boolean;
  /** A prim that was counted with those that it shares all with. */
  readonly shared?: SharedPrim | undefined;
}

/** Counts the prims of a stage. Those below placements of one asset are counted once. */
class OverviewWalk {
  readonly types: Map<string, number> = new Map();
  readonly cameras: string[] = [];
  readonly variantSets: PrimVariantSet[] = [];
  instances = 0;
  private readonly stage: Stage;
  private readonly tree: ComposedTree;
  /** By the graph that prims share. */
  private readonly summaries: Map<object, SharedSummary> = new Map();
  private readonly notable: Map<object, readonly PrimBelow[]> = new Map();
  private readonly waiting: Step[] = [];

  constructor(stage: Stage) {
    this.stage = stage;
    this.tree = stage.tree;
  }

  run(): void {
    this.addChildren({ path: ROOT_PATH, isLoaded: true });
    for (let step = this.waiting.pop(); step !== undefined; step = this.waiting.pop()) {
      const { path } = step;
      if (step.shared !== undefined) {
        this.note(path, step.shared.fields.typeName, hasVariantSetNames(step.shared));
        continue;
      }
      const shared = this.tree.shared(path);
      if (shared === undefined) this.visit(step);
      else this.addShared(step, shared);
    }
  }

  private visit({ path, isLoaded: isLoadedAbove }: Step): void {
    const { stage } = this;
    const index = stage.index(path);
    if (index === undefined) return;
    const { specifier, typeName, isActive, isInstance, hasVariantSets } = summarizePrim(index);
    const isLoaded = hasPayloads(index) ? stage.loads(path) : isLoadedAbove;
    if (!isActive || !isLoaded || specifier !== "def") return;
    this.count(typeName, 1);
    this.note(path, typeName, hasVariantSets);
    if (isInstance) this.instances++;
    else this.addChildren({ path, isLoaded });
  }

  private addChildren({ path, isLoaded }: Step): void {
    for (const child of this.tree.children(path).toReversed()) this.waiting.push({ path: child, isLoaded });
  }

  private addShared({ path, isLoaded }: Step, shared: SharedPrim): void {
    for (const [type, count] of this.summaryOf(shared).types) this.count(type, count);
    for (const each of this.notableOf(shared).toReversed()) {
      this.waiting.push({ path: pathBelow(this.tree.paths, path, each), isLoaded, shared: each.prim });
    }
  }

  /** Returns the summary of a shared prim. Those of the prims below it are found first, and once for all prims that have them. */
  private summaryOf(top: SharedPrim): SharedSummary {
    const known = this.summaries.get(top.composed);
    if (known !== undefined) return known;
    const waiting = [top];
    for (let prim = waiting.at(-1); prim !== undefined; prim = waiting.at(-1)) {
      const { length } = waiting;
      for (const child of visitedChildren(prim)) {
        if (child !== undefined && !this.summaries.has(child.composed)) waiting.push(child);
      }
      if (waiting.length > length) continue;
      waiting.pop();
      if (!this.summaries.has(prim.composed)) this.summaries.set(prim.composed, this.summarize(prim));
    }
    return this.summaries.get(top.composed) ?? this.summarize(top);
  }

  private summarize(prim: SharedPrim): SharedSummary {
    const types = new Map<string, number>();
    if (!isVisited(prim)) return { types, hasNotable: false };
    let hasNotable = isNotable(prim);
    types.set(prim.fields.typeName, 1);
    for (const child of prim.children) {
      const below = child && this.summaries.get(child.composed);
      hasNotable ||= below?.hasNotable ?? true;
      for (const [type, count] of below?.types ?? []) types.set(type, (types.get(type) ?? 0) + count);
    }
    return { types, hasNotable };
  }

  /** Returns the notable prims of a shared one and those below it, in composed order. */
  private notableOf(top: SharedPrim): readonly PrimBelow[] {
    if (!this.summaryOf(top).hasNotable) return [];
    let found = this.notable.get(top.composed);
    if (found === undefined) {
      found = [...walkShared(top, isVisited)].filter(({ prim }) => prim === undefined || isNotable(prim));
      this.notable.set(top.composed, found);
    }
    return found;
  }

  private count(type: string, count: number): void {
    this.types.set(type, (this.types.get(type) ?? 0) + count);
  }

  private note(path: PathId, typeName: string, hasVariantSets: boolean): void {
    const prim = this.tree.paths.text(path);
    if (isCamera(typeName)) this.cameras.push(prim);
    if (!hasVariantSets) return;
    const index = this.stage.index(path);
    if (index === undefined) return;
    for (const set of composedVariantSets(index)) this.variantSets.push({ prim, ...set });
  }
}

/** Whether a prim is active, defined and not abstract. */
function isVisited({ fields }: SharedPrim): boolean {
  return fields.isActive && fields.specifier === "def";
}

function visitedChildren(prim: SharedPrim): readonly (SharedPrim | undefined)[] {
  return isVisited(prim) ? prim.children : [];
}

function isNotable(prim: SharedPrim): boolean {
  return isCamera(prim.fields.typeName) || hasVariantSetNames(prim);
}

function isCamera(typeName: string): boolean {
  return typeName === "Camera" || isA(typeName, "Camera");
}

function hasVariantSetNames({ specs }: SharedPrim): boolean {
  return specs.some(({ spec }) => spec.fields.has("variantSetNames"));
}

/**
 * Returns the bounds of a stage in the world at a time: of the prims whose purpose is `default` or `render`, and visible; undefined
 * if nothing has an extent. Models count with their `extentsHint` if they have one.
 */
export function stageBounds({ stage }: NamedStage, time: StageTime): Range | undefined {
  const reader = new StageReader(stage);
  const bounds = new BoundsCache(new XformQueries(reader), time, {
    purposes: ["default", "render"],
    usesExtentsHint: true,
    sharesBounds: true,
  });
  const range = alignedRange(bounds.world(reader.pseudoRoot));
  return isEmptyRange(range) ? undefined : range;
}
