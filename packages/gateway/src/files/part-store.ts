import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** Parts of uploads that go on: a folder each, a file for each part. They outlive the process. */
export class PartStore {
  private readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(folder: string): Promise<PartStore> {
    const store = new PartStore(join(folder, "parts"));
    await mkdir(store.folder, { recursive: true, mode: 0o700 });
    return store;
  }

  path(upload: string, part: number): string {
    if (!/^[\w-]{32}$/.test(upload)) throw new RangeError("no id of an upload");
    return join(this.folder, upload, String(part));
  }

  /** Moves a temporary file here, whole or not at all; the second of the same part replaces the first. */
  async keep(temporary: string, upload: string, part: number): Promise<void> {
    const path = this.path(upload, part);
    await mkdir(join(this.folder, upload), { recursive: true, mode: 0o700 });
    await rename(temporary, path);
    const folder = await open(join(this.folder, upload), "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  async remove(upload: string): Promise<void> {
    await rm(join(this.path(upload, 0), ".."), { recursive: true, force: true });
  }

  /** Uploads that have a folder. */
  async uploads(): Promise<readonly string[]> {
    return readdir(this.folder);
  }
}
