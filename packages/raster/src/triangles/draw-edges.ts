/** Draws the edges of triangles that are seen: how much of each pixel they cover. */
import { clipToImage, clipToNear, type ViewPoint } from "@usdkit/service-scene";
import type { FrameCamera } from "../camera/frame-camera.ts";
import { multiplyAffine } from "../prepare/affine.ts";
import type { Pause } from "../prepare/placed-item.ts";
import type { Affine, MeshData } from "../prepare/scene-data.ts";
import { uniqueEdges } from "./unique-edges.ts";

/** An image of edges. */
export interface EdgeTarget {
  readonly width: number;
  readonly height: number;
  /** Distances along the view; infinite if nothing is seen. */
  readonly depth: Float32Array;
  /** 0 to 255 by pixel. */
  readonly edges: Uint8Array;
}

/** By how much an edge may be behind a surface, as a share of its distance: edges are on the surfaces that they bound. */
const BIAS = 0.004;
/** Edges that are drawn between two pauses. */
const PIECE = 1 << 14;

/** Edges by the arrays of a scene, which its images share, and by part. */
const known = new WeakMap<Uint32Array, Map<number, Uint32Array>>();

/** @param camera Of an image of one sample a pixel. */
export async function drawEdges(
  target: EdgeTarget,
  meshes: MeshData,
  camera: FrameCamera,
  pause: Pause,
): Promise<void> {
  const { parts, positions, indices, draws } = meshes;
  const edgesOfParts = known.get(indices) ?? new Map<number, Uint32Array>();
  known.set(indices, edgesOfParts);
  for (const { part, toWorld } of draws) {
    await pause();
    const { firstVertex, vertices, firstTriangle, triangles } = parts[part];
    let edges = edgesOfParts.get(part);
    if (edges === undefined) {
      edges = uniqueEdges(indices.subarray(3 * firstTriangle, 3 * (firstTriangle + triangles)));
      edgesOfParts.set(part, edges);
    }
    const points = positions.subarray(3 * firstVertex, 3 * (firstVertex + vertices));
    const seen = toCamera(points, multiplyAffine(toWorld, camera.view));
    for (let i = 0; i < edges.length; i += 2) {
      drawEdge(target, seen, { from: edges[i] - firstVertex, to: edges[i + 1] - firstVertex, camera });
      if (i % PIECE === PIECE - 2) await pause();
    }
  }
}

/** Returns positions in the space of the camera. */
function toCamera(positions: Float32Array, m: Affine): Float64Array {
  const moved = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    moved[i] = x * m[0] + y * m[3] + z * m[6] + m[9];
    moved[i + 1] = x * m[1] + y * m[4] + z * m[7] + m[10];
    moved[i + 2] = x * m[2] + y * m[5] + z * m[8] + m[11];
  }
  return moved;
}

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly camera: FrameCamera;
}

function pointAt(seen: Float64Array, index: number): ViewPoint {
  return [seen[3 * index], seen[3 * index + 1], -seen[3 * index + 2]];
}

function drawEdge(target: EdgeTarget, seen: Float64Array, { from, to, camera }: Edge): void {
  const { near, isPerspective, fx, fy, cx, cy } = camera;
  const seenPart = clipToNear(pointAt(seen, from), pointAt(seen, to), near);
  if (seenPart === undefined) return;
  const [[ax, ay, az], [bx, by, bz]] = seenPart;
  const [aw, bw] = isPerspective ? [az, bz] : [1, 1];
  const [x0, y0] = [cx + (fx * ax) / aw, cy - (fy * ay) / aw];
  const [x1, y1] = [cx + (fx * bx) / bw, cy - (fy * by) / bw];
  const span = clipToImage({ x: x0, y: y0, dx: x1 - x0, dy: y1 - y0 }, target);
  if (span === undefined) return;
  // One step a pixel along the longer direction, at its centre; across it, an edge is shared by two pixels.
  const isWide = Math.abs(x1 - x0) >= Math.abs(y1 - y0);
  const [start, length] = isWide ? [x0, x1 - x0] : [y0, y1 - y0];
  const ends = [start + length * span[0], start + length * span[1]];
  const [least, greatest] = [Math.min(...ends), Math.max(...ends)];
  for (let pixel = Math.floor(least); pixel <= greatest; pixel++) {
    const t = length === 0 ? 0 : (Math.min(greatest, Math.max(least, pixel + 0.5)) - start) / length;
    // Along a line of the image, the inverse distance is linear.
    const distance = isPerspective ? 1 / (1 / az + (1 / bz - 1 / az) * t) : az + (bz - az) * t;
    const across = (isWide ? y0 + (y1 - y0) * t : x0 + (x1 - x0) * t) - 0.5;
    const first = Math.floor(across);
    const share = across - first;
    cover(target, isWide ? [pixel, first] : [first, pixel], distance, 1 - share);
    cover(target, isWide ? [pixel, first + 1] : [first + 1, pixel], distance, share);
  }
}

function cover(
  { width, height, depth, edges }: EdgeTarget,
  [x, y]: readonly [number, number],
  distance: number,
  share: number,
): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const at = y * width + x;
  if (distance > depth[at] * (1 + BIAS)) return;
  const value = 255 * share;
  if (value > edges[at]) edges[at] = value;
}
