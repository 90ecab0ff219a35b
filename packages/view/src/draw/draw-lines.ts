/** Draws lines over an image. */
import {
  clipToImage,
  clipToNear,
  projectionMatrix,
  viewMatrix,
  type CameraLens,
  type ViewPoint,
} from "@usdkit/service-scene";

/** An image with the depths of its pixels. */
export interface LineTarget {
  readonly width: number;
  readonly height: number;
  /** RGBA. */
  readonly data: Uint8Array | Uint8ClampedArray;
  /** Distances along the view; infinite if nothing is visible. If undefined, hidden lines are drawn too. */
  readonly depth: Float32Array | undefined;
}

/** Lines in world space. */
export interface Lines {
  /** Flat length 3n. */
  readonly positions: Float32Array;
  /** Two indices of positions per line. */
  readonly edges: Uint32Array;
}

/** The parts of a camera needed for lines. */
export interface LineCamera extends CameraLens {
  readonly worldMatrix: readonly number[];
}

/** Relative depth bias: lines may lie on surfaces. */
const BIAS = 0.004;
/** Opacity of a visible line. */
const OPACITY = 0.85;

/** Draws the lines that are not behind a surface, one pixel wide. */
export function drawLines(
  target: LineTarget,
  { positions, edges }: Lines,
  camera: LineCamera,
  color: readonly [number, number, number],
): void {
  const view = viewMatrix(camera.worldMatrix as Parameters<typeof viewMatrix>[0]);
  if (view === undefined) return;
  const aspect = target.width / target.height;
  const m = projectionMatrix(camera, { aspect });
  const lens = { m, near: camera.clippingRange[0], isPerspective: camera.projection === "perspective" };
  const seen = toCamera(positions, view);
  for (let i = 0; i < edges.length; i += 2) drawEdge(target, seen, { from: edges[i], to: edges[i + 1], lens }, color);
}

interface Lens {
  readonly m: readonly number[];
  readonly near: number;
  readonly isPerspective: boolean;
}

/** Positions in camera space. */
function toCamera(positions: Float32Array, v: readonly number[]): Float64Array {
  const moved = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    for (let k = 0; k < 3; k++) moved[i + k] = x * v[k] + y * v[4 + k] + z * v[8 + k] + v[12 + k];
  }
  return moved;
}

function pointAt(seen: Float64Array, index: number): ViewPoint {
  return [seen[3 * index], seen[3 * index + 1], -seen[3 * index + 2]];
}

function drawEdge(
  target: LineTarget,
  seen: Float64Array,
  { from, to, lens }: { readonly from: number; readonly to: number; readonly lens: Lens },
  color: readonly [number, number, number],
): void {
  const { near, m } = lens;
  const seenPart = clipToNear(pointAt(seen, from), pointAt(seen, to), near);
  if (seenPart === undefined) return;
  const [[ax, ay, az], [bx, by, bz]] = seenPart;
  const [aw, bw] = lens.isPerspective ? [az, bz] : [1, 1];
  const { width, height } = target;
  const place = (x: number, y: number, z: number, w: number): [number, number] => [
    (((x * m[0] - z * m[8]) / w + m[12] + 1) * width) / 2,
    ((1 - (y * m[5] - z * m[9]) / w - m[13]) * height) / 2,
  ];
  const [x0, y0] = place(ax, ay, az, aw);
  const [x1, y1] = place(bx, by, bz, bw);
  const span = clipToImage({ x: x0, y: y0, dx: x1 - x0, dy: y1 - y0 }, target);
  if (span === undefined) return;
  const steps = Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) * (span[1] - span[0]));
  for (let i = 0; i <= steps; i++) {
    const t = span[0] + ((span[1] - span[0]) * i) / Math.max(1, steps);
    const x = Math.floor(x0 + (x1 - x0) * t);
    const y = Math.floor(y0 + (y1 - y0) * t);
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    // Along a line in the image, the inverse distance is linear.
    const distance = lens.isPerspective ? 1 / (1 / az + (1 / bz - 1 / az) * t) : az + (bz - az) * t;
    blend(target, y * width + x, distance, color);
  }
}

function blend({ data, depth }: LineTarget, at: number, distance: number, color: readonly number[]): void {
  if (depth !== undefined && distance > depth[at] * (1 + BIAS)) return;
  for (let k = 0; k < 3; k++) data[4 * at + k] += (color[k] - data[4 * at + k]) * OPACITY;
  data[4 * at + 3] = 255;
}
