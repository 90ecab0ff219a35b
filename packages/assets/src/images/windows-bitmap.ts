/** Windows bitmaps (`.bmp`) without compression: colors, or indexes into a map of colors (BITMAPINFOHEADER and later). */
import { AssetError } from "../errors/asset-error.ts";
import type { DecodedImage } from "./image-decoder.ts";
import { rgb555, type WritePixel } from "./pixel-formats.ts";

/** Of the file and of the image, the smallest of those with 32 bits of size. */
const FILE_HEADER = 14;
const IMAGE_HEADER = 40;
/** Values of the compression that are none: without and with masks of the colors. */
const PLAIN = 0;
const MASKS = 3;
const MASKS_WITH_OPACITY = 6;

interface BitmapHeader {
  readonly width: number;
  readonly height: number;
  /** Whether the first row is the uppermost one. */
  readonly isFromTop: boolean;
  readonly bits: number;
  readonly compression: number;
  readonly mapStart: number;
  readonly mapLength: number;
  /** Where the pixels begin. */
  readonly start: number;
  readonly view: DataView;
}

function readHeader(bytes: Uint8Array): BitmapHeader | undefined {
  if (bytes.length < FILE_HEADER + IMAGE_HEADER || bytes[0] !== 0x42 || bytes[1] !== 0x4d) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint32(14, true);
  const [width, height] = [view.getInt32(18, true), view.getInt32(22, true)];
  if (size < IMAGE_HEADER || size > 1024 || width <= 0 || height === 0) return undefined;
  const [bits, compression, colors] = [view.getUint16(28, true), view.getUint32(30, true), view.getUint32(46, true)];
  // Masks follow the smallest header, and are part of the others.
  const masks = size > IMAGE_HEADER || compression === PLAIN ? 0 : compression === MASKS ? 12 : 16;
  return {
    width,
    height: Math.abs(height),
    isFromTop: height < 0,
    bits,
    compression,
    mapStart: FILE_HEADER + size + masks,
    mapLength: bits > 8 ? 0 : Math.min(colors === 0 ? 256 : colors, 1 << bits),
    start: view.getUint32(10, true),
    view,
  };
}

/** Returns the size of a bitmap; null for other bytes. */
export function bitmapSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  const head = readHeader(bytes);
  return head === undefined ? null : { width: head.width, height: head.height };
}

/** @throws AssetError if the image is compressed, ends early, or has a color that its map does not have */
export function decodeBitmap(bytes: Uint8Array, where: string): DecodedImage {
  const head = readHeader(bytes);
  if (head === undefined) throw new AssetError("unsupported", "expected a Windows bitmap.", { where });
  const { width, height, bits, start } = head;
  const stride = (Math.ceil((width * bits) / 32) * 4) >>> 0;
  if (start + stride * height > bytes.length) {
    const message = `the pixels end at byte ${bytes.length}; ${start + stride * height} were expected.`;
    throw new AssetError("malformed", message, { where });
  }
  const data = new Uint8Array(4 * width * height);
  const write = bits <= 8 ? undefined : colorWriter(bytes, head, where);
  const index = write === undefined ? mapWriter(bytes, head, where) : undefined;
  for (let row = 0; row < height; row++) {
    const y = head.isFromTop ? row : height - 1 - row;
    const from = start + row * stride;
    for (let x = 0; x < width; x++) {
      const to = 4 * (y * width + x);
      if (write !== undefined) write(data, to, from + x * (bits >> 3));
      else index?.(data, to, from * 8 + x * bits);
    }
  }
  // Many writers leave the fourth byte 0.
  if (bits === 32 && head.compression === PLAIN && isClear(data))
    for (let i = 3; i < data.length; i += 4) data[i] = 255;
  return { width, height, data };
}

function isClear(data: Uint8Array): boolean {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 0) return false;
  return true;
}

/** Returns what writes the color of an index that begins at a bit of the file. */
function mapWriter(
  bytes: Uint8Array,
  { bits, compression, mapStart, mapLength }: BitmapHeader,
  where: string,
): WritePixel {
  if (compression !== PLAIN || (bits !== 1 && bits !== 4 && bits !== 8)) throw unsupported(bits, compression, where);
  return (data, to, at) => {
    const index = (bytes[at >> 3] >> (8 - bits - (at & 7))) & ((1 << bits) - 1);
    const color = mapStart + 4 * index;
    if (index >= mapLength || color + 4 > bytes.length) {
      throw new AssetError("malformed", `color ${index} is not in the map, which has ${mapLength}.`, { where });
    }
    for (let k = 0; k < 3; k++) data[to + k] = bytes[color + 2 - k];
    data[to + 3] = 255;
  };
}

function colorWriter(bytes: Uint8Array, { bits, compression, view }: BitmapHeader, where: string): WritePixel {
  const hasMasks = compression === MASKS || compression === MASKS_WITH_OPACITY;
  if (hasMasks && (bits === 16 || bits === 32)) {
    // Of red, green, blue and opacity; the smallest header has no opacity.
    const count = view.getUint32(14, true) > 52 || compression === MASKS_WITH_OPACITY ? 4 : 3;
    return maskedWriter(
      view,
      bits,
      Array.from({ length: count }, (_, k) => view.getUint32(54 + 4 * k, true)),
    );
  }
  if (compression !== PLAIN || (bits !== 16 && bits !== 24 && bits !== 32)) throw unsupported(bits, compression, where);
  if (bits === 16) return rgb555(bytes);
  return (data, to, at) => {
    for (let k = 0; k < 3; k++) data[to + k] = bytes[at + 2 - k];
    data[to + 3] = bits === 32 ? bytes[at + 3] : 255;
  };
}

/** Returns what writes colors whose bits are those of masks. */
function maskedWriter(view: DataView, bits: number, masks: readonly number[]): WritePixel {
  const shifts = masks.map((mask) => (mask === 0 ? 0 : 31 - Math.clz32(mask & -mask)));
  const most = masks.map((mask, k) => mask >>> shifts[k]);
  return (data, to, at) => {
    const color = bits === 16 ? view.getUint16(at, true) : view.getUint32(at, true);
    data[to + 3] = 255;
    for (let k = 0; k < masks.length; k++) {
      if (most[k] > 0) data[to + k] = Math.trunc((((color & masks[k]) >>> shifts[k]) * 255) / most[k]);
    }
  };
}

function unsupported(bits: number, compression: number, where: string): AssetError {
  const message = `bitmaps of ${bits} bits with compression ${compression} are not read; save it as PNG.`;
  return new AssetError("unsupported", message, { where });
}
