import { fs, path } from "@usdkit/command/process/builtins";
import { writeAtomically } from "@usdkit/command/files/write-atomically";
import type { BlobPart, Blobs } from "./blobs.ts";

const DAY = 24 * 60 * 60 * 1000;
/** Days without use after which a file is removed. */
const MAX_AGE = 60 * DAY;

/** Files of a folder. The time of a file is that of its last use, to a day: writing it for each use would be a write for each run. */
export class FolderBlobs implements Blobs {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async list(prefix: string): Promise<readonly string[]> {
    try {
      // Temporary files begin with a dot.
      return fs.readdirSync(this.#folder).filter((name) => name.startsWith(prefix) && !name.startsWith("."));
    } catch {
      return [];
    }
  }

  async get(name: string, part: BlobPart): Promise<Uint8Array | undefined> {
    try {
      const descriptor = fs.openSync(path.join(this.#folder, name), "r");
      try {
        return readPart(descriptor, part);
      } finally {
        fs.closeSync(descriptor);
      }
    } catch {
      return undefined;
    }
  }

  async put(name: string, content: Uint8Array): Promise<void> {
    writeAtomically(path.join(this.#folder, name), content);
  }

  async remove(name: string): Promise<void> {
    fs.rmSync(path.join(this.#folder, name), { force: true });
  }

  async expire(prefix: string, used: ReadonlySet<string>): Promise<void> {
    const now = Date.now();
    for (const name of await this.list(prefix)) {
      const file = path.join(this.#folder, name);
      const age = now - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now);
      if (used.has(name)) {
        if (age > DAY) fs.utimesSync(file, now / 1000, now / 1000);
      } else if (age > MAX_AGE) fs.rmSync(file, { force: true });
    }
  }
}

/**
 * Removes folders of `parent` in which no file was used for 60 days: those of machines that are gone. Other folders, and files of any other
 * kind, are left alone.
 *
 * @param isOne whether a folder of this name is one that {@link FolderBlobs} fills
 * @throws {Error} of the file system
 */
export function expireFolders(parent: string, isOne: (name: string) => boolean): void {
  const limit = Date.now() - MAX_AGE;
  for (const entry of fs.readdirSync(parent, { withFileTypes: true })) {
    if (!entry.isDirectory() || !isOne(entry.name)) continue;
    const folder = path.join(parent, entry.name);
    const files = fs.readdirSync(folder).map((name) => path.join(folder, name));
    // The time of a folder is that of the last file that was added or removed.
    const stats = (files.length > 0 ? files : [folder]).map((each) => fs.statSync(each, { throwIfNoEntry: false }));
    if (stats.some((each) => each !== undefined && each.mtimeMs > limit)) continue;
    for (const file of files) fs.rmSync(file, { force: true });
    // Another run may write to it at this moment: it is not empty then.
    fs.rmdirSync(folder);
  }
}

function readPart(descriptor: number, part: BlobPart): Uint8Array {
  const { size } = fs.fstatSync(descriptor);
  const start = "last" in part ? Math.max(0, size - part.last) : part.start;
  const end = "last" in part ? size : Math.min(size, start + part.length);
  const bytes = Buffer.allocUnsafeSlow(Math.max(0, end - start));
  let length = 0;
  while (length < bytes.length) {
    const read = fs.readSync(descriptor, bytes, length, bytes.length - length, start + length);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}
