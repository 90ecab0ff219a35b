import type { TexelContent } from "@usdkit/assets";
import type { TextureLevel } from "./scene-data.ts";

/** Texels of an image with its mipmaps. */
export interface PackedImage {
  readonly texels: Uint32Array;
  readonly levels: readonly TextureLevel[];
}

/** Packed images by the bytes that they are made of: an image of another time often has the same textures. */
export class TexelCache {
  readonly #images = new WeakMap<Uint8Array, Map<string, PackedImage>>();

  /** Returns the packed images of bytes, by content and size. */
  of(bytes: Uint8Array): Map<string, PackedImage> {
    const known = this.#images.get(bytes) ?? new Map<string, PackedImage>();
    this.#images.set(bytes, known);
    return known;
  }

  /** The name of an image among those of its bytes. */
  static key(width: number, content: TexelContent, hasMipmaps: boolean): string {
    return `${width} ${content} ${hasMipmaps}`;
  }
}
