import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { filesIn, FileStore } from "../file-store.ts";
import type { ObjectClient } from "./object-client.ts";

/** Copies used within this time are kept regardless of their total size. Milliseconds. */
const USED = 3_600_000;

/** Stores files as objects, with copies in a local folder for readers that need a path. */
export class ObjectFiles extends FileStore {
  private readonly client: ObjectClient;
  private readonly prefix: string;
  private readonly copies: string;
  private readonly most: number;
  private readonly coming = new Map<string, Promise<string>>();

  private constructor(folder: string, client: ObjectClient, prefix: string, most: number) {
    super(folder);
    this.client = client;
    this.prefix = `${prefix}files/`;
    this.copies = join(folder, "copies");
    this.most = most;
  }

  /** @param most Maximum size of all copies in bytes. */
  static async open(folder: string, client: ObjectClient, prefix: string, most: number): Promise<ObjectFiles> {
    const store = new ObjectFiles(folder, client, prefix, most);
    await mkdir(store.copies, { recursive: true, mode: 0o700 });
    await store.makeTemporary();
    return store;
  }

  override async keep(temporary: string, id: string): Promise<void> {
    await this.client.put(this.key(id), temporary);
    await this.discard(temporary);
  }

  override localPath(id: string): Promise<string> {
    const coming = this.coming.get(id) ?? this.copy(this.checkId(id)).finally(() => this.coming.delete(id));
    this.coming.set(id, coming);
    return coming;
  }

  override read(id: string, range?: { readonly start: number; readonly end: number }): Promise<Readable> {
    return this.client.get(this.key(id), range);
  }

  override async remove(id: string): Promise<void> {
    await this.client.remove(this.prefix + id);
    await rm(join(this.copies, id), { force: true });
  }

  protected override async list(): Promise<readonly { readonly id: string; readonly time: number }[]> {
    const objects = await this.client.list(this.prefix);
    return objects.map(({ key, time }) => ({ id: key.slice(this.prefix.length), time }));
  }

  private key(id: string): string {
    return this.prefix + this.checkId(id);
  }

  private async copy(id: string): Promise<string> {
    const path = join(this.copies, id);
    const now = new Date();
    try {
      await utimes(path, now, now);
      return path;
    } catch {
      // The copy does not exist yet.
    }
    const temporary = this.temporaryPath();
    try {
      await pipeline(await this.client.get(this.key(id)), createWriteStream(temporary, { mode: 0o600 }));
      await rename(temporary, path);
    } finally {
      await this.discard(temporary);
    }
    await this.makeRoom();
    return path;
  }

  /** Drops the least recently used copies until their total size is within the limit. */
  private async makeRoom(): Promise<void> {
    const copies = (await filesIn(this.copies)).toSorted((a, b) => a.time - b.time);
    const sizes = await Promise.all(
      copies.map(({ id }) =>
        stat(join(this.copies, id)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    let sum = sizes.reduce((total, size) => total + size, 0);
    for (const [i, { id, time }] of copies.entries()) {
      if (sum <= this.most || Date.now() - time < USED) return;
      await rm(join(this.copies, id), { force: true });
      sum -= sizes[i] ?? 0;
    }
  }
}
