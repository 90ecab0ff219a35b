/** Draws images of the data of a scene. */
import type { SkippedCounts } from "@usdkit/assets";
import { bandLayout, type BandLayout } from "../bands/layout.ts";
import { frameCamera } from "../camera/frame-camera.ts";
import type { SceneCamera } from "../camera/scene-camera.ts";
import { counters, frameMemory } from "../bands/frame.ts";
import { drawEdges } from "../triangles/draw-edges.ts";
import type { Frame, FrameLook, FrameMemory, FrameOutput } from "../bands/frame.ts";
import { makeBackdrop } from "../light/backdrop.ts";
import type { SceneLights } from "../light/scene-lights.ts";
import { partOfScene } from "../prepare/part-of-scene.ts";
import type { LeftOut } from "../prepare/prepare-data.ts";
import type { PreparedSplats } from "../prepare/prepared-splats.ts";
import type { MeshData, SceneData } from "../prepare/scene-data.ts";
import { canShare } from "../prepare/shared-arrays.ts";
import { cores } from "../threads/cores.ts";
import { inlineExecutor, type Executor } from "../threads/executor.ts";
import { pauser } from "../threads/pause.ts";
import { renderFrame } from "../threads/render-frame.ts";
import { RenderPool } from "../threads/render-pool.ts";
import { ImageMean, lensCameras } from "./depth-of-field.ts";
import { LightShadows, unshadowed } from "./light-shadows.ts";
import type { CheckedLook, CheckedOptions, RenderOptions } from "./render-options.ts";
import { toRenderedImage, type RenderedImage } from "./rendered-image.ts";

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
export interface DrawnState {
  readonly data: SceneData;
  readonly splats: PreparedSplats;
  /** Of the full look. */
  readonly lights: SceneLights;
  readonly leftOut: readonly LeftOut[];
  readonly skipped: SkippedCounts;
  /** Resolves when textures have their mipmaps; without it they do. */
  readonly texels?: Promise<void> | undefined;
}

/** Threads of a scene: its own, or those of the caller, which it does not end. */
export interface ScenePools {
  readonly own: RenderPool | undefined;
  readonly shared: RenderPool | undefined;
}

/** Draws images, and keeps for the next one what may be used again: memory, threads, the shadow map of data. */
export class FrameRenderer {
  readonly #shared: RenderPool | undefined;
  readonly #shadows = new LightShadows();
  #pool: RenderPool | undefined;
  #kept: Kept | undefined;
  /** Images that are being made. */
  #running = 0;
  #part: { readonly whole: SceneData; readonly key: string; readonly part: SceneData } | undefined;

  constructor({ own, shared }: ScenePools) {
    this.#pool = own;
    this.#shared = shared;
  }

  /** @throws the reason of `signal` if that is aborted */
  async draw(
    state: DrawnState,
    camera: SceneCamera,
    checked: CheckedOptions,
    options: RenderOptions,
  ): Promise<RenderedImage> {
    this.#running++;
    try {
      return await this.#draw(state, camera, checked, options);
    } finally {
      this.#running--;
    }
  }

  /** Tells that some data is not drawn again: its memory may be used for what is. */
  replace(data: SceneData): void {
    if (this.#running === 0) this.#shadows.recycle(data);
  }

  async #draw(
    state: DrawnState,
    camera: SceneCamera,
    checked: CheckedOptions,
    { signal, onProgress, ...options }: RenderOptions,
  ): Promise<RenderedImage> {
    const { leftOut, skipped, texels } = state;
    const { width, height, side, limits } = checked;
    const data = this.#partOf(state.data, options.only);
    const layout = bandLayout(width, height, side);
    const pause = pauser(signal);
    const kept = this.#takeMemory(data, layout, checked.outputs);
    const look =
      checked.look === null
        ? Promise.resolve(null)
        : this.#look(checked.look, { ...state, data }, camera, { layout, signal });
    // Awaited when bands are drawn: until then an error is not one that nothing waits for.
    look.catch(() => undefined);
    const splatNormals = checked.outputs.includes("normal")
      ? await state.splats.normals(async () => await pause())
      : null;
    await texels;
    const frame: Frame = {
      ...kept.memory,
      look: null,
      scene: data,
      camera: frameCamera(camera, layout.fineWidth, layout.fineHeight),
      layout,
      background: Float64Array.from(checked.background),
      pointSize: checked.pointSize,
      tileFragments: limits.tileFragments,
      bandFragments: Math.ceil(limits.fragments / layout.bands),
      bandOverdraw: Math.ceil(limits.overdraw / layout.bands),
      splatNormals,
    };
    const threads = options.threads ?? goodThreads(checked, workOf(data));
    const started = performance.now();
    const progress = reporter(frame, onProgress);
    const cameras = lensCameras(frame.camera, camera, checked.depthOfField);
    const mean = cameras.length > 1 ? new ImageMean(width * height) : null;
    for (const lens of cameras) {
      frame.counters.fill(0);
      const seen: Frame = { ...frame, camera: lens };
      const make = (executor: Executor): Promise<void> => renderFrame(seen, look, limits.bandEntries, executor);
      if (threads === 1 || !canShare) await make(inlineExecutor(seen, signal, progress));
      else {
        const timer = progress === undefined ? undefined : setInterval(progress, PROGRESS_EVERY);
        try {
          await this.#poolOf(options).lend(seen, threads, signal, make);
        } finally {
          clearInterval(timer);
        }
      }
      mean?.add(frame.outputs.color);
    }
    mean?.write(frame.outputs.color);
    const image = toRenderedImage(frame, {
      threads: canShare ? threads : 1,
      milliseconds: performance.now() - started,
      leftOut,
      skipped,
    });
    // Only now: after an error a thread may still write to it.
    this.#kept = kept;
    const edges = checked.hasEdges ? await edgesOf(image, data, camera, pause) : undefined;
    onProgress?.({ fraction: 1 });
    return edges === undefined ? image : { ...image, edges };
  }

