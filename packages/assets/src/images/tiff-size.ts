/** The size of a TIFF image (TIFF 6.0, section 2: tags of the first directory). */

const WIDTH = 256;
const HEIGHT = 257;
const SAMPLE_FORMAT = 339;
const SHORT = 3;
const LONG = 4;

/** Returns the size; null for other files, those that end before it, and pixels that are not whole numbers without a sign. */
export function tiffSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  if (bytes.length < 8) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mark = view.getUint32(0);
  if (mark !== 0x49492a00 && mark !== 0x4d4d002a) return null;
  const isLittle = mark === 0x49492a00;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > bytes.length) return null;
  const tags = view.getUint16(directory, isLittle);
  const found = new Map<number, number>();
  for (let i = 0; i < tags; i++) {
    const at = directory + 2 + 12 * i;
    if (at + 12 > bytes.length) return null;
    const [tag, type] = [view.getUint16(at, isLittle), view.getUint16(at + 2, isLittle)];
    if (type === LONG) found.set(tag, view.getUint32(at + 8, isLittle));
    if (type !== SHORT) continue;
    // More than two numbers are elsewhere in the file: one for each channel, all of them the same.
    const isWithin = view.getUint32(at + 4, isLittle) <= 2;
    const place = isWithin ? at + 8 : view.getUint32(at + 8, isLittle);
    if (place + 2 <= bytes.length) found.set(tag, view.getUint16(place, isLittle));
  }
  const [width = 0, height = 0] = [found.get(WIDTH), found.get(HEIGHT)];
  return width === 0 || height === 0 || (found.get(SAMPLE_FORMAT) ?? 1) !== 1 ? null : { width, height };
}
