/** Saves an edited text to the file that it was read from. */
import { randomBytes } from "node:crypto";
import { accessSync, chmodSync, constants, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { basename, dirname, join } from "node:path";
import { describe, versionOf } from "./file-states.ts";

/** Maximum size of a saved text: the editor shows at most 20 MiB, and an edit may enlarge it. */
export const MAX_SAVED_BYTES: number = 64 * 2 ** 20;

/** The result of a request to save. */
export type SaveAnswer =
  | { readonly status: 200; readonly version: string }
  /** The file has another version: nothing was written. */
  | { readonly status: 412; readonly message: string; readonly version: string }
  | { readonly status: 411 | 413 | 422 | 428; readonly message: string };

/**
 * Saves the body of a request, if the file still has the version of the `If-Match` header; the empty version is that of a file that
 * does not exist. The text is written to a temporary file in the same folder, which then replaces the file.
 */
export async function saveFile(location: string, request: IncomingMessage): Promise<SaveAnswer> {
  const expected = /^"([^"]*)"$/.exec(request.headers["if-match"] ?? "")?.[1];
  if (expected === undefined) return { status: 428, message: 'expected an "If-Match" header with a version' };
  const length = Number(request.headers["content-length"] ?? NaN);
  if (!Number.isInteger(length)) return { status: 411, message: 'expected a "Content-Length" header' };
  if (length > MAX_SAVED_BYTES) {
    const [size, limit] = [length, MAX_SAVED_BYTES].map((bytes) => Math.round(bytes / 2 ** 20));
    return { status: 413, message: `the text has ${size} MiB; the limit is ${limit} MiB` };
  }
  const pieces: Buffer[] = [];
  // Node ends the request at its declared length.
  for await (const piece of request) pieces.push(piece as Buffer);
  const bytes = Buffer.concat(pieces);
  if (bytes.length !== length) return { status: 422, message: "the text arrived incomplete" };
  try {
    return await replace(location, bytes, expected);
  } catch (error) {
    return { status: 422, message: describe(error) };
  }
}

async function replace(location: string, bytes: Uint8Array, expected: string): Promise<SaveAnswer> {
  const conflict = conflictOf(location, expected);
  if (conflict !== undefined) return conflict;
  // A symbolic link stays: its target is replaced.
  const target = expected === "" ? location : realpathSync(location);
  // A rename would also replace a write-protected file.
  if (expected !== "") accessSync(target, constants.W_OK);
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    const file = await open(temporary, "wx");
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    if (expected !== "") chmodSync(temporary, statSync(target).mode & 0o7777);
    // The file may have changed while the text was written.
    const late = conflictOf(location, expected);
    if (late !== undefined) return late;
    renameSync(temporary, target);
    return { status: 200, version: versionOf(location) };
  } finally {
    rmSync(temporary, { force: true });
  }
}

function conflictOf(location: string, expected: string): SaveAnswer | undefined {
  const version = versionOf(location);
  if (version === expected) return undefined;
  const message = version === "" ? "the file no longer exists" : "the file changed on disk";
  return { status: 412, message, version };
}
