/** Images of OpenEXR: one part of rows of pixels, uncompressed or packed by runs or zip. */
import { halfBitsToFloat } from "@usdkit/base";
import { AssetError } from "../errors/asset-error.ts";
import { checkCount } from "../limits/byte-budget.ts";
import { inflate } from "../compression/inflate.ts";
import type { ImageContext } from "./image-context.ts";
import type { FloatImage } from "./linear-image.ts";
import { readExrHeader, type ExrChannel, type ExrHeader } from "./open-exr-header.ts";

const COLORS = ["R", "G", "B", "A"];
const ALPHA = 3;

/** Returns whether bytes begin as an OpenEXR image. */
export function isExr(bytes: Uint8Array): boolean {
  return bytes.length > 8 && bytes[0] === 0x76 && bytes[1] === 0x2f && bytes[2] === 0x31 && bytes[3] === 0x01;
}

/**
 * Decodes the channels R, G, B and A, or Y, with the numbers that the file has. Without A the image is opaque, and other channels that are
 * missing are 0.
 *
 * @throws AssetError if the image is damaged, cut, too large, or of a kind that is not read
 */
export async function decodeExr(
  bytes: Uint8Array,
  where: string,
  { limits, budget }: ImageContext,
): Promise<FloatImage> {
  const header = readExrHeader(bytes, where);
  const { width, height, firstRow, rowsOfBlock, rowBytes, offsets } = header;
  checkCount(width * height, limits, "texturePixels", { where });
  const blocks = Math.ceil(height / rowsOfBlock);
  budget.take(16 * width * height + 2 * rowsOfBlock * rowBytes, where);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data = new Float32Array(4 * width * height);
  if (!header.channels.some(({ name }) => name === "A")) for (let i = ALPHA; i < data.length; i += 4) data[i] = 1;
  if (offsets + 8 * blocks > bytes.length) throw fault("truncated", "the table of rows is cut.", where, offsets);
  for (let block = 0; block < blocks; block++) {
    const at = Number(view.getBigUint64(offsets + 8 * block, true));
    if (!(at + 8 <= bytes.length)) throw fault("truncated", "rows begin after the end of the file.", where, at);
    const row = view.getInt32(at, true) - firstRow;
    const size = view.getUint32(at + 4, true);
    if (at + 8 + size > bytes.length) throw fault("truncated", "rows are cut.", where, at);
    if (row < 0 || row >= height) throw fault("malformed", `row ${row} is not in the image.`, where, at);
    const rows = Math.min(rowsOfBlock, height - row);
    const packed = bytes.subarray(at + 8, at + 8 + size);
    const plain = await unpacked(packed, rows * rowBytes, header, where);
    putRows(plain, { row, rows }, header, data);
  }
  return { width, height, data };
}

async function unpacked(
  packed: Uint8Array,
  length: number,
  { packing }: ExrHeader,
  where: string,
): Promise<Uint8Array> {
  // Rows that packing would enlarge are stored as they are.
  if (packing === "none" || packed.length === length) {
    if (packed.length >= length) return packed;
    throw fault("truncated", `${length} bytes of rows were expected, found ${packed.length}.`, where, 0);
  }
  const bytes =
    packing === "zip"
      ? await inflate(packed, { format: "deflate", head: Math.min(length, 4096) }, () => length)
      : runs(packed, length, where);
  if (bytes.length !== length) {
    throw fault("malformed", `${length} bytes of rows were expected, found ${bytes.length}.`, where, 0);
  }
  // Differences of neighbours, then the two halves of the bytes in turn.
  for (let i = 1; i < length; i++) bytes[i] = (bytes[i - 1] + bytes[i] - 128) & 255;
  const out = new Uint8Array(length);
  const half = (length + 1) >> 1;
  for (let i = 0; i < length; i++) out[i] = bytes[(i & 1) === 0 ? i >> 1 : half + (i >> 1)];
  return out;
}

function runs(packed: Uint8Array, length: number, where: string): Uint8Array {
  const out = new Uint8Array(length);
  let to = 0;
  for (let at = 0; at < packed.length;) {
    const code = (packed[at++] << 24) >> 24;
    const count = code < 0 ? -code : code + 1;
    const from = code < 0 ? count : 1;
    if (to + count > length || at + from > packed.length)
      throw fault("malformed", "a run exceeds its rows.", where, at);
    if (code < 0) out.set(packed.subarray(at, at + count), to);
    else out.fill(packed[at], to, to + count);
    at += from;
    to += count;
  }
  return out.subarray(0, to);
}

function putRows(
  bytes: Uint8Array,
  { row: first, rows }: { readonly row: number; readonly rows: number },
  { width, channels, rowBytes }: ExrHeader,
  data: Float32Array,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isGray = !channels.some(({ name }) => name !== "A" && COLORS.includes(name));
  for (let row = 0; row < rows; row++) {
    let at = row * rowBytes;
    for (const { name, type, bytes: size } of channels) {
      const color = COLORS.indexOf(name);
      const read = readers[type];
      const isUsed = color >= 0 || (isGray && name === "Y");
      for (let x = 0; isUsed && x < width; x++) {
        const value = read(view, at + x * size);
        const to = 4 * ((first + row) * width + x);
        if (color >= 0) data[to + color] = value;
        else data.fill(value, to, to + ALPHA);
      }
      at += width * size;
    }
  }
}

const readers: Readonly<Record<ExrChannel["type"], (view: DataView, at: number) => number>> = {
  half: (view, at) => halfBitsToFloat(view.getUint16(at, true)),
  float: (view, at) => view.getFloat32(at, true),
  uint: (view, at) => view.getUint32(at, true),
};

function fault(problem: "malformed" | "truncated", message: string, where: string, offset: number): AssetError {
  return new AssetError(problem, message, { where, offset });
}
