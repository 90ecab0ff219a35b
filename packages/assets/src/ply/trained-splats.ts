import { exp, sigmoid } from "@usdkit/base/math";
import type { SkipCounter } from "../model/skip-counter.ts";
import { addSplat, splatNumbers, type SplatArrays } from "../model/splat-arrays.ts";
import type { RowPiece } from "./row-piece.ts";
import { FIXED_COLUMNS } from "./splat-columns.ts";

/**
 * Adds rows of a PLY file in the encoding of training: scales are logarithms, opacities logits, quaternions of
 * any length. An opacity of ±infinity is 1 or 0, as some writers encode it.
 *
 * @param added receives where in the floats of the piece the row of each splat begins that is not left out
 */
export function addTrainedSplats(
  arrays: SplatArrays,
  piece: RowPiece,
  skips: SkipCounter,
  added: Int32Array | null = null,
): void {
  const { floats, stride, columns, rows } = piece;
  const { harmonics } = arrays;
  const [x, y, z, s0, s1, s2, r0, r1, r2, r3, o, c0, c1, c2] = columns;
  const rest = columns.subarray(FIXED_COLUMNS);
  const harmonicCount = 3 + rest.length;
  const splat = splatNumbers();
  const { position, scale, rotation, color } = splat;
  const first = arrays.count;
  for (let row = 0, base = piece.start; row < rows; row++, base += stride) {
    position[0] = floats[base + x];
    position[1] = floats[base + y];
    position[2] = floats[base + z];
    scale[0] = exp(floats[base + s0]);
    scale[1] = exp(floats[base + s1]);
    scale[2] = exp(floats[base + s2]);
    rotation[0] = floats[base + r0];
    rotation[1] = floats[base + r1];
    rotation[2] = floats[base + r2];
    rotation[3] = floats[base + r3];
    splat.opacity = sigmoid(floats[base + o]);
    color[0] = floats[base + c0];
    color[1] = floats[base + c1];
    color[2] = floats[base + c2];
    const index = arrays.count;
    if (added !== null) added[index - first] = base;
    const h = harmonicCount * index + 3;
    for (let n = 0; n < rest.length; n++) harmonics[h + n] = floats[base + rest[n]];
    addSplat(arrays, splat, skips);
  }
}
