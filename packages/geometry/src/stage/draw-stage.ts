import type { Stage, StageTime } from "@usdkit/usd";
import type { StageDrawables } from "./stage-drawables.ts";
import { StageGeometry, type StageGeometryOptions } from "./stage-geometry.ts";

/** What is collected. */
export interface DrawStageOptions extends StageGeometryOptions {
  /** A time code; null, the default, for default values. */
  readonly time?: StageTime | undefined;
}

/**
 * Returns the shapes of all visible prims of a stage at a time. Prims below a PointInstancer are drawn as its prototypes only. For several
 * times use `StageGeometry`.
 *
 * ```ts
 * const { drawables, notDrawn, problems } = drawStage(stage, { time: 24 });
 * for (const { path, geometry, matrices } of drawables) console.log(path, geometry.type, matrices.length);
 * ```
 */
export function drawStage(stage: Stage, { time = null, ...options }: DrawStageOptions = {}): StageDrawables {
  return new StageGeometry(stage, options).at(time);
}
