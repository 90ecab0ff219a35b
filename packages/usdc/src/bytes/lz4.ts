/** LZ4 blocks, decompressed: https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md. */
import type { BlockRange, CrateKernel } from "./crate-kernel.ts";
import { crateKernel } from "./crate-kernel.ts";
import { CrateError } from "./crate-diagnostic.ts";

/** A block of LZ4 expands to less than 255 bytes a byte. */
export const MAX_EXPANSION = 255;
/** The reference splits longer input into chunks of this many bytes (`LZ4_MAX_INPUT_SIZE`). */
const MAX_CHUNK = 0x7e000000;

function damaged(offset: number, reason: string): CrateError {
  return new CrateError("USDC_COMPRESSION", offset, `Damaged LZ4 block: ${reason}`);
}

/** Decompresses the block `source[start, end)` to `target`; returns the number of bytes written. */
function decompressBlock(source: Uint8Array, start: number, end: number, target: Uint8Array): number {
  const limit = target.length;
  let p = start;
  let out = 0;
  while (p < end) {
    const token = source[p++];
    let literals = token >>> 4;
    if (literals === 15) {
      let more = 255;
      while (more === 255) {
        if (p >= end) throw damaged(p, "a literal length is cut off");
        more = source[p++];
        literals += more;
      }
    }
    if (literals > end - p) throw damaged(p, "literals are cut off");
    if (literals > limit - out) throw damaged(p, "more bytes than announced");
    if (literals > 32) {
      target.set(source.subarray(p, p + literals), out);
      out += literals;
      p += literals;
    } else for (const stop = p + literals; p < stop;) target[out++] = source[p++];
    // The last sequence has literals alone.
    if (p === end) return out;
    if (p + 2 > end) throw damaged(p, "a match offset is cut off");
    const distance = source[p] | (source[p + 1] << 8);
    p += 2;
    if (distance === 0 || distance > out) throw damaged(p - 2, "a match starts before the block");
    let length = (token & 15) + 4;
    if (length === 19) {
      let more = 255;
      while (more === 255) {
        if (p >= end) throw damaged(p, "a match length is cut off");
        more = source[p++];
        length += more;
      }
    }
    if (length > limit - out) throw damaged(p, "more bytes than announced");
    if (distance >= length && length > 32) {
      target.copyWithin(out, out - distance, out - distance + length);
      out += length;
    } else if (distance === 1) {
      target.fill(target[out - 1], out, out + length);
      out += length;
    } else {
      let from = out - distance;
      for (const stop = out + length; out < stop;) target[out++] = target[from++];
    }
  }
  return out;
}

/**
 * Decompresses what the reference's `TfFastCompression` writes: a count of chunks (0 for a single block without a size),
 * then the chunks, each after its size.
 *
 * @param size what the result may have at most, in bytes
 * @param kernel what decompresses larger blocks; null for JavaScript alone
 * @returns the decompressed bytes; fewer than `size` if the data ends early
 * @throws CrateError when the data is damaged, or `size` is more than it can expand to
 */
export function decompress(
  source: Uint8Array,
  { start, end, size }: BlockRange,
  kernel: CrateKernel | null = crateKernel() ?? null,
): Uint8Array {
  if (size === 0) return new Uint8Array(0);
  if (end <= start) throw damaged(start, "no bytes");
  if (size > (end - start) * MAX_EXPANSION) {
    const message = `${end - start} compressed bytes cannot hold the ${size} bytes that are announced`;
    throw new CrateError("USDC_LIMIT", start, message);
  }
  const chunks = source[start];
  let p = start + 1;
  if (chunks === 0) {
    const decompressed = kernel?.decompress(source, { start: p, end, size });
    if (decompressed !== undefined) return decompressed.slice();
  }
  const target = new Uint8Array(size);
  if (chunks === 0) {
    const written = decompressBlock(source, p, end, target);
    return written === size ? target : target.subarray(0, written);
  }
  let out = 0;
  for (let i = 0; i < chunks; i++) {
    if (p + 4 > end) throw damaged(p, "the size of a chunk is cut off");
    const length = source[p] | (source[p + 1] << 8) | (source[p + 2] << 16) | (source[p + 3] << 24);
    p += 4;
    if (length < 0 || length > end - p) throw damaged(p, "a chunk is cut off");
    const room = target.subarray(out, Math.min(size, out + MAX_CHUNK));
    out += decompressBlock(source, p, p + length, room);
    p += length;
  }
  return target.subarray(0, out);
}
