/** The sRGB transfer function (IEC 61966-2-1), by tables that are the same on every engine. */
import { exp } from "./exp.ts";
import { ln } from "./log.ts";

const ENCODE_STEPS = 4096;
const DECODE_STEPS = 1024;
const encodeTable = /* @__PURE__ */ table(ENCODE_STEPS, exactEncode);
const decodeTable = /* @__PURE__ */ table(DECODE_STEPS, exactDecode);

/** Linear values of the 256 bytes. */
export const linearOfByte: Float64Array = /* @__PURE__ */ Float64Array.from({ length: 256 }, (_, i) =>
  exactDecode(i / 255),
);

/** Converts linear light, clamped to 0 to 1 (NaN is 0), to an sRGB value, 0 to 1; error below 2e-5. */
export function encodeSrgb(linear: number): number {
  if (!(linear > 0)) return 0;
  if (linear >= 1) return 1;
  const place = linear * ENCODE_STEPS;
  const i = place | 0;
  const low = encodeTable[i];
  return low + (place - i) * (encodeTable[i + 1] - low);
}

/** Converts an sRGB value, clamped to 0 to 1 (NaN is 0), to linear light, 0 to 1; error below 1e-6. */
export function decodeSrgb(encoded: number): number {
  if (!(encoded > 0)) return 0;
  if (encoded >= 1) return 1;
  const place = encoded * DECODE_STEPS;
  const i = place | 0;
  const low = decodeTable[i];
  return low + (place - i) * (decodeTable[i + 1] - low);
}

function exactEncode(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * exp(ln(linear) / 2.4) - 0.055;
}

function exactDecode(encoded: number): number {
  return encoded <= 0.04045 ? encoded / 12.92 : exp(2.4 * ln((encoded + 0.055) / 1.055));
}

/** Has one entry more than steps, for interpolation in the last one. */
function table(steps: number, at: (x: number) => number): Float64Array {
  return Float64Array.from({ length: steps + 1 }, (_, i) => at(i / steps));
}
