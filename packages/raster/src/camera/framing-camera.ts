/** A camera that shows everything. */
import { rowMatrix } from "@usdkit/service-scene";
import { lengthOf } from "../prepare/affine.ts";
import type { Box } from "../prepare/scene-bounds.ts";
import { plainOptics, type SceneCamera } from "./scene-camera.ts";

/** In mm: the horizontal angle of view is 30°. */
const FOCAL_LENGTH = 50;
const APERTURE = 26.794919243112275;
/** Room around the bounds. */
const MARGIN = 1.05;

type Vector = readonly [x: number, y: number, z: number];

/**
 * Returns a camera that looks at the middle of a box from the front, from the right and above, and sees all of it.
 *
 * @param aspect width of the image by its height
 */
export function framingCamera(bounds: Box, upAxis: "Y" | "Z", aspect: number): SceneCamera {
  const isEmpty = !(bounds[0] <= bounds[3]);
  const box: readonly number[] = isEmpty ? [-1, -1, -1, 1, 1, 1] : bounds;
  const centre = [0, 1, 2].map((axis) => (box[axis] + box[3 + axis]) / 2);
  const half = [0, 1, 2].map((axis) => box[3 + axis] - centre[axis]);
  const radius = Math.max(1e-6, lengthOf(half[0], half[1], half[2]));
  const verticalAperture = APERTURE / aspect;
  const up: Vector = upAxis === "Y" ? [0, 1, 0] : [0, 0, 1];
  const back = unit(upAxis === "Y" ? [0.5, 0.4, 1] : [0.5, -1, 0.4]);
  const right = unit(cross(up, back));
  const above = cross(back, right);
  // The corner that is farthest out of the picture decides how far away the camera is.
  let distance = radius / 100;
  for (let corner = 0; corner < 8; corner++) {
    const at = half.map((length, axis) => ((corner >> axis) & 1 ? length : -length));
    const along = (direction: Vector): number => at[0] * direction[0] + at[1] * direction[1] + at[2] * direction[2];
    const wide = (2 * FOCAL_LENGTH * Math.abs(along(right))) / APERTURE;
    const high = (2 * FOCAL_LENGTH * Math.abs(along(above))) / verticalAperture;
    distance = Math.max(distance, along(back) + MARGIN * Math.max(wide, high));
  }
  const eye = centre.map((value, axis) => value + distance * back[axis]);
  return {
    path: null,
    worldMatrix: rowMatrix([...right, 0, ...above, 0, ...back, 0, ...eye, 1]),
    projection: "perspective",
    focalLength: FOCAL_LENGTH,
    horizontalAperture: APERTURE,
    verticalAperture,
    ...plainOptics,
    clippingRange: [Math.max(distance - 2 * radius, distance / 1000), distance + 2 * radius],
  };
}

/** Returns the box that a box needs when it turns about the up axis through its middle. */
export function turnedBounds(bounds: Box, upAxis: "Y" | "Z"): Box {
  const other = upAxis === "Y" ? 2 : 1;
  const turned = [...bounds];
  const [x, y] = [0, other].map((axis) => (bounds[3 + axis] - bounds[axis]) / 2);
  const radius = lengthOf(x, y, 0);
  for (const axis of [0, other]) {
    const middle = (bounds[axis] + bounds[3 + axis]) / 2;
    turned[axis] = middle - radius;
    turned[3 + axis] = middle + radius;
  }
  const [a, b, c, d, e, f] = turned;
  return [a, b, c, d, e, f];
}

function unit([x, y, z]: Vector): Vector {
  const length = lengthOf(x, y, z);
  return [x / length, y / length, z / length];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
