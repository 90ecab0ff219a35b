import type { StageOptions } from "@usdkit/usd";
import type { QuickLookOptions } from "../quick-look/quick-look-options.ts";
import type { ReadGltfOptions } from "../read-gltf/read-options.ts";
import type { ReadStageOptions } from "../read-usd/read-stage-options.ts";
import type { WriteUsdOptions } from "../write-usd/write-options.ts";

/** How a file is converted; each format takes what concerns it. */
export interface ConvertOptions extends ReadGltfOptions, ReadStageOptions, WriteUsdOptions {
  /** Makes a package for AR Quick Look: what Apple's viewer takes. */
  readonly quickLook?: QuickLookOptions | undefined;
  /** How stages are composed. */
  readonly composition?: Omit<StageOptions, "resolver"> | undefined;
}
