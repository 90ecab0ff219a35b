/** Reads files of any length. */
import { fs } from "../process/builtins.ts";

/** Limit of the parser: its offsets have 32 bits. */
const MAX_BYTES: number = 4 * 1024 ** 3;
/** `readFileSync` reads at most this. */
const MAX_READ = 2 ** 31 - 1;
/** Small files are read by one call into one buffer: allocations and further calls would take longer than reading. */
const scratch: Buffer = Buffer.allocUnsafeSlow(1 << 16);
/** Times that a file is read again which changed meanwhile. */
const RETRIES = 3;

/** The bytes of a file, and what the file system said about it while they were read. */
export interface StableFile {
  readonly bytes: Uint8Array;
  readonly stats: FileStamp;
}

/** What changes with the content of a file: its size, times in nanoseconds, and inode. */
export interface FileStamp {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly ino: bigint;
}

/** @throws {Error} of the file system, or that the file is too long. */
export function readWhole(file: string | Buffer): Uint8Array {
  const descriptor = fs.openSync(file, "r");
  try {
    return readDescriptor(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * Reads a file of one moment: one that is written to meanwhile is read again.
 *
 * @throws {Error} of the file system, that the file is too long, or that it does not stay the same
 */
export function readStable(file: string | Buffer): StableFile {
  for (let attempt = 0; ; attempt++) {
    const descriptor = fs.openSync(file, "r");
    try {
      const before = fs.fstatSync(descriptor, { bigint: true });
      const bytes = readDescriptor(descriptor, before.isFile() ? Number(before.size) : undefined);
      const stats = fs.fstatSync(descriptor, { bigint: true });
      // A pipe has neither size nor times of its content.
      if (!stats.isFile() || isSameStamp(before, stats)) return { bytes, stats };
    } finally {
      fs.closeSync(descriptor);
    }
    if (attempt === RETRIES) throw new Error("the file changed while it was read");
  }
}

/** Whether a file has not been written to between two looks at it. */
export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.mtimeNs === b.mtimeNs && a.size === b.size && a.ctimeNs === b.ctimeNs && a.ino === b.ino;
}

/** @param expected size of a regular file, whose end needs no further call then */
function readDescriptor(descriptor: number, expected?: number): Uint8Array {
  const first = fs.readSync(descriptor, scratch, 0, scratch.length, null);
  if (first < scratch.length) {
    if (first > 0 && first === expected) return copied(first);
    // Less than was asked for is the end of a file, but not of a pipe.
    const more = first === 0 ? 0 : fs.readSync(descriptor, scratch, first, scratch.length - first, null);
    if (more === 0) return copied(first);
    return Buffer.concat([copied(first + more), readRest(descriptor)]);
  }
  const { size } = fs.fstatSync(descriptor);
  // Neither a pipe nor a file that grows has its size.
  if (size <= scratch.length) return Buffer.concat([copied(first), readRest(descriptor)]);
  checkLength(size);
  const bytes = Buffer.allocUnsafeSlow(size);
  scratch.copy(bytes);
  let length = first;
  while (length < size) {
    const read = fs.readSync(descriptor, bytes, length, Math.min(size - length, MAX_READ), length);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

/** From where the descriptor is. */
function readRest(descriptor: number): Buffer {
  return fs.readFileSync(descriptor);
}

/** A buffer of its own, which can be handed to a thread. */
function copied(length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  scratch.copy(bytes, 0, 0, length);
  return bytes;
}

/** @throws {Error} if a text is longer than the parser takes. */
export function checkLength(size: number): void {
  if (size < MAX_BYTES) return;
  throw new Error(`the file has ${(size / 1024 ** 3).toFixed(1)} GiB; the limit is 4 GiB`);
}
