import {
  readLights,
  StageGeometry,
  type GeometryProblem,
  type StageDrawables,
  type SurfaceMaterial,
} from "@usdkit/geometry";
import { stageMetrics, StageReader, type Stage } from "@usdkit/usd";
import { framingCamera, turnedBounds } from "../camera/framing-camera.ts";
import type { CameraChoice, CameraPose, SceneCamera } from "../camera/scene-camera.ts";
import { poseCamera } from "../camera/scene-camera.ts";
import { defaultSceneLimits } from "../prepare/scene-limits.ts";
import { LateMipmaps } from "../prepare/late-mipmaps.ts";
import { mipmapsWithPauses } from "../prepare/mipmaps.ts";
import { packItems } from "../prepare/pack-items.ts";
import { partOfScene } from "../prepare/part-of-scene.ts";
import type { Pause, Skip } from "../prepare/placed-item.ts";
import { TexelCache } from "../prepare/texel-cache.ts";
import { primBounds, sceneBounds, type Box } from "../prepare/scene-bounds.ts";
import { LightChoices } from "../rendering/choose-lights.ts";
import type { DrawableScene } from "../rendering/drawable-scene.ts";
import { FrameRenderer, type DrawnState, type ScenePools } from "../rendering/frame-renderer.ts";
import { checkOptions, type RenderOptions } from "../rendering/render-options.ts";
import type { RenderedImage } from "../rendering/rendered-image.ts";
import { turntableMatrices } from "../rendering/turntable.ts";
import { trianglesByPrim, type DrawingReport, type NotDrawnPrim } from "../report/drawing-report.ts";
import { sceneStatistics, type SceneStatistics } from "../report/scene-statistics.ts";
import { mipmapsInPool } from "../threads/mipmaps-in-pool.ts";
import { pauser } from "../threads/pause.ts";
import type { RenderPool } from "../threads/render-pool.ts";
import type { TimeRange } from "../time/time-range.ts";
import { placeDrawables } from "./place-drawables.ts";
import type { PrepareStageOptions } from "./prepare-stage-options.ts";
import { KeptLights } from "./stage-lights.ts";
import { cameraProblems, otherCamera } from "./camera-problems.ts";
import { stageCamera } from "./stage-camera.ts";
import { StagePart } from "./stage-part.ts";
import { StagePreparation, type PreparationOptions } from "./stage-preparation.ts";
import { stageResolution, stageViews, viewSteps, type StageViews } from "./stage-views.ts";
import { TextureImages } from "./texture-images.ts";

/** A time before all samples: the value is then the first one, or the default. */
const EARLIEST = Number.MIN_SAFE_INTEGER;

/** Only Node starts threads of its own: a page may not have set the location of the worker's module. */
const isNode = globalThis.process?.getBuiltinModule !== undefined;

/** A stage at one time. */
interface StageState extends Omit<DrawnState, "lights"> {
  readonly time: number;
  readonly shapes: StageDrawables;
  readonly lights: LightChoices;
  /** Paths of the lights. */
  readonly lit: ReadonlySet<string>;
  /** Of placing the shapes, and of lights. */
  readonly problems: readonly GeometryProblem[];
}

/** What a camera that shows everything frames. */
interface FramedState {
  readonly time: number;
  readonly bounds: () => Box;
}

/**
 * A stage that is ready to be drawn. The shapes of the last time are kept: images of it differ in camera, size and outputs only. Close
 * it to end its threads.
 */
export class PreparedStage implements DrawableScene {
  readonly #stage: Stage;
  /** One for all that visits the prims. */
  readonly #reader: StageReader;
  readonly #options: PrepareStageOptions;
  readonly #renderer: FrameRenderer;
  readonly #images: TextureImages;
  readonly #geometry: StageGeometry;
  readonly #lights: KeptLights;
  #texels = new TexelCache();
  readonly #pool: RenderPool | undefined;
  #state: StageState | undefined;
  #knownViews: StageViews | undefined;

