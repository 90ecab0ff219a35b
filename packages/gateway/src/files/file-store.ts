/** Files by ids that cannot be guessed. What callers name a file is kept elsewhere, never as a path. */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/** What a file turned out to be. */
export interface FileSum {
  readonly size: number;
  /** Lowercase hexadecimal. */
  readonly md5: string;
}

/** More bytes than were allowed. */
export class FileTooLarge extends Error {
  override readonly name: string = "FileTooLarge";
}

const ID = /^[\w-]{32}$/;

/** Where files are kept. What is not kept yet is at a temporary path of this machine. */
export abstract class FileStore {
  private readonly temporary: string;

  /** @param folder Its folder `temporary` is this one's. */
  protected constructor(folder: string) {
    this.temporary = join(folder, "temporary");
  }

  /** Makes a temporary file the file `id`: whole or not at all, and durable when it returns. It is gone from its path then. */
  abstract keep(temporary: string, id: string): Promise<void>;
  /** A path of this machine where the file can be read now. */
  abstract localPath(id: string): Promise<string>;
  /** Reads part of a file: bytes `start` to `end`, both included. */
  abstract read(id: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  abstract remove(id: string): Promise<void>;
  /** Files and what else is left, with when it was written, in Unix milliseconds. */
  protected abstract list(): Promise<readonly { readonly id: string; readonly time: number }[]>;

  /** An id for a new file, which cannot be guessed. */
  makeId(): string {
    return randomBytes(24).toString("base64url");
  }

  /** A path where something may be written that is not kept yet. Gone after the next start. */
  temporaryPath(): string {
    return join(this.temporary, this.makeId());
  }

  /**
   * Writes a stream to a temporary path, and sums it up on the way. Nothing is left behind when it fails.
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

  /** Puts several streams together, in order. */
  async concatenate(sources: readonly (() => Promise<Readable>)[]): Promise<FileSum & { readonly path: string }> {
    async function* bytes(): AsyncGenerator<Buffer> {
      for (const source of sources) yield* (await source()) as AsyncIterable<Buffer>;
    }
    return this.receive(Readable.from(bytes()), Infinity);
  }

  /** Returns the size and the md5 sum of a file that was written elsewhere. */
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
   * Removes files without a row, which a process that died left behind.
   *
   * @param known Asked after the files were looked at: a file that is kept meanwhile is none of those.
   * @param age Milliseconds since it was written; 0 where no other process can be writing it now.
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

  /** @throws {RangeError} for text that is no id. */
  protected checkId(id: string): string {
    if (!ID.test(id)) throw new RangeError("not an id of a file");
    return id;
  }
}

/** What is in a folder, by name, with when it was written. */
export async function filesIn(folder: string): Promise<readonly { readonly id: string; readonly time: number }[]> {
  const rows: { id: string; time: number }[] = [];
  for (const id of await readdir(folder)) {
    try {
      rows.push({ id, time: (await stat(join(folder, id))).mtimeMs });
    } catch {
      // It is gone meanwhile.
    }
  }
  return rows;
}
