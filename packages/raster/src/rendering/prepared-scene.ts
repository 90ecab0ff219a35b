import { readScene, traverseScene, type RowMatrix, type ScenePlan } from "@usdkit/service-scene";
import type { Layer, PrimSpec } from "@usdkit/layer";
import type { SkippedCounts } from "@usdkit/assets";
import { framingCamera, turnedBounds } from "../camera/framing-camera.ts";
import { sceneCamera, type CameraChoice, type CameraPose, type SceneCamera } from "../camera/scene-camera.ts";
import { partOfScene } from "../prepare/part-of-scene.ts";
import type { LeftOut, Prepared } from "../prepare/prepare-data.ts";
import { primBounds, sceneBounds, type Box } from "../prepare/scene-bounds.ts";
import type { Pause } from "../prepare/placed-item.ts";
import { hasAnimatedSplats } from "../prepare/prepared-splats.ts";
import { movedData } from "../prepare/moved-data.ts";
import type { SceneData } from "../prepare/scene-data.ts";
import { inlineSplats, type ReadSource } from "../prepare/scene-source.ts";
import { pauser } from "../threads/pause.ts";
import { drawingReport, type DrawingReport } from "../report/drawing-report.ts";
import { sceneStatistics, type SceneStatistics } from "../report/scene-statistics.ts";
import { hiddenPrims } from "../time/hidden-prims.ts";
import { layerAtTime } from "../time/layer-at-time.ts";
import { timeRange, type TimeRange } from "../time/time-range.ts";
import type { DrawableScene } from "./drawable-scene.ts";
import { assetLights } from "./asset-lights.ts";
import { LightChoices } from "./choose-lights.ts";
import { FrameRenderer, type DrawnState, type ScenePools } from "./frame-renderer.ts";
import { checkOptions, type RenderOptions } from "./render-options.ts";
import type { RenderedImage } from "./rendered-image.ts";
import { turntableMatrices } from "./turntable.ts";

/** Of a turntable of a scene without a resolution: decides about the width that its camera shows. */
const DEFAULT_RESOLUTION = [960, 540] as const;

/** A scene whose assets change over time. */
export interface AnimatedAssets {
  readonly range: TimeRange;
  /** Returns the data of a time in seconds. */
  at(seconds: number, pause: Pause): Promise<Prepared>;
  /** Returns the box around what is drawn at any time. */
  bounds(pause: Pause): Promise<Box>;
}

/** A scene at one time; what is left out and skipped is so at this time only. */
interface SceneState extends Omit<DrawnState, "lights"> {
  readonly layer: Layer;
  readonly plan: ScenePlan;
  readonly choices: LightChoices;
}

/**
 * A scene that is ready to be drawn: images of it differ in camera, size and outputs only. It may make several at a time.
 * Close it to end its threads; they do not keep the process alive.
 */
export class PreparedScene implements DrawableScene {
  readonly plan: ScenePlan;
  /** Paths of the prims that are drawn, which `primId` counts. */
  readonly prims: readonly string[];
  /** Prims that are not drawn, and why. */
  readonly leftOut: readonly LeftOut[];
  /** Reason → how many splats, points, triangles or prims were left out. */
  readonly skipped: SkippedCounts;
  readonly #layer: Layer;
  readonly #prepared: Prepared;
  readonly #renderer: FrameRenderer;
  readonly #lights: LightChoices;
  readonly #animated: AnimatedAssets | undefined;
  /** World matrices by prim, at the default time. */
  #matrices: readonly RowMatrix[] | undefined;

  /** @internal */
  constructor({ layer, plan }: ReadSource, prepared: Prepared, pools: ScenePools, animated?: AnimatedAssets) {
    this.plan = plan;
    this.prims = prepared.data.prims;
    this.leftOut = prepared.leftOut;
    this.skipped = prepared.skipped;
    this.#layer = layer;
    this.#prepared = prepared;
    this.#renderer = new FrameRenderer(pools);
    this.#lights = new LightChoices(null, "Y", assetLights(prepared.lights));
    this.#animated = animated;
  }

  /**
   * Makes an image. The same scene and options give the same bytes on every machine and for every number of threads. The camera
   * `"auto"` shows everything, with +y up.
   *
   * @throws {RenderError} if there is no camera or no resolution, or an option or a limit does not allow it; the reason of
   * `signal` where that is aborted.
   * @example
   * const { data } = await scene.render({ width: 640, height: 360, camera: { worldMatrix } });
   */
  async render(options: RenderOptions = {}): Promise<RenderedImage> {
    options.signal?.throwIfAborted();
    const checked = checkOptions(options, this.plan.resolution);
    const pause = pauser(options.signal);
    const { layer, plan, choices, ...found } = await this.#stateAt(options.time, async () => await pause());
    const camera =
      options.camera === "auto"
        ? framingCamera(await this.#framed(found.data, options, pause), "Y", checked.width / checked.height)
        : sceneCamera(layer, plan, options.camera);
    const lights = choices.of(checked.look?.lights ?? "auto", camera);
    const state = { ...found, lights };
    const leftOut = [...this.leftOut, ...state.leftOut];
    return await this.#renderer.draw(
      { ...state, leftOut, skipped: added(this.skipped, state.skipped) },
      camera,
      checked,
      options,
    );
  }

