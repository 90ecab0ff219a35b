/** Messages between the page and its draw worker. */
import type { Box, CameraPose } from "@usdkit/raster";
import type { CameraLens } from "@usdkit/service-scene";

/** The displayed value of a surface. */
export type DrawMode = "full" | "plain" | "wireframe" | "normals" | "depth";

/** The first message of a page with a server: the base URL of its assets; undefined if there are none. */
export interface StartDrawing {
  readonly kind: "start";
  readonly assets: string | undefined;
}

/** From the page. */
export type DrawRequest =
  /** The text that the first scene will probably have: what it needs is loaded. Has no reply. */
  | { readonly kind: "prepare"; readonly source: Uint8Array }
  /** Another text. */
  | { readonly kind: "scene"; readonly id: number; readonly source: Uint8Array }
  /** Another file is shown: the scene before it is not drawn any more. */
  | { readonly kind: "forget-scene" }
  /** Files of assets have changed. */
  | { readonly kind: "forget-assets" }
  | { readonly kind: "draw"; readonly id: number; readonly options: DrawOptions }
  /** A position as fractions of the last image. */
  | { readonly kind: "pick"; readonly id: number; readonly x: number; readonly y: number };

/** An image to draw. */
export interface DrawOptions {
  /** A camera of the scene by its path, or a pose. */
  readonly camera: CameraPose | string;
  /** Time code; null for default values, as the service reads them. */
  readonly time: number | null;
  /** Size of the view in pixels; a draft may be smaller. */
  readonly width: number;
  readonly height: number;
  readonly mode: DrawMode;
  /** `draft` while something moves: as large as the time budget allows. */
  readonly quality: "draft" | "sharp";
  /** The outlined prim. */
  readonly selected: string | null;
  readonly colors: DrawColors;
}

/** Red, green, blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** The colors of the page's theme. */
export interface DrawColors {
  readonly background: Rgb;
  readonly selection: Rgb;
  readonly wire: Rgb;
}

/** To the page. */
export type DrawReply =
  | { readonly kind: "scene"; readonly id: number; readonly scene: SceneInfo }
  | { readonly kind: "image"; readonly id: number; readonly image: DrawnImage }
  | { readonly kind: "pick"; readonly id: number; readonly picked: Picked }
  /** The image was aborted by another request, or failed, with the reason. */
  | { readonly kind: "no-image"; readonly id: number; readonly problem: string | null };

/** A scene that is ready to draw. */
export interface SceneInfo {
  /** The problem of the text; null if it has none. */
  readonly problem: string | null;
  /** Whether there is a scene to draw: for a broken text, the previous one. */
  readonly canDraw: boolean;
  readonly bounds: Box;
  /** Bounding boxes of the drawn prims. */
  readonly boxes: readonly (readonly [path: string, box: Box])[];
  readonly cameras: readonly SceneCameraInfo[];
  /** Path of the camera that the service uses. */
  readonly camera: string | null;
  readonly resolution: readonly [number, number] | null;
  /** The times of its animation; null if there is at most one. */
  readonly time: TimeRange | null;
  /** If nothing is drawn: a sentence with the prims of the scene; otherwise null. */
  readonly notice: string | null;
  /** The first visible prims that are not drawn, with the reasons. */
  readonly notDrawn: readonly { readonly path: string; readonly type: string; readonly reason: string }[];
  readonly notDrawnCount: number;
  readonly triangles: number;
  readonly splats: number;
  readonly points: number;
}

/** Time codes. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
  readonly perSecond: number;
}

/** A camera of the scene. */
export interface SceneCameraInfo {
  readonly path: string;
  readonly pose: CameraLens & { readonly worldMatrix: readonly number[] };
}

/** A finished image. */
export interface DrawnImage {
  readonly width: number;
  readonly height: number;
  /** RGBA. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly quality: "draft" | "sharp";
  readonly milliseconds: number;
  readonly threads: number;
}

/** The pick result of a pixel. */
export interface Picked {
  readonly path: string | null;
  /** Distance along the view; null for the background. */
  readonly depth: number | null;
}
