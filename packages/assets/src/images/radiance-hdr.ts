/** Images of Radiance (`.hdr`): colors with a common exponent, in runs. */
import { AssetError } from "../errors/asset-error.ts";
import { checkCount } from "../limits/byte-budget.ts";
import type { ImageContext } from "./image-context.ts";
import type { LinearImage } from "./linear-image.ts";

/** Bytes within which the header ends. */
const MAX_HEADER = 1 << 16;

/** Of each exponent, which is biased by 128; mantissas are of 8 bits. */
const scales: Float64Array = /* @__PURE__ */ scalesOfExponents();

/** Returns whether bytes begin as a Radiance image. */
export function isRadianceImage(bytes: Uint8Array): boolean {
  return bytes.length > 10 && bytes[0] === 0x23 && bytes[1] === 0x3f;
}

/** @throws AssetError if the image is damaged, cut, or too large */
export function decodeRadianceImage(bytes: Uint8Array, where: string, { limits, budget }: ImageContext): LinearImage {
  const { width, height, start } = readHeader(bytes, where);
  checkCount(width * height, limits, "texturePixels", { where });
  budget.take(12 * width * height, where);
  const data = new Float32Array(3 * width * height);
  const row = new Uint8Array(4 * width);
  let at = start;
  for (let y = 0; y < height; y++) {
    at = readRow(bytes, at, row, where);
    for (let x = 0; x < width; x++) {
      const exponent = row[3 * width + x];
      const scale = scales[exponent];
      for (let k = 0; k < 3; k++) data[3 * (y * width + x) + k] = (row[k * width + x] + 0.5) * scale;
    }
  }
  return { width, height, data };
}

function readHeader(bytes: Uint8Array, where: string): { width: number; height: number; start: number } {
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, MAX_HEADER));
  const size = /\n-Y (\d{1,6}) \+X (\d{1,6})\n/.exec(text);
  if (!/^FORMAT=32-bit_rle_rgbe$/m.test(text.slice(0, size?.index ?? 0)) || size === null) {
    const message = "expected a Radiance image of red, green, blue and exponent with rows from the top.";
    throw new AssetError("unsupported", message, { where });
  }
  const [height, width] = [Number(size[1]), Number(size[2])];
  if (height === 0 || width === 0) throw new AssetError("malformed", "the image has no pixels.", { where });
  return { width, height, start: size.index + size[0].length };
}

/** Reads a row, each channel for itself; returns where the next one starts. */
function readRow(bytes: Uint8Array, start: number, row: Uint8Array, where: string): number {
  const width = row.length / 4;
  let at = start;
  const isPacked =
    width >= 8 &&
    width < 0x8000 &&
    bytes[at] === 2 &&
    bytes[at + 1] === 2 &&
    (bytes[at + 2] << 8) + bytes[at + 3] === width;
  if (!isPacked) {
    checkLength(bytes, at + 4 * width, where);
    for (let x = 0; x < width; x++) for (let k = 0; k < 4; k++) row[k * width + x] = bytes[at++];
    return at;
  }
  at += 4;
  for (let k = 0; k < 4; k++) {
    for (let x = k * width; x < (k + 1) * width;) {
      checkLength(bytes, at + 2, where);
      const code = bytes[at++];
      const count = code > 128 ? code - 128 : code;
      if (count === 0 || x + count > (k + 1) * width) {
        throw new AssetError("malformed", "a run of the image exceeds its row.", { where, offset: at - 1 });
      }
      if (code > 128) {
        row.fill(bytes[at++], x, x + count);
      } else {
        checkLength(bytes, at + count, where);
        row.set(bytes.subarray(at, at + count), x);
        at += count;
      }
      x += count;
    }
  }
  return at;
}

function checkLength(bytes: Uint8Array, end: number, where: string): void {
  if (end <= bytes.length) return;
  throw new AssetError("truncated", `the image ends at byte ${bytes.length}, within a row.`, { where });
}

function scalesOfExponents(): Float64Array {
  const found = new Float64Array(256);
  found[136] = 1;
  for (let i = 137; i < 256; i++) found[i] = found[i - 1] * 2;
  for (let i = 135; i > 0; i--) found[i] = found[i + 1] / 2;
  return found;
}
