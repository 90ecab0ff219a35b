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
import { StageValues } from "../values/stage-values.ts";
import { describeError, type ComposedError } from "./compose-prims.ts";
import type { NamedStage } from "./named-stage.ts";
import { variantSetsOf, type ComposedVariantSet } from "./variant-sets.ts";

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

/** What prims that share all have in common with those below them. */
interface SharedSummary {
  readonly types: ReadonlyMap<string, number>;
  /** In composed order: the prims that are composed by themselves, cameras and prims with variant sets. */
  readonly notable: readonly PrimBelow[];
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
  private readonly values: StageValues;
  /** By the graph that prims share. */
  private readonly summaries: Map<object, SharedSummary> = new Map();
  private readonly waiting: Step[] = [];

  constructor(stage: Stage) {
    this.stage = stage;
    this.tree = stage.tree;
    this.values = new StageValues(stage);
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
      else this.addSummary(step, this.summaryOf(shared));
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

  private addSummary({ path, isLoaded }: Step, { types, notable }: SharedSummary): void {
    for (const [type, count] of types) this.count(type, count);
    for (const each of notable.toReversed()) {
      this.waiting.push({ path: pathBelow(this.tree.paths, path, each), isLoaded, shared: each.prim });
    }
  }

  private summaryOf(top: SharedPrim): SharedSummary {
    const known = this.summaries.get(top.composed);
    if (known !== undefined) return known;
    const types = new Map<string, number>();
    const notable: PrimBelow[] = [];
    for (const below of walkShared(top, ({ fields }) => fields.isActive && fields.specifier === "def")) {
      const { prim } = below;
      if (prim === undefined) notable.push(below);
      else {
        const { typeName } = prim.fields;
        types.set(typeName, (types.get(typeName) ?? 0) + 1);
        if (isCamera(typeName) || hasVariantSetNames(prim)) notable.push(below);
      }
    }
    const summary = { types, notable };
    this.summaries.set(top.composed, summary);
    return summary;
  }

  private count(type: string, count: number): void {
    this.types.set(type, (this.types.get(type) ?? 0) + count);
  }

  private note(path: PathId, typeName: string, hasVariantSets: boolean): void {
    const prim = this.tree.paths.text(path);
    if (isCamera(typeName)) this.cameras.push(prim);
    if (!hasVariantSets) return;
    for (const set of variantSetsOf(this.stage, this.values, prim)) this.variantSets.push({ prim, ...set });
  }
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
