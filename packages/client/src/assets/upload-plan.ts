/** How a file is split: sent whole, or in parts of `blockSize`. */
import { uploadPartCount, uploadPartRange } from "@usdkit/contract";
import { ProtocolError } from "../errors/errors.ts";

/** Maximum number of parts of a file: a longer list of missing parts cannot be valid. */
export const MAX_PARTS = 1_000_000;

/** Sizes in bytes. */
export interface UploadPlan {
  readonly size: number;
  readonly blockSize: number;
  /** 1 if the file is sent whole. */
  readonly blocks: number;
}

/** Byte range of the file, half-open. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Splits a file as its token specifies (spec 2.1, 4.1).
 *
 * @throws ProtocolError If the block size is not a positive integer, or would make more parts than `MAX_PARTS`.
 */
export function planUpload(size: number, blockSize: number): UploadPlan {
  if (!Number.isSafeInteger(blockSize) || blockSize < 1) {
    throw new ProtocolError(
      `The upload token has blockSize ${blockSize}: expected a whole number of bytes, at least 1.`,
    );
  }
  const blocks = uploadPartCount(size, blockSize);
  if (blocks > MAX_PARTS) {
    throw new ProtocolError(
      `The upload token has blockSize ${blockSize}, which cuts a file of ${size} bytes into ${blocks} parts: expected at most ${MAX_PARTS}.`,
    );
  }
  return { size, blockSize, blocks };
}

/** Whether the file is sent in one request: its size does not exceed the block size (spec 8). */
export function isSingle({ size, blockSize }: UploadPlan): boolean {
  return size <= blockSize;
}

/** Returns the byte range of part `part`, counted from 0. */
export function partRange({ size, blockSize }: UploadPlan, part: number): ByteRange {
  return uploadPartRange(part, size, blockSize);
}

/**
 * Returns the parts that the host lacks, ascending and without duplicates; all parts if the host does not report them.
 *
 * @throws ProtocolError For a number that is not a part of the plan: sending other bytes than the host expects is
 *   worse than sending none.
 */
export function missingParts({ blocks }: UploadPlan, lackBlocks: readonly number[] | undefined): readonly number[] {
  if (lackBlocks === undefined) return Array.from({ length: blocks }, (_, part) => part);
  for (const [index, part] of lackBlocks.entries()) {
    if (!Number.isSafeInteger(part) || part < 0 || part >= blocks) {
      throw new ProtocolError(
        `The upload host lacks a part that does not exist: d.lackBlocks[${index}] is ${part}, expected 0 to ${blocks - 1}.`,
      );
    }
  }
  return [...new Set(lackBlocks)].sort((a, b) => a - b);
}

/** Returns the total size of those parts, in bytes. */
export function sizeOf(plan: UploadPlan, parts: readonly number[]): number {
  let sum = 0;
  for (const part of parts) {
    const { start, end } = partRange(plan, part);
    sum += end - start;
  }
  return sum;
}
