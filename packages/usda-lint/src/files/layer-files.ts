/** Which files of a folder are layers. */
import { fs } from "@usdkit/command/process/builtins";
import { isBinaryLayer } from "@usdkit/base";

/** Text, a crate or a package, by its first bytes. */
const ANY = ".usd";
const TEXT = ".usda";
const BINARY = [".usdc", ".usdz"];
const HEADER: Buffer = Buffer.from("#usda");
/** Bytes that tell the encodings apart. */
const START_LENGTH = 8;

/** Whether the name of a file may be that of a layer. */
export function mayBeLayer(name: string): boolean {
  return [TEXT, ANY, ...BINARY].some((extension) => name.endsWith(extension));
}

/** Whether a file is a layer: by its name, `.usd` by its first bytes. */
export function isLayer(file: string | Buffer, { textOnly }: { readonly textOnly: boolean }): boolean {
  const name = typeof file === "string" ? file : file.toString("latin1");
  if (name.endsWith(TEXT)) return true;
  if (BINARY.some((extension) => name.endsWith(extension))) return !textOnly;
  return name.endsWith(ANY) && startsAsLayer(readStart(file), { textOnly });
}

/** Whether bytes begin as those of a layer. */
export function startsAsLayer(source: Uint8Array, { textOnly }: { readonly textOnly: boolean }): boolean {
  return HEADER.equals(source.subarray(0, HEADER.length)) || (!textOnly && isBinaryLayer(source));
}

function readStart(file: string | Buffer): Uint8Array {
  const bytes = Buffer.alloc(START_LENGTH);
  try {
    const descriptor = fs.openSync(file, "r");
    try {
      return bytes.subarray(0, fs.readSync(descriptor, bytes, 0, bytes.length, 0));
    } finally {
      fs.closeSync(descriptor);
    }
  } catch {
    // Unreadable: another file may be a layer.
    return bytes.subarray(0, 0);
  }
}
