/** Opens what `usda render` draws. */
import type * as Raster from "@usdkit/raster";
import type { DrawableScene, LeftOut, RenderedImage } from "@usdkit/raster";
import type { Resolver, Stage } from "@usdkit/usd";
import { UsageError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { readStream, STANDARD_INPUT, withSlashes } from "@usdkit/command/files/input";
import { path } from "@usdkit/command/process/builtins";
import { selectionsOf } from "../composition/stage-options.ts";
import { searchPathsOf } from "../files/search-paths.ts";
import { assetSource } from "./asset-source.ts";
import { cameraProblem } from "./camera-problem.ts";
import { checkFileArguments, type FileArguments } from "./file-options.ts";
import { parseLimits } from "./limits.ts";
import { stageDrawing, type SceneArguments } from "./scene-arguments.ts";

type StageProblem = Awaited<ReturnType<Raster.PreparedStage["problems"]>>[number];

export interface OpenArguments extends SceneArguments, FileArguments {
  missing?: "fail" | "skip";
}

/** A file that is ready to be drawn. */
export interface OpenedScene {
  readonly scene: DrawableScene;
  /** Path of the camera without `--camera`; `auto` for one that shows everything. */
  readonly camera: string;
  /** Without `--size`; undefined is that of the scene. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
  /** What is to be said about its camera; undefined if nothing is. */
  readonly cameraNotice: string | undefined;
  /** What is wrong with its camera if none is given. */
  readonly cameraProblems: readonly string[];
  /**
   * Returns what is to be said about an image at a time, a line for each problem.
   *
   * @param image undefined if nothing is drawn
   */
  notices(image: RenderedImage | undefined, time: number | undefined): Promise<readonly string[]>;
}

/** Resolution of files that define none. */
const DEFAULT_SIZE = { width: 960, height: 540 } as const;

/**
 * Opens a file of any kind to be drawn.
 *
 * @throws {AssetError | RenderError} if it cannot be read as what it is
 * @throws {StageError} if its stage cannot be opened
 */
export async function openDrawn(
  raster: typeof Raster,
  context: CommandContext,
  file: string,
  { args, signal }: { readonly args: OpenArguments; readonly signal: AbortSignal },
): Promise<OpenedScene> {
  const { as, assets: place, missing, look = "full", variant, session, materialVariant, animation } = args;
  if (file === STANDARD_INPUT && session !== undefined) {
    throw new UsageError("--session expects a file, not standard input");
  }
  const location = file === STANDARD_INPUT ? STANDARD_INPUT : withSlashes(resolvePath(context, file));
  const source = assetSource(raster, { name: place, location: resolvePath(context, place ?? "."), missing });
  const variants = await selectionsOf(variant);
  const prepared = await raster.prepareFile(location, {
    resolver: await resolverOf(context, location, args),
    as,
    composition: {
      session: session === undefined ? undefined : withSlashes(resolvePath(context, session)),
      variants,
      hasOwnSession: true,
    },
    assets: source,
    missingAssets: missing,
    maps: look === "plain" ? "baseColor" : "all",
    materialVariant,
    animation,
    limits: parseLimits(args.limit),
    ...stageDrawing(args),
    signal,
  });
  const { scene } = prepared;
  checkFileArguments(args, prepared.kind);
  if (prepared.kind === "stage") {
    const { stage, scene: drawn } = prepared;
    const { unmatchedSelections } = await import("@usdkit/usd");
    return {
      scene,
      camera: scene.cameras().at(0) ?? "auto",
      size: undefined,
      cameraNotice: undefined,
      cameraProblems: [drawn.otherCamera()].flatMap((problem) => (problem === undefined ? [] : [describe(problem)])),
      notices: async (_image, time) => [
        ...unmatchedSelections(stage, variants).map(({ selection, problem }) => `--variant ${selection}: ${problem}`),
        ...(await stageNotices(stage, drawn, time)),
      ],
    };
  }
  const { plan, leftOut } = prepared.scene;
  return {
    scene,
    camera: plan.camera?.path ?? "auto",
    size: plan.resolution === null ? DEFAULT_SIZE : undefined,
    cameraProblems: [],
    cameraNotice: prepared.kind === "service" ? cameraProblem(prepared.layer) : undefined,
    notices: (image) => Promise.resolve((image?.stats.leftOut ?? leftOut).map(describeLeftOut)),
  };
}

async function resolverOf(context: CommandContext, location: string, { searchPath }: OpenArguments): Promise<Resolver> {
  const { fileResolver } = await import("@usdkit/usd/files");
  const searchPaths = searchPathsOf(context, searchPath).map(withSlashes);
  if (location !== STANDARD_INPUT) {
    // The default resolver of the reference searches the folder of the root layer first.
    return fileResolver({
      searchPaths: [path.posix.dirname(location), ...searchPaths],
      allowed: context.allowedFolders,
    });
  }
  // Asset paths are relative to the working folder.
  const folder = withSlashes(context.cwd);
  const files = fileResolver({ searchPaths: [folder, ...searchPaths], allowed: context.allowedFolders });
  const bytes = await readStream(context.stdin);
  return {
    ...files,
    identify: (assetPath, anchor) =>
      anchor === undefined && assetPath === STANDARD_INPUT
        ? [STANDARD_INPUT]
        : files.identify(assetPath, anchor === STANDARD_INPUT ? `${folder}/${STANDARD_INPUT}` : anchor),
    read: (identifier) => (identifier === STANDARD_INPUT ? bytes : files.read(identifier)),
  };
}

/** Returns what could not be composed, and what prims author that is not drawn as authored: a line each. */
async function stageNotices(stage: Stage, scene: Raster.PreparedStage, time: number | undefined): Promise<string[]> {
  const composed = stage.problems.map(({ prim, error }) => `${prim}: ${error.message}`);
  return [...composed, ...(await scene.problems(time)).map(describe)];
}

function describe({ path: prim, property, message }: StageProblem): string {
  return `${prim}${property === "" ? "" : `.${property}`}: ${message}`;
}

/** A prim whose asset or matrix is the reason that it is not drawn. */
function describeLeftOut({ primPath, meshId, reason }: LeftOut): string {
  return `${primPath}: skipped: ${reason === "missingAsset" ? `no file for the mesh "${meshId ?? ""}"` : reason}`;
}
