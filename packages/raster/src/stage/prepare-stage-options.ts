import type { LoadOptions } from "@usdkit/assets";
import type { SceneLimits } from "../prepare/scene-limits.ts";
import type { RenderPool } from "../threads/render-pool.ts";

/** What of a stage is drawn, and how. */
export interface PrepareStageOptions {
  /** Purposes of the prims that are drawn: `default`, `render`, `proxy`, `guide`. Default: `default` and `render`. */
  readonly purposes?: readonly string[] | undefined;
  /** How many times meshes with a subdivision scheme are subdivided. Default: 0, their control cages. */
  readonly subdivisionLevel?: number | undefined;
  /** Whether models are drawn as the bounds, axes or cards that they author (`model:drawMode`). Default: true. */
  readonly hasDrawModes?: boolean | undefined;
  /** Limits of the scene and of its images; missing ones have their defaults. */
  readonly limits?: (Partial<SceneLimits> & NonNullable<LoadOptions["limits"]>) | undefined;
  /** Threads that draw unless an image has a pool of its own; by default the stage has its own. */
  readonly pool?: RenderPool | null | undefined;
}
