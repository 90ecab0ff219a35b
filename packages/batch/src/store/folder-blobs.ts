import { fs, path } from "@usdkit/command/process/builtins";
import { readWhole } from "@usdkit/command/files/read-whole";
import { writeAtomically } from "@usdkit/command/files/write-atomically";
import type { Blobs } from "./blobs.ts";

/** Files of a folder. It is listed once: what others add later is not seen. */
export class FolderBlobs implements Blobs {
  readonly #folder: string;
  #names: ReadonlyMap<string, readonly string[]> | undefined;
  readonly #prefixLength: number;

  /** @param prefixLength of the prefixes that are asked for */
  constructor(folder: string, prefixLength: number) {
    this.#folder = folder;
    this.#prefixLength = prefixLength;
  }

  async list(prefix: string): Promise<readonly string[]> {
    this.#names ??= Map.groupBy(namesIn(this.#folder), (name) => name.slice(0, this.#prefixLength));
    return this.#names.get(prefix) ?? [];
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    try {
      return readWhole(path.join(this.#folder, name));
    } catch {
      return undefined;
    }
  }

  async put(name: string, content: string): Promise<void> {
    writeAtomically(path.join(this.#folder, name), content);
  }

  async remove(name: string): Promise<void> {
    fs.rmSync(path.join(this.#folder, name), { force: true });
  }
}

/** Names of files that are whole: temporary ones begin with a dot. */
function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder).filter((name) => !name.startsWith("."));
  } catch {
    return [];
  }
}
