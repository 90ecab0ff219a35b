/** What a stage is about, in a screenful. */
import { isA } from "@usdkit/schemas";
import { BoundsCache } from "../bounds/bounds-cache.ts";
import { alignedRange, isEmptyRange, type Range } from "../bounds/box.ts";
import { stageMetrics, type StageMetrics } from "../imageable/stage-metrics.ts";
import { XformQueries } from "../imageable/xform-queries.ts";
import { summarizePrim } from "../index/prim-summary.ts";
import { StageReader } from "../prims/stage-reader.ts";
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
 * Returns what a stage has. The whole stage is composed.
 *
 * ```ts
 * const { prims, types, cameras } = stageOverview({ stage, name: (identifier) => identifier });
 * ```
 */
export function stageOverview({ stage, name }: NamedStage): StageOverview {
  const values = new StageValues(stage);
  const types = new Map<string, number>();
  const cameras: string[] = [];
  const variantSets: PrimVariantSet[] = [];
  let prims = 0;
  let instances = 0;
  for (const { path, source } of stage.prims()) {
    const index = stage.primIndex(source);
    if (index === undefined) continue;
    const { typeName, isInstance, hasVariantSets } = summarizePrim(index);
    prims++;
    types.set(typeName, (types.get(typeName) ?? 0) + 1);
    if (isInstance) instances++;
    if (typeName === "Camera" || isA(typeName, "Camera")) cameras.push(path);
    if (hasVariantSets) for (const set of variantSetsOf(stage, values, path)) variantSets.push({ prim: path, ...set });
  }
  return {
    metrics: stageMetrics(stage),
    layers: stage.layers.map(({ identifier }) => name(identifier)),
    prims,
    instances,
    prototypes: stage.prototypes.length,
    types: new Map([...types].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))),
    cameras,
    variantSets,
    roots: stage.childNames("/").names.map((root) => `/${root}`),
    problems: stage.problems.map(({ prim, error }) => describeError(name, prim, error)),
  };
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
  });
  const range = alignedRange(bounds.world(reader.pseudoRoot));
  return isEmptyRange(range) ? undefined : range;
}
