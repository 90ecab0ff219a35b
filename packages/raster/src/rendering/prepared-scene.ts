import { readScene, traverseScene, type RowMatrix, type ScenePlan } from "@usdkit/service-scene";
import type { Layer, PrimSpec } from "@usdkit/layer";
import type { SkippedCounts } from "../assets/asset.ts";
import { bandLayout, type BandLayout } from "../bands/layout.ts";
import { frameCamera } from "../camera/frame-camera.ts";
import { sceneCamera, type CameraChoice, type CameraPose } from "../camera/scene-camera.ts";
import * as frames from "../frame/frame.ts";
import type { Frame, FrameMemory, OutputName } from "../frame/frame.ts";
import type { LeftOut, Prepared } from "../prepare/prepare-data.ts";
import type { ShadowMap } from "../light/shadow-map.ts";
import { sceneBounds, type Box } from "../prepare/scene-bounds.ts";
import type { Pause } from "../prepare/placed-item.ts";
import { hasAnimatedSplats, type PreparedSplats } from "../prepare/prepared-splats.ts";
import { movedData } from "../prepare/moved-data.ts";
import type { SceneData } from "../prepare/scene-data.ts";
import { inlineSplats, type ReadSource } from "../prepare/scene-source.ts";
import { canShare } from "../prepare/shared-arrays.ts";
import { cores } from "../threads/cores.ts";
import { inlineExecutor, type Executor } from "../threads/executor.ts";
import { renderFrame } from "../threads/render-frame.ts";
import { pauser } from "../threads/pause.ts";
import { RenderPool } from "../threads/render-pool.ts";
import { drawingReport, type DrawingReport } from "../report/drawing-report.ts";
import { hiddenPrims } from "../time/hidden-prims.ts";
import { layerAtTime } from "../time/layer-at-time.ts";
import { timeRange, type TimeRange } from "../time/time-range.ts";
import { drawShadowMap } from "../triangles/draw-shadow-map.ts";
import { checkOptions, type CheckedOptions, type RenderOptions } from "./render-options.ts";
import { turntableMatrices } from "./turntable.ts";
import { toRenderedImage, type RenderedImage } from "./rendered-image.ts";

const { counters, frameMemory } = frames;

/** Smaller work than this (samples, and elements times a weight) is done by one thread: others would start for longer. */
const SMALL = 400_000;
const MAX_DEFAULT_THREADS = 8;
/** Milliseconds between two calls of `onProgress`. */
const PROGRESS_EVERY = 50;

/** What an image of the last size wrote to. */
interface Kept {
  readonly key: string;
  readonly memory: FrameMemory;
}

/** A scene at one time. */
interface SceneState {
  readonly layer: Layer;
  readonly plan: ScenePlan;
  readonly data: SceneData;
  readonly splats: PreparedSplats;
  /** What is left out and skipped at this time only. */
  readonly leftOut: readonly LeftOut[];
  readonly skipped: SkippedCounts;
}

/** Threads of a scene: its own, or those of the caller, which it does not end. */
export interface ScenePools {
  readonly own: RenderPool | undefined;
  readonly shared: RenderPool | undefined;
}

/**
 * A scene that is ready to be drawn: images of it differ in camera, size and outputs only. It may make several at a time.
 * Close it to end its threads; they do not keep the process alive.
 */
export class PreparedScene {
  readonly plan: ScenePlan;
  /** Paths of the prims that are drawn, which `primId` counts. */
  readonly prims: readonly string[];
  /** Prims that are not drawn, and why. */
  readonly leftOut: readonly LeftOut[];
  /** Reason → how many splats, points, triangles or prims were left out. */
  readonly skipped: SkippedCounts;
  readonly #layer: Layer;
  readonly #prepared: Prepared;
  readonly #shared: RenderPool | undefined;
  #pool: RenderPool | undefined;
  #kept: Kept | undefined;
  #shadowMap: Promise<ShadowMap | null> | undefined;
  /** World matrices by prim, at the default time. */
  #matrices: readonly RowMatrix[] | undefined;

  /** @internal */
  constructor({ layer, plan }: ReadSource, prepared: Prepared, { own, shared }: ScenePools) {
    this.plan = plan;
    this.prims = prepared.data.prims;
    this.leftOut = prepared.leftOut;
    this.skipped = prepared.skipped;
    this.#layer = layer;
    this.#prepared = prepared;
    this.#pool = own;
    this.#shared = shared;
  }

