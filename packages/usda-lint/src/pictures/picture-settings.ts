/** How pictures of files are drawn. */
import type { ImageFormat } from "../render/image-arguments.ts";

/** Plain data: it is sent to threads, and pictures of the past are valid with equal settings only. */
export interface PictureSettings {
  readonly width: number;
  readonly height: number;
  readonly samples: 1 | 4 | 9 | 16;
  readonly look: "full" | "plain";
  /** Red, green, blue, alpha from 0 to 1; null is transparent. */
  readonly background: readonly [number, number, number, number] | null;
  readonly purposes: readonly string[] | null;
  readonly subdivisionLevel: number;
  readonly as: "service" | "usd" | null;
  /** `first`: that of the file's first camera, if it has one. */
  readonly camera: "auto" | "first";
  /** Cameras of a file are where its lights are meant to be seen from; from elsewhere they may leave all of it dark. */
  readonly lights: "auto" | "with-camera";
  /** Absolute. */
  readonly searchPaths: readonly string[];
  /** Folder or JSON map of meshes by id: absolute, and as named by the user. */
  readonly assets: { readonly name: string; readonly place: string } | null;
  /** Null: pixels. */
  readonly format: Exclude<ImageFormat, "gif"> | null;
  readonly quality: number | null;
}
