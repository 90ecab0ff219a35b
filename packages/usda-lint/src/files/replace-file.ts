/** Replaces the files of users whole. */
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
 * Replaces the content of a file: writes a temporary file in the same folder, then renames it. Mode and links stay.
 *
 * @param read The content of the file when it was read.
 * @throws {Error} of the file system, or that the file changed since it was read.
 */
export function replaceFile(path: string | Buffer, bytes: Uint8Array, read: Uint8Array): void {
  const target = realpathSync(path, { encoding: "buffer" });
  // A rename would replace a file that its owner made read-only.
  accessSync(target, constants.W_OK);
  const { mode } = statSync(target);
  if (!readFileSync(target).equals(read)) throw new Error("the file changed in the meantime");

  const temporary = siblingOf(target, `.${randomBytes(6).toString("hex")}.tmp`);
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

/** A hidden name in the same folder: a rename across file systems is not a rename. */
function siblingOf(target: Buffer, suffix: string): Buffer | string {
  const text = target.toString();
  if (Buffer.from(text).equals(target)) return join(dirname(text), `.${basename(text)}${suffix}`);
  return Buffer.concat([target, Buffer.from(suffix)]);
}
