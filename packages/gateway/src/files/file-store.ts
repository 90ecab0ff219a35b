/** Files by unguessable ids. A caller's file name is stored elsewhere, never used as a path. */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Size and checksum of a stored file. */
export interface FileSum {
  readonly size: number;
  /** Lowercase hexadecimal. */
  readonly md5: string;
}

/** Thrown if a file exceeds the allowed size. */
export class FileTooLarge extends Error {
  override readonly name: string = "FileTooLarge";
}

const ID = /^[\w-]{32}$/;

/** Stores files. A file that is not stored yet is at a temporary path of this machine. */
export abstract class FileStore {
  private readonly temporary: string;

  /** @param folder Its folder `temporary` is used for temporary files. */
  protected constructor(folder: string) {
    this.temporary = join(folder, "temporary");
  }

  /** Moves a temporary file to the file `id`, atomically; durable when it returns. */
  abstract keep(temporary: string, id: string): Promise<void>;
  /** Returns a path of this machine where the file can be read. */
  abstract localPath(id: string): Promise<string>;
  /** Reads part of a file: bytes `start` to `end`, both inclusive. */
  abstract read(id: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  abstract remove(id: string): Promise<void>;
  /** Lists files and leftovers with their modification times in Unix milliseconds. */
  protected abstract list(): Promise<readonly { readonly id: string; readonly time: number }[]>;

  /** Returns an unguessable id for a new file. */
  makeId(): string {
    return randomBytes(24).toString("base64url");
  }

  /** Returns a path for temporary data, deleted at the next start. */
  temporaryPath(): string {
    return join(this.temporary, this.makeId());
  }

  /**
   * Writes a stream to a temporary path and computes its checksum. Deletes the file on failure.
   *
   * @throws {FileTooLarge} after `most` bytes.
   */
  async receive(source: Readable, most: number): Promise<FileSum & { readonly path: string }> {
    const path = this.temporaryPath();
    const hash = createHash("md5");
    let size = 0;
    const sum = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        hash.update(chunk);
        done(size > most ? new FileTooLarge(`more than ${most} bytes`) : null, chunk);
      },
    });
    try {
      await pipeline(source, sum, createWriteStream(path, { mode: 0o600, flush: true }));
    } catch (error) {
      await this.discard(path);
      throw error;
    }
    return { path, size, md5: hash.digest("hex") };
  }

  /** Concatenates several streams. */
  async concatenate(sources: readonly (() => Promise<Readable>)[]): Promise<FileSum & { readonly path: string }> {
    async function* bytes(): AsyncGenerator<Buffer> {
      for (const source of sources) yield* (await source()) as AsyncIterable<Buffer>;
    }
    return this.receive(Readable.from(bytes()), Infinity);
  }

  /** Returns the size and the MD5 sum of a file that was written elsewhere. */
  async sum(path: string): Promise<FileSum> {
    const hash = createHash("md5");
    let size = 0;
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      size += chunk.length;
      hash.update(chunk);
    }
    return { size, md5: hash.digest("hex") };
  }

  async discard(path: string): Promise<void> {
    await rm(path, { force: true, recursive: true });
  }

  /**
   * Removes files without a row, left behind by a process that died.
   *
   * @param known Called after the files were listed, so that a file stored in the meantime is not removed.
   * @param age Minimum age in milliseconds; 0 if no other process can be writing.
   */
  async sweep(known: () => Promise<ReadonlySet<string>>, age = 0): Promise<number> {
    const until = age === 0 ? Infinity : Date.now() - age;
    const old = (await this.list()).filter(({ time }) => time <= until);
    const rows = old.length === 0 ? new Set() : await known();
    const orphans = old.filter(({ id }) => !rows.has(id));
    for (const { id } of orphans) await this.remove(id);
    const temporary = (await filesIn(this.temporary)).filter(({ time }) => time <= until);
    for (const { id } of temporary) await this.discard(join(this.temporary, id));
    return orphans.length + temporary.length;
  }

  protected async makeTemporary(): Promise<void> {
    await mkdir(this.temporary, { recursive: true, mode: 0o700 });
  }

  /** @throws {RangeError} if the text is not an id. */
  protected checkId(id: string): string {
    if (!ID.test(id)) throw new RangeError("not an id of a file");
    return id;
  }
}

/** Lists a folder: names with modification times. */
export async function filesIn(folder: string): Promise<readonly { readonly id: string; readonly time: number }[]> {
  const rows: { id: string; time: number }[] = [];
  for (const id of await readdir(folder)) {
    try {
      rows.push({ id, time: (await stat(join(folder, id))).mtimeMs });
    } catch {
      // It was deleted in the meantime.
    }
  }
  return rows;
}
