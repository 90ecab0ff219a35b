import type { LoadOptions } from "@usdkit/assets";
import type { SceneLimits } from "./scene-limits.ts";

/** How the data of a scene is prepared. */
export interface DataOptions extends Omit<LoadOptions, "limits"> {
  /** What happens if a mesh id has no asset: an error (the default), or the prim is left out and reported. */
  readonly missingAssets?: "fail" | "skip" | undefined;
  /**
   * The colors of splats whose file does not define them: sRGB values (`srgb`, the default), as of splats trained on photographs, or
   * light. Splats are blended as sRGB values either way.
   */
  readonly splatColors?: "srgb" | "linear" | undefined;
  /** Limits of the scene and of each asset; missing ones have their defaults. */
  readonly limits?: (Partial<SceneLimits> & NonNullable<LoadOptions["limits"]>) | undefined;
  /** Stops the work. */
  readonly signal?: AbortSignal | undefined;
}
