import { basename } from "node:path";
import { uploadStatuses } from "@usdkit/contract";
import type { Clock } from "../settings/clock.ts";
import type { FileStore } from "../files/file-store.ts";
import type { PartStore } from "../files/part-store.ts";
import type { FileRecord } from "../storage/file-records.ts";
import type { Storage } from "../storage/storage.ts";
import type { UploadRecord } from "../storage/upload-storage.ts";

const MAX_NAME_LENGTH = 120;

/** Turns received parts into files. */
export class Uploads {
  readonly parts: PartStore;
  private readonly storage: Storage;
  private readonly files: FileStore;
  private readonly clock: Clock;
  private readonly onProblem: (error: unknown) => void;
  private readonly running = new Set<Promise<void>>();

  constructor(given: {
    readonly parts: PartStore;
    readonly storage: Storage;
    readonly files: FileStore;
    readonly clock: Clock;
    readonly onProblem: (error: unknown) => void;
  }) {
    this.parts = given.parts;
    this.storage = given.storage;
    this.files = given.files;
    this.clock = given.clock;
    this.onProblem = given.onProblem;
  }

  /** Stores a temporary file; the caller still stores its record. */
  async makeFile(temporary: string, file: Pick<FileRecord, "user" | "name" | "size" | "md5">): Promise<FileRecord> {
    const id = this.files.makeId();
    await this.files.keep(temporary, id);
    const { user, name, size, md5 } = file;
    return { id, user, name: tameName(name), size, md5, time: this.clock.now() };
  }

  /** Assembles the parts if all were received and no other process does. */
  async finishIfWhole(upload: UploadRecord): Promise<void> {
    const parts = await this.storage.uploads.listParts(upload.id);
    if (parts.size < upload.blocks) return;
    const { waiting, receiving, assembling } = uploadStatuses;
    if (!(await this.storage.uploads.move(upload.id, [waiting, receiving], assembling))) return;
    this.assembleSoon(upload);
  }

  /** Finishes what a process that died left unfinished. */
  async resume(): Promise<void> {
    for (const id of await this.parts.uploads()) {
      const upload = await this.storage.uploads.get(id);
      const { success, failed, assembling } = uploadStatuses;
      if (upload === undefined || upload.status === success || upload.status === failed) await this.parts.remove(id);
      else if (upload.status === assembling) this.assembleSoon(upload);
      else await this.finishIfWhole(upload);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.running);
  }

  private assembleSoon(upload: UploadRecord): void {
    // Only one process runs it, even if several share the folder.
    const run = this.storage
      .exclusively(`upload ${upload.id}`, () => this.assembleOrFail(upload))
      .then(() => undefined, this.onProblem)
      .finally(() => this.running.delete(run));
    this.running.add(run);
  }

  private async assembleOrFail(upload: UploadRecord): Promise<void> {
    // Another process may have done it in the meantime.
    if ((await this.storage.uploads.get(upload.id))?.status !== uploadStatuses.assembling) return;
    try {
      await this.assemble(upload);
    } catch (error) {
      this.onProblem(error);
      await this.storage.uploads.fail(upload.id, "the parts cannot be assembled; start a new upload");
    }
  }

  private async assemble(upload: UploadRecord): Promise<void> {
    const parts = Array.from({ length: upload.blocks }, (_, part) => () => this.parts.read(upload.id, part));
    const { path, size, md5 } = await this.files.concatenate(parts);
    if (size !== upload.size || md5 !== upload.md5) {
      await this.files.discard(path);
      const found = size === upload.size ? `the md5 ${md5}` : `${size} bytes`;
      const expected = size === upload.size ? upload.md5 : String(upload.size);
      await this.storage.uploads.fail(upload.id, `expected ${expected}, found ${found}; start a new upload`);
    } else {
      await this.storage.uploads.finish(upload.id, await this.makeFile(path, upload));
    }
    await this.parts.remove(upload.id);
  }
}

/** Checksum of all parts together. */
export function bytesOf(parts: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const bytes of parts.values()) sum += bytes;
  return sum;
}

/** Returns the last part of a file name without line terminators; for display and as part of a URL. */
export function tameName(name: string): string {
  const last = basename(name.replaceAll("\\", "/")).replaceAll(/[\0-\x1f\x7f"]/g, "_");
  const letters = Array.from(last.toWellFormed());
  if (letters.length <= MAX_NAME_LENGTH) return last.toWellFormed() || "file";
  // Keeps the end, which has the extension.
  return `${letters.slice(0, MAX_NAME_LENGTH - 20).join("")}${letters.slice(-20).join("")}`;
}

/** Returns the unguessable URL of a file. */
export function fileUrl(base: string, { id, name }: { readonly id: string; readonly name: string }): string {
  // A name that consists of dots would be resolved as a path segment.
  const last = /^\.+$/.test(name) ? "file" : encodeURIComponent(name);
  return `${base}/files/${id}/${last}`;
}
