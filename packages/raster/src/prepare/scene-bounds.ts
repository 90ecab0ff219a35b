import { inBlocks } from "@usdkit/base";
import type { Affine, MeshData, SceneData } from "./scene-data.ts";

/** An axis-aligned box; an empty one has its least at infinity and its greatest at −infinity. */
export type Box = readonly [minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number];

export const emptyBox: Box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];

/** Returns the smallest box around two. */
export function unionBox(a: Box, b: Box): Box {
  const { min, max } = Math;
  return [min(a[0], b[0]), min(a[1], b[1]), min(a[2], b[2]), max(a[3], b[3]), max(a[4], b[4]), max(a[5], b[5])];
}

/** Returns the box around `count` points from `first` on; non-finite ones are ignored. */
function boxOfPoints(positions: Float32Array, first: number, count: number): Box {
  const box = Float64Array.from(emptyBox);
  inBlocks(count, (from, to) => growBox(box, positions, first + from, first + to));
  return [box[0], box[1], box[2], box[3], box[4], box[5]];
}

function growBox(box: Float64Array, positions: Float32Array, from: number, to: number): void {
  let [minX, minY, minZ, maxX, maxY, maxZ] = [box[0], box[1], box[2], box[3], box[4], box[5]];
  for (let i = 3 * from; i < 3 * to; i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    const sum = x + y + z;
    if (sum - sum !== 0) continue;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
  }
  box[0] = minX;
  box[1] = minY;
  box[2] = minZ;
  box[3] = maxX;
  box[4] = maxY;
  box[5] = maxZ;
}

/** Boxes of the parts of meshes: shadows need them, and each image whose camera shows everything. */
const knownBoxes = new WeakMap<MeshData["parts"], Map<number, Box>>();

/** Returns the box around a part of a mesh, in asset space. */
export function boxOfPart({ parts, positions }: MeshData, part: number): Box {
  const boxes = knownBoxes.get(parts) ?? new Map<number, Box>();
  knownBoxes.set(parts, boxes);
  const box = boxes.get(part) ?? boxOfPoints(positions, parts[part].firstVertex, parts[part].vertices);
  boxes.set(part, box);
  return box;
}

/** Returns the box around the transformed corners of a box. */
export function movedBox(box: Box, m: Affine): Box {
  if (!(box[0] <= box[3])) return emptyBox;
  // Without arrays for each corner: a scene may have a million boxes.
  const moved: [number, number, number, number, number, number] = [...emptyBox];
  for (let k = 0; k < 3; k++) {
    const [a, b, c, d] = [m[k], m[3 + k], m[6 + k], m[9 + k]];
    let [least, greatest] = [Infinity, -Infinity];
    for (let corner = 0; corner < 8; corner++) {
      const x = box[(corner & 1) === 0 ? 0 : 3];
      const y = box[(corner & 2) === 0 ? 1 : 4];
      const z = box[(corner & 4) === 0 ? 2 : 5];
      const value = x * a + y * b + z * c + d;
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
    moved[k] = least;
    moved[3 + k] = greatest;
  }
  return moved;
}

/** Returns the box in world space around everything that is drawn; splats count by their centres. */
export function sceneBounds(data: SceneData): Box {
  let all = emptyBox;
  for (const { box } of drawnBoxes(data)) all = unionBox(all, box);
  return all;
}

/** Returns the boxes in world space around what each prim draws, by path. */
export function primBounds(data: SceneData): ReadonlyMap<string, Box> {
  const boxes = new Map<string, Box>();
  for (const { prim, box } of drawnBoxes(data)) {
    const path = data.prims[prim];
    boxes.set(path, unionBox(boxes.get(path) ?? emptyBox, box));
  }
  return boxes;
}

/** Yields the box of each draw. */
function* drawnBoxes({ meshes, splats, points }: SceneData): Generator<{ readonly prim: number; readonly box: Box }> {
  for (const { prim, part, toWorld } of meshes.draws) {
    yield { prim, box: movedBox(boxOfPart(meshes, part), toWorld) };
  }
  for (const { prim, first, count, toWorld } of splats.draws) {
    yield { prim, box: movedBox(boxOfPoints(splats.positions, first, count), toWorld) };
  }
  for (const { prim, first, count, toWorld, isLines } of points.draws) {
    const begins = boxOfPoints(points.positions, first, count);
    const box = isLines ? unionBox(begins, boxOfPoints(points.ends.positions, first, count)) : begins;
    yield { prim, box: movedBox(box, toWorld) };
  }
}
