/** Every file below a folder. Memory does not grow with the number of files in a folder. */
import type { Dir, Dirent } from "node:fs";
import { describeIoError } from "@usdkit/command/cli/errors";
import { decodePath } from "@usdkit/command/files/input";
import { buffer, fs, path } from "@usdkit/command/process/builtins";

/** A file below the folder of a library. */
export interface WalkedFile {
  /** Relative to the folder, with `/`; bytes that are not UTF-8 as `\xNN`. */
  readonly path: string;
  /** The bytes of such a path; null for others. */
  readonly raw: Uint8Array | null;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** What is left out, and what is told about. */
export interface WalkOptions {
  /** Absolute paths of files that are no part of the library: its own index. */
  readonly isOwn: (file: string) => boolean;
  /** Called for folders and links that cannot be read. The walk continues. */
  readonly onProblem: (path: string, problem: string) => void;
}

const SKIPPED: ReadonlySet<string> = new Set(["node_modules", ".git"]);
/** Entries of a folder that are read at a time. */
const ENTRIES = 1024;
/** In the text of bytes that are not UTF-8, and in few names that are. */
const REPLACEMENT = "\u{fffd}";

/** A folder that is still to be read: its path as text, and as bytes if they are not UTF-8. */
interface Folder {
  readonly text: string;
  readonly bytes: Buffer | null;
}

/**
 * Yields the files below `root`, in the order of the file system. Links to folders are not followed, so there are no circles; links to
 * files are.
 */
export function* walkLibrary(root: string, options: WalkOptions): Generator<WalkedFile> {
  const folders: Folder[] = [{ text: "", bytes: null }];
  const take = (folder: Folder, child: Folder, entry: Dirent): WalkedFile | undefined => {
    if (entry.isFile() || entry.isSymbolicLink()) return fileAt(root, child, options);
    const isSkipped = SKIPPED.has(child.text.slice(folder.text.length + 1)) || SKIPPED.has(child.text);
    if (entry.isDirectory() && !isSkipped) folders.push(child);
    return undefined;
  };
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      let hasOthers = folder.bytes !== null;
      if (!hasOthers) {
        using reader = openFolder(root, folder, "utf8");
        for (let entry = reader.readSync(); entry !== null; entry = reader.readSync()) {
          if (entry.name.includes(REPLACEMENT)) hasOthers = true;
          else {
            const text = folder.text === "" ? entry.name : `${folder.text}/${entry.name}`;
            const found = take(folder, { text, bytes: null }, entry);
            if (found !== undefined) yield found;
          }
        }
      }
      if (!hasOthers) continue;
      using reader = openFolder(root, folder, "buffer");
      for (let entry = reader.readSync(); entry !== null; entry = reader.readSync()) {
        // Its types know names as text alone.
        const name = entry.name as unknown as Buffer;
        if (folder.bytes === null && !name.toString().includes(REPLACEMENT)) continue;
        const found = take(folder, childOf(folder, name), entry);
        if (found !== undefined) yield found;
      }
    } catch (error) {
      options.onProblem(folder.text === "" ? "." : folder.text, describeIoError(error));
    }
  }
}

/**
 * Opens a folder. Names as text are read in half the time of names as bytes.
 *
 * @throws {Error} of the file system
 */
function openFolder(root: string, folder: Folder, encoding: "utf8" | "buffer"): Disposable & Pick<Dir, "readSync"> {
  const reader = fs.opendirSync(placeOf(root, folder), {
    encoding: encoding as BufferEncoding,
    bufferSize: ENTRIES,
  });
  return { readSync: () => reader.readSync(), [Symbol.dispose]: () => reader.closeSync() };
}

function fileAt(root: string, child: Folder, { isOwn, onProblem }: WalkOptions): WalkedFile | undefined {
  const place = placeOf(root, child);
  if (typeof place === "string" && isOwn(place)) return undefined;
  try {
    const stats = fs.statSync(place);
    // Links to folders, sockets, devices.
    if (!stats.isFile()) return undefined;
    return { path: child.text, raw: child.bytes, size: stats.size, modified: stats.mtimeMs };
  } catch (error) {
    onProblem(child.text, describeIoError(error));
    return undefined;
  }
}

function childOf({ text, bytes }: Folder, name: Buffer): Folder {
  const isText = buffer.isUtf8(name);
  const shown = isText ? name.toString() : decodePath(name);
  const child = text === "" ? shown : `${text}/${shown}`;
  if (bytes === null && isText) return { text: child, bytes: null };
  const before = bytes ?? Buffer.from(text);
  return { text: child, bytes: text === "" ? name : Buffer.concat([before, Buffer.from("/"), name]) };
}

/** Returns where a file or folder of a library is. */
export function placeOf(
  root: string,
  { text, bytes }: { readonly text: string; readonly bytes: Uint8Array | null },
): string | Buffer {
  if (bytes !== null) return Buffer.concat([Buffer.from(`${root}/`), bytes]);
  if (text === "") return root;
  return path.sep === "/" ? `${root === "/" ? "" : root}/${text}` : path.join(root, text);
}
