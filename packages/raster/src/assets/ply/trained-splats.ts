import { exp, sigmoid } from "../../math/exp.ts";
import type { SkipCounter } from "../skip-counter.ts";
import { splatFault, type SplatArrays } from "../splat-arrays.ts";
import type { RowPiece } from "./row-piece.ts";
import { FIXED_COLUMNS } from "./splat-columns.ts";

/**
 * Adds rows of a PLY file in the encoding of training: scales are logarithms, opacities logits, quaternions of
 * any length. An opacity of ±infinity is 1 or 0, as some writers encode it.
 */
export function addTrainedSplats(arrays: SplatArrays, piece: RowPiece, skips: SkipCounter): void {
  const { floats, stride, columns, rows } = piece;
  const { positions, orientations, scales, opacities, harmonics } = arrays;
  const [x, y, z, s0, s1, s2, r0, r1, r2, r3, o, c0, c1, c2] = columns;
  const rest = columns.subarray(FIXED_COLUMNS);
  const harmonicCount = 3 + rest.length;
  let m = arrays.count;

  for (let row = 0, base = piece.start; row < rows; row++, base += stride) {
    const px = floats[base + x];
    const py = floats[base + y];
    const pz = floats[base + z];
    const sx = exp(floats[base + s0]);
    const sy = exp(floats[base + s1]);
    const sz = exp(floats[base + s2]);
    const w = floats[base + r0];
    const i = floats[base + r1];
    const j = floats[base + r2];
    const k = floats[base + r3];
    const opacity = sigmoid(floats[base + o]);
    const red = floats[base + c0];
    const green = floats[base + c1];
    const blue = floats[base + c2];
    let sum = px + py + pz + w + i + j + k + opacity + red + green + blue;
    let h = harmonicCount * m + 3;
    for (let n = 0; n < rest.length; n++) {
      const value = floats[base + rest[n]];
      harmonics[h++] = value;
      sum += value;
    }
    const norm2 = w * w + i * i + j * j + k * k;
    const fault = splatFault(sum, sx, sy, sz, norm2);
    if (fault !== null) {
      skips.add(fault);
      continue;
    }
    const scale = 1 / Math.sqrt(norm2);
    positions[3 * m] = px;
    positions[3 * m + 1] = py;
    positions[3 * m + 2] = pz;
    scales[3 * m] = sx;
    scales[3 * m + 1] = sy;
    scales[3 * m + 2] = sz;
    orientations[4 * m] = w * scale;
    orientations[4 * m + 1] = i * scale;
    orientations[4 * m + 2] = j * scale;
    orientations[4 * m + 3] = k * scale;
    opacities[m] = opacity;
    harmonics[harmonicCount * m] = red;
    harmonics[harmonicCount * m + 1] = green;
    harmonics[harmonicCount * m + 2] = blue;
    m++;
  }
  arrays.count = m;
}
