/** Matrices that shear, as two nodes: glTF has transforms of scale, rotation and translation alone. */
import { unsafeRowMatrix, type RowMatrix } from "@usdkit/transforms";
import type { Quaternion, Triple } from "../model/numbers.ts";
import { matrixParts } from "../model/transform-parts.ts";
import { eigenvectors } from "../model/eigenvectors.ts";

/** A matrix as a rotation, which comes first, and scale, rotation and translation after it. */
export interface ShearedParts {
  /** Of the inner node: to the axes along which the matrix scales. */
  readonly inner: Quaternion;
  readonly outer: { readonly translation: Triple; readonly rotation: Quaternion; readonly scale: Triple };
}

/** Scales below it, relative to the largest, are 0. */
const FLAT = 1e-7;

/** Returns the parts of an affine matrix: its singular value decomposition. */
export function shearedParts(m: RowMatrix): ShearedParts {
  const rows = [0, 4, 8].map((at) => [m[at], m[at + 1], m[at + 2]] as const);
  // Of L · Lᵀ: L is the rotation to its eigenvectors, a scale along them, and another rotation.
  const products = rows.flatMap((a) => rows.map((b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]));
  const { values, vectors } = eigenvectors(products);
  const order = [0, 1, 2].toSorted((a, b) => values[b] - values[a]);
  const axes = order.map((i) => vectors.slice(3 * i, 3 * i + 3));
  // Both are rotations: a mirroring is a negative scale.
  if (determinant(axes) < 0) axes[2] = axes[2].map((value) => -value);
  const images = axes.map((axis) => [0, 1, 2].map((k) => axis.reduce((sum, value, i) => sum + value * rows[i][k], 0)));
  const { units, scale } = unitAxes(images);
  if (determinant(units) < 0) {
    units[2] = units[2].map((value) => -value);
    scale[2] = -scale[2];
  }
  const transposed = [0, 1, 2].map((k) => axes.map((axis) => axis[k]));
  return {
    inner: rotationOf(transposed),
    outer: {
      translation: [m[12], m[13], m[14]],
      rotation: rotationOf(units),
      scale: [scale[0], scale[1], scale[2]],
    },
  };
}

/** Returns the directions of the images of the axes, and their lengths; those without one complete the others. */
function unitAxes(images: readonly (readonly number[])[]): { readonly units: number[][]; readonly scale: number[] } {
  const units: number[][] = [];
  const scale: number[] = [];
  const longest = Math.hypot(...images[0]);
  for (const image of images) {
    // Short images have large errors.
    const rest = outside(image, units);
    const length = Math.hypot(...rest);
    if (length > FLAT * longest) {
      units.push(rest.map((value) => value / length));
      scale.push(length);
      continue;
    }
    const free = [0, 1, 2].map((axis) =>
      outside(
        [0, 1, 2].map((k) => (k === axis ? 1 : 0)),
        units,
      ),
    );
    const [widest] = free.toSorted((a, b) => Math.hypot(...b) - Math.hypot(...a));
    units.push(widest.map((value) => value / Math.hypot(...widest)));
    scale.push(0);
  }
  return { units, scale };
}

/** Returns what of a vector is orthogonal to unit vectors. */
function outside(vector: readonly number[], units: readonly (readonly number[])[]): number[] {
  let rest = [...vector];
  for (const unit of units) {
    const along = rest.reduce((sum, value, k) => sum + value * unit[k], 0);
    rest = rest.map((value, k) => value - along * unit[k]);
  }
  return rest;
}

function determinant([a, b, c]: readonly (readonly number[])[]): number {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

function rotationOf([x, y, z]: readonly (readonly number[])[]): Quaternion {
  return matrixParts(unsafeRowMatrix([...x, 0, ...y, 0, ...z, 0, 0, 0, 0, 1])).rotation;
}
