/** Camera patches of realtime sessions as plain data, parsed once on arrival. */
import { findSpec, type Layer } from "@usdkit/layer";
import type { CameraPose } from "@usdkit/raster";
import {
  firstCamera,
  identityMatrix,
  multiplyMatrices,
  rowMatrix,
  serviceMatrix,
  traverseScene,
  worldMatrix,
  type CameraAttributes,
  type ScenePlan,
} from "@usdkit/service-scene";
import * as z from "zod";

const MATRIX = "xformOp:transform";
/** Bounds the paths that a session keeps. */
const MAX_CAMERAS = 1000;

/** The parts of a session's camera that its patches need. */
export interface CameraSpace {
  readonly path: string;
  /** Paths of the scene's cameras, in traversal order; at most {@link MAX_CAMERAS}. Patches of other prims are rejected. */
  readonly cameras: readonly string[];
  /** World matrix of its parent prim: 16 numbers, row vectors. */
  readonly parentMatrix: readonly number[];
}

/** The changes that a patch makes. */
export interface CameraMove {
  readonly path: string;
  /** Authored attributes only. */
  readonly lens: Partial<CameraAttributes>;
  /** The authored matrix, from the camera's space to its parent's; null if the patch has none. */
  readonly matrix: readonly number[] | null;
}

/** Returns the camera that patches of a scene move, or null if the scene has none. */
export function cameraSpaceOf(layer: Layer): CameraSpace | null {
  const camera = firstCamera(layer);
  if (camera === undefined) return null;
  const { parent } = camera;
  const isRoot = parent === undefined || parent.specType !== "prim";
  return {
    path: camera.path,
    cameras: cameraPaths(layer),
    parentMatrix: [...(isRoot ? identityMatrix : worldMatrix(parent))],
  };
}

function cameraPaths(layer: Layer): readonly string[] {
  const paths: string[] = [];
  for (const { typeName, path } of traverseScene(layer)) {
    if (typeName === "Camera" && paths.push(path) === MAX_CAMERAS) break;
  }
  return paths;
}

/** Returns the changes of a patch, or null if it has no camera. */
export function cameraMoveOf(layer: Layer, { camera }: ScenePlan): CameraMove | null {
  if (camera === null) return null;
  const { path, authored } = camera;
  const lens: Partial<CameraAttributes> = Object.fromEntries(
    Object.entries(camera).filter(([name]) => authored.includes(name)),
  );
  const over = authored.includes(MATRIX) ? findSpec(layer, path) : undefined;
  return { path, lens, matrix: over?.specType === "prim" ? [...serviceMatrix(over)] : null };
}

/**
 * Returns a camera after a patch: values that the patch does not author stay as they are. A patch of another camera
 * changes nothing. The patch's matrix is in the space of the scene's parents, which the patch alone does not contain.
 */
export function movedPose(pose: CameraPose, move: CameraMove, space: CameraSpace | null): CameraPose {
  if (move.path !== space?.path) return pose;
  const { lens, matrix } = move;
  if (matrix === null) return { ...pose, ...lens };
  return { ...pose, ...lens, worldMatrix: multiplyMatrices(rowMatrix(matrix), rowMatrix(space.parentMatrix)) };
}

/** JSON has no non-finite numbers; messages between processes encode them as text. */
const number = z.union([z.number(), z.enum(["NaN", "Infinity", "-Infinity"]).transform(Number)]);
const matrix = z.array(number).length(16);

/** Replaces numbers that are not finite by text, for `JSON.stringify`; {@link cameraMoveSchema} and {@link cameraSpaceSchema} read it. */
export function finiteOrText(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

export const cameraSpaceSchema: z.ZodType<CameraSpace> = z.object({
  path: z.string(),
  cameras: z.array(z.string()),
  parentMatrix: matrix,
});

export const cameraMoveSchema: z.ZodType<CameraMove> = z.object({
  path: z.string(),
  lens: z.object({
    projection: z.exactOptional(z.enum(["perspective", "orthographic"])),
    focalLength: z.exactOptional(number),
    horizontalAperture: z.exactOptional(number),
    verticalAperture: z.exactOptional(number),
    clippingRange: z.exactOptional(z.tuple([number, number])),
    focusDistance: z.exactOptional(number),
    fStop: z.exactOptional(number),
  }),
  matrix: matrix.nullable(),
});
