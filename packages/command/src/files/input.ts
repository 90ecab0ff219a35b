/** A file to read, and its name. */
import { buffer, path } from "../process/builtins.ts";
import { readWhole, checkLength } from "./read-whole.ts";

export interface InputFile {
  /** For messages and reports: `/` between folders, relative to the working folder, no `./`. */
  readonly name: string;
  /** For the file system: absolute, or {@link STANDARD_INPUT}; bytes if the name is not UTF-8. */
  readonly location: string | Buffer;
  /** True if the user named the file itself, not a folder or a glob. */
  readonly isNamed?: boolean;
  /** Paths through packages to a layer in the file, the outermost first. */
  readonly inner?: readonly string[];
}

/** The argument for standard input. */
export const STANDARD_INPUT = "-";

/**
 * Returns the bytes of a file, or of standard input.
 *
 * @throws {Error} of the file system, or that there are too many.
 */
export async function readInput(
  { location }: InputFile,
  stdin: AsyncIterable<Uint8Array> = process.stdin,
): Promise<Uint8Array> {
  return location === STANDARD_INPUT ? readStream(stdin) : readWhole(location);
}

/** @throws {Error} if there are more bytes than the parser takes. */
export async function readStream(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    checkLength(size);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Returns the absolute path of an input, which its configuration is looked up by; bytes that are not UTF-8 as `\xNN`. The
 * path of standard input is where its name would be.
 */
export function absolutePath({ name, location }: InputFile, cwd: string): string {
  if (location === STANDARD_INPUT) return path.resolve(cwd, name);
  // It is absolute.
  return typeof location === "string" ? location : path.resolve(cwd, decodePath(location));
}

/** Returns the name of a path for users: relative to `folder`, `/` between folders. */
export function nameOf(file: string, folder: string = process.cwd()): string {
  const name = path.relative(folder, file);
  return withSlashes(name === "" ? "." : name);
}

export function withSlashes(file: string): string {
  return path.sep === "/" ? file : file.replaceAll(path.sep, "/");
}

/** Bytes of a path as text; those that are not UTF-8 as `\xNN`. */
export function decodePath(bytes: Buffer): string {
  if (buffer.isUtf8(bytes)) return bytes.toString();
  let text = "";
  for (let i = 0; i < bytes.length;) {
    let size = Math.min(4, bytes.length - i);
    while (size > 0 && !buffer.isUtf8(bytes.subarray(i, i + size))) size--;
    text += size > 0 ? bytes.toString("utf8", i, i + size) : `\\x${bytes.toString("hex", i, i + 1)}`;
    i += Math.max(1, size);
  }
  return text;
}
