/**
 * Versions 2 and 3 of SPZ: streams of small integers, one after the other. The library for version 4 reads them too, but it
 * unpacks gzip without a bound, and takes several times as long.
 */
import { AssetError } from "../errors/asset-error.ts";
import { exp } from "@usdkit/base/math";
import type { SplatArrays } from "../model/splat-arrays.ts";
import { COLOR_SCALE, GZIP_HEAD, MAX_REST, restOfDegree, streamWidths, type SpzHeader } from "./spz-header.ts";

/** Adobe's record of the axes of the data, and its value for right, up, back, the default of SPZ. */
const COORDINATE_SYSTEM = 0xadbe0003;
const RIGHT_UP_BACK = 4;
/** Maximum of the smallest components of a unit quaternion: √½. */
const SQRT_HALF = Math.SQRT1_2;

/** Standard deviations by byte value. */
const sigmas = /* @__PURE__ */ byByte((byte) => exp(byte / 16 - 10));
const alphas = /* @__PURE__ */ byByte((byte) => byte / 255);
/** Mean colors. */
const colors = /* @__PURE__ */ byByte((byte) => (byte / 255 - 0.5) / COLOR_SCALE);
/** Coefficients of degree 1 and more. */
const coefficients = /* @__PURE__ */ byByte((byte) => (byte - 128) / 128);

function byByte(value: (byte: number) => number): Float32Array {
  return Float32Array.from({ length: 256 }, (_, byte) => value(byte));
}

/** Fills the arrays, which have space for all splats of the file. */
export function unpackSplats(data: Uint8Array, header: SpzHeader, arrays: SplatArrays): void {
  const { count, version } = header;
  const widths = streamWidths(header);
  const starts = widths.map((_, i) => GZIP_HEAD + count * widths.slice(0, i).reduce((sum, width) => sum + width, 0));
  const [positionsAt, alphasAt, colorsAt, scalesAt, rotationsAt, restAt] = starts;
  const { positions, orientations, scales, opacities, harmonics } = arrays;
  const unit = 1 / 2 ** header.fractionalBits;
  for (let i = 0, at = positionsAt; i < 3 * count; i++, at += 3) {
    // Sign extension: shifts the highest byte to the top of 32 bits and back.
    const fixed = ((data[at] << 8) | (data[at + 1] << 16) | (data[at + 2] << 24)) >> 8;
    positions[i] = fixed * unit;
  }
  for (let i = 0; i < count; i++) opacities[i] = alphas[data[alphasAt + i]];
  for (let i = 0; i < 3 * count; i++) scales[i] = sigmas[data[scalesAt + i]];
  if (version >= 3) unpackSmallestThree(data, rotationsAt, count, orientations);
  else unpackFirstThree(data, rotationsAt, count, orientations);

  const stored = 3 * restOfDegree[header.degree];
  const rest = Math.min(stored, 3 * MAX_REST);
  for (let i = 0, out = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) harmonics[out++] = colors[data[colorsAt + 3 * i + c]];
    const from = restAt + stored * i;
    for (let c = 0; c < rest; c++) harmonics[out++] = coefficients[data[from + c]];
  }
  arrays.count = count;
}

/** Version 3: 2 bits select the largest component; each other has a sign and 9 bits, the last one lowest. */
function unpackSmallestThree(data: Uint8Array, start: number, count: number, orientations: Float32Array): void {
  const q = [0, 0, 0, 0];
  for (let i = 0, at = start; i < count; i++, at += 4) {
    let bits = data[at] | (data[at + 1] << 8) | (data[at + 2] << 16) | (data[at + 3] << 24);
    const largest = bits >>> 30;
    let squares = 0;
    for (let c = 3; c >= 0; c--) {
      if (c === largest) continue;
      const value = ((bits & 511) / 511) * SQRT_HALF;
      q[c] = (bits & 512) === 0 ? value : -value;
      squares += value * value;
      bits >>>= 10;
    }
    q[largest] = squares < 1 ? Math.sqrt(1 - squares) : 0;
    store(orientations, i, q);
  }
}

/** Version 2: a byte each for x, y, z; w completes the unit length. */
function unpackFirstThree(data: Uint8Array, start: number, count: number, orientations: Float32Array): void {
  const q = [0, 0, 0, 0];
  for (let i = 0, at = start; i < count; i++, at += 3) {
    let squares = 0;
    for (let c = 0; c < 3; c++) {
      q[c] = data[at + c] / 127.5 - 1;
      squares += q[c] * q[c];
    }
    q[3] = squares < 1 ? Math.sqrt(1 - squares) : 0;
    store(orientations, i, q);
  }
}

/** Stores a quaternion x, y, z, w of any length as a unit one w, x, y, z. */
function store(orientations: Float32Array, i: number, [x, y, z, w]: readonly number[]): void {
  const scale = 1 / Math.sqrt(w * w + x * x + y * y + z * z);
  orientations[4 * i] = w * scale;
  orientations[4 * i + 1] = x * scale;
  orientations[4 * i + 2] = y * scale;
  orientations[4 * i + 3] = z * scale;
}

/**
 * Checks the records after the streams (type, length, content).
 *
 * @throws AssetError if one declares other axes
 */
export function checkExtensions(data: Uint8Array, header: SpzHeader): void {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = GZIP_HEAD + header.count * streamWidths(header).reduce((sum, width) => sum + width, 0);
  while (at + 8 <= data.length) {
    const type = view.getUint32(at, true);
    const length = view.getUint32(at + 4, true);
    if (type === COORDINATE_SYSTEM && at + 12 <= data.length) {
      const axes = view.getUint32(at + 8, true);
      if (axes !== 0 && axes !== RIGHT_UP_BACK) {
        const message = `its axes are turned (coordinate system ${axes}). Write it as version 4, or with axes right, up, back.`;
        throw new AssetError("unsupported", message, { where: "extensions" });
      }
    }
    at += 8 + length;
  }
}
