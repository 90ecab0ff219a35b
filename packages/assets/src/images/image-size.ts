/** Reads the size of an image from its header, before it is decoded. */
import type { ImageSize } from "./image-decoder.ts";
import { avifSize } from "./avif-size.ts";
import { targaSize } from "./targa.ts";
import { tiffSize } from "./tiff-size.ts";
import { bitmapSize } from "./windows-bitmap.ts";

/** «KTX 20», with line terminators that a transfer as text would change. */
const KTX2_IDENTIFIER = [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a];
const KTX2_HEADER = 80;

/** What {@link readImageHead} knows, for messages. TIFF is not read in browsers. */
export const imageFormats = "PNG, JPEG, WebP, AVIF, TIFF, KTX2, BMP or TGA";

/** Of the formats that are read. */
export type ImageType =
  | "image/png"
  | "image/jpeg"
  | "image/webp"
  | "image/avif"
  | "image/tiff"
  | "image/ktx2"
  | "image/bmp"
  | "image/x-tga";

export interface ImageHead {
  readonly mimeType: ImageType;
  readonly width: number;
  readonly height: number;
}

/** Returns null if the bytes are of none of the {@link imageFormats}, or end before the size. */
export function readImageHead(bytes: Uint8Array): ImageHead | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && view.getUint32(0) === 0x89504e47 && view.getUint32(12) === 0x49484452) {
    return { mimeType: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (bytes.length >= 4 && view.getUint16(0) === 0xffd8) return jpegHead(bytes, view);
  if (bytes.length >= 30 && view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250)
    return webpHead(bytes, view);
  if (bytes.length >= KTX2_HEADER && KTX2_IDENTIFIER.every((byte, i) => bytes[i] === byte)) {
    return { mimeType: "image/ktx2", width: view.getUint32(20, true), height: view.getUint32(24, true) };
  }
  // Targa is the last: it has no mark.
  for (const [mimeType, sizeOf] of otherFormats) {
    const size = sizeOf(bytes);
    if (size !== null) return { mimeType, ...size };
  }
  return null;
}

const otherFormats: readonly (readonly [ImageType, (bytes: Uint8Array) => ImageSize | null])[] = [
  ["image/avif", avifSize],
  ["image/tiff", tiffSize],
  ["image/bmp", bitmapSize],
  ["image/x-tga", targaSize],
];

/** Finds the first frame header among the segments. */
function jpegHead(bytes: Uint8Array, view: DataView): ImageHead | null {
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1];
    // Fill bytes, and markers without a length.
    if (marker === 0xff) at++;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { mimeType: "image/jpeg", height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    } else at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function webpHead(bytes: Uint8Array, view: DataView): ImageHead | null {
  const mimeType = "image/webp";
  switch (view.getUint32(12)) {
    // "VP8X": sizes less one, in 24 bits.
    case 0x56503858: {
      const width = 1 + (bytes[24] | (bytes[25] << 8) | (bytes[26] << 16));
      return { mimeType, width, height: 1 + (bytes[27] | (bytes[28] << 8) | (bytes[29] << 16)) };
    }
    // "VP8L": sizes less one, in 14 bits each.
    case 0x5650384c: {
      const bits = view.getUint32(21, true);
      return { mimeType, width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    // "VP8 ": 14 bits, and two of a scale.
    case 0x56503820:
      return { mimeType, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return null;
  }
}
