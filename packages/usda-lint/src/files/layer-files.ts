/** Which files of a folder are text layers. */
import { fs } from "@usdkit/command/process/builtins";

export const EXTENSION = ".usda";
/** Text or binary, by its first bytes. */
const EITHER = ".usd";
const HEADER: Buffer = Buffer.from("#usda");

/** Whether the name of a file may be that of a text layer. */
export function mayBeLayer(name: string): boolean {
  return name.endsWith(EXTENSION) || name.endsWith(EITHER);
}

/** Whether a file is a text layer: `.usda` by its name, `.usd` by its first bytes. */
export function isTextLayer(file: string | Buffer): boolean {
  const name = typeof file === "string" ? file : file.toString("latin1");
  if (name.endsWith(EXTENSION)) return true;
  return name.endsWith(EITHER) && startsAsText(readStart(file));
}

/** Whether bytes begin as those of a text layer. */
export function startsAsText(source: Uint8Array): boolean {
  return HEADER.equals(source.subarray(0, HEADER.length));
}

function readStart(file: string | Buffer): Uint8Array {
  const bytes = Buffer.alloc(HEADER.length);
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
