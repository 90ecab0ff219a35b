/** Targa images (`.tga`): colors, grays, or indexes into a map of colors, plain or in runs (Truevision TGA 2.0). */
import { AssetError } from "../errors/asset-error.ts";
import type { DecodedImage } from "./image-decoder.ts";
import { grayOf, rgb555, type WritePixel } from "./pixel-formats.ts";

const HEADER = 18;
/** In the type of an image: its pixels are in runs. */
const IN_RUNS = 8;
const MAPPED = 1;
const COLORS = 2;
const GRAYS = 3;
/** In the descriptor: rows begin at the right, and at the top. */
const FROM_RIGHT = 0x10;
const FROM_TOP = 0x20;

/** The fields of the header. */
interface TargaHeader {
  readonly width: number;
  readonly height: number;
  readonly type: number;
  readonly isInRuns: boolean;
  /** Bits of a pixel, and of a color of the map. */
  readonly bits: number;
  readonly mapBits: number;
  /** The index of the first color of the map, and the number of them. */
  readonly mapFirst: number;
  readonly mapLength: number;
  /** Where the map and the pixels begin. */
  readonly mapStart: number;
  readonly start: number;
  readonly descriptor: number;
}

/** Returns undefined for bytes that are not a Targa image. The format has no mark: each field must be one that it can have. */
function readHeader(bytes: Uint8Array): TargaHeader | undefined {
  if (bytes.length < HEADER) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [idLength, hasMap, coded] = bytes;
  const type = coded & ~IN_RUNS;
  const [mapFirst, mapLength, mapBits] = [view.getUint16(3, true), view.getUint16(5, true), bytes[7]];
  const [width, height] = [view.getUint16(12, true), view.getUint16(14, true)];
  const [bits, descriptor] = [bytes[16], bytes[17]];
  if (hasMap > 1 || width === 0 || height === 0 || (descriptor & 0xc0) !== 0) return undefined;
  if (type === MAPPED ? hasMap === 0 || mapLength === 0 || bits !== 8 : type !== COLORS && type !== GRAYS)
    return undefined;
  if (hasMap === 1 ? !isColorSize(mapBits) : mapBits !== 0 || mapLength !== 0) return undefined;
  if (type === COLORS && !isColorSize(bits)) return undefined;
  if (type === GRAYS && bits !== 8 && bits !== 16) return undefined;
  const mapStart = HEADER + idLength;
  const start = mapStart + mapLength * ((mapBits + 7) >> 3);
  const isInRuns = (coded & IN_RUNS) !== 0;
  return { width, height, type, isInRuns, bits, mapBits, mapFirst, mapLength, mapStart, start, descriptor };
}

function isColorSize(bits: number): boolean {
  return bits === 15 || bits === 16 || bits === 24 || bits === 32;
}

/** Returns the size of a Targa image; null for other bytes. */
export function targaSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  const head = readHeader(bytes);
  return head === undefined ? null : { width: head.width, height: head.height };
}

/** @throws AssetError if the image ends early, or has a color that its map does not have */
export function decodeTarga(bytes: Uint8Array, where: string): DecodedImage {
  const head = readHeader(bytes);
  if (head === undefined) throw new AssetError("unsupported", "expected a Targa image.", { where });
  const { width, height, descriptor } = head;
  const data = new Uint8Array(4 * width * height);
  const write = pixelWriter(bytes, head, where);
  const size = (head.bits + 7) >> 3;
  let at = head.start;
  // Of a run: pixels that are left, and how many bytes each takes after the first.
  let left = 0;
  let step = size;
  for (let i = 0; i < width * height; i++) {
    if (head.isInRuns && left === 0) {
      const count = bytes[at++];
      left = (count & 0x7f) + 1;
      step = count < 0x80 ? size : 0;
    }
    if (at + size > bytes.length) {
      const message = `the pixels end at byte ${bytes.length}, after ${i} of ${width * height}.`;
      throw new AssetError("malformed", message, { where });
    }
    const column = i % width;
    const row = (i - column) / width;
    const x = (descriptor & FROM_RIGHT) === 0 ? column : width - 1 - column;
    const y = (descriptor & FROM_TOP) === 0 ? height - 1 - row : row;
    write(data, 4 * (y * width + x), at);
    left--;
    // The bytes of a repeated pixel are passed after its last one.
    at += head.isInRuns && step === 0 ? (left === 0 ? size : 0) : size;
  }
  return { width, height, data };
}

function pixelWriter(bytes: Uint8Array, head: TargaHeader, where: string): WritePixel {
  const { type, bits, mapBits, mapFirst, mapLength, mapStart } = head;
  if (type === GRAYS) return grayOf(bytes, bits === 16);
  if (type === COLORS) return colorOf(bytes, bits);
  const writeColor = colorOf(bytes, mapBits);
  const size = (mapBits + 7) >> 3;
  if (head.start > bytes.length) {
    throw new AssetError("malformed", `the map of colors ends at byte ${bytes.length}.`, { where });
  }
  return (data, to, at) => {
    const index = bytes[at] - mapFirst;
    if (index < 0 || index >= mapLength) {
      const message = `color ${bytes[at]} is not in the map, which has ${mapLength} from ${mapFirst}.`;
      throw new AssetError("malformed", message, { where });
    }
    writeColor(data, to, mapStart + index * size);
  };
}

/** Returns what writes colors of blue, green and red. Of 16 bits the last is not opacity: few writers mean it. */
function colorOf(bytes: Uint8Array, bits: number): WritePixel {
  if (bits < 24) return rgb555(bytes);
  return (data, to, at) => {
    data[to] = bytes[at + 2];
    data[to + 1] = bytes[at + 1];
    data[to + 2] = bytes[at];
    data[to + 3] = bits === 32 ? bytes[at + 3] : 255;
  };
}
