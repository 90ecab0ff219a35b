/** Draws a scene repeatedly while its content and the camera change. */
import {
  NO_PRIM,
  isRasterError,
  RasterError,
  type Box,
  type CameraPose,
  type OutputName,
  type RenderedImage,
  type RenderOptions,
  type RenderPool,
} from "@usdkit/raster";
import { hasServicePayload } from "@usdkit/service-scene";
import { isBinaryLayer, StageError } from "@usdkit/usd";
import { isAssetName } from "./asset-name.ts";
import type {
  DrawMode,
  DrawnContent,
  DrawnFile,
  DrawnImage,
  DrawOptions,
  Picked,
  SceneInfo,
} from "../protocol/draw-messages.ts";
import { AdaptiveSize } from "./adaptive-size.ts";
import type { AssetStore } from "./asset-store.ts";
import { boxAround } from "./box-around.ts";
import { drawBox } from "./draw-box.ts";
import { outline, paintDepth, paintEdges, paintNormals, selectedPrims } from "./layer-pixels.ts";
import type { LayerFiles } from "./layer-files.ts";
import type { KnownStage, LoadListener } from "./load-file.ts";
import { loadServiceScene, readText, serviceFacts, type ReadText } from "./load-service-scene.ts";
import { undrawnInfo, type LoadedScene, type SceneFacts, type SeenScene } from "./loaded-scene.ts";

/** A name that is one of layers, so that a text is read as one. */
const LAYER_NAME = /\.usd[acz]?$/iu;
/** The first byte of `#usda`. */
const HASH = 0x23;
const noFacts: SceneFacts = { kind: "stage", cameras: [], camera: null, resolution: null, time: null, upAxis: "Y" };

/** A scene and the data of its last image. */
export class DrawScene {
  readonly #assets: AssetStore;
  readonly #files: LayerFiles;
  readonly #pool: RenderPool;
  readonly #size = new AdaptiveSize();
  #read: ReadText | undefined;
  #loaded: LoadedScene | undefined;
  /** What is ready of a stage that is being loaded; undefined if a scene is shown meanwhile. */
  #part: SeenScene | undefined;
  #stage: KnownStage | undefined;
  /** Of the loaded scene, or of the one whose text has an error. */
  #info: SceneInfo | undefined;
  /** What was loaded last, without its texts. */
  #content: DrawnContent | undefined;
  /** Counts contents and files: stages of others are composed again. */
  #revision = 0;
  #last: Pick<RenderedImage, "width" | "height" | "primId" | "depth" | "prims"> | undefined;

  constructor(assets: AssetStore, files: LayerFiles, pool: RenderPool) {
    this.#assets = assets;
    this.#files = files;
    this.#pool = pool;
  }

