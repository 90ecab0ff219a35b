/** Draws a scene repeatedly while its text and the camera change. */
import {
  NO_PRIM,
  isRasterError,
  RasterError,
  describeReason,
  describeReport,
  layerAtTime,
  prepareScene,
  timeRange,
  type Asset,
  type Box,
  type OutputName,
  type PreparedScene,
  type RenderedImage,
  type RenderPool,
} from "@usdkit/raster";
import { cameraAttributes, readScene, traverseScene, worldMatrix, type ScenePlan } from "@usdkit/service-scene";
import type { Layer } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import type {
  DrawnImage,
  DrawOptions,
  Picked,
  SceneCameraInfo,
  SceneInfo,
  TimeRange,
} from "../protocol/draw-messages.ts";
import { AdaptiveSize } from "./adaptive-size.ts";
import { affineOf, boxOfAsset, emptyBox, moveBox } from "./asset-boxes.ts";
import type { AssetStore } from "./asset-store.ts";
import { outline, paintDepth, paintNormals, selectedPrims } from "./layer-pixels.ts";
import { edgesOf, multiply, type EdgeSet } from "./mesh-edges.ts";
import { drawEdges, type LineCamera, type PlacedEdges } from "./wireframe.ts";

/** Maximum number of reported boxes and left-out prims. */
const MAX_ROWS = 20_000;
const MAX_CAMERAS = 200;

/** A text and what was read of it. */
interface ReadText {
  readonly source: Uint8Array;
  readonly read: Pick<ReturnType<typeof parseUsda>, "layer" | "diagnostics" | "ok">;
  readonly plan: ScenePlan;
}

/** A scene and the data of its last image. */
export class DrawScene {
  readonly #assets: AssetStore;
  readonly #pool: RenderPool;
  readonly #size = new AdaptiveSize();
  readonly #boxes = new WeakMap<Asset, Box>();
  readonly #edges = new WeakMap<Asset, readonly EdgeSet[]>();
  #read: ReadText | undefined;
  #scene: PreparedScene | undefined;
  #info: SceneInfo | undefined;
  #layer: Layer | undefined;
  #found: ReadonlyMap<string, Asset> = new Map();
  #last: Pick<RenderedImage, "width" | "height" | "primId" | "depth" | "prims"> | undefined;

  constructor(assets: AssetStore, pool: RenderPool) {
    this.#assets = assets;
    this.#pool = pool;
  }

  /** Reads a text and requests its assets before it is loaded. Returns whether it has any. */
  prepare(source: Uint8Array): boolean {
    this.#read = readText(source);
    const { items } = this.#read.plan;
    for (const { meshId } of items) void this.#assets.get(meshId);
    return items.length > 0;
  }

  /**
   * Prepares a text for drawing and replaces the previous scene; a text with an error keeps it.
   *
   * @throws The reason of `signal` when it is aborted; the previous scene is kept then.
   */
  async load(source: Uint8Array, signal: AbortSignal): Promise<SceneInfo> {
    const early = this.#read;
    this.#read = undefined;
    const { read, plan } = early !== undefined && areEqual(early.source, source) ? early : readText(source);
    const { layer, diagnostics, ok } = read;
    const cameras = camerasOf(layer);
    const empty: SceneInfo = {
      problem: null,
      canDraw: true,
      bounds: emptyBox,
      boxes: [],
      cameras,
      camera: plan.camera?.path ?? null,
      resolution: plan.resolution,
      time: timesOf(layer),
      notice: null,
      notDrawn: [],
      notDrawnCount: 0,
      triangles: 0,
      splats: 0,
      points: 0,
    };
    const [first] = diagnostics;
    if (!ok && first !== undefined) {
      const problem = `line ${first.line}: ${first.message}`;
      return this.#info === undefined ? { ...empty, problem, canDraw: false } : { ...this.#info, problem };
    }
    if (plan.form === "patch") return this.#drop(empty, "All root prims are overs: a patch draws nothing by itself");
    try {
      const problems = new Map<string, string>();
      const found = new Map<string, Asset>();
      const scene = await prepareScene(
        { layer, plan },
        async (meshId) => {
          const stored = await this.#assets.get(meshId);
          signal.throwIfAborted();
          if ("asset" in stored) {
            found.set(meshId, stored.asset);
            return stored.asset;
          }
          problems.set(meshId, stored.problem);
          return undefined;
        },
        { missingAssets: "skip", signal },
      );
      const notDrawn = await notDrawnOf(scene, problems);
      signal.throwIfAborted();
      this.#assets.keep(new Set(plan.items.map(({ meshId }) => meshId)));
      this.#last = undefined;
      this.#scene = scene;
      this.#layer = layer;
      this.#found = found;
      const boxes = this.#boxesOf(plan, found);
      this.#info = { ...empty, ...countsOf(found, plan), bounds: scene.bounds(), boxes, ...notDrawn };
      return this.#info;
    } catch (error) {
      if (signal.aborted || !isRasterError(error)) throw error;
      return this.#drop(empty, error.message);
    }
  }

