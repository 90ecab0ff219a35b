/** Reads files of any length. */
import { fs } from "../process/builtins.ts";

/** Limit of the parser: its offsets have 32 bits. */
const MAX_BYTES: number = 4 * 1024 ** 3;
/** `readFileSync` reads at most this. */
const MAX_READ = 2 ** 31 - 1;

/** @throws {Error} of the file system, or that the file is too long. */
export function readWhole(file: string | Buffer): Uint8Array {
  try {
    return fs.readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_FS_FILE_TOO_LARGE") throw error;
  }
  const descriptor = fs.openSync(file, "r");
  try {
    const { size } = fs.fstatSync(descriptor);
    checkLength(size);
    const bytes = Buffer.allocUnsafeSlow(size);
    let length = 0;
    while (length < size) {
      const read = fs.readSync(descriptor, bytes, length, Math.min(size - length, MAX_READ), length);
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** @throws {Error} if a text is longer than the parser takes. */
export function checkLength(size: number): void {
  if (size < MAX_BYTES) return;
  throw new Error(`the file has ${(size / 1024 ** 3).toFixed(1)} GiB; the limit is 4 GiB`);
}
