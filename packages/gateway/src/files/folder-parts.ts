import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { checkUploadId, type PartStore } from "./part-store.ts";

/** Stores parts in a folder per upload, a file per part. */
export class FolderParts implements PartStore {
  private readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(folder: string): Promise<FolderParts> {
    const store = new FolderParts(join(folder, "parts"));
    await mkdir(store.folder, { recursive: true, mode: 0o700 });
    return store;
  }

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

  async read(upload: string, part: number): Promise<Readable> {
    return createReadStream(this.path(upload, part));
  }

  async remove(upload: string): Promise<void> {
    await rm(join(this.folder, checkUploadId(upload)), { recursive: true, force: true });
  }

  async uploads(): Promise<readonly string[]> {
    return readdir(this.folder);
  }

  private path(upload: string, part: number): string {
    return join(this.folder, checkUploadId(upload), String(part));
  }
}
