/** The size of an image, from the beginning of its file. */

/** In pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const PNG = 0x89504e47;
const START_OF_IMAGE = 0xffd8;
/** Markers of JPEG that begin a frame, `SOF0` to `SOF15` without the tables between them. */
const FRAMES: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);

/** Returns the size of a PNG or JPEG; undefined for other files, and for damaged ones. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 24) return undefined;
  if (view.getUint32(0) === PNG) return { width: view.getUint32(16), height: view.getUint32(20) };
  return view.getUint16(0) === START_OF_IMAGE ? jpegSize(view) : undefined;
}

function jpegSize(view: DataView): ImageSize | undefined {
  // Each segment has a marker of two bytes, and a length that includes its own two bytes.
  for (let at = 2; at + 9 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (FRAMES.has(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // Fill bytes.
    at += marker === 0xff ? 1 : 2 + Math.max(2, view.getUint16(at + 2));
  }
  return undefined;
}
