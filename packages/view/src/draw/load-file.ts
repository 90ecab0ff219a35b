/** Prepares files of any kind: stages with their own geometry, meshes and splats alone. Loaded when it is needed. */
import {
  prepareFile,
  pauser,
  prepareStage,
  RenderError,
  type CameraPose,
  type PreparedStage,
  type StageProgress,
} from "@usdkit/raster";
import { stageMetrics, unmatchedSelections, type Stage, type StageOptions } from "@usdkit/usd";
import type { DrawnContent, SceneCameraInfo, TimeRange } from "../protocol/draw-messages.ts";
import { isLoadedBy, selectionsOf } from "../stage/stage-choices.ts";
import type { AssetStore } from "./asset-store.ts";
import type { LayerFiles, ReplacedFiles } from "./layer-files.ts";
import {
  MAX_CAMERAS,
  partialScene,
  sceneInfo,
  type LoadedScene,
  type SceneFacts,
  type SeenScene,
} from "./loaded-scene.ts";

/** Milliseconds between two calls of `onComposing`. */
const COMPOSING_EVERY = 100;

/** A stage that stays composed while only what is drawn of it changes. */
export interface KnownStage {
  /** What it was composed of. */
  readonly key: string;
  readonly stage: Stage;
}

/** A scene, and its stage if it is one. */
export interface LoadedFile extends LoadedScene {
  readonly known: KnownStage | undefined;
}

/** Events while a stage is loaded. */
export interface LoadListener {
  /** A stage is going to be composed. */
  readonly onStage?: () => void;
  /** While it is composed, with the number of its prims so far. */
  readonly onComposing?: (prims: number) => void;
  /** It is composed; its textures can be read. */
  readonly onComposed?: (known: KnownStage) => void;
  readonly onProgress?: (progress: StageProgress) => void;
  /** What is ready of a stage that takes long. */
  readonly onPart?: (part: SeenScene) => void;
  /** Milliseconds before the first part; by default those of `PreparedStage.prepare`. */
  readonly firstPart?: number;
}

/** What files are loaded with. */
export interface LoadFileOptions {
  /** The stage before, which is kept if it was composed of the same. */
  readonly known: KnownStage | undefined;
  /** Changes with the files. */
  readonly revision: number;
  readonly assets: AssetStore;
  readonly signal: AbortSignal;
  readonly listener?: LoadListener;
}

/**
 * Prepares a file.
 *
 * @throws {RasterError | StageError} if it cannot be read or drawn; the reason of `signal` when it is aborted.
 */
export async function loadFile(
  content: DrawnContent,
  files: LayerFiles,
  options: LoadFileOptions,
): Promise<LoadedFile> {
  const { known, revision, assets, signal, listener } = options;
  const loading = { ...options, started: performance.now() };
  const { file, choices, settings } = content;
  const { purposes, ...drawing } = settings;
  const stageOptions = { ...drawing, purposes: ["default", ...purposes] };
  const key = JSON.stringify([file, choices, revision]);
  if (known?.key === key) return await loadStage(known, prepareStage(known.stage, stageOptions), content, loading);
  const { location, composition } = file;
  const folder = location.slice(0, location.lastIndexOf("/"));
  // The default resolver of the reference searches the folder of the root layer first.
  const resolver = files.resolver(replacedBy(content), [folder, ...composition.searchPaths]);
  const prepared = await prepareFile(location, {
    ...stageOptions,
    resolver,
    composition: { ...stageComposition(content), onComposed: composing(signal, listener?.onComposing) },
    assets: async (meshId) => {
      const stored = await assets.get(meshId);
      return "asset" in stored ? stored.asset : undefined;
    },
    missingAssets: "skip",
    signal,
  });
  signal.throwIfAborted();
  if (prepared.kind === "stage")
    return await loadStage({ key, stage: prepared.stage }, prepared.scene, content, loading);
  const { scene } = prepared;
  const facts: SceneFacts = { kind: "file", cameras: [], camera: null, resolution: null, time: null, upAxis: "Y" };
  const info = await sceneInfo(scene, facts, []);
  signal.throwIfAborted();
  return { scene, info, known: undefined, poseAt: () => undefined };
}

/** Returns the contents that are not those of files. */
export function replacedBy({ file, source, edited }: DrawnContent): ReplacedFiles {
  const replaced = new Map<string, Uint8Array>();
  // Of a layer in a package the source is the layer alone.
  if (source !== null && !file.location.endsWith("]")) replaced.set(file.location, source);
  for (const { location, text } of edited) replaced.set(location, text);
  return replaced;
}

function stageComposition({ file, choices }: DrawnContent): Omit<StageOptions, "resolver"> {
  const { session, variants } = file.composition;
  return { session, hasOwnSession: true, load: isLoadedBy(choices), variants: selectionsOf(variants, choices) };
}

/** Returns what is called for each composed prim: yields, so that requests are answered, and stops when the signal is aborted. */
function composing(signal: AbortSignal, onComposing: LoadListener["onComposing"]): StageOptions["onComposed"] {
  const pause = pauser(signal);
  let reported = 0;
  return (prims) => {
    const wait = pause();
    if (wait === undefined) return undefined;
    const now = performance.now();
    if (now - reported > COMPOSING_EVERY) {
      reported = now;
      onComposing?.(prims);
    }
    return wait;
  };
}

async function loadStage(
  known: KnownStage,
  scene: PreparedStage,
  { file }: DrawnContent,
  { signal, started, listener = {} }: LoadFileOptions & { readonly started: number },
): Promise<LoadedFile> {
  const { stage } = known;
  const time = timesOf(scene);
  const upAxis = stageMetrics(stage).upAxis === "Z" ? "Z" : "Y";
  const { onComposed, onProgress, onPart, firstPart } = listener;
  onComposed?.(known);
  await scene.prepare(time?.start, {
    signal,
    started,
    firstPart,
    onProgress,
    onPart: onPart && ((part) => onPart(partialScene(part, upAxis))),
  });
  const poseAt = (path: string, at: number | undefined): CameraPose | undefined => {
    try {
      return scene.cameraPose(path, at);
    } catch (error) {
      // Its lens cannot be used: an image through it has the message.
      if (error instanceof RenderError) return undefined;
      throw error;
    }
  };
  const cameras = scene
    .cameras()
    .slice(0, MAX_CAMERAS)
    .flatMap((path): readonly SceneCameraInfo[] => {
      const pose = poseAt(path, time?.start);
      return pose === undefined ? [] : [{ path, pose: pose as SceneCameraInfo["pose"] }];
    });
  const facts: SceneFacts = {
    kind: "stage",
    cameras,
    camera: cameras.at(0)?.path ?? null,
    resolution: scene.resolution() ?? null,
    time,
    upAxis,
  };
  const problems = await scene.problems(time?.start);
  signal.throwIfAborted();
  const notices = [
    // Those of the command line; the page offers only variants that there are.
    ...unmatchedSelections(stage, file.composition.variants).map(
      ({ selection, problem }) => `--variant ${selection}: ${problem}`,
    ),
    ...stage.problems.map(({ prim, error }) => `${prim}: ${error.message}`),
    ...problems.map(({ path, property, message }) => `${path}${property === "" ? "" : `.${property}`}: ${message}`),
  ];
  const info = await sceneInfo(scene, facts, notices);
  signal.throwIfAborted();
  return { scene, info, poseAt, known };
}

function timesOf(scene: PreparedStage): TimeRange | null {
  const range = scene.timeRange();
  if (range === null || !(range.start < range.end)) return null;
  return { start: range.start, end: range.end, perSecond: range.timeCodesPerSecond };
}
