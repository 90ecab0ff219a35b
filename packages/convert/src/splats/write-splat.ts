/** Files of 32 bytes a splat (`.splat`). */
import type { SplatCloud } from "../model/splats.ts";
import { C0 } from "./trained-values.ts";

const SPLAT_BYTES = 32;
const PIECE = 1 << 15;

/** Returns the parts of a `.splat` file: scales are linear, opacities, colors and quaternions bytes; it has no harmonics. */
export function* splatParts({ splats }: SplatCloud): Generator<Uint8Array, void, undefined> {
  const { count, positions, scales, orientations, opacities, harmonics, degree } = splats;
  const width = 3 * (degree + 1) ** 2;
  for (let first = 0; first < count; first += PIECE) {
    const rows = Math.min(PIECE, count - first);
    const bytes = new Uint8ClampedArray(SPLAT_BYTES * rows);
    const view = new DataView(bytes.buffer);
    for (let row = 0; row < rows; row++) {
      const i = first + row;
      const at = SPLAT_BYTES * row;
      for (let k = 0; k < 3; k++) {
        view.setFloat32(at + 4 * k, positions[3 * i + k], true);
        view.setFloat32(at + 12 + 4 * k, scales[3 * i + k], true);
        bytes[at + 24 + k] = 255 * (0.5 + C0 * harmonics[width * i + k]);
      }
      bytes[at + 27] = 255 * opacities[i];
      for (let k = 0; k < 4; k++) bytes[at + 28 + k] = 128 + 128 * orientations[4 * i + k];
    }
    yield new Uint8Array(bytes.buffer);
  }
}
