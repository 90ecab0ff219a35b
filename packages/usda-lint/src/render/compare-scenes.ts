/** Draws two files with the same cameras and compares the images. */
import type * as Raster from "@usdkit/raster";
import type { CameraChoice, DrawableScene, PreparedFile, PrimDifference, RenderedImage } from "@usdkit/raster";
import type { Resolver, StageOptions } from "@usdkit/usd";
import { IoError } from "@usdkit/command/cli/errors";
import type { FindAsset } from "@usdkit/command/files/asset-files";

export interface SceneImage {
  readonly width: number;
  readonly height: number;
  readonly png: Uint8Array;
}

/** The images of one camera; undefined for a side that could not be drawn. */
export interface CameraImages {
  /** The path of the Camera prim; undefined for a view that was made up. */
  readonly camera: string | undefined;
  readonly before: SceneImage | undefined;
  readonly after: SceneImage | undefined;
  readonly difference:
    | {
        readonly image: SceneImage;
        /** Count and share (0 to 1) of the pixels that differ in any byte. */
        readonly differing: number;
        readonly share: number;
        readonly prims: readonly PrimDifference[];
      }
    | undefined;
}

export interface ComparedScenes {
  readonly cameras: readonly CameraImages[];
  /** Why something was not drawn. */
  readonly messages: readonly string[];
}

