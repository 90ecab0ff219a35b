/** Draws two scenes with the same cameras and compares the images. */
import type * as Raster from "@usdkit/raster";
import type { CameraChoice, PreparedScene, PrimDifference, RenderedImage } from "@usdkit/raster";
import type { Layer } from "@usdkit/layer";
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

type Side = (typeof SIDES)[number];
type Scenes = Readonly<Record<Side, PreparedScene | undefined>>;

/**
 * Draws both scenes with each camera. A scene that cannot be drawn, and a mesh without a file, is a message.
 *
 * @throws {IoError} if a file of a mesh cannot be read
 */
export async function compareScenes(
  raster: typeof Raster,
  layers: Readonly<Record<Side, Layer>>,
  find: FindAsset,
  { camera, size }: SceneImageOptions,
): Promise<ComparedScenes> {
  const messages: string[] = [];
  const attempt = async <T>(side: Side, run: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await run();
    } catch (error) {
      if (!raster.isRasterError(error)) throw error;
      messages.push(`Not drawn, ${side}: ${error.message}`);
      return undefined;
    }
  };
  const prepare = (side: Side): Promise<PreparedScene | undefined> =>
    attempt(side, () => raster.prepareScene(layers[side], find, { missingAssets: "skip", maps: "all" }));
  const scenes: Scenes = { before: await prepare("before"), after: await prepare("after") };
  try {
    for (const side of SIDES) messages.push(...missingAssets(side, scenes[side]));
    const views = viewsOf(scenes, camera, messages);
    const { width, height } = size ?? sizeOf(scenes);
    const cameras: CameraImages[] = [];
    for (const { path, choices } of views) {
      const draw = (side: Side): Promise<RenderedImage | undefined> =>
        attempt(side, async () => {
          const choice = choices[side];
          if (choice === undefined) return undefined;
          return await scenes[side]?.render({ width, height, camera: choice, outputs: ["primId", "depth"] });
        });
      const images = { before: await draw("before"), after: await draw("after") };
      cameras.push(await cameraImages(raster, path, images));
    }
    return { cameras, messages };
  } finally {
    for (const side of SIDES) await scenes[side]?.[Symbol.asyncDispose]();
  }
}

function missingAssets(side: Side, scene: PreparedScene | undefined): string[] {
  return (scene?.leftOut ?? []).map(({ primPath, meshId, reason }) =>
    reason === "missingAsset"
      ? `${primPath}, ${side}: no file for the mesh "${meshId ?? ""}" in --assets`
      : `${primPath}, ${side}: ${reason}`,
  );
}

interface View {
  readonly path: string | undefined;
  readonly choices: Readonly<Record<Side, CameraChoice | undefined>>;
}

/** The cameras of both scenes; without any, a view along -z of everything. */
function viewsOf({ before, after }: Scenes, camera: string | undefined, messages: string[]): View[] {
  const [old, now] = [new Set(before?.cameras()), new Set(after?.cameras())];
  const all = [...new Set([...now, ...old])];
  if (camera !== undefined && !all.includes(camera)) {
    throw new IoError(`--camera: neither file has a Camera prim at ${camera}`);
  }
  if (all.length === 0) {
    const scene = after ?? before;
    const pose = scene === undefined ? undefined : viewOfAll(scene.bounds());
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

function viewOfAll([minX, minY, minZ, maxX, maxY, maxZ]: readonly number[]): CameraChoice | undefined {
  const radius = Math.hypot(maxX - minX, maxY - minY, maxZ - minZ) / 2;
  if (!Number.isFinite(radius) || radius === 0) return undefined;
  const distance = 3 * radius;
  const centre = [(minX + maxX) / 2, (minY + maxY) / 2, (minZ + maxZ) / 2 + distance];
  return {
    worldMatrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...centre, 1],
    focalLength: 35,
    horizontalAperture: 36,
    verticalAperture: 24,
    clippingRange: [distance / 1000, 10 * distance],
  };
}

function sizeOf({ before, after }: Scenes): { width: number; height: number } {
  const [width, height] = after?.plan.resolution ?? before?.plan.resolution ?? [DEFAULT_SIDE, (DEFAULT_SIDE * 9) / 16];
  const scale = Math.min(1, DEFAULT_SIDE / Math.max(width, height, 1));
  const side = (length: number): number => Math.max(1, Math.round(length * scale));
  return { width: side(width), height: side(height) };
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
