/** The size of an AVIF image (ISO 14496-12 and 23008-12: boxes of a size and a name). */

/** Bytes of the `meta` box that are looked at: it has properties of items, not pixels. */
const MOST_META = 1 << 20;
const TYPE = boxName("ftyp");
const BRANDS = ["avif", "avis"].map(boxName);
const META = boxName("meta");
const SIZE = boxName("ispe");
const ROTATION = boxName("irot");

/** Returns the size of the image as it is shown; null for other files, and those that end before it. */
export function avifSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 16 || view.getUint32(4) !== TYPE || !BRANDS.includes(view.getUint32(8))) return null;
  for (let at = 0; at + 8 <= bytes.length;) {
    const length = view.getUint32(at);
    if (view.getUint32(at + 4) === META) return sizeWithin(view, at + 8, Math.min(bytes.length, at + length));
    // 0: to the end of the file, 1: 64 bits, which no box before the properties has.
    if (length < 8) return null;
    at += length;
  }
  return null;
}

/** Finds the largest of the sizes: an image may be made of tiles, and have others for opacity. */
function sizeWithin(view: DataView, start: number, end: number): { width: number; height: number } | null {
  let [width, height, isTurned] = [0, 0, false];
  for (let at = start; at + 20 <= Math.min(end, start + MOST_META); at++) {
    const name = view.getUint32(at + 4);
    if (name === SIZE && view.getUint32(at) === 20 && at + 20 <= end) {
      const [w, h] = [view.getUint32(at + 12), view.getUint32(at + 16)];
      if (w * h > width * height) [width, height] = [w, h];
    }
    if (name === ROTATION && view.getUint32(at) === 9) isTurned = (view.getUint8(at + 8) & 1) === 1;
  }
  if (width === 0 || height === 0) return null;
  return isTurned ? { width: height, height: width } : { width, height };
}

function boxName(name: string): number {
  return [0, 1, 2, 3].reduce((word, i) => word * 256 + name.charCodeAt(i), 0);
}