  /** @internal */
  constructor(stage: Stage, options: PrepareStageOptions, pools: ScenePools) {
    this.#stage = stage;
    this.#reader = new StageReader(stage);
    this.#options = options;
    this.#renderer = new FrameRenderer(pools);
    this.#pool = isNode ? (pools.shared ?? pools.own) : pools.shared;
    this.#images = new TextureImages(stage, options.limits, (image) => this.#texels.spacious(image));
    this.#lights = new KeptLights(stage);
    const { purposes, subdivisionLevel, hasDrawModes } = options;
    this.#geometry = new StageGeometry(this.#reader, { purposes, subdivisionLevel, hasDrawModes, hasBones: true });
  }

  /**
   * Makes an image. Without a camera it is that of the first Camera prim, or of one that shows everything if the stage has none; the
   * camera `"auto"` shows everything in any case. Without a time it is that of `startTimeCode`, or of the first samples. Without a size
   * it has the resolution of the first RenderSettings prim, or 960 × 540.
   *
   * @throws {RenderError} if the camera, an option or a limit does not allow it; the reason of `signal` where that is aborted
   */
  async render(options: RenderOptions = {}): Promise<RenderedImage> {
    options.signal?.throwIfAborted();
    const checked = checkOptions(options, stageResolution(this.#views(), options));
    const pause = pauser(options.signal);
    if (this.#state === undefined) this.#renderer.start(checked, options);
    const state = await this.#stateAt(options.time, async () => await pause());
    const framed = { time: state.time, bounds: () => sceneBounds(partOfScene(state.data, options.only)) };
    const camera = this.#camera(framed, options.camera, checked.width / checked.height);
    const lights = state.lights.of(checked.look?.lights ?? "auto", camera);
    return await this.#renderer.draw({ ...state, lights }, camera, checked, options);
  }

  /**
   * Prepares the shapes of a time code, so that the next calls about it take little time. Reports how far it is, and what can be drawn
   * of a stage that takes long.
   *
   * @throws {RenderError} if a limit does not allow it; the reason of `signal` when it is aborted
   */
  async prepare(time?: number, options: PreparationOptions = {}): Promise<void> {
    const { limits } = this.#options;
    const paused = pauser(options.signal);
    const pause: Pause = async () => await paused();
    const partOptions = {
      limits: { ...defaultSceneLimits, ...limits },
      upAxis: upAxisOf(this.#stage),
      renderer: this.#renderer,
    };
    const preparation = new StagePreparation(options, {
      count: async (onCounted) => await this.#countPrims(onCounted, pause),
      part: async (drawables) => await StagePart.of(drawables, partOptions, pause),
    });
    await this.#stateAt(time, pause, preparation);
  }

  /** Returns which prims an image at a time code has, whatever the camera sees, and which it has not, with the reasons. */
  async report(time?: number): Promise<DrawingReport> {
    const pause = pauser(undefined);
    const { data, leftOut, shapes, lit } = await this.#stateAt(time, async () => await pause());
    const drawn = Array.from(trianglesByPrim(data), ([path, triangles]) => ({ path, triangles }));
    const reasons = new Map(leftOut.map(({ primPath, reason }) => [primPath, reason]));
    const notDrawn: NotDrawnPrim[] = [];
    const { types } = this.#views();
    const hasShapes = drawn.length > 0;
    for (const prim of shapes.notDrawn) {
      // A light is seen by what it lights.
      if (!lit.has(prim.path)) notDrawn.push(prim);
      else if (hasShapes) drawn.push({ path: prim.path, triangles: 0 });
      else notDrawn.push({ ...prim, reason: "light" });
    }
    const found = new Set([...drawn, ...notDrawn].map(({ path }) => path));
    for (const { path, type } of shapes.drawables) {
      if (found.has(path)) continue;
      found.add(path);
      // Its numbers are finite, and those of its faces are not.
      notDrawn.push({ path, type, reason: reasons.get(path) ?? "empty" });
    }
    return { drawn, notDrawn, types, hidden: shapes.hidden };
  }

  /** Returns what prims author that is not drawn as authored, at a time code. */
  async problems(time?: number): Promise<readonly GeometryProblem[]> {
    const pause = pauser(undefined);
    const state = await this.#stateAt(time, async () => await pause());
    const ofViews = cameraProblems(this.#stage, this.#views(), state.time);
    return [...state.shapes.problems, ...state.problems, ...ofViews, ...this.#images.problems];
  }

  /** Returns what an image without a camera of its own differs in from the render settings; undefined if in nothing. */
  otherCamera(): GeometryProblem | undefined {
    return otherCamera(this.#stage, this.#views());
  }

  /** The range of times that the layers of the stage author; null without one. */
  timeRange(): TimeRange | null {
    const { hasTimeCodeRange, startTimeCode, endTimeCode, timeCodesPerSecond, framesPerSecond } = stageMetrics(
      this.#stage,
    );
    if (!hasTimeCodeRange || startTimeCode > endTimeCode) return null;
    return { start: startTimeCode, end: endTimeCode, timeCodesPerSecond, framesPerSecond };
  }

  /** Paths of all Camera prims, in the order of the stage. */
  cameras(): string[] {
    return [...this.#views().cameras];
  }

  /** The resolution of the first RenderSettings prim; undefined without one that authors it. */
  resolution(): readonly [width: number, height: number] | undefined {
    return this.#views().resolution;
  }

  /**
   * Returns the pose of a Camera prim at a time code.
   *
   * @throws {RenderError} if there is no such camera
   */
  cameraPose(path: string, time?: number): CameraPose {
    const { path: _path, ...pose } = stageCamera(this.#stage, path, time ?? this.timeRange()?.start ?? EARLIEST);
    return pose;
  }

  /** The box in world space around what is drawn at a time code: least x, y, z, then greatest. */
  async bounds(time?: number): Promise<Box> {
    const pause = pauser(undefined);
    return sceneBounds((await this.#stateAt(time, async () => await pause())).data);
  }

  /** The boxes in world space around what each prim draws at a time code, by path; splats count by their centres. */
  async primBounds(time?: number): Promise<ReadonlyMap<string, Box>> {
    const pause = pauser(undefined);
    return primBounds((await this.#stateAt(time, async () => await pause())).data);
  }

  /** What an image at a time code consists of, in numbers; materials are those of Material prims. */
  async statistics(time?: number): Promise<SceneStatistics> {
    const pause = pauser(undefined);
    const { data, shapes } = await this.#stateAt(time, async () => await pause());
    return { ...sceneStatistics(data), materials: materialsOf(shapes).size };
  }

  /**
   * Poses of a camera that goes once around what is drawn, or around some prims, about the up axis, in equal steps; the first is the
   * camera itself.
   *
   * @throws {RenderError} if there is no such camera, or the number of frames is invalid
   */
  async turntable(frames: number, camera?: CameraChoice, only?: readonly string[]): Promise<CameraPose[]> {
    const pause = pauser(undefined);
    const state = await this.#stateAt(undefined, async () => await pause());
    const [width, height] = stageResolution(this.#views());
    const upAxis = upAxisOf(this.#stage);
    const bounds = sceneBounds(partOfScene(state.data, only));
    const framed = { time: state.time, bounds: () => turnedBounds(bounds, upAxis) };
    const { path: _path, ...pose } = this.#camera(framed, camera, width / height);
    const matrices = turntableMatrices(pose.worldMatrix, bounds, { frames, upAxis });
    return matrices.map((worldMatrix) => ({ ...pose, worldMatrix }));
  }

  /** Mipmaps could not be made: the textures are packed again for the next image. */
  #forget(state: StageState): void {
    this.#texels = new TexelCache();
    if (this.#state === state) this.#state = undefined;
  }

  /** Ends the threads and frees what is kept for the next image. Another image starts them again. */
  async close(): Promise<void> {
    this.#state = undefined;
    await this.#renderer.close();
  }

  /** Ends its threads, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Found once: a stage may have many prims. */
  #views(): StageViews {
    return (this.#knownViews ??= stageViews(this.#reader));
  }

  async #countPrims(onCounted: (found: number) => void, pause: Pause): Promise<number> {
    if (this.#knownViews === undefined) {
      const steps = viewSteps(this.#reader);
      let step = steps.next();
      for (let found = 0; step.done !== true; step = steps.next()) {
        onCounted(found++);
        await pause();
      }
      this.#knownViews = step.value;
    }
    return [...this.#knownViews.types.values()].reduce((sum, count) => sum + count, 0);
  }

  #camera({ time, bounds }: FramedState, choice: CameraChoice | undefined, aspect: number): SceneCamera {
    const first = choice === "auto" ? undefined : this.cameras().at(0);
    const path = typeof choice === "string" && choice !== "auto" ? choice : first;
    const pose = typeof choice === "object" ? choice : {};
    if (path !== undefined) return poseCamera(stageCamera(this.#stage, path, time), pose);
    const framing = framingCamera(bounds(), upAxisOf(this.#stage), aspect);
    return poseCamera(framing, pose);
  }

  /** Reads the images of materials while shapes are made. */
  async #shapesAt(time: number, pause: Pause, preparation?: StagePreparation): Promise<StageDrawables> {
    const images = this.#images.start(pause);
    const found = new Set<SurfaceMaterial | null>([null]);
    let seen = 0;
    const steps = this.#geometry.steps(time);
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) {
      for (; seen < step.value.length; seen++) {
        for (const material of step.value[seen].materials) {
          if (material === null || found.has(material)) continue;
          found.add(material);
          images.add(material);
        }
      }
      await pause();
      const work = preparation?.visited(step.value);
      if (work !== undefined) await work;
    }
    await images.end();
    return step.value;
  }

  async #stateAt(asked: number | undefined, pause: Pause, preparation?: StagePreparation): Promise<StageState> {
    const time = asked ?? this.timeRange()?.start ?? EARLIEST;
    const known = this.#state;
    if (known?.time === time) return known;
    const { limits } = this.#options;
    const shapes = await this.#shapesAt(time, pause, preparation);
    const skipped: Record<string, number> = {};
    const skip: Skip = (reason, count = 1) => {
      skipped[reason] = (skipped[reason] ?? 0) + count;
    };
    const bounds = { ...defaultSceneLimits, ...limits };
    const placed = placeDrawables(shapes.drawables, this.#images.find, bounds);
    const mipmaps = new LateMipmaps(mipmapsInPool(this.#pool, mipmapsWithPauses(pause)));
    const { make: makeMipmaps } = mipmaps;
    const packed = await packItems(placed, { limits: bounds, texels: this.#texels, makeMipmaps }, skip, pause);
    const found = readLights(this.#reader, time);
    const own = await this.#lights.of(found.lights, pause);
    const lights = new LightChoices(own?.lights ?? null, upAxisOf(this.#stage));
    const lit = own?.drawn ?? new Set();
    const problems = [...placed.problems, ...found.problems, ...(own?.problems ?? [])];
    const { leftOut } = placed;
    const state: StageState = {
      ...packed,
      time,
      shapes,
      lights,
      lit,
      problems,
      leftOut,
      skipped,
      texels: mipmaps.all(),
    };
    state.texels?.catch(() => this.#forget(state));
    if (known !== undefined) this.#renderer.replace(known.data);
    this.#state = state;
    return state;
  }
}

function materialsOf({ drawables }: StageDrawables): ReadonlySet<SurfaceMaterial> {
  return new Set(drawables.flatMap(({ materials }) => materials.filter((material) => material !== null)));
}

function upAxisOf(stage: Stage): "Y" | "Z" {
  return stageMetrics(stage).upAxis === "Z" ? "Z" : "Y";
}
