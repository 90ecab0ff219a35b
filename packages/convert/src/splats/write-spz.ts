/** SPZ files, with the library of the format. */
import createSpzModule, { type SpzModule } from "@adobe/spz";
import type { SplatCloud } from "../model/splats.ts";
import { logarithmOf, logitOf } from "./trained-values.ts";

/** The package is an ES module that does not declare itself as one, so its types are wrong. */
const create = createSpzModule as unknown as (overrides: object) => Promise<SpzModule>;

/** Of the format: one gzip, which all readers take. */
const VERSION = 3;
/** Logits of bytes of opacity are within it; the library does not take infinite ones. */
const MAX_LOGIT = 30;
/** Bits of the coefficients of the first degree and of the others that readers have. */
const BITS = { sh1Bits: 5, shRestBits: 4 };

/** Returns an SPZ file: positions in steps of 1/4096, everything else of a byte or less. */
export async function spzFile({ splats }: SplatCloud): Promise<Uint8Array> {
  const { count, positions, scales, orientations, opacities, harmonics, degree } = splats;
  const width = 3 * (degree + 1) ** 2;
  const colors = new Float32Array(3 * count);
  const rest = new Float32Array((width - 3) * count);
  for (let i = 0; i < count; i++) {
    colors.set(harmonics.subarray(width * i, width * i + 3), 3 * i);
    rest.set(harmonics.subarray(width * i + 3, width * (i + 1)), (width - 3) * i);
  }
  const library = await create({ print: () => undefined, printErr: () => undefined });
  return library.saveSpzToBuffer(
    {
      numPoints: count,
      shDegree: degree,
      antialiased: false,
      extensions: [],
      positions,
      scales: scales.map((scale) => Math.max(-MAX_LOGIT, logarithmOf(scale))),
      // The library has the real part last.
      rotations: orientations.map((_, at) => orientations[at % 4 === 3 ? at - 3 : at + 1]),
      alphas: opacities.map((opacity) => Math.min(MAX_LOGIT, Math.max(-MAX_LOGIT, logitOf(opacity)))),
      colors,
      sh: rest,
    },
    { version: VERSION, from: library.CoordinateSystem.RUB, ...BITS },
  );
}
