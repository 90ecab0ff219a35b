/** Prepares stages to be drawn. */
import type { Stage } from "@usdkit/usd";
import { RenderPool } from "../threads/render-pool.ts";
import type { PrepareStageOptions } from "./prepare-stage-options.ts";
import { PreparedStage } from "./prepared-stage.ts";

/**
 * Prepares a stage with its own geometry: meshes, shapes, curves, points and instances, with their display colors.
 *
 * @example
 * const stage = await Stage.open("kitchen.usda", { resolver });
 * await using scene = prepareStage(stage);
 * const { data } = await scene.render({ width: 640, height: 360, camera: "auto" });
 */
export function prepareStage(stage: Stage, options: PrepareStageOptions = {}): PreparedStage {
  const { pool: shared } = options;
  return new PreparedStage(stage, options, {
    own: shared === undefined ? new RenderPool() : undefined,
    shared: shared ?? undefined,
  });
}