  /**
   * Draws an image.
   *
   * @throws {RasterError} if there is nothing to draw; the reason of `signal` when it is aborted.
   */
  async draw(options: DrawOptions, signal: AbortSignal): Promise<DrawnImage> {
    const scene = this.#scene;
    if (scene === undefined) throw new RasterError("there is no scene to draw");
    const { camera, time, mode, quality, selected, colors } = options;
    const isDraft = quality === "draft";
    const { width, height } = isDraft ? this.#size.sizeFor(options.width, options.height) : options;
    const outputs: OutputName[] = ["primId", "depth"];
    if (mode === "normals") outputs.push("normal");
    const [r, g, b] = colors.background.map((value) => value / 255) as [number, number, number];
    const started = performance.now();
    const image = await scene.render({
      camera,
      time: time ?? undefined,
      width,
      height,
      outputs,
      samples: isDraft ? 1 : 4,
      look: mode === "full" ? "full" : "plain",
      background: [r, g, b],
      pool: this.#pool,
      signal,
    });
    const data = new Uint8ClampedArray(image.data.buffer as ArrayBuffer);
    if (mode === "depth" && image.depth !== undefined) paintDepth(data, image.depth);
    if (mode === "normals" && image.normal !== undefined) paintNormals(data, image.normal);
    if (mode === "wireframe") this.#drawWires(image, data, options);
    if (selected !== null) outline(image, data, selectedPrims(image.prims, selected), colors.selection);
    const milliseconds = performance.now() - started;
    if (isDraft) this.#size.took(milliseconds);
    this.#last = { width, height, primId: image.primId, depth: image.depth, prims: image.prims };
    return { width, height, data, quality, milliseconds, threads: image.stats.threads };
  }

  /** Returns the pick result of the last image at a position, given as fractions of its width and height. */
  pick(x: number, y: number): Picked {
    const last = this.#last;
    if (last?.primId === undefined) return { path: null, depth: null };
    const column = Math.min(last.width - 1, Math.max(0, Math.floor(x * last.width)));
    const row = Math.min(last.height - 1, Math.max(0, Math.floor(y * last.height)));
    const at = row * last.width + column;
    const prim = last.primId[at];
    const depth = last.depth?.[at] ?? Infinity;
    return {
      path: prim === NO_PRIM ? null : (last.prims[prim] ?? null),
      depth: Number.isFinite(depth) ? depth : null,
    };
  }

  /** Drops the scene: another file is shown. */
  forget(): void {
    this.#scene = undefined;
    this.#info = undefined;
    this.#last = undefined;
    this.#layer = undefined;
  }

