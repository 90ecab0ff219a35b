import type { Pixels } from "./pixels.ts";

/** Settings of an encoder. PNG is lossless; JPEG receives images without alpha. A browser cannot write lossless WebP. */
export type ImageFormat =
  | { readonly type: "png"; /** 0 (fast) to 9 (small). */ readonly compressionLevel: number }
  | { readonly type: "jpeg"; /** 1 to 100. */ readonly quality: number }
  | { readonly type: "webp"; /** 1 to 100. */ readonly quality: number; readonly lossless: boolean };

/** Encodes an image. */
export type ImageEncoder = (image: Pixels, format: ImageFormat) => Promise<Uint8Array>;

/** Settings of an animation. */
export interface AnimationFormat {
  readonly type: "webp" | "gif";
  /** Milliseconds that each image is shown. */
  readonly delay: number;
  /** 1 to 100; GIF ignores it. */
  readonly quality: number;
  /** Of WebP. */
  readonly lossless: boolean;
}

/** Encodes images of one size as an animation. */
export type AnimationEncoder = (images: readonly Pixels[], format: AnimationFormat) => Promise<Uint8Array>;
