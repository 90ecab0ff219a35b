import { type Asset, loadAsset, type LoadOptions } from "@usdkit/assets";
import { canShare } from "../prepare/shared-arrays.ts";
import type { RenderPool } from "./render-pool.ts";

/** Files from this size on are decoded in a thread: smaller ones take less time than sending them. */
export const THREAD_BYTES: number = 1 << 17;

/** Returns a loader that decodes large files in the threads of a pool, and all others in the calling thread. */
export function poolLoader(pool: RenderPool): (bytes: Uint8Array, options: LoadOptions) => Promise<Asset> {
  return async (bytes, options) => {
    const { decodeImage, createDracoDecoder, createBasisTranscoder, ...sent } = options;
    const functions = [decodeImage, createDracoDecoder, createBasisTranscoder];
    const isSendable = canShare && functions.every((option) => option === undefined);
    return isSendable && bytes.length >= THREAD_BYTES
      ? await pool.loadAsset(bytes, sent)
      : await loadAsset(bytes, options);
  };
}
