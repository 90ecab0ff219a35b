/** Splats in another space. */
import type { SplatAsset } from "@usdkit/assets";
import type { RowMatrix } from "@usdkit/transforms";
import { harmonicRotations, type BandMatrix } from "./rotate-harmonics.ts";
import { eigenvectors } from "../model/eigenvectors.ts";

/** Relative difference of axes below which a matrix only turns and scales. */
const SIMILAR = 1e-6;

/**
 * Returns splats transformed by an affine matrix. A Gaussian stays one under any such matrix: where it also shears or stretches, new axes are
 * computed, and colors turn with the rotation that is nearest to it.
 */
export function transformSplats(splats: SplatAsset, matrix: RowMatrix): SplatAsset {
  const linear = [0, 1, 2, 4, 5, 6, 8, 9, 10].map((i) => matrix[i]);
  const scale = similarity(linear);
  const turn = rotationOf(linear);
  const positions = transformPositions(splats.positions, matrix);
  const harmonics = turnHarmonics(splats, harmonicRotations(turn, splats.degree));
  const shapes =
    scale === undefined || determinantOf(linear) < 0
      ? deformedShapes(splats, linear)
      : turnedShapes(splats, turn, scale);
  return { ...splats, positions, harmonics, ...shapes };
}

type Shapes = Pick<SplatAsset, "orientations" | "scales">;

/** Returns the factor of a matrix that turns, mirrors and scales evenly; undefined for others. */
function similarity(linear: readonly number[]): number | undefined {
  const dot = (i: number, j: number): number =>
    linear[3 * i] * linear[3 * j] + linear[3 * i + 1] * linear[3 * j + 1] + linear[3 * i + 2] * linear[3 * j + 2];
  const size = (dot(0, 0) + dot(1, 1) + dot(2, 2)) / 3;
  for (let i = 0; i < 3; i++) {
    if (Math.abs(dot(i, i) - size) > SIMILAR * size) return undefined;
    if (Math.abs(dot(i, (i + 1) % 3)) > SIMILAR * size) return undefined;
  }
  return Math.sqrt(size);
}

function transformPositions(positions: Float32Array, m: RowMatrix): Float32Array {
  const moved = new Float32Array(positions.length);
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    for (let k = 0; k < 3; k++) moved[i + k] = x * m[k] + y * m[4 + k] + z * m[8 + k] + m[12 + k];
  }
  return moved;
}

function turnHarmonics({ harmonics, degree, count }: SplatAsset, bands: readonly BandMatrix[]): Float32Array {
  if (degree === 0) return harmonics;
  const turned = harmonics.slice();
  const width = 3 * (degree + 1) ** 2;
  for (let i = 0; i < count; i++) {
    let at = width * i + 3;
    for (const band of bands) {
      const size = Math.sqrt(band.length);
      for (let row = 0; row < size; row++) {
        for (let c = 0; c < 3; c++) {
          let sum = 0;
          for (let j = 0; j < size; j++) sum += band[size * row + j] * harmonics[at + 3 * j + c];
          turned[at + 3 * row + c] = sum;
        }
      }
      at += 3 * size;
    }
  }
  return turned;
}

function turnedShapes({ orientations, scales }: SplatAsset, turn: readonly number[], scale: number): Shapes {
  const [w, x, y, z] = quaternionOf(turn);
  const turned = new Float32Array(orientations.length);
  for (let i = 0; i + 3 < orientations.length; i += 4) {
    const [a, b, c, d] = orientations.subarray(i, i + 4);
    turned[i] = w * a - x * b - y * c - z * d;
    turned[i + 1] = w * b + x * a + y * d - z * c;
    turned[i + 2] = w * c - x * d + y * a + z * b;
    turned[i + 3] = w * d + x * c - y * b + z * a;
  }
  return { orientations: turned, scales: scale === 1 ? scales : scales.map((each) => each * scale) };
}

