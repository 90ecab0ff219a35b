/** The header of a KTX2 file (KTX 2.0, 3): checked before the transcoder, which allocates what it declares. */
import { AssetError, type AssetProblem } from "../errors/asset-error.ts";

const HEADER = 80;
const LEVEL = 24;
const MAX_LEVELS = 32;
const BASIS_LZ = 1;
const ZSTANDARD = 2;
/** Bytes of 4 × 4 texels of UASTC. */
const BLOCK = 16;

/** @throws {AssetError} if the file is not one flat image of Basis Universal, or its parts are not in its bytes. */
export function checkKtx2Header(bytes: Uint8Array, where: string): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number): number => view.getUint32(at, true);
  const long = (at: number): number => word(at) + 2 ** 32 * word(at + 4);
  const fail = (problem: AssetProblem, message: string, offset: number): never => {
    throw new AssetError(problem, message, { where, offset });
  };
  const [format, width, height] = [word(12), word(20), word(24)];
  const [depth, layers, faces, levels, scheme] = [word(28), word(32), word(36), word(40), word(44)];
  // KHR_texture_basisu allows no others.
  if (format !== 0) fail("unsupported", `a KTX2 texture must be Basis Universal, not vkFormat ${format}.`, 12);
  if (width === 0 || height === 0 || depth !== 0 || layers !== 0 || faces !== 1) {
    fail("unsupported", "a KTX2 texture must be a single flat image.", 20);
  }
  if (scheme > ZSTANDARD) fail("unsupported", `supercompression ${scheme} of KTX2 is not supported.`, 44);
  if (levels > MAX_LEVELS || bytes.length < HEADER + LEVEL * Math.max(1, levels)) {
    fail("truncated", `${levels} levels are declared, and the file ends before.`, 40);
  }
  const parts = [
    { at: 48, start: word(48), length: word(52) },
    { at: 56, start: word(56), length: word(60) },
    { at: 64, start: long(64), length: long(72) },
  ];
  for (let level = 0; level < Math.max(1, levels); level++) {
    const at = HEADER + LEVEL * level;
    parts.push({ at, start: long(at), length: long(at + 8) });
    const [w, h] = [Math.max(1, width >>> level), Math.max(1, height >>> level)];
    const unpacked = scheme === BASIS_LZ ? 0 : BLOCK * Math.ceil(w / 4) * Math.ceil(h / 4);
    if (long(at + 16) !== unpacked) {
      fail("malformed", `a level of ${w} × ${h} texels unpacks to ${unpacked} bytes, not ${long(at + 16)}.`, at + 16);
    }
  }
  for (const { at, start, length } of parts) {
    if (start + length > bytes.length) fail("truncated", `bytes ${start} to ${start + length} are not there.`, at);
  }
}
