/** How the vertices of a primitive are joined. */
import { listTriangles, type GltfPrimitive } from "@usdkit/assets/gltf";
import { SkipCounter } from "@usdkit/assets/reading";
import type { Topology } from "../model/mesh.ts";

const [POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES] = [0, 1, 2, 3, 4];

/** Returns the topology of a primitive. Triangles and lines of vertices that do not exist are left out. */
export function topologyOf(
  mode: GltfPrimitive["mode"],
  indices: Uint32Array | Uint16Array | null,
  count: number,
  lose: (message: string) => void,
): Topology {
  switch (mode) {
    case POINTS:
      return { kind: "points", indices: withinRange(indices, count, lose) };
    case LINES:
    case LINE_LOOP:
    case LINE_STRIP:
      return linesOf(mode, withinRange(indices, count, lose), count);
    default:
      return { kind: "triangles", indices: trianglesOf(mode, indices, count, lose) };
  }
}

function trianglesOf(
  mode: number,
  indices: Uint32Array | Uint16Array | null,
  count: number,
  lose: (message: string) => void,
): Uint32Array | Uint16Array | null {
  const length = indices?.length ?? count;
  const isPlain = mode === TRIANGLES && length % 3 === 0;
  if (isPlain && (indices === null || isWithin(indices, count))) return indices;
  const skips = new SkipCounter();
  const list = listTriangles(mode, indices, count, skips);
  const { indexOutOfRange = 0, incompleteTriangle = 0 } = skips.counts();
  if (indexOutOfRange > 0) lose(`${indexOutOfRange} triangles have vertices that do not exist: they are left out`);
  if (incompleteTriangle > 0) lose("The last triangle is incomplete: it is left out");
  return list;
}

function linesOf(mode: number, indices: Uint32Array | Uint16Array | null, count: number): Topology {
  const length = indices?.length ?? count;
  if (mode === LINES) {
    const whole = length - (length % 2);
    const counts = new Uint32Array(whole / 2).fill(2);
    return { kind: "lines", indices: indices?.subarray(0, whole) ?? null, counts, isClosed: false };
  }
  return { kind: "lines", indices, counts: Uint32Array.of(length), isClosed: mode === LINE_LOOP };
}

function isWithin(indices: Uint32Array | Uint16Array, count: number): boolean {
  let largest = 0;
  for (let i = 0; i < indices.length; i++) if (indices[i] > largest) largest = indices[i];
  return largest < count || indices.length === 0;
}

function withinRange(
  indices: Uint32Array | Uint16Array | null,
  count: number,
  lose: (message: string) => void,
): Uint32Array | Uint16Array | null {
  if (indices === null || isWithin(indices, count)) return indices;
  const kept = indices.filter((index) => index < count);
  lose(`${indices.length - kept.length} vertices do not exist: they are left out`);
  return kept;
}
