/** Points as squares that face the camera, and lines that are one pixel wide. */
import { pointStride, type Frame, type GroupLists } from "../bands/frame.ts";
import type { FillTarget } from "./fill-triangle.ts";

/** Draws the points and lines of a band. */
export function drawPoints(frame: Frame, { points: list }: GroupLists, band: number, target: FillTarget): void {
  const { points, pointBins, pointSize, layout, scene } = frame;
  const { starts, lengths } = pointBins;
  const [half, halfLine] = [(pointSize * layout.side) / 2, layout.side / 2];
  const stride = pointStride(scene.points);
  for (let i = starts[band], end = i + lengths[band]; i < end; i++) {
    const record = points.subarray(stride * list[i], stride * (list[i] + 1));
    const id = scene.meshes.triangles + list[i];
    if (stride === 3 || Number.isNaN(record[3])) drawPoint(record, half, target, id);
    else drawLine(record, halfLine, target, id);
  }
}

function drawPoint([u, v, q]: Float64Array, half: number, target: FillTarget, id: number): void {
  const { inverseDepths, ids, width, top, bottom } = target;
  const firstX = Math.max(0, Math.ceil(u - half - 0.5));
  const lastX = Math.min(width, Math.ceil(u + half - 0.5)) - 1;
  const firstY = Math.max(top, Math.ceil(v - half - 0.5));
  const lastY = Math.min(bottom, Math.ceil(v + half - 0.5)) - 1;
  for (let y = firstY; y <= lastY; y++) {
    for (let x = firstX; x <= lastX; x++) {
      const place = (y - top) * width + x;
      if (q <= inverseDepths[place]) continue;
      inverseDepths[place] = q;
      ids[place] = id;
    }
  }
}

/** Steps along the longer axis; across it the line has its width. */
function drawLine(line: Float64Array, half: number, target: FillTarget, id: number): void {
  const { inverseDepths, ids, width, top, bottom } = target;
  const spanX = line[3] - line[0];
  const spanY = line[4] - line[1];
  const isFlat = Math.abs(spanX) >= Math.abs(spanY);
  const [along, across] = isFlat ? [0, 1] : [1, 0];
  const from = line[along];
  const to = line[3 + along];
  const [low, high] = isFlat ? [0, width] : [top, bottom];
  const [least, most] = isFlat ? [top, bottom] : [0, width];
  const first = Math.max(low, Math.ceil(Math.min(from, to) - 0.5));
  const last = Math.min(high, Math.ceil(Math.max(from, to) - 0.5)) - 1;
  for (let step = first; step <= last; step++) {
    const t = (step + 0.5 - from) / (to - from);
    const middle = line[across] + t * (line[3 + across] - line[across]);
    const q = line[2] + t * (line[5] - line[2]);
    const begin = Math.max(least, Math.ceil(middle - half - 0.5));
    const end = Math.min(most, Math.ceil(middle + half - 0.5)) - 1;
    for (let side = begin; side <= end; side++) {
      const place = isFlat ? (side - top) * width + step : (step - top) * width + side;
      if (q <= inverseDepths[place]) continue;
      inverseDepths[place] = q;
      ids[place] = id;
    }
  }
}
