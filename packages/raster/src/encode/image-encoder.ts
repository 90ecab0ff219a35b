import type { Pixels } from "./pixels.ts";

/** What an encoder is told: PNG loses nothing; JPEG is given pictures without alpha. */
export type ImageFormat =
  | { readonly type: "png"; /** 0 (fast) to 9 (small). */ readonly compressionLevel: number }
  | { readonly type: "jpeg"; /** 1 to 100. */ readonly quality: number };

/** Makes a file of a picture. */
export type ImageEncoder = (image: Pixels, format: ImageFormat) => Promise<Uint8Array>;
