import { loadAsset, type SplatAsset } from "@usdkit/assets";
import {
  eulerMatrix,
  multiplyMatrices,
  rowMatrix,
  scaleMatrix,
  translationMatrix,
  type RowMatrix,
} from "@usdkit/transforms";
import { splatPly } from "@usdkit/test-files/splat-ply";
import { trainedCloud } from "@usdkit/test-files/trained-cloud";
import { expect, test } from "vitest";
import { transformSplats } from "./transform-splats.ts";

const turn = multiplyMatrices(eulerMatrix([20, -50, 110], "XYZ"), translationMatrix([1, 2, 3]));
const matrices: readonly (readonly [string, RowMatrix])[] = [
  ["turns and moves", turn],
  ["also scales", multiplyMatrices(scaleMatrix([2.5, 2.5, 2.5]), turn)],
  ["stretches", multiplyMatrices(scaleMatrix([2, 0.5, 3]), turn)],
  ["mirrors", multiplyMatrices(scaleMatrix([-1, 1, 1]), turn)],
  ["shears", multiplyMatrices(rowMatrix([1, 0.4, 0, 0, 0, 1, 0, 0, 0.2, 0, 1, 0, 0, 0, 0, 1]), turn)],
];

test.each(matrices)("a matrix that %s moves the ellipsoids of splats", async (_, matrix) => {
  const splats = await cloud(3);
  const moved = transformSplats(splats, matrix);
  for (let i = 0; i < splats.count; i++) {
    const expected = covariance(splats, i, matrix);
    const found = covariance(moved, i);
    const size = Math.max(...expected.map(Math.abs));
    for (const [at, value] of found.entries()) expect(Math.abs(value - expected[at])).toBeLessThan(2e-6 * size);
  }
});

test.each(matrices.filter(([name]) => name !== "stretches" && name !== "shears"))(
  "a matrix that %s moves the colors of all directions",
  async (_, matrix) => {
    for (const degree of [1, 2, 3] as const) {
      const splats = await cloud(degree);
      const moved = transformSplats(splats, matrix);
      for (const direction of [
        [0, 0, 1],
        [1, 0, 0],
        [0.6, 0, -0.8],
        [0.48, -0.6, 0.64],
      ]) {
        const to = normalized(turned(direction, matrix));
        for (let i = 0; i < splats.count; i++) {
          for (let c = 0; c < 3; c++) {
            expect(colorOf(moved, i, c, to)).toBeCloseTo(colorOf(splats, i, c, direction), 5);
          }
        }
      }
    }
  },
);

async function cloud(degree: 0 | 1 | 2 | 3): Promise<SplatAsset> {
  return (await loadAsset(splatPly(trainedCloud(8, degree, 11)))) as SplatAsset;
}

function turned(v: readonly number[], m: RowMatrix): number[] {
  return [0, 1, 2].map((k) => v[0] * m[k] + v[1] * m[4 + k] + v[2] * m[8 + k]);
}

function normalized(v: readonly number[]): number[] {
  return v.map((each) => each / Math.hypot(...v));
}

/** Of the axes of a splat, after a matrix. */
function covariance({ orientations, scales }: SplatAsset, i: number, matrix?: RowMatrix): number[] {
  const [w, x, y, z] = orientations.subarray(4 * i, 4 * i + 4);
  const basis = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const axes = basis.map((axis, k) => {
    // v + 2·u × (u × v + w·v)
    const cross = (a: readonly number[], b: readonly number[]): number[] => [
      a[1] * b[2] - a[2] * b[1],
      a[2] * b[0] - a[0] * b[2],
      a[0] * b[1] - a[1] * b[0],
    ];
    const u = [x, y, z];
    const inner = cross(u, axis).map((value, at) => value + w * axis[at]);
    const v = cross(u, inner).map((value, at) => (axis[at] + 2 * value) * scales[3 * i + k]);
    return matrix === undefined ? v : turned(v, matrix);
  });
  return Array.from({ length: 9 }, (_, at) =>
    axes.reduce((sum, axis) => sum + axis[Math.floor(at / 3)] * axis[at % 3], 0),
  );
}

/** Degrees 1 to 3 of the real spherical harmonics, with the signs of Gaussian splatting (Kerbl et al. 2023), along a unit vector. */
function colorOf({ harmonics, degree }: SplatAsset, i: number, c: number, [x, y, z]: readonly number[]): number {
  const basis = [
    -0.4886025119 * y,
    0.4886025119 * z,
    -0.4886025119 * x,
    1.0925484306 * x * y,
    -1.0925484306 * y * z,
    0.3153915653 * (2 * z * z - x * x - y * y),
    -1.0925484306 * x * z,
    0.5462742153 * (x * x - y * y),
    -0.5900435899 * y * (3 * x * x - y * y),
    2.8906114426 * x * y * z,
    -0.4570457995 * y * (4 * z * z - x * x - y * y),
    0.3731763326 * z * (2 * z * z - 3 * x * x - 3 * y * y),
    -0.4570457995 * x * (4 * z * z - x * x - y * y),
    1.4453057213 * z * (x * x - y * y),
    -0.5900435899 * x * (x * x - 3 * y * y),
  ];
  const width = (degree + 1) ** 2;
  let sum = 0;
  for (let k = 1; k < width; k++) sum += basis[k - 1] * harmonics[3 * (width * i + k) + c];
  return sum;
}