  /** Reads a text and requests its assets before it is loaded. Returns whether the scene will need threads. */
  prepare(source: Uint8Array): boolean {
    this.#read = readText(source);
    const { items } = this.#read.plan;
    for (const { meshId } of items) void this.#assets.get(meshId);
    if (hasServicePayload(this.#read.read.layer)) return items.length > 0;
    void import("./load-file.ts");
    return true;
  }

  /** Compares the files of the scene with those of the host; returns whether the scene is another one. */
  async haveFilesChanged(): Promise<boolean> {
    const hasChanged = await this.#files.refresh();
    if (hasChanged) this.#revision++;
    return hasChanged;
  }

  /** Assets have changed: the scene is loaded again. */
  outdate(): void {
    this.#content = undefined;
  }

  /** Whether a content is what is drawn already. */
  isLoaded(content: DrawnContent): boolean {
    return this.#loaded !== undefined && this.#content !== undefined && areEqual(this.#content, content);
  }

  /**
   * Prepares a content for drawing and replaces the previous scene; a text with an error keeps it.
   *
   * @param listener Parts are those of a first scene: otherwise the previous one is shown until the whole one is ready.
   * @throws The reason of `signal` when it is aborted; the previous scene is kept then.
   */
  async load(content: DrawnContent, signal: AbortSignal, listener: LoadListener = {}): Promise<SceneInfo> {
    const { file, source } = content;
    if (this.#content !== undefined && !haveSameTexts(this.#content, content)) this.#revision++;
    this.#content = content;
    const text = source === null || !isText(source, file) ? undefined : this.#readOnce(source);
    if (text !== undefined) {
      const [first] = text.read.diagnostics;
      if (!text.read.ok && first !== undefined) {
        const problem = `line ${first.line}: ${first.message}`;
        return this.#info === undefined ? undrawnInfo(serviceFacts(text), problem) : { ...this.#info, problem };
      }
      if (text.plan.form === "patch") {
        return this.#drop(serviceFacts(text), "All root prims are overs: a patch draws nothing by itself");
      }
    }
    const facts = text === undefined ? noFacts : serviceFacts(text);
    try {
      if (text !== undefined && hasServicePayload(text.read.layer)) {
        return this.#set(await loadServiceScene(text, this.#assets, signal), undefined);
      }
      if (!isAssetName(file.location)) listener.onStage?.();
      const { loadFile } = await import("./load-file.ts");
      const loaded = await loadFile(content, this.#files, {
        known: this.#stage,
        revision: this.#revision,
        assets: this.#assets,
        signal,
        listener: this.#listenerOf(listener, signal),
      });
      return this.#set(loaded, loaded.known);
    } catch (error) {
      if (signal.aborted || !(isRasterError(error) || error instanceof StageError)) throw error;
      return this.#drop(facts, error.message);
    }
  }

  /**
   * Draws an image.
   *
   * @throws {RasterError} if there is nothing to draw; the reason of `signal` when it is aborted.
   */
  async draw(options: DrawOptions, signal: AbortSignal): Promise<DrawnImage> {
    const loaded = this.#seen;
    if (loaded === undefined) throw new RasterError("there is no scene to draw");
    const { camera, mode, quality, selected, colors, isolated } = options;
    const time = options.time ?? undefined;
    const isDraft = quality === "draft";
    const { width, height } = isDraft ? this.#size.sizeFor(options.width, options.height) : options;
    const outputs: OutputName[] = ["primId", "depth"];
    if (mode === "normals") outputs.push("normal");
    if (mode === "wireframe") outputs.push("edges");
    const [r, g, b] = colors.background.map((value) => value / 255) as [number, number, number];
    const started = performance.now();
    const image = await loaded.scene.render({
      camera,
      time,
      width,
      height,
      outputs,
      samples: isDraft || mode === "wireframe" ? 1 : 4,
      look: lookOf(mode, loaded.info),
      background: [r, g, b],
      only: isolated === null ? undefined : [isolated],
      pool: this.#pool,
      signal,
    });
    const data = new Uint8ClampedArray(image.data.buffer as ArrayBuffer);
    if (mode === "depth" && image.depth !== undefined) paintDepth(data, image.depth);
    if (mode === "normals" && image.normal !== undefined) paintNormals(data, image.normal);
    if (mode === "wireframe" && image.edges !== undefined) paintEdges(data, image.edges, colors);
    if (options.hasBounds) await this.#drawBounds(image, data, options, loaded);
    if (selected !== null) outline(image, data, selectedPrims(image.prims, selected), colors.selection);
    const milliseconds = performance.now() - started;
    if (isDraft) this.#size.took(milliseconds);
    this.#last = { width, height, primId: image.primId, depth: image.depth, prims: image.prims };
    return { width, height, data, quality, milliseconds, threads: image.stats.threads };
  }

  /** Returns the box around a prim and those below it at a time, or around everything; null if nothing of it is drawn. */
  async bounds(path: string | null, time: number | null): Promise<Box | null> {
    const boxes = await this.#seen?.scene.primBounds(time ?? undefined);
    const box = boxAround(boxes ?? [], path);
    return box[0] <= box[3] ? box : null;
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

  /**
   * Returns the file of the texture that an attribute of the stage names; undefined if there is none.
   *
   * @throws {Error} if it cannot be read
   */
  async texture(path: string): Promise<Uint8Array | undefined> {
    const stage = this.#stage?.stage;
    if (stage === undefined) return undefined;
    const { readTexture } = await import("./read-texture.ts");
    return await readTexture(stage, path);
  }

  /** Drops the scene: another file is shown. */
  forget(): void {
    void this.#loaded?.scene[Symbol.asyncDispose]();
    this.#loaded = undefined;
    this.#part = undefined;
    this.#stage = undefined;
    this.#info = undefined;
    this.#content = undefined;
    this.#last = undefined;
    this.#files.forget();
  }

  get #seen(): SeenScene | undefined {
    return this.#loaded ?? this.#part;
  }

  #listenerOf(listener: LoadListener, signal: AbortSignal): LoadListener {
    return {
      ...listener,
      onComposed: (stage) => {
        if (!signal.aborted && this.#loaded === undefined) this.#stage = stage;
      },
      onPart: (part) => {
        if (signal.aborted || this.#loaded !== undefined) return;
        this.#part = part;
        listener.onPart?.(part);
      },
    };
  }

  #readOnce(source: Uint8Array): ReadText {
    const early = this.#read;
    this.#read = undefined;
    return early !== undefined && areSameBytes(early.source, source) ? early : readText(source);
  }

  #set(loaded: LoadedScene, stage: KnownStage | undefined): SceneInfo {
    const before = this.#loaded;
    this.#loaded = loaded;
    this.#part = undefined;
    this.#stage = stage;
    this.#info = loaded.info;
    this.#last = undefined;
    if (before !== undefined) void before.scene[Symbol.asyncDispose]();
    return loaded.info;
  }

  #drop(facts: SceneFacts, problem: string): SceneInfo {
    const content = this.#content;
    this.forget();
    this.#content = content;
    return undrawnInfo(facts, problem);
  }

