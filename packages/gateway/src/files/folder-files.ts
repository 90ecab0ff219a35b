import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { filesIn, FileStore } from "./file-store.ts";

/** Stores files in a folder, which several processes may share. */
export class FolderFiles extends FileStore {
  private readonly files: string;

  private constructor(folder: string) {
    super(folder);
    this.files = join(folder, "files");
  }

  static async open(folder: string): Promise<FolderFiles> {
    const store = new FolderFiles(folder);
    await mkdir(store.files, { recursive: true, mode: 0o700 });
    await store.makeTemporary();
    return store;
  }

  override async keep(temporary: string, id: string): Promise<void> {
    const file = await open(temporary, "r+");
    await sync(file);
    await rename(temporary, this.path(id));
    await sync(await open(this.files, "r"));
  }

  override async localPath(id: string): Promise<string> {
    return this.path(id);
  }

  override async read(id: string, range?: { readonly start: number; readonly end: number }): Promise<Readable> {
    return createReadStream(this.path(id), range);
  }

  override async remove(id: string): Promise<void> {
    // Keeps any name: it was found in this folder.
    await rm(join(this.files, id), { force: true, recursive: true });
  }

  protected override list(): Promise<readonly { readonly id: string; readonly time: number }[]> {
    return filesIn(this.files);
  }

  private path(id: string): string {
    return join(this.files, this.checkId(id));
  }
}

async function sync(file: FileHandle): Promise<void> {
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
