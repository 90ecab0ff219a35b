/** Prepares files of any kind: stages with their own geometry, meshes and splats alone. Loaded when it is needed. */
import { prepareFile, prepareStage, RenderError, type CameraPose, type PreparedStage } from "@usdkit/raster";
import { stageMetrics, unmatchedSelections, type Stage, type StageOptions } from "@usdkit/usd";
import type { DrawnContent, SceneCameraInfo, TimeRange } from "../protocol/draw-messages.ts";
import { isLoadedBy, selectionsOf } from "../stage/stage-choices.ts";
import type { AssetStore } from "./asset-store.ts";
import type { LayerFiles, ReplacedFiles } from "./layer-files.ts";
import { MAX_CAMERAS, sceneInfo, type LoadedScene, type SceneFacts } from "./loaded-scene.ts";

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

/** What files are loaded with. */
export interface LoadFileOptions {
  /** The stage before, which is kept if it was composed of the same. */
  readonly known: KnownStage | undefined;
  /** Changes with the files. */
  readonly revision: number;
  readonly assets: AssetStore;
  readonly signal: AbortSignal;
}

/**
 * Prepares a file.
 *
 * @throws {RasterError | StageError} if it cannot be read or drawn; the reason of `signal` when it is aborted.
 */
export async function loadFile(
  content: DrawnContent,
  files: LayerFiles,
  { known, revision, assets, signal }: LoadFileOptions,
): Promise<LoadedFile> {
  const { file, choices, settings } = content;
  const { purposes, ...drawing } = settings;
  const stageOptions = { ...drawing, purposes: ["default", ...purposes] };
  const key = JSON.stringify([file, choices, revision]);
  if (known?.key === key) return await loadStage(known, prepareStage(known.stage, stageOptions), content, signal);
  const { location, composition } = file;
  const folder = location.slice(0, location.lastIndexOf("/"));
  // The default resolver of the reference searches the folder of the root layer first.
  const resolver = files.resolver(replacedBy(content), [folder, ...composition.searchPaths]);
  const prepared = await prepareFile(location, {
    ...stageOptions,
    resolver,
    composition: stageComposition(content),
    assets: async (meshId) => {
      const stored = await assets.get(meshId);
      return "asset" in stored ? stored.asset : undefined;
    },
    missingAssets: "skip",
    signal,
  });
  signal.throwIfAborted();
  if (prepared.kind === "stage")
    return await loadStage({ key, stage: prepared.stage }, prepared.scene, content, signal);
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

async function loadStage(
  known: KnownStage,
  scene: PreparedStage,
  { file }: DrawnContent,
  signal: AbortSignal,
): Promise<LoadedFile> {
  const { stage } = known;
  const time = timesOf(scene);
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
  const upAxis = stageMetrics(stage).upAxis === "Z" ? "Z" : "Y";
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
