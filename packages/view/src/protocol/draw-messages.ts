/** Messages between the page and its draw worker. */
import type { Box, CameraPose, SceneStatistics, StageProgress } from "@usdkit/raster";
import type { CameraLens } from "@usdkit/service-scene";
import type { StageChoices } from "./stage-messages.ts";
import type { Composition } from "./view-state.ts";

/** The displayed value of a surface. */
export type DrawMode = "full" | "plain" | "wireframe" | "normals" | "depth";

/** The first message of a page with a server. */
export interface StartDrawing {
  readonly kind: "start";
  /** Base URL of assets; undefined if there are none. */
  readonly assets: string | undefined;
  /** URL that returns files of stages; undefined if there are none. */
  readonly layers: string | undefined;
}

/** What is drawn. */
export interface DrawnContent {
  readonly file: DrawnFile;
  /** The content of that file, also one that is not saved; null: as it is on disk. */
  readonly source: Uint8Array | null;
  /** The texts of layers of the stage that are not saved. */
  readonly edited: readonly UnsavedLayer[];
  /** Of the page alone. */
  readonly choices: StageChoices;
  readonly settings: StageSettings;
}

/** A file that was dropped on the page. */
export interface PageFile {
  /** Absolute path with `/`: files that were dropped together are in one folder. */
  readonly location: string;
  readonly bytes: Uint8Array;
}

/** A layer with the text that it has on the page. */
export interface UnsavedLayer {
  readonly location: string;
  readonly text: Uint8Array;
}

/** A root layer, and how it is composed. */
export interface DrawnFile {
  /** As in {@link FileState}. */
  readonly location: string;
  readonly composition: Composition;
}

/** What of a stage is drawn, and how. */
export interface StageSettings {
  /** In addition to `default`. */
  readonly purposes: readonly string[];
  /** How many times meshes with a subdivision scheme are subdivided. */
  readonly subdivisionLevel: number;
  /** Whether models are drawn as the bounds or cards that they author. */
  readonly hasDrawModes: boolean;
}

/** A text whose files cannot be read. */
export const noFile: DrawnFile = { location: "/scene.usda", composition: { searchPaths: [], variants: {} } };

export const defaultSettings: StageSettings = { purposes: ["render"], subdivisionLevel: 0, hasDrawModes: true };

/** From the page. */
export type DrawRequest =
  /** The text that the first scene will probably have: what it needs is loaded. Has no reply. */
  | { readonly kind: "prepare"; readonly source: Uint8Array }
  /** Another content. With `mayHaveChanged`, files of the stage are compared with those on disk. */
  | { readonly kind: "scene"; readonly id: number; readonly content: DrawnContent; readonly mayHaveChanged: boolean }
  /** Another file is shown: the scene before it is not drawn any more. */
  | { readonly kind: "forget-scene" }
  /** Files that the page has itself: they are taken before those of its host. */
  | { readonly kind: "files"; readonly files: readonly PageFile[] }
  /** Files of assets have changed. */
  | { readonly kind: "forget-assets" }
  | { readonly kind: "draw"; readonly id: number; readonly options: DrawOptions }
  /** A position as fractions of the last image. */
  | { readonly kind: "pick"; readonly id: number; readonly x: number; readonly y: number }
  /** The box around a prim and those below it at a time; around everything if `path` is null. */
  | { readonly kind: "bounds"; readonly id: number; readonly path: string | null; readonly time: number | null }
  /** The texture that an attribute of the stage names, with at most `size` pixels a side. */
  | { readonly kind: "texture"; readonly id: number; readonly path: string; readonly size: number };

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
  /** The prim that alone is drawn, with those below it; null for all. */
  readonly isolated: string | null;
  /** Whether the box around the selected prim, or around everything, is drawn. */
  readonly hasBounds: boolean;
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
  /** The content is a stage, which takes its time to be composed and prepared. */
  | { readonly kind: "is-stage"; readonly id: number }
  /** The number of prims that are composed so far. */
  | { readonly kind: "composing"; readonly id: number; readonly prims: number }
  /** How far it is prepared; scenes that are parts of it may come before the whole one. */
  | { readonly kind: "progress"; readonly id: number; readonly progress: StageProgress }
  /** The files have not changed: the scene is as it was. */
  | { readonly kind: "same-scene"; readonly id: number }
  | { readonly kind: "image"; readonly id: number; readonly image: DrawnImage }
  | { readonly kind: "pick"; readonly id: number; readonly picked: Picked }
  /** Null if nothing of the prim is drawn. */
  | { readonly kind: "bounds"; readonly id: number; readonly box: Box | null }
  | { readonly kind: "texture"; readonly id: number; readonly texture: TexturePicture }
  /** The image was aborted by another request, or failed, with the reason. */
  | { readonly kind: "no-image"; readonly id: number; readonly problem: string | null };

/** A scene that is ready to draw. */
export interface SceneInfo {
  /** `service`: read as the service does; `file`: a mesh, splats or points alone. */
  readonly kind: "service" | "stage" | "file";
  /** The problem of the text; null if it has none. */
  readonly problem: string | null;
  /** Whether it is what is ready of a stage, drawn in small images: the whole one follows. */
  readonly isPart: boolean;
  /** Whether there is a scene to draw: for a broken text, the previous one. */
  readonly canDraw: boolean;
  readonly bounds: Box;
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
  readonly upAxis: "Y" | "Z";
  /** What is authored and not drawn as authored: one line each. */
  readonly notices: readonly string[];
  /** Null if nothing can be drawn. */
  readonly statistics: SceneStatistics | null;
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

/** A texture as a picture, or why there is none. */
export type TexturePicture =
  | {
      /** RGBA, `columns` to a row. */
      readonly pixels: Uint8ClampedArray<ArrayBuffer>;
      readonly columns: number;
      /** Size of the texture itself. */
      readonly width: number;
      readonly height: number;
    }
  | { readonly problem: string };

/** The pick result of a pixel. */
export interface Picked {
  readonly path: string | null;
  /** Distance along the view; null for the background. */
  readonly depth: number | null;
}
