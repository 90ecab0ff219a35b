import { clearBlock, noteRows, NO_BANDS } from "../bands/bins.ts";
import { sumOverBlock } from "../bands/block-ranges.ts";
import { counters, GUARD, pointStride, type Frame } from "../bands/frame.ts";
import { multiplyAffine } from "../prepare/affine.ts";
import type { Affine, PointDraw } from "../prepare/scene-data.ts";

/** Projects a block of the draws' points and lines, and bins them by the bands that they touch. */
export function projectPoints(frame: Frame, block: number): void {
  clearBlock(frame.pointBins, frame.layout, block);
  const drawn = sumOverBlock(frame.scene.points, block, (draw, first, end) => {
    const range = { first, end, toCamera: multiplyAffine(draw.toWorld, frame.camera.view) };
    return draw.isLines ? projectLines(frame, draw, range) : projectRange(frame, draw, range);
  });
  Atomics.add(frame.counters, counters.pointsDrawn, drawn);
}

/** Some elements of a draw. */
interface DrawRange {
  readonly first: number;
  readonly end: number;
  readonly toCamera: Affine;
}

function projectRange(frame: Frame, draw: PointDraw, { first, end, toCamera }: DrawRange): number {
  const { points: out, pointBins: bins, layout, pointSize } = frame;
  const { positions } = frame.scene.points;
  const { fineWidth, fineHeight, side } = layout;
  const { isPerspective, fx, fy, cx, cy, near, far } = frame.camera;
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = toCamera;
  const half = (pointSize * side) / 2;
  const stride = pointStride(frame.scene.points);
  let drawn = 0;
  for (let i = first; i < end; i++) {
    const point = draw.base + i;
    const source = 3 * (draw.first + i);
    bins.spans[point] = NO_BANDS;
    const [px, py, pz] = [positions[source], positions[source + 1], positions[source + 2]];
    const d = -(px * m2 + py * m5 + pz * m8 + m11);
    // Also false for NaN.
    if (!(d >= near && d <= far)) continue;
    const inverseDepth = isPerspective ? 1 / d : -d;
    const scale = isPerspective ? inverseDepth : 1;
    const u = cx + fx * (px * m0 + py * m3 + pz * m6 + m9) * scale;
    const v = cy - fy * (px * m1 + py * m4 + pz * m7 + m10) * scale;
    const top = Math.max(0, Math.ceil(v - half - 0.5));
    const bottom = Math.min(fineHeight, Math.ceil(v + half - 0.5)) - 1;
    if (!(top <= bottom && u + half > 0 && u - half < fineWidth)) continue;
    out[stride * point] = u;
    out[stride * point + 1] = v;
    out[stride * point + 2] = inverseDepth;
    if (stride > 3) out[stride * point + 3] = NaN;
    noteRows(bins, layout, point, top, bottom);
    drawn++;
  }
  return drawn;
}

/** Lines are cut at near and far. */
function projectLines(frame: Frame, draw: PointDraw, { first, end, toCamera }: DrawRange): number {
  const { points: out, pointBins: bins, layout } = frame;
  const { positions, ends } = frame.scene.points;
  const { fineWidth, fineHeight, side } = layout;
  const { near, far } = frame.camera;
  const [from, to] = [new Float64Array(3), new Float64Array(3)];
  const half = side / 2;
  const stride = pointStride(frame.scene.points);
  let drawn = 0;
  for (let i = first; i < end; i++) {
    const line = draw.base + i;
    bins.spans[line] = NO_BANDS;
    moved(positions, 3 * (draw.first + i), toCamera, from);
    moved(ends.positions, 3 * (draw.first + i), toCamera, to);
    const d = -from[2];
    const change = from[2] - to[2];
    const [atNear, atFar] = [(near - d) / change, (far - d) / change];
    const isLevel = change === 0;
    if (isLevel && !(d >= near && d <= far)) continue;
    const begin = isLevel ? 0 : Math.max(0, Math.min(atNear, atFar));
    const finish = isLevel ? 1 : Math.min(1, Math.max(atNear, atFar));
    // Also false for NaN.
    if (!(begin < finish)) continue;
    const at = stride * line;
    projectInto(frame, { from, to, share: begin }, out, at);
    projectInto(frame, { from, to, share: finish }, out, at + 3);
    out[at + 6] = begin;
    out[at + 7] = finish;
    const [left, right] = [Math.min(out[at], out[at + 3]), Math.max(out[at], out[at + 3])];
    const [high, low] = [Math.min(out[at + 1], out[at + 4]), Math.max(out[at + 1], out[at + 4])];
    // Further out a step of a line has no precision.
    if (!(left > -GUARD * GUARD && right < GUARD * GUARD && high > -GUARD * GUARD && low < GUARD * GUARD)) continue;
    const top = Math.max(0, Math.ceil(high - half - 0.5));
    const bottom = Math.min(fineHeight, Math.ceil(low + half - 0.5)) - 1;
    if (!(top <= bottom && right + half > 0 && left - half < fineWidth)) continue;
    noteRows(bins, layout, line, top, bottom);
    drawn++;
  }
  return drawn;
}

function moved(positions: Float32Array, at: number, m: Affine, out: Float64Array): void {
  const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]];
  for (let k = 0; k < 3; k++) out[k] = x * m[k] + y * m[3 + k] + z * m[6 + k] + m[9 + k];
}

/** Writes x and y in samples and the inverse depth of a place between two. */
function projectInto(
  { camera: { isPerspective, fx, fy, cx, cy } }: Frame,
  { from, to, share }: { readonly from: Float64Array; readonly to: Float64Array; readonly share: number },
  out: Float64Array,
  at: number,
): void {
  const x = from[0] + share * (to[0] - from[0]);
  const y = from[1] + share * (to[1] - from[1]);
  const d = -(from[2] + share * (to[2] - from[2]));
  const inverseDepth = isPerspective ? 1 / d : -d;
  const scale = isPerspective ? inverseDepth : 1;
  out[at] = cx + fx * x * scale;
  out[at + 1] = cy - fy * y * scale;
  out[at + 2] = inverseDepth;
}
