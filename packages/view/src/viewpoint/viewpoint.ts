/** The user's viewpoint, and its changes by dragging. */
import type { Box, CameraPose } from "@usdkit/raster";
import type { CameraLens, Vector3 } from "@usdkit/service-scene";
import { add, cross, length } from "./vector.ts";

/** The camera properties used by a viewpoint. */
export type Lens = Pick<CameraLens, "projection" | "focalLength" | "horizontalAperture" | "verticalAperture">;

/** A camera that orbits a target. */
export interface Viewpoint {
  /** The target in world space. */
  readonly target: Vector3;
  /** Distance from the target, scene units, above 0. */
  readonly distance: number;
  /** The vertical axis. */
  readonly up: "Y" | "Z";
  /** Radians around the vertical axis; at 0 it looks along −z, or along y if z is up. */
  readonly yaw: number;
  /** Radians; positive is from above. */
  readonly pitch: number;
  readonly lens: Lens;
}

/** Just below straight up or down, where the horizontal direction is undefined. */
const MAX_PITCH = Math.PI / 2 - 0.001;
const MIN_DISTANCE = 1e-6;
const MAX_DISTANCE = 1e9;

/** A lens of 35 mm, for scenes without a camera. */
export const defaultLens: Lens = {
  projection: "perspective",
  focalLength: 35,
  horizontalAperture: 36,
  verticalAperture: 24,
};

/** Orbits the target: `dx` and `dy` in radians, as the pointer moves to the right and down. */
export function orbit(view: Viewpoint, dx: number, dy: number): Viewpoint {
  const pitch = Math.max(-MAX_PITCH, Math.min(MAX_PITCH, view.pitch + dy));
  return { ...view, yaw: view.yaw - dx, pitch };
}

/** Pans: a point at the target's distance follows the pointer; fractions of the image's height. */
export function pan(view: Viewpoint, dx: number, dy: number, aspect: number): Viewpoint {
  const height = heightAtTarget(view, aspect);
  const { right, up } = axes(view);
  return { ...view, target: add(add(view.target, right, -dx * height), up, dy * height) };
}

/** Zooms in (`factor` below 1) or out. */
export function zoom(view: Viewpoint, factor: number): Viewpoint {
  const { lens } = view;
  const distance = Math.max(MIN_DISTANCE, Math.min(MAX_DISTANCE, view.distance * factor));
  if (lens.projection === "perspective") return { ...view, distance };
  const times = distance / view.distance;
  return {
    ...view,
    distance,
    lens: {
      ...lens,
      horizontalAperture: lens.horizontalAperture * times,
      verticalAperture: lens.verticalAperture * times,
    },
  };
}

/** Frames a box from the current direction; an empty box changes nothing. */
export function fit(view: Viewpoint, box: Box, aspect: number): Viewpoint {
  if (!(box[0] <= box[3])) return view;
  const target: Vector3 = [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2];
  const radius = Math.max(length([box[3] - box[0], box[4] - box[1], box[5] - box[2]]) / 2, 1e-4);
  const { lens } = view;
  if (lens.projection === "orthographic") {
    const times = (2.1 * radius) / (heightAtTarget(view, aspect) * Math.min(1, aspect));
    const scaled = {
      ...lens,
      horizontalAperture: lens.horizontalAperture * times,
      verticalAperture: lens.verticalAperture * times,
    };
    return { ...view, target, distance: 2 * radius, lens: scaled };
  }
  const [width, height] = conformed(lens, aspect);
  const halfAngle = Math.atan(Math.min(width, height) / (2 * lens.focalLength));
  return { ...view, target, distance: (1.05 * radius) / Math.sin(halfAngle) };
}

/** Returns the viewpoint of a camera. Its roll is lost; the target is in front of it at the given distance. */
export function viewpointOf(
  worldMatrix: readonly number[],
  { lens, up }: Pick<Viewpoint, "lens" | "up">,
  distance: number,
): Viewpoint {
  const given: Vector3 = [worldMatrix[8], worldMatrix[9], worldMatrix[10]];
  const size = length(given);
  const isDirection = size > 0 && Number.isFinite(size);
  const back: Vector3 = isDirection ? [given[0] / size, given[1] / size, given[2] / size] : [0, 0, 1];
  const [x, y, z] = up === "Y" ? back : [back[0], back[2], -back[1]];
  const eye: Vector3 = [worldMatrix[12], worldMatrix[13], worldMatrix[14]];
  const away = Math.max(MIN_DISTANCE, distance);
  return {
    target: add(eye, back, -away),
    distance: away,
    up,
    yaw: Math.atan2(x, z),
    pitch: Math.max(-MAX_PITCH, Math.min(MAX_PITCH, Math.asin(y))),
    lens,
  };
}

/** Times the box of an animated scene may move away. */
const ANIMATED_REACH = 50;

/**
 * Returns the pose of a viewpoint; near and far enclose the box with room for splats, which are bounded by their centres, and the
 * target. Of an animated scene, whose box is that of one time, there is room for what moves.
 */
export function poseOf(view: Viewpoint, box: Box, isAnimated = false): CameraPose {
  const { right, up, back } = axes(view);
  const eye = eyeOf(view);
  const worldMatrix = [...right, 0, ...up, 0, ...back, 0, ...eye, 1];
  return {
    ...view.lens,
    worldMatrix,
    clippingRange: clipping(eye, view.distance, box, isAnimated ? ANIMATED_REACH : 1),
  };
}

/** Returns the position of the viewpoint. */
export function eyeOf(view: Viewpoint): Vector3 {
  return add(view.target, axes(view).back, view.distance);
}

function clipping(eye: Vector3, distance: number, box: Box, reach: number): [number, number] {
  if (!(box[0] <= box[3])) return [distance * 1e-3, distance * 1e3];
  const centre: Vector3 = [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2];
  const radius = reach * 1.5 * length([box[3] - box[0], box[4] - box[1], box[5] - box[2]]) + 1e-6;
  const away = length(add(eye, centre, -1));
  const far = Math.max(away + radius, 2 * distance);
  return [Math.min(Math.max(away - radius, far * 1e-4), Math.max(0.05 * distance, far * 1e-6)), far];
}

function axes({ up, yaw, pitch }: Viewpoint): { right: Vector3; up: Vector3; back: Vector3 } {
  const right = upright(up, [Math.cos(yaw), 0, -Math.sin(yaw)]);
  const [x, z] = [Math.sin(yaw) * Math.cos(pitch), Math.cos(yaw) * Math.cos(pitch)];
  const back = upright(up, [x, Math.sin(pitch), z]);
  return { right, up: cross(back, right), back };
}

/** Returns a direction of a space whose y axis is vertical. */
function upright(up: "Y" | "Z", [x, y, z]: Vector3): Vector3 {
  return up === "Y" ? [x, y, z] : [x, -z, y];
}

/** Height of the view at the target, in scene units. */
function heightAtTarget({ lens, distance }: Viewpoint, aspect: number): number {
  const [, height] = conformed(lens, aspect);
  // An orthographic aperture is in tenths of a scene unit.
  return lens.projection === "orthographic" ? height / 10 : (distance * height) / lens.focalLength;
}

/** Returns the aperture widened to the image's aspect ratio, as the renderer does. */
function conformed({ horizontalAperture, verticalAperture }: Lens, aspect: number): [width: number, height: number] {
  return aspect > horizontalAperture / verticalAperture
    ? [verticalAperture * aspect, verticalAperture]
    : [horizontalAperture, horizontalAperture / aspect];
}
