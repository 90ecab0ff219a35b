import type { CameraChoice, CameraPose } from "../camera/scene-camera.ts";
import type { Box } from "../prepare/scene-bounds.ts";
import type { DrawingReport } from "../report/drawing-report.ts";
import type { SceneStatistics } from "../report/scene-statistics.ts";
import type { TimeRange } from "../time/time-range.ts";
import type { RenderedImage } from "./rendered-image.ts";
import type { RenderOptions } from "./render-options.ts";

/** What images are made of: a scene as the service reads it (`PreparedScene`), or a stage (`PreparedStage`). */
export interface DrawableScene extends AsyncDisposable {
  /** Makes an image. */
  render(options?: RenderOptions): Promise<RenderedImage>;
  /** Returns which prims an image at a time code has, and which it has not. */
  report(time?: number): Promise<DrawingReport>;
  /** Returns the boxes in world space around what each prim draws at a time code, by path; splats count by their centres. */
  primBounds(time?: number): Promise<ReadonlyMap<string, Box>>;
  /** Returns what an image at a time code consists of, in numbers. */
  statistics(time?: number): Promise<SceneStatistics>;
  /** Times for animations; null without any. */
  timeRange(): TimeRange | null;
  /** Paths of all Camera prims. */
  cameras(): string[];
  /** Poses of a camera that goes once around what is drawn, or around some prims. */
  turntable(frames: number, camera?: CameraChoice, only?: readonly string[]): CameraPose[] | Promise<CameraPose[]>;
}
