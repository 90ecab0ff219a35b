import type { TexelContent } from "@usdkit/assets";
import type { DecodedImage } from "@usdkit/assets";
import { mipmapSizes } from "./mipmaps.ts";
import type { TextureLevel } from "./scene-data.ts";
import { sharedWords } from "./shared-arrays.ts";

/** Texels of an image with its mipmaps. */
export interface PackedImage {
  readonly texels: Uint32Array;
  readonly levels: readonly TextureLevel[];
}

/** Packed images by the bytes that they are made of: an image of another time often has the same textures. */
export class TexelCache {
  readonly #images = new WeakMap<Uint8Array, Map<string, PackedImage>>();
  /** Texels of images that have space for their mipmaps. */
  readonly #spacious = new WeakMap<Uint8Array, Uint32Array>();

  /** Returns the packed images of bytes, by content and size. */
  of(bytes: Uint8Array): Map<string, PackedImage> {
    const known = this.#images.get(bytes) ?? new Map<string, PackedImage>();
    this.#images.set(bytes, known);
    return known;
  }

  /**
   * Returns an image on shared memory with space for its mipmaps behind it, so that it need not be copied to be packed. The memory of
   * the given one is freed: engines collect garbage more often, the more of it is outside of their heap.
   */
  spacious({ width, height, data }: DecodedImage): DecodedImage {
    const texels = sharedWords(mipmapSizes(width, height).reduce((sum, [w, h]) => sum + w * h, 0));
    const copy = new Uint8Array(texels.buffer, 0, data.length);
    copy.set(data);
    const { buffer } = data;
    if (buffer instanceof ArrayBuffer && buffer.byteLength === data.length) buffer.transfer(0);
    this.#spacious.set(copy, texels);
    return { width, height, data: copy };
  }

  /** Returns the texels of a spacious image for its first packed image, and undefined for others. */
  takeSpace(bytes: Uint8Array): Uint32Array | undefined {
    const texels = this.#spacious.get(bytes);
    this.#spacious.delete(bytes);
    return texels;
  }

  /** The name of an image among those of its bytes. */
  static key(width: number, content: TexelContent, hasMipmaps: boolean): string {
    return `${width} ${content} ${hasMipmaps}`;
  }
}