  /**
   * Returns which prims an image at a time code has, whatever the camera sees, and which it has not, with the reasons; by default
   * at default values, as the service reads them.
   *
   * @example
   * const { drawn, notDrawn } = await scene.report();
   */
  async report(time?: number): Promise<DrawingReport> {
    const pause = pauser(undefined);
    const { layer, data, leftOut } = await this.#stateAt(time, async () => await pause());
    return drawingReport({ layer, data, leftOut: [...this.leftOut, ...leftOut] });
  }

  /** The boxes in world space around what each prim draws at a time code, by path; splats count by their centres. */
  async primBounds(time?: number): Promise<ReadonlyMap<string, Box>> {
    const pause = pauser(undefined);
    return primBounds((await this.#stateAt(time, async () => await pause())).data);
  }

  /** What an image at a time code consists of, in numbers. */
  async statistics(time?: number): Promise<SceneStatistics> {
    const pause = pauser(undefined);
    return sceneStatistics((await this.#stateAt(time, async () => await pause())).data);
  }

  /** Times that the scene defines, for animations; null if it has neither a range nor time samples. Those of a GLB are seconds. */
  timeRange(): TimeRange | null {
    return this.#animated?.range ?? timeRange(this.#layer);
  }

  /** The box in world space around what is drawn: least x, y, z, then greatest; splats count by their centres. */
  bounds(): Box {
    return sceneBounds(this.#prepared.data);
  }

  /** Paths of all Camera prims that the scene traverses, in its order. */
  cameras(): string[] {
    return Array.from(traverseScene(this.#layer)).flatMap(({ typeName, path }) =>
      typeName === "Camera" ? [path] : [],
    );
  }

  /**
   * Poses of a camera that goes once around what is drawn, or around some prims, about the vertical axis, in equal steps; the first
   * is the camera itself.
   *
   * @throws {RenderError} if there is no camera, or the number of frames is invalid.
   * @example
   * for (const camera of scene.turntable(36)) frames.push(await scene.render({ camera }));
   */
  turntable(frames: number, camera?: CameraChoice, only?: readonly string[]): CameraPose[] {
    const bounds = sceneBounds(partOfScene(this.#prepared.data, only));
    const { path: _path, ...pose } = this.#turnedCamera(bounds, camera);
    const matrices = turntableMatrices(pose.worldMatrix, bounds, { frames, upAxis: "Y" });
    return matrices.map((worldMatrix) => ({ ...pose, worldMatrix }));
  }

  /** Ends the threads and frees what is kept for the next image. Another image starts them again. */
  close(): Promise<void> {
    return this.#renderer.close();
  }

  /** Ends its threads, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** What the camera `"auto"` shows: of an animation all of its times, so that the camera stands still. */
  async #framed(data: SceneData, { only, time }: RenderOptions, pause: () => Promise<void> | undefined): Promise<Box> {
    if (this.#animated === undefined || time === undefined || only !== undefined) {
      return sceneBounds(partOfScene(data, only));
    }
    return await this.#animated.bounds(async () => await pause());
  }

  #turnedCamera(bounds: Box, camera: CameraChoice | undefined): SceneCamera {
    if (camera !== "auto") return sceneCamera(this.#layer, this.plan, camera);
    const [width, height] = this.plan.resolution ?? DEFAULT_RESOLUTION;
    return framingCamera(turnedBounds(bounds, "Y"), "Y", width / height);
  }

  /** The scene at a time; what does not change keeps its data. */
  async #stateAt(time: number | undefined, pause: Pause): Promise<SceneState> {
    const { data, splats } = this.#prepared;
    const rest = { layer: this.#layer, plan: this.plan, leftOut: [], skipped: {} };
    if (time === undefined) return { ...rest, data, splats, choices: this.#lights };
    if (this.#animated !== undefined) {
      const { lights, ...now } = await this.#animated.at(time, pause);
      const choices = lights.length === 0 ? this.#lights : new LightChoices(null, "Y", assetLights(lights));
      return { ...rest, data: now.data, splats: now.splats, choices };
    }
    const layer = layerAtTime(this.#layer, time);
    const source = { layer, plan: readScene(layer) };
    const inline = inlineSplats(source);
    const matrices = [...source.plan.items, ...inline].map(({ worldMatrix }) => worldMatrix);
    this.#matrices ??= [...this.plan.items, ...inlineSplats({ layer: this.#layer, plan: this.plan })].map(
      ({ worldMatrix }) => worldMatrix,
    );
    const isStill = matrices.every((matrix, i) => matrix.every((value, k) => value === this.#matrices?.[i]?.[k]));
    const changed = new Map<string, PrimSpec>();
    for (const { prim } of inline) if (hasAnimatedSplats(prim)) changed.set(prim.path, prim);
    const skipped: Record<string, number> = {};
    const skip = (reason: string, count = 1): void => {
      skipped[reason] = (skipped[reason] ?? 0) + count;
    };
    const current = changed.size > 0 ? await splats.at(changed, skip, pause) : splats;
    const now = current === splats ? data : { ...data, splats: await current.pack(skip, pause) };
    const hidden = hiddenPrims(layer);
    const isSame = isStill && hidden.size === 0;
    const moved = isSame ? { data: now, leftOut: [] } : movedData(now, matrices, hidden);
    return { ...source, ...moved, splats: current, skipped, choices: this.#lights };
  }
}

function added(a: SkippedCounts, b: SkippedCounts): SkippedCounts {
  const sums: Record<string, number> = { ...a };
  for (const [reason, count] of Object.entries(b)) sums[reason] = (sums[reason] ?? 0) + count;
  return sums;
}
