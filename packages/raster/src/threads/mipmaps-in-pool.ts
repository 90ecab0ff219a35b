import type { MakeMipmaps, UnfinishedImage } from "../prepare/mipmaps.ts";
import { canShare } from "../prepare/shared-arrays.ts";
import { yieldToEventLoop } from "./pause.ts";
import type { RenderPool } from "./render-pool.ts";

/** Texels from which on mipmaps are made in a thread: those of fewer take less time than asking it. */
const THREAD_TEXELS = 1 << 17;
/** Texels that a thread is asked for at once: it need not wait for the calling thread after each image. */
const TEXELS_AT_ONCE = 1 << 23;

/** Images that a thread will be asked for. */
interface Batch {
  readonly images: UnfinishedImage[];
  readonly made: Promise<void>;
}

/**
 * Returns a function that makes the mipmaps of large images in the threads of a pool; others go to `own`. Images that it is called for
 * before the event loop goes on are sent together.
 */
export function mipmapsInPool(pool: RenderPool | undefined, own: MakeMipmaps): MakeMipmaps {
  if (pool === undefined || !canShare) return own;
  let open: Batch | undefined;
  let texels = 0;
  return (image) => {
    if (image.texels.length < THREAD_TEXELS) return own(image);
    if (open === undefined || texels >= TEXELS_AT_ONCE) {
      const images: UnfinishedImage[] = [];
      const batch: Batch = {
        images,
        made: yieldToEventLoop().then(() => {
          if (open === batch) open = undefined;
          return pool.makeMipmaps(images);
        }),
      };
      open = batch;
      texels = 0;
    }
    open.images.push(image);
    texels += image.texels.length;
    return open.made;
  };
}