  /**
   * Makes an image. The same scene and options give the same bytes on every machine and for every number of threads.
   *
   * @throws {RenderError} if there is no camera or no resolution, or an option or a limit does not allow it; the reason of
   * `signal` where that is aborted.
   * @example
   * const { data } = await scene.render({ width: 640, height: 360, camera: { worldMatrix } });
   */
  async render(options: RenderOptions = {}): Promise<RenderedImage> {
    const { signal, onProgress } = options;
    signal?.throwIfAborted();
    const checked = checkOptions(options, this.plan);
    const { width, height, side, limits } = checked;
    const layout = bandLayout(width, height, side);
    const pause = pauser(signal);
    const state = await this.#stateAt(options.time, async () => await pause());
    const camera = sceneCamera(state.layer, state.plan, options.camera);
    const kept = this.#takeMemory(state.data, layout, checked.outputs);
    const look =
      checked.look === null ? null : { ...checked.look, shadow: await this.#shadow(checked.look, state.data, signal) };
    const splatNormals = checked.outputs.includes("normal")
      ? await state.splats.normals(async () => await pause())
      : null;
    const frame: Frame = {
      ...kept.memory,
      look,
      scene: state.data,
      camera: frameCamera(camera, layout.fineWidth, layout.fineHeight),
      layout,
      background: Float64Array.from(checked.background),
      pointSize: checked.pointSize,
      tileFragments: limits.tileFragments,
      bandFragments: Math.ceil(limits.fragments / layout.bands),
      splatNormals,
    };
    frame.counters.fill(0);
    const threads = options.threads ?? this.#goodThreads(checked);
    const started = performance.now();
    const progress = reporter(frame, onProgress);
    const make = (executor: Executor): Promise<void> => renderFrame(frame, limits.bandEntries, executor);
    if (threads === 1 || !canShare) await make(inlineExecutor(frame, signal, progress));
    else {
      const timer = progress === undefined ? undefined : setInterval(progress, PROGRESS_EVERY);
      try {
        await (options.pool ?? this.#shared ?? this.#ownPool()).lend(frame, threads, signal, make);
      } finally {
        clearInterval(timer);
      }
    }
    const image = toRenderedImage(frame, {
      threads: canShare ? threads : 1,
      milliseconds: performance.now() - started,
      leftOut: [...this.leftOut, ...state.leftOut],
      skipped: added(this.skipped, state.skipped),
    });
    // Only now: after an error a thread may still write to it.
    this.#kept = kept;
    onProgress?.({ fraction: 1 });
    return image;
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

  /** Times that the scene defines, for animations; null if it has neither a range nor time samples. */
  timeRange(): TimeRange | null {
    return timeRange(this.#layer);
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
   * Poses of a camera that goes once around what is drawn, about the vertical axis, in equal steps; the first is the camera itself.
   *
   * @throws {RenderError} if there is no camera, or the number of frames is invalid.
   * @example
   * for (const camera of scene.turntable(36)) frames.push(await scene.render({ camera }));
   */
  turntable(frames: number, camera?: CameraChoice): CameraPose[] {
    const { path: _path, ...pose } = sceneCamera(this.#layer, this.plan, camera);
    const matrices = turntableMatrices(pose.worldMatrix, sceneBounds(this.#prepared.data), frames);
    return matrices.map((worldMatrix) => ({ ...pose, worldMatrix }));
  }

  /** Ends the threads and frees what is kept for the next image. Another image starts them again. */
  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    this.#kept = undefined;
    await pool?.close();
  }

  /** Ends its threads, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Made for the first image that needs it: it depends on the scene alone. */
  #shadow(
    { shadows }: { readonly shadows: boolean },
    data: SceneData,
    signal: AbortSignal | undefined,
  ): Promise<ShadowMap | null> {
    if (!shadows) return Promise.resolve(null);
    const pause = pauser(signal);
    const draw = (): Promise<ShadowMap | null> => drawShadowMap(data.meshes, async () => await pause());
    if (data !== this.#prepared.data) return draw();
    this.#shadowMap ??= draw().catch((error: unknown) => {
      this.#shadowMap = undefined;
      throw error;
    });
    return this.#shadowMap;
  }

  /** The scene at a time; what does not change keeps its data. */
  async #stateAt(time: number | undefined, pause: Pause): Promise<SceneState> {
    const { data, splats } = this.#prepared;
    if (time === undefined) return { layer: this.#layer, plan: this.plan, data, splats, leftOut: [], skipped: {} };
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
    return { ...source, ...moved, splats: current, skipped };
  }

  #ownPool(): RenderPool {
    return (this.#pool ??= new RenderPool());
  }

  #takeMemory(data: SceneData, layout: BandLayout, outputs: readonly OutputName[]): Kept {
    const { meshes, splats, points } = data;
    const counts = [meshes.vertices, meshes.triangles, splats.count, points.count];
    const key = [layout.width, layout.height, layout.side, ...counts, ...outputs.toSorted()].join(" ");
    const kept = this.#kept;
    // A concurrent render gets memory of its own.
    this.#kept = undefined;
    return kept?.key === key ? kept : { key, memory: frameMemory(data, layout, outputs) };
  }

  #goodThreads({ width, height, side }: CheckedOptions): number {
    const { meshes, splats, points } = this.#prepared.data;
    const work = width * height * side * side + 2 * meshes.triangles + 20 * splats.count + points.count;
    if (work < SMALL) return 1;
    return Math.max(1, Math.min(MAX_DEFAULT_THREADS, cores()));
  }
}

function added(a: SkippedCounts, b: SkippedCounts): SkippedCounts {
  const sums: Record<string, number> = { ...a };
  for (const [reason, count] of Object.entries(b)) sums[reason] = (sums[reason] ?? 0) + count;
  return sums;
}

/** Returns a function that reports progress at most every {@link PROGRESS_EVERY} ms. */
function reporter(frame: Frame, onProgress: RenderOptions["onProgress"]): (() => void) | undefined {
  if (onProgress === undefined) return undefined;
  const { bands } = frame.layout;
  let last = performance.now();
  return () => {
    const now = performance.now();
    if (now - last < PROGRESS_EVERY * 0.9) return;
    last = now;
    onProgress({ fraction: Math.min(1, Atomics.load(frame.counters, counters.bandsDone) / bands) });
  };
}