export interface SceneImageOptions {
  /** The path of one camera; default: all of them, up to {@link MAX_CAMERAS}. */
  readonly camera?: string | undefined;
  /** In pixels; default: the resolution of the scene after, scaled down to {@link DEFAULT_SIDE}. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
}

const MAX_CAMERAS = 4;
/** Default of the longer side, in pixels. */
const DEFAULT_SIDE = 480;
const SIDES = ["before", "after"] as const;

export type Side = (typeof SIDES)[number];
type Files = Readonly<Record<Side, PreparedFile | undefined>>;

/** A file to draw. */
export interface DrawnSide {
  /** Asset path for the resolver. */
  readonly location: string;
  readonly resolver: Resolver;
  readonly composition: Omit<StageOptions, "resolver">;
}

/**
 * Draws both files with each camera. A file that cannot be drawn, and a mesh without a file, is a message. Returns undefined without
 * `find` if both have nothing to draw, or are scenes of the service.
 *
 * @param sides undefined for a file that exists on one side only
 * @param find Finds assets of scenes of the service; undefined: their images are not wanted.
 * @throws {IoError} if a file of a mesh cannot be read
 */
export async function compareScenes(
  raster: typeof Raster,
  sides: Readonly<Record<Side, DrawnSide | undefined>>,
  find: FindAsset | undefined,
  { camera, size }: SceneImageOptions,
): Promise<ComparedScenes | undefined> {
  const { StageError } = await import("@usdkit/usd");
  const messages: string[] = [];
  const attempt = async <T>(side: Side, run: () => Promise<T | undefined>): Promise<T | undefined> => {
    try {
      return await run();
    } catch (error) {
      if (!raster.isRasterError(error) && !(error instanceof StageError)) throw error;
      messages.push(`Not drawn, ${side}: ${error.message}`);
      return undefined;
    }
  };
  const prepare = (side: Side, as?: "service"): Promise<PreparedFile | undefined> =>
    attempt(side, async () => {
      const drawn = sides[side];
      if (drawn === undefined) return undefined;
      const { location, ...options } = drawn;
      return await raster.prepareFile(location, { ...options, as, assets: find, missingAssets: "skip", maps: "all" });
    });
  const files = { before: await prepare("before"), after: await prepare("after") };
  // Both are read in the same way, or what did not change would differ.
  for (const [side, other] of [SIDES, SIDES.toReversed()] as (readonly [Side, Side])[]) {
    if (files[side]?.kind !== "stage" || files[other]?.kind !== "service") continue;
    await files[side].scene.close();
    files[side] = await prepare(side, "service");
  }
  try {
    if (find === undefined && camera === undefined && !(await drawsStage(files))) return undefined;
    for (const side of SIDES) {
      messages.push(...missingAssets(side, files[side]));
      messages.push(...(await unmatchedVariants(side, files[side], sides[side]?.composition.variants)));
    }
    const views = await viewsOf(files, camera, messages);
    const { width, height } = size ?? sizeOf(files);
    const cameras: CameraImages[] = [];
    for (const { path, choices } of views) {
      const draw = (side: Side): Promise<RenderedImage | undefined> =>
        attempt(side, async () => {
          const choice = choices[side];
          if (choice === undefined) return undefined;
          return await files[side]?.scene.render({ width, height, camera: choice, outputs: ["primId", "depth"] });
        });
      const images = { before: await draw("before"), after: await draw("after") };
      cameras.push(await cameraImages(raster, path, images));
    }
    return { cameras, messages };
  } finally {
    for (const side of SIDES) await files[side]?.scene[Symbol.asyncDispose]();
  }
}

/** Whether a file is drawn without assets of the service. */
async function drawsStage(files: Files): Promise<boolean> {
  for (const side of SIDES) {
    const file = files[side];
    if (file !== undefined && file.kind !== "service" && (await file.scene.report()).drawn.length > 0) return true;
  }
  return false;
}

function missingAssets(side: Side, file: PreparedFile | undefined): string[] {
  if (file === undefined || file.kind === "stage") return [];
  return file.scene.leftOut.map(({ primPath, meshId, reason }) =>
    reason === "missingAsset"
      ? `${primPath}, ${side}: no file for the mesh "${meshId ?? ""}" in --assets`
      : `${primPath}, ${side}: ${reason}`,
  );
}

/** Returns a message for each selection that the stage of a side does not have. */
async function unmatchedVariants(
  side: Side,
  file: PreparedFile | undefined,
  variants: StageOptions["variants"] = {},
): Promise<string[]> {
  if (file?.kind !== "stage") return [];
  const { unmatchedSelections } = await import("@usdkit/usd");
  return unmatchedSelections(file.stage, variants).map(
    ({ selection, problem }) => `--variant ${selection}, ${side}: ${problem}`,
  );
}

interface View {
  readonly path: string | undefined;
  readonly choices: Readonly<Record<Side, CameraChoice | undefined>>;
}

/** The cameras of both files; without any, one that shows everything of the file after. */
async function viewsOf({ before, after }: Files, camera: string | undefined, messages: string[]): Promise<View[]> {
  const [old, now] = [new Set(before?.scene.cameras()), new Set(after?.scene.cameras())];
  const all = [...new Set([...now, ...old])];
  if (camera !== undefined && !all.includes(camera)) {
    throw new IoError(`--camera: neither file has a Camera prim at ${camera}`);
  }
  if (all.length === 0) {
    const pose = (await poseOfAll(after?.scene)) ?? (await poseOfAll(before?.scene));
    return pose === undefined ? [] : [{ path: undefined, choices: { before: pose, after: pose } }];
  }
  const wanted = camera === undefined ? all : [camera];
  if (wanted.length > MAX_CAMERAS) {
    messages.push(`${wanted.length - MAX_CAMERAS} more cameras are not drawn; --camera PATH draws one of them`);
  }
  return wanted.slice(0, MAX_CAMERAS).map((path) => {
    const choices = { before: old.has(path) ? path : undefined, after: now.has(path) ? path : undefined };
    return { path, choices };
  });
}

/** Returns the pose of a camera that shows everything, for both files; undefined if nothing is drawn. */
async function poseOfAll(scene: DrawableScene | undefined): Promise<CameraChoice | undefined> {
  if (scene === undefined || (await scene.report()).drawn.length === 0) return undefined;
  const [pose] = await scene.turntable(1, "auto");
  return pose;
}

function sizeOf({ before, after }: Files): { width: number; height: number } {
  const [width, height] = resolutionOf(after) ?? resolutionOf(before) ?? [DEFAULT_SIDE, (DEFAULT_SIDE * 9) / 16];
  const scale = Math.min(1, DEFAULT_SIDE / Math.max(width, height, 1));
  const side = (length: number): number => Math.max(1, Math.round(length * scale));
  return { width: side(width), height: side(height) };
}

function resolutionOf(file: PreparedFile | undefined): readonly [number, number] | undefined {
  return file?.kind === "stage" ? file.scene.resolution() : (file?.scene.plan.resolution ?? undefined);
}

async function cameraImages(
  raster: typeof Raster,
  camera: string | undefined,
  { before, after }: Readonly<Record<Side, RenderedImage | undefined>>,
): Promise<CameraImages> {
  const encode = async (image: Raster.Pixels): Promise<SceneImage> => {
    const { width, height } = image;
    return { width, height, png: await raster.encodePng(image) };
  };
  const sides = { before: before && (await encode(before)), after: after && (await encode(after)) };
  if (before === undefined || after === undefined) return { camera, ...sides, difference: undefined };
  const { image, differing, share, prims } = raster.compareImages(before, after, { threshold: 0 });
  return { camera, ...sides, difference: { image: await encode(image), differing, share, prims } };
}