  /** Draws the box around the selected prim, or around everything, as it is at the image's time. */
  async #drawBounds(
    image: RenderedImage,
    data: Uint8ClampedArray,
    { camera, time, selected, colors }: DrawOptions,
    { scene, poseAt }: SeenScene,
  ): Promise<void> {
    const at = time ?? undefined;
    const pose: CameraPose | undefined = typeof camera === "string" ? poseAt(camera, at) : camera;
    const boxes = await scene.primBounds(at);
    if (pose !== undefined)
      drawBox({ width: image.width, height: image.height, data }, boxes, { selected, pose, color: colors.selection });
  }
}

/** Parts of stages are drawn without what takes long. */
function lookOf(mode: DrawMode, { isPart, cameras }: SceneInfo): RenderOptions["look"] {
  if (mode !== "full") return "plain";
  if (isPart) return { shadows: false, transmission: false };
  // Lights without a camera are not meant for any side, and may leave dark the one that is seen.
  return cameras.length === 0 ? { lights: "with-camera" } : "full";
}

/** Whether bytes are the text of a layer, not a mesh or splats in a text format. */
function isText(source: Uint8Array, { location }: DrawnFile): boolean {
  return !isBinaryLayer(source) && (LAYER_NAME.test(location.replace(/\]$/u, "")) || source[0] === HASH);
}

/** Whether both are drawn the same, apart from what files have. */
function areEqual(a: DrawnContent, b: DrawnContent): boolean {
  const rest = ({ file, choices, settings }: DrawnContent): string => JSON.stringify([file, choices, settings]);
  return haveSameTexts(a, b) && rest(a) === rest(b);
}

function haveSameTexts(a: DrawnContent, b: DrawnContent): boolean {
  return (
    areSameBytes(a.source, b.source) &&
    a.edited.length === b.edited.length &&
    a.edited.every(({ location, text }, i) => {
      const other = b.edited[i];
      return other?.location === location && areSameBytes(other.text, text);
    })
  );
}

function areSameBytes(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
