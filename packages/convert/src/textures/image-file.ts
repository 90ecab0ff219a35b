/** An image as a file next to a layer. */
export interface ImageFile {
  /** Relative to the layer, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}
