/** The bytes of a file, however long it is. */
import { fs } from "../builtins.ts";

/** What the parser takes: its offsets have 32 bits. */
export const MOST_BYTES: number = 4 * 1024 ** 3;
/** `readFileSync` reads no more than this. */
const MOST_AT_ONCE = 2 ** 31 - 1;

/** @throws {Error} what the file system says, or that the file is too long. */
export function readWhole(file: string | Buffer): Uint8Array {
  try {
    return fs.readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_FS_FILE_TOO_LARGE") throw error;
  }
  const descriptor = fs.openSync(file, "r");
  try {
    const { size } = fs.fstatSync(descriptor);
    refuseLong(size);
    const bytes = Buffer.allocUnsafeSlow(size);
    let length = 0;
    while (length < size) {
      const read = fs.readSync(descriptor, bytes, length, Math.min(size - length, MOST_AT_ONCE), length);
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** @throws {Error} where a text is longer than the parser takes. */
export function refuseLong(size: number): void {
  if (size < MOST_BYTES) return;
  throw new Error(`it has ${(size / 1024 ** 3).toFixed(1)} GiB; up to 4 GiB can be read`);
}
