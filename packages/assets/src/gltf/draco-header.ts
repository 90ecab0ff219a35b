/** The header of a Draco mesh: numbers of faces and vertices of the decoder's output (Draco bitstream 2.2, "Decode Header"). */
import { AssetError } from "../errors/asset-error.ts";

export interface DracoCounts {
  readonly faces: number;
  /** Points for the sequential method; vertices for edgebreaker, where seams add points. */
  readonly vertices: number;
}

const TRIANGULAR_MESH = 1;
const SEQUENTIAL = 0;
const EDGEBREAKER = 1;
const HAS_METADATA = 0x8000;

/** Returns the counts; null if metadata precedes them, or in versions before 2.2. */
export function readDracoCounts(bytes: Uint8Array, where: string): DracoCounts | null {
  if (bytes.length < 13 || String.fromCharCode(...bytes.subarray(0, 5)) !== "DRACO") {
    throw new AssetError("malformed", "the compressed mesh does not begin with DRACO.", { where });
  }
  const version = bytes[5] * 256 + bytes[6];
  const [type, method] = [bytes[7], bytes[8]];
  if (type !== TRIANGULAR_MESH || (method !== SEQUENTIAL && method !== EDGEBREAKER)) {
    throw new AssetError("malformed", "the compressed data is not a triangle mesh.", { where });
  }
  const flags = bytes[9] | (bytes[10] << 8);
  if (version < 0x202 || (flags & HAS_METADATA) !== 0) return null;
  let at = 11;
  const next = (): number => {
    let value = 0;
    for (let factor = 1; factor <= 2 ** 28; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) break;
    }
    return value;
  };
  if (method === SEQUENTIAL) {
    const faces = next();
    return { faces, vertices: next() };
  }
  // A byte with the traversal method precedes the counts.
  at++;
  const vertices = next();
  return { faces: next(), vertices };
}
