/** An image as decoded: RGBA in sRGB, alpha not multiplied in, the top row first. */
export interface DecodedImage {
  readonly width: number;
  readonly height: number;
  /** Flat length 4 · width · height. */
  readonly data: Uint8Array;
}

/** Decodes a PNG, JPEG or WebP whose size was checked. Profiles and orientation in the file do not count (glTF 2.0, 3.8.3). */
export type ImageDecoder = (bytes: Uint8Array, mimeType: string) => Promise<DecodedImage>;
