import type { MakeMipmaps } from "../prepare/mipmaps.ts";
import { canShare } from "../prepare/shared-arrays.ts";
import type { RenderPool } from "./render-pool.ts";

/** Texels from which on mipmaps are made in a thread: those of fewer take less time than asking it. */
const THREAD_TEXELS = 1 << 17;

/** Returns a function that makes the mipmaps of large images in the threads of a pool; others go to `own`. */
export function mipmapsInPool(pool: RenderPool | undefined, own: MakeMipmaps): MakeMipmaps {
  if (pool === undefined || !canShare) return own;
  return (image) => (image.texels.length < THREAD_TEXELS ? own(image) : pool.makeMipmaps(image));
}