  #drop(info: SceneInfo, problem: string): SceneInfo {
    this.forget();
    return { ...info, problem, canDraw: false };
  }

  #boxesOf({ items }: ScenePlan, found: ReadonlyMap<string, Asset>): SceneInfo["boxes"] {
    return items.slice(0, MAX_ROWS).flatMap(({ path, meshId, worldMatrix: matrix }) => {
      const asset = found.get(meshId);
      if (asset === undefined) return [];
      const box = this.#boxes.get(asset) ?? boxOfAsset(asset);
      this.#boxes.set(asset, box);
      return [[path, moveBox(box, affineOf(matrix))] as const];
    });
  }

  /** Draws the edges of meshes, transformed to the image's time. */
  #drawWires(image: RenderedImage, data: Uint8ClampedArray, { camera, time, colors }: DrawOptions): void {
    if (this.#layer === undefined) return;
    const layer = time === null ? this.#layer : layerAtTime(this.#layer, time);
    const lens = typeof camera === "string" ? camerasOf(layer).find(({ path }) => path === camera)?.pose : camera;
    const sets = readScene(layer).items.flatMap(({ meshId, worldMatrix: matrix }) => {
      const asset = this.#found.get(meshId);
      if (asset === undefined) return [];
      const edges = this.#edges.get(asset) ?? edgesOf(asset);
      this.#edges.set(asset, edges);
      const toWorld = affineOf(matrix);
      return edges.map((set): PlacedEdges => {
        return { ...set, matrix: set.matrix === null ? toWorld : multiply(set.matrix, toWorld) };
      });
    });
    const { width, height, depth } = image;
    fade(data, colors.background);
    drawEdges({ width, height, data, depth }, sets, lens as LineCamera, colors.wire);
  }
}

/** Returns what is not drawn, and why; problems of assets are by mesh id. */
async function notDrawnOf(
  scene: PreparedScene,
  problems: ReadonlyMap<string, string>,
): Promise<Pick<SceneInfo, "notice" | "notDrawn" | "notDrawnCount">> {
  const report = await scene.report();
  const meshIds = new Map(scene.leftOut.map(({ primPath, meshId }) => [primPath, meshId ?? ""]));
  const rows = report.notDrawn.slice(0, MAX_ROWS).map((prim) => {
    const problem = prim.reason === "missingAsset" ? problems.get(meshIds.get(prim.path) ?? "") : undefined;
    return { path: prim.path, type: prim.type, reason: problem ?? describeReason(prim) };
  });
  const notice = report.drawn.length === 0 ? describeReport(report) : null;
  return { notice, notDrawn: rows, notDrawnCount: report.notDrawn.length };
}

function readText(source: Uint8Array): ReadText {
  const read = parseUsda(source);
  return { source, read, plan: readScene(read.layer) };
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Desaturates the image, so that lines are visible. */
function fade(data: Uint8ClampedArray, background: readonly [number, number, number]): void {
  for (let i = 0; i < data.length; i += 4) {
    for (let k = 0; k < 3; k++) data[i + k] = background[k] + (data[i + k] - background[k]) * 0.3;
  }
}

function countsOf(
  found: ReadonlyMap<string, Asset>,
  { items }: ScenePlan,
): Pick<SceneInfo, "triangles" | "splats" | "points"> {
  const counts = { triangles: 0, splats: 0, points: 0 };
  for (const { meshId } of items) {
    const asset = found.get(meshId);
    const parts = asset?.type === "group" ? asset.members.map((member) => member.asset) : asset ? [asset] : [];
    for (const part of parts) {
      if (part.type === "splats") counts.splats += part.count;
      else if (part.type === "points") counts.points += part.count;
      else if (part.type === "mesh") {
        for (const { indices, instances } of part.parts) {
          counts.triangles += (indices.length / 3) * (instances?.length ?? 1);
        }
      }
    }
  }
  return counts;
}

/** Returns the times of a slider; null if there is at most one. */
function timesOf(layer: Layer): TimeRange | null {
  const range = timeRange(layer);
  if (range === null || !(range.start < range.end)) return null;
  return { start: range.start, end: range.end, perSecond: range.timeCodesPerSecond };
}

/** Returns the cameras of the scene, in its order. */
function camerasOf(layer: Layer): SceneCameraInfo[] {
  const cameras: SceneCameraInfo[] = [];
  for (const prim of traverseScene(layer)) {
    if (prim.typeName !== "Camera") continue;
    const { projection, focalLength, horizontalAperture, verticalAperture, clippingRange } = cameraAttributes(prim);
    const lens = { projection, focalLength, horizontalAperture, verticalAperture, clippingRange };
    cameras.push({ path: prim.path, pose: { ...lens, worldMatrix: worldMatrix(prim) } });
    if (cameras.length === MAX_CAMERAS) break;
  }
  return cameras;
}
