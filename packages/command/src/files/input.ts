/** A file to read, and what it is called. */
import { buffer, path } from "../builtins.ts";
import { readWhole, refuseLong } from "./read-whole.ts";

export interface InputFile {
  /** For people and reports: `/` between folders, relative to the working folder, no `./`. */
  readonly name: string;
  /** For the file system; bytes where the name is not UTF-8. */
  readonly location: string | Buffer;
  /** True where the user named the file itself, not a folder or a glob. */
  readonly isNamed?: boolean;
}

/** The argument that stands for standard input. */
export const STANDARD_INPUT = "-";

/** The bytes of a file, or of standard input. Throws what the file system says. */
export async function readInput({ location }: InputFile): Promise<Uint8Array> {
  return location === STANDARD_INPUT ? readStandardInput() : readWhole(location);
}

export async function readStandardInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += (chunk as Buffer).length;
    refuseLong(size);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/**
 * The absolute path of an input, as far as it can be told in text: what configurations are looked up by. Of standard input
 * it is where its name would be.
 */
export function absolutePath({ name, location }: InputFile): string {
  if (location === STANDARD_INPUT) return path.resolve(name);
  return typeof location === "string" ? path.resolve(location) : path.resolve(decodePath(location));
}

/** The name of a path that the user gave or a walk found. */
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