/** The axes of the ellipsoids that the matrix makes. */
function deformedShapes({ orientations, scales, count }: SplatAsset, linear: readonly number[]): Shapes {
  const turned = new Float32Array(orientations.length);
  const sizes = new Float32Array(scales.length);
  for (let i = 0; i < count; i++) {
    const axes = axesOf(orientations, scales, i);
    const moved = multiply(axes, linear);
    // The covariance: the sum of the products of the axes.
    const covariance = Array.from({ length: 9 }, (_, at) => {
      const [row, column] = [Math.floor(at / 3), at % 3];
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += moved[3 * k + row] * moved[3 * k + column];
      return sum;
    });
    const { values, vectors } = eigenvectors(covariance);
    for (let k = 0; k < 3; k++) sizes[3 * i + k] = Math.sqrt(Math.max(0, values[k]));
    if (determinantOf(vectors) < 0) for (let k = 6; k < 9; k++) vectors[k] = -vectors[k];
    turned.set(quaternionOf(vectors), 4 * i);
  }
  return { orientations: turned, scales: sizes };
}

/** Three axes of the ellipsoid of a splat, by rows. */
function axesOf(orientations: Float32Array, scales: Float32Array, i: number): readonly number[] {
  const [w, x, y, z] = orientations.subarray(4 * i, 4 * i + 4);
  const rows = [
    1 - 2 * (y * y + z * z),
    2 * (x * y + w * z),
    2 * (x * z - w * y),
    2 * (x * y - w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z + w * x),
    2 * (x * z + w * y),
    2 * (y * z - w * x),
    1 - 2 * (x * x + y * y),
  ];
  return rows.map((value, at) => value * scales[3 * i + Math.floor(at / 3)]);
}

function multiply(a: readonly number[], b: readonly number[]): readonly number[] {
  return Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [Math.floor(at / 3), at % 3];
    return a[3 * row] * b[column] + a[3 * row + 1] * b[3 + column] + a[3 * row + 2] * b[6 + column];
  });
}

function determinantOf([a, b, c, d, e, f, g, h, i]: readonly number[]): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

/** Returns the rotation nearest to a matrix, by rows; it mirrors if the matrix does. Newton's iteration for the polar decomposition. */
function rotationOf(linear: readonly number[]): readonly number[] {
  let rotation = [...linear];
  for (let step = 0; step < 100; step++) {
    const determinant = determinantOf(rotation);
    if (!(Math.abs(determinant) > Number.MIN_VALUE)) return [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const next = inverseTranspose(rotation, determinant).map((value, i) => (value + rotation[i]) / 2);
    const change = Math.max(...next.map((value, i) => Math.abs(value - rotation[i])));
    rotation = next;
    if (change < 1e-15) break;
  }
  return rotation;
}

function inverseTranspose([a, b, c, d, e, f, g, h, i]: readonly number[], determinant: number): readonly number[] {
  const cofactors = [
    e * i - f * h,
    f * g - d * i,
    d * h - e * g,
    c * h - b * i,
    a * i - c * g,
    b * g - a * h,
    b * f - c * e,
    c * d - a * f,
    a * e - b * d,
  ];
  return cofactors.map((value) => value / determinant);
}

/** Returns the unit quaternion w, x, y, z of a rotation matrix for row vectors. */
function quaternionOf(m: readonly number[]): readonly [w: number, x: number, y: number, z: number] {
  const trace = m[0] + m[4] + m[8];
  const candidates = [trace, m[0], m[4], m[8]];
  const largest = candidates.indexOf(Math.max(...candidates));
  let q: [number, number, number, number];
  if (largest === 0) q = [1 + trace, m[5] - m[7], m[6] - m[2], m[1] - m[3]];
  else if (largest === 1) q = [m[5] - m[7], 1 + m[0] - m[4] - m[8], m[1] + m[3], m[6] + m[2]];
  else if (largest === 2) q = [m[6] - m[2], m[1] + m[3], 1 + m[4] - m[0] - m[8], m[5] + m[7]];
  else q = [m[1] - m[3], m[6] + m[2], m[5] + m[7], 1 + m[8] - m[0] - m[4]];
  const length = Math.hypot(...q);
  return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}
