/** Bounding boxes of assets and prims. */
import type { Asset, Box } from "@usdkit/raster";

export const emptyBox: Box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];

/** Returns the bounding box of an asset in its own space; of splats and points, of their centres. */
export function boxOfAsset(asset: Asset): Box {
  if (asset.type === "group") {
    return asset.members.reduce<Box>(
      (box, member) => joinBoxes(box, moveBox(boxOfAsset(member.asset), member.matrix)),
      [...emptyBox],
    );
  }
  if (asset.type !== "mesh") return boxOfPoints(asset.positions);
  let all = emptyBox;
  for (const { positions, instances } of asset.parts) {
    const box = boxOfPoints(positions);
    if (instances === undefined) all = joinBoxes(all, box);
    else for (const matrix of instances) all = joinBoxes(all, moveBox(box, matrix));
  }
  return all;
}

/** Returns the union of two boxes. */
function joinBoxes(a: Box, b: Box): Box {
  return [
    Math.min(a[0], b[0]),
    Math.min(a[1], b[1]),
    Math.min(a[2], b[2]),
    Math.max(a[3], b[3]),
    Math.max(a[4], b[4]),
    Math.max(a[5], b[5]),
  ];
}

/** Returns the bounding box of a box transformed by an affine matrix of twelve numbers. */
export function moveBox(box: Box, m: readonly number[]): Box {
  if (!(box[0] <= box[3])) return emptyBox;
  let all = emptyBox;
  for (let corner = 0; corner < 8; corner++) {
    const [x, y, z] = [box[(corner & 1) * 3], box[1 + ((corner >> 1) & 1) * 3], box[2 + ((corner >> 2) & 1) * 3]];
    const point = [0, 1, 2].map((k) => x * m[k] + y * m[3 + k] + z * m[6 + k] + m[9 + k]);
    all = joinBoxes(all, [point[0], point[1], point[2], point[0], point[1], point[2]]);
  }
  return all;
}

/** Returns the affine part (twelve numbers) of a 4×4 matrix. */
export function affineOf(matrix: readonly number[]): number[] {
  return [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14].map((i) => matrix[i]);
}

function boxOfPoints(positions: Float32Array): Box {
  const box: [number, number, number, number, number, number] = [
    Infinity,
    Infinity,
    Infinity,
    -Infinity,
    -Infinity,
    -Infinity,
  ];
  for (let i = 0; i < positions.length; i += 3) {
    if (!Number.isFinite(positions[i] + positions[i + 1] + positions[i + 2])) continue;
    for (let k = 0; k < 3; k++) {
      const value = positions[i + k];
      if (value < box[k]) box[k] = value;
      if (value > box[3 + k]) box[3 + k] = value;
    }
  }
  return box;
}
