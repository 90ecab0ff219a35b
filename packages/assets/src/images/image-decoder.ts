/** A decoded image: RGBA in sRGB, alpha not premultiplied, the top row first. */
export interface DecodedImage {
  readonly width: number;
  readonly height: number;
  /** Flat length 4 · width · height. */
  readonly data: Uint8Array;
}

/** The size of an image in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Decodes a PNG, JPEG or WebP of checked size. Profiles and orientation in the file are ignored (glTF 2.0, 3.8.3). With a size the image is
 * reduced to it.
 */
export type ImageDecoder = (bytes: Uint8Array, mimeType: string, size?: ImageSize) => Promise<DecodedImage>;
