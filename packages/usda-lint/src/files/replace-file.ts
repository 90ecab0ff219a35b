/** Writing over a file so that nobody ever sees half of it. */
import { randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Puts `bytes` in the place of a file: written beside it under another name, then renamed. Mode and links stay.
 *
 * @param read What the file held when it was read.
 * @throws {Error} what the file system says, or that the file changed since it was read.
 */
export function replaceFile(path: string | Buffer, bytes: Uint8Array, read: Uint8Array): void {
  const target = realpathSync(path, { encoding: "buffer" });
  // A rename would replace a file that its owner made read-only.
  accessSync(target, constants.W_OK);
  const { mode } = statSync(target);
  if (!readFileSync(target).equals(read)) throw new Error("the file changed while it was worked on");

  const temporary = besides(target, `.${randomBytes(6).toString("hex")}.tmp`);
  try {
    const descriptor = openSync(temporary, "wx", 0o600);
    try {
      writeFileSync(descriptor, bytes);
      fchmodSync(descriptor, mode & 0o7777);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** A hidden name in the same folder: a rename across file systems is no rename. */
function besides(target: Buffer, suffix: string): Buffer | string {
  const text = target.toString();
  if (Buffer.from(text).equals(target)) return join(dirname(text), `.${basename(text)}${suffix}`);
  return Buffer.concat([target, Buffer.from(suffix)]);
}
