import { clearBlock, noteRows, NO_BANDS } from "../bands/bins.ts";
import { sumOverBlock } from "../bands/block-ranges.ts";
import * as frames from "../frame/frame.ts";
import type { Frame } from "../frame/frame.ts";
import { multiplyAffine } from "../prepare/affine.ts";
import type { CloudDraw } from "../prepare/scene-data.ts";

const { POINT_STRIDE, counters } = frames;

/** Projects a block of the draws' points, and bins them by the bands that they touch. */
export function projectPoints(frame: Frame, block: number): void {
  clearBlock(frame.pointBins, frame.layout, block);
  const drawn = sumOverBlock(frame.scene.points, block, (draw, first, end) => projectRange(frame, draw, first, end));
  Atomics.add(frame.counters, counters.pointsDrawn, drawn);
}

function projectRange(frame: Frame, draw: CloudDraw, start: number, end: number): number {
  const { points: out, pointBins: bins, layout, pointSize } = frame;
  const { positions } = frame.scene.points;
  const { fineWidth, fineHeight, side } = layout;
  const { isPerspective, view, fx, fy, cx, cy, near, far } = frame.camera;
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = multiplyAffine(draw.toWorld, view);
  const half = (pointSize * side) / 2;
  let drawn = 0;
  for (let i = start; i < end; i++) {
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
    out[POINT_STRIDE * point] = u;
    out[POINT_STRIDE * point + 1] = v;
    out[POINT_STRIDE * point + 2] = inverseDepth;
    noteRows(bins, layout, point, top, bottom);
    drawn++;
  }
  return drawn;
}
