/** Selects the camera of the image. */
import {
  cameraAttributes,
  identityMatrix,
  primTypes,
  rowMatrix,
  traverseScene,
  worldMatrix,
  type CameraLens,
  type RowMatrix,
  type ScenePlan,
} from "@usdkit/service-scene";
import { SpecPathError, findSpec, type Layer } from "@usdkit/layer";
import { RenderError } from "../errors/render-error.ts";
import { describeCameras } from "./describe-cameras.ts";

/**
 * A camera that is not a prim of the scene, or overrides of the scene's camera: missing values are taken from the scene's first
 * camera, or from the schema's fallbacks if it has none. A patch's camera returned by `readScene` contains fallbacks as well:
 * use the fields that `authored` lists.
 */
export interface CameraPose extends Partial<CameraLens> {
  /** From camera space to world space: 16 numbers, row by row, the translation last. */
  readonly worldMatrix?: RowMatrix | readonly number[] | undefined;
  /** Shift of the film back to the right, in mm; default 0. */
  readonly horizontalApertureOffset?: number | undefined;
  /** Shift of the film back upwards, in mm; default 0. */
  readonly verticalApertureOffset?: number | undefined;
  /** Factor of the light of the full look; default 1. */
  readonly exposure?: number | undefined;
  /** Focal length divided by the diameter of the lens; 0, the default: everything is sharp. */
  readonly fStop?: number | undefined;
  /** Distance along the view at which the image is sharp, in scene units. */
  readonly focusDistance?: number | undefined;
}

/** The path of a Camera prim, a pose, or `"auto"`: a camera that shows everything. */
export type CameraChoice = string | CameraPose;

export interface SceneCamera extends CameraLens {
  /** Null if it is not a prim's. */
  readonly path: string | null;
  readonly worldMatrix: RowMatrix;
  readonly horizontalApertureOffset: number;
  readonly verticalApertureOffset: number;
  readonly exposure: number;
  readonly fStop: number;
  readonly focusDistance: number;
}

/** What cameras of the service do not have. */
export const plainOptics = {
  horizontalApertureOffset: 0,
  verticalApertureOffset: 0,
  exposure: 1,
  fStop: 0,
  focusDistance: 0,
} as const;

/** The schema's fallback camera. */
function fallbackLens(): CameraLens {
  const properties = primTypes.get("Camera")?.properties;
  const fallback = (name: keyof CameraLens): unknown => properties?.get(name)?.fallback;
  return {
    projection: fallback("projection") as "perspective",
    focalLength: fallback("focalLength") as number,
    horizontalAperture: fallback("horizontalAperture") as number,
    verticalAperture: fallback("verticalAperture") as number,
    clippingRange: fallback("clippingRange") as [number, number],
  };
}

/** @throws {RenderError} `camera` if there is none. */
export function sceneCamera(layer: Layer, plan: ScenePlan, choice: CameraChoice | undefined): SceneCamera {
  if (typeof choice === "string") return { ...plainOptics, ...primCamera(layer, choice) };
  if (plan.camera === null && choice === undefined) {
    throw new RenderError("camera", "the scene has no Camera prim; add one that looks at what is to be drawn");
  }
  const own = plan.camera ?? { ...fallbackLens(), path: null, worldMatrix: identityMatrix };
  const { path, worldMatrix, projection, focalLength, horizontalAperture, verticalAperture, clippingRange } = own;
  const lens = { projection, focalLength, horizontalAperture, verticalAperture, clippingRange };
  return poseCamera({ path, worldMatrix, ...lens, ...plainOptics }, choice ?? {});
}

/** Returns a camera with the values that a pose has. */
export function poseCamera(own: SceneCamera, pose: CameraPose): SceneCamera {
  const given = Object.fromEntries(Object.entries(pose).filter(([, value]) => value !== undefined));
  return {
    ...own,
    ...given,
    worldMatrix: pose.worldMatrix === undefined ? own.worldMatrix : poseMatrix(pose.worldMatrix),
  };
}

function poseMatrix(numbers: readonly number[]): RowMatrix {
  if (numbers.length === 16) return rowMatrix(numbers);
  throw new RenderError("camera", `a camera's worldMatrix has 16 numbers, not ${numbers.length}`);
}

function primCamera(
  layer: Layer,
  primPath: string,
): CameraLens & { readonly path: string; readonly worldMatrix: RowMatrix } {
  let cause: SpecPathError | undefined;
  try {
    const spec = findSpec(layer, primPath);
    if (spec.specType === "prim" && spec.typeName === "Camera") {
      return { path: spec.path, ...cameraAttributes(spec), worldMatrix: worldMatrix(spec) };
    }
  } catch (error) {
    if (!(error instanceof SpecPathError)) throw error;
    cause = error;
  }
  const problem = cause === undefined ? "this prim is not a Camera" : "there is no such prim";
  const cameras = Array.from(traverseScene(layer)).flatMap(({ typeName, path }) =>
    typeName === "Camera" ? [path] : [],
  );
  throw new RenderError("camera", `${problem}; ${describeCameras("scene", cameras)}`, { primPath, cause });
}
