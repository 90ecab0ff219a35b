import type { ImageHead } from "@usdkit/assets";

/** An image file of a scene. */
export interface ImageModel {
  readonly name: string;
  /** The place in the input. */
  readonly source: string;
  /** As in the file. */
  readonly bytes: Uint8Array;
  /** By the content of the file; "" if it is no image that can be decoded. */
  readonly format: ImageHead["mimeType"] | "";
  /** What the input calls the file; "" if it does not. */
  readonly mimeType: string;
}
