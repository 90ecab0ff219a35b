import type { AssetLimits } from "../limits/asset-limits.ts";
import type { ByteBudget } from "../limits/byte-budget.ts";
import type { BasisTranscoder } from "./basis-transcoder.ts";
import type { ImageDecoder } from "./image-decoder.ts";

/** What the images of one file share: limits, memory and decoders. */
export interface ImageContext {
  readonly limits: AssetLimits;
  readonly budget: ByteBudget;
  /** Replaces the decoder of the platform. */
  readonly decodeImage: ImageDecoder | undefined;
  readonly basisTranscoder: BasisTranscoder;
}
