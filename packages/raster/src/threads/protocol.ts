/** Messages between the calling thread and the workers. */
import type { Asset, AssetProblem, LoadOptions } from "@usdkit/assets";
import type { FrameLook, GroupLists } from "../bands/frame.ts";
import type { UnfinishedImage } from "../prepare/mipmaps.ts";
import type { Step } from "./kernels.ts";
import type { SentFrame } from "./sent-frame.ts";

/** Distinguishes a worker of this package from any other thread that loads its module. */
export const WORKER_MARK = "@usdkit/raster worker";

/** The options of a load that can be sent to a thread: all but functions. */
export type SentLoadOptions = Omit<LoadOptions, "decodeImage" | "createDracoDecoder" | "createBasisTranscoder">;

/**
 * `frame` comes before the first `run`, `look` before the first band is drawn in a look that is not plain, `end` after the last one, so that an idle worker holds no memory. `load` decodes a file,
 * whose bytes are on shared memory. `mipmaps` fills all but the first level of images on shared memory.
 */
export type Request =
  | { readonly kind: "frame"; readonly sent: SentFrame }
  | { readonly kind: "look"; readonly look: FrameLook }
  | { readonly kind: "run"; readonly steps: readonly Step[]; readonly lists: GroupLists | null }
  | { readonly kind: "load"; readonly bytes: Uint8Array; readonly options: SentLoadOptions }
  | { readonly kind: "mipmaps"; readonly images: readonly UnfinishedImage[] }
  | { readonly kind: "end" };

/** The fields of an `AssetError`. */
export interface SentAssetError {
  readonly problem: AssetProblem;
  readonly reason: string;
  readonly offset: number | undefined;
  readonly where: string | undefined;
}

/**
 * The reply to a `run`: all tasks are done or taken by other threads; also to `mipmaps`. To a `load`: the asset, or why the file is rejected. To
 * both: an error of the thread itself.
 */
export type Reply =
  | { readonly kind: "done" }
  | { readonly kind: "loaded"; readonly asset: Asset }
  | { readonly kind: "rejected"; readonly error: SentAssetError }
  | { readonly kind: "failed"; readonly error: string };
