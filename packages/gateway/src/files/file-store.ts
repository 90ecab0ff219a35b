/** Files in a folder. Names are ids that cannot be guessed; what callers name a file is kept elsewhere, never as a path. */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { Transform, type Readable } from "node:stream";
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

export class FileStore {
  private readonly files: string;
  private readonly temporary: string;

  private constructor(folder: string) {
    this.files = join(folder, "files");
    this.temporary = join(folder, "temporary");
  }

  static async open(folder: string): Promise<FileStore> {
    const store = new FileStore(folder);
    await mkdir(store.files, { recursive: true, mode: 0o700 });
    await mkdir(store.temporary, { recursive: true, mode: 0o700 });
    return store;
  }

  /** An id for a new file, which cannot be guessed. */
  makeId(): string {
    return randomBytes(24).toString("base64url");
  }

  /** A path where something may be written that is not kept yet. Gone after the next start. */
  temporaryPath(): string {
    return join(this.temporary, this.makeId());
  }

  /** @throws {RangeError} for text that is no id. */
  path(id: string): string {
    if (!ID.test(id)) throw new RangeError("no id of a file");
    return join(this.files, id);
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

  /** Puts several files together, in order. */
  async concatenate(paths: readonly string[]): Promise<FileSum & { readonly path: string }> {
    async function* bytes(): AsyncGenerator<Buffer> {
      for (const path of paths) yield* createReadStream(path) as AsyncIterable<Buffer>;
    }
    const { Readable: Source } = await import("node:stream");
    return this.receive(Source.from(bytes()), Infinity);
  }

  /** What a file that somebody else wrote holds. */
  async sum(path: string): Promise<FileSum> {
    const hash = createHash("md5");
    let size = 0;
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      size += chunk.length;
      hash.update(chunk);
    }
    return { size, md5: hash.digest("hex") };
  }

  /** Makes a temporary file the file `id`: whole or not at all, and on the disk when it returns. */
  async keep(temporary: string, id: string): Promise<void> {
    const file = await open(temporary, "r+");
    await sync(file);
    await rename(temporary, this.path(id));
    await sync(await open(this.files, "r"));
  }

  /** Reads part of a file: bytes `start` to `end`, both included. */
  read(id: string, range?: { readonly start: number; readonly end: number }): Readable {
    return createReadStream(this.path(id), range);
  }

  async remove(id: string): Promise<void> {
    await rm(this.path(id), { force: true });
  }

  async discard(path: string): Promise<void> {
    await rm(path, { force: true, recursive: true });
  }

  /** Removes what nobody knows: what a process that died left behind. */
  async sweep(known: ReadonlySet<string>): Promise<number> {
    const orphans = (await readdir(this.files))
      .filter((name) => !known.has(name))
      .map((name) => join(this.files, name));
    const temporary = (await readdir(this.temporary)).map((name) => join(this.temporary, name));
    for (const path of [...orphans, ...temporary]) await this.discard(path);
    return orphans.length + temporary.length;
  }
}

async function sync(file: FileHandle): Promise<void> {
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
