/** Bytes per splat: position and scales as floats, then color and opacity, then the quaternion w, x, y, z, a byte each. */
export const SPLAT_BYTES = 32;
/** Number of sampled records. */
const SAMPLES = 256;
/** Larger coordinates do not occur in real scenes. */
const MAX_COORDINATE = 1e9;
/** Tolerance of a quaternion's length after rounding to bytes. */
const TOLERANCE = 0.05;

/** Returns whether the bytes may be a file of 32 bytes per splat, by samples spread over it. */
export function isSplat(bytes: Uint8Array): boolean {
  const count = bytes.length / SPLAT_BYTES;
  if (count === 0 || !Number.isInteger(count)) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = Math.min(count, SAMPLES);
  for (let sample = 0; sample < samples; sample++) {
    if (!isRecord(view, SPLAT_BYTES * Math.floor((sample * count) / samples))) return false;
  }
  return true;
}

function isRecord(view: DataView, at: number): boolean {
  for (let i = 0; i < 3; i++) {
    const [position, scale] = [view.getFloat32(at + 4 * i, true), view.getFloat32(at + 12 + 4 * i, true)];
    if (!(Math.abs(position) < MAX_COORDINATE && scale >= 0 && scale < MAX_COORDINATE)) return false;
  }
  let norm2 = 0;
  for (let i = 28; i < SPLAT_BYTES; i++) norm2 += ((view.getUint8(at + i) - 128) / 128) ** 2;
  return Math.abs(Math.sqrt(norm2) - 1) < TOLERANCE;
}