  /** Starts the threads that an image will need, whatever it shows, so that they load while its scene is prepared. */
  start(checked: CheckedOptions, options: RenderOptions): void {
    const threads = options.threads ?? goodThreads(checked, 0);
    if (threads > 1 && canShare) this.#poolOf(options).start(threads);
  }

  /** Ends the threads and frees what is kept. Another image starts them again. */
  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    this.#kept = undefined;
    this.#part = undefined;
    this.#shadows.close();
    await pool?.close();
  }

  async #look(
    look: CheckedLook,
    { data, lights }: DrawnState,
    camera: SceneCamera,
    { layout: { width, height }, signal }: { readonly layout: BandLayout; readonly signal: AbortSignal | undefined },
  ): Promise<FrameLook> {
    const pause = pauser(signal);
    const shadowed = look.shadows
      ? await this.#shadows.of(data, { lights, size: look.shadowSize }, async () => await pause())
      : unshadowed(lights);
    const { isTransmitting, hasBacks } = transmittingParts(data.meshes);
    const backdrops =
      look.transmission && isTransmitting
        ? { opaque: makeBackdrop(width, height), behind: hasBacks ? makeBackdrop(width, height) : null }
        : null;
    const { shadows } = shadowed;
    const skyShadow = lights.skyShadow >= 0 && shadowed.lights[lights.skyShadow].shadow >= 0 ? lights.skyShadow : -1;
    const lighting = { environment: lights.environment, lights: shadowed.lights };
    return { ...look, lighting, shadows, skyShadow, backdrops, exposure: camera.exposure };
  }

  /** The last part is kept: what is made of it, such as its shadows, is so as well. */
  #partOf(data: SceneData, only: readonly string[] | undefined): SceneData {
    if (only === undefined) return data;
    const key = JSON.stringify(only);
    const known = this.#part;
    if (known?.whole === data && known.key === key) return known.part;
    const part = partOfScene(data, only);
    this.#part = { whole: data, key, part };
    return part;
  }

  #poolOf({ pool }: RenderOptions): RenderPool {
    return pool ?? this.#shared ?? (this.#pool ??= new RenderPool());
  }

  #takeMemory(data: SceneData, layout: BandLayout, outputs: readonly FrameOutput[]): Kept {
    const { meshes, splats, points } = data;
    const counts = [meshes.vertices, meshes.triangles, splats.count, points.count];
    const key = [layout.width, layout.height, layout.side, ...counts, ...outputs.toSorted()].join(" ");
    const kept = this.#kept;
    // A concurrent render gets memory of its own.
    this.#kept = undefined;
    return kept?.key === key ? kept : { key, memory: frameMemory(data, layout, outputs) };
  }
}

async function edgesOf(
  { width, height, depth }: RenderedImage,
  { meshes }: SceneData,
  camera: SceneCamera,
  pause: () => Promise<void> | undefined,
): Promise<Uint8Array | undefined> {
  if (depth === undefined) return undefined;
  const edges = new Uint8Array(width * height);
  await drawEdges(
    { width, height, depth, edges },
    meshes,
    frameCamera(camera, width, height),
    async () => await pause(),
  );
  return edges;
}

/** Returns whether drawn parts transmit light, and whether their backs are visible too. */
function transmittingParts({ draws, materials }: MeshData): { isTransmitting: boolean; hasBacks: boolean } {
  const used = new Set(draws.map(({ material }) => material));
  const transmitting = [...used].map((i) => materials[i]).filter(({ physical }) => (physical?.transmission ?? 0) > 0);
  return { isTransmitting: transmitting.length > 0, hasBacks: transmitting.some(({ doubleSided }) => doubleSided) };
}

function workOf({ meshes, splats, points }: SceneData): number {
  return 2 * meshes.triangles + 20 * splats.count + points.count;
}

/** @param work besides that of the samples */
function goodThreads({ width, height, side }: CheckedOptions, work: number): number {
  if (width * height * side * side + work < SMALL) return 1;
  return Math.max(1, Math.min(MAX_DEFAULT_THREADS, cores()));
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
