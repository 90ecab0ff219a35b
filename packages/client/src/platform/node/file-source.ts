import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { InvalidRequestError } from "../../errors/errors.ts";
import { FileChangedError, FileError } from "../../errors/file-errors.ts";
import type { OpenSource, SourcePart } from "../upload-source.ts";
import { BufferPool } from "./buffer-pool.ts";

/** Size of a checksummed cell of a file: only bytes that match the md5 are sent. */
const CELL = 512 * 1024;

/**
 * Opens a file for upload.
 *
 * @param shown The file's name in messages.
 * @throws InvalidRequestError If it is missing, empty, unreadable or not a file.
 */
export async function openFileSource(path: string, name: string, shown: string = path): Promise<OpenSource> {
  await lookAt(path, shown);
  let handle: FileHandle;
  try {
    handle = await open(path, "r");
  } catch (error) {
    throw refusal(shown, error);
  }
  // Of the opened file, whatever is at that path now.
  const opened = await handle.stat({ bigint: true });
  return new FileSource({ path, name, shown }, handle, opened);
}

/** @throws InvalidRequestError As `openFileSource` does, except for errors that only opening shows. */
export async function checkFile(path: string): Promise<void> {
  const source = await openFileSource(path, "");
  await source.close();
}

async function lookAt(path: string, shown: string): Promise<void> {
  let info: BigIntStats;
  try {
    info = await stat(path, { bigint: true });
  } catch (error) {
    throw refusal(shown, error);
  }
  const refuse = (problem: string): never => {
    throw new InvalidRequestError(`${shown} ${problem} Nothing was sent.`);
  };
  if (info.isDirectory()) refuse("is a folder: expected a file. Name the files in it one by one.");
  // Opening a pipe would block, and a device has no end.
  if (!info.isFile()) refuse("is not a regular file: expected one, or a stream of its bytes.");
  if (info.size === 0n) refuse("is empty: expected at least one byte.");
}

function refusal(shown: string, error: unknown): InvalidRequestError {
  const { code, message } = error as NodeJS.ErrnoException;
  const known: Readonly<Record<string, string>> = {
    ENOENT: `There is no file ${shown}.`,
    ENOTDIR: `There is no file ${shown}: a part of its path is not a folder.`,
    EACCES: `${shown} may not be read by this user.`,
    EPERM: `${shown} may not be read by this user.`,
    ELOOP: `${shown} is a link that leads back to itself.`,
    ENAMETOOLONG: `There is no file ${shown}: its name is too long.`,
    EMFILE: `${shown} cannot be opened: this process has too many files open.`,
  };
  const problem = known[code ?? ""] ?? `${shown} cannot be opened: ${message}.`;
  return new InvalidRequestError(`${problem} Nothing was sent.`, { cause: error });
}

class FileSource implements OpenSource {
  readonly name: string;
  readonly size: number;
  readonly #path: string;
  readonly #shown: string;
  readonly #handle: FileHandle;
  readonly #opened: BigIntStats;
  readonly #pool: BufferPool;
  readonly #unfit = new AbortController();
  /** Checksums of the cells that were read for the md5. */
  readonly #sums: Uint32Array;
  #read = 0;

  constructor(file: { path: string; name: string; shown: string }, handle: FileHandle, opened: BigIntStats) {
    const { path, name, shown } = file;
    this.name = name;
    this.size = Number(opened.size);
    this.#path = path;
    this.#shown = shown;
    this.#handle = handle;
    this.#opened = opened;
    this.#pool = new BufferPool(Math.min(CELL, this.size));
    this.#sums = new Uint32Array(Math.ceil(this.size / CELL));
  }

  get unfit(): AbortSignal {
    return this.#unfit.signal;
  }

  async digest(onBytes?: (read: number) => void, signal?: AbortSignal): Promise<string> {
    const md5 = createHash("md5");
    const cells = this.#sums.length;
    const buffers = [this.#pool.take(), this.#pool.take()] as const;
    this.#read = 0;
    // The next cell is read while this one is hashed.
    let next = this.#fill(0, buffers[0]);
    // A rejection is handled where it is awaited, also after another error was thrown.
    next.catch(() => undefined);
    for (let cell = 0; cell < cells; cell++) {
      const bytes = await next;
      signal?.throwIfAborted();
      if (cell + 1 < cells) {
        next = this.#fill(cell + 1, buffers[(cell + 1) & 1]);
        next.catch(() => undefined);
      }
      md5.update(bytes);
      this.#sums[cell] = crc32(bytes);
      this.#read = cell + 1;
      onBytes?.(Math.min(this.size, (cell + 1) * CELL));
    }
    this.#pool.give(buffers);
    await this.check();
    return md5.digest("hex");
  }

  part(start: number, end: number, onBytes?: (given: number) => void): SourcePart {
    let lent: Buffer<ArrayBuffer>[] = [];
    const stream = (): ReadableStream<Uint8Array<ArrayBuffer>> => {
      // The buffers of a failed attempt may still be in use, and are not reused.
      const mine: Buffer<ArrayBuffer>[] = [];
      lent = mine;
      let at = start;
      return new ReadableStream({
        pull: async (controller) => {
          const cell = Math.floor(at / CELL);
          const buffer = this.#pool.take();
          if (mine.length < this.#pool.share) mine.push(buffer);
          const bytes = await this.#verified(cell, buffer);
          const first = cell * CELL;
          const piece = bytes.subarray(at - first, Math.min(bytes.length, end - first));
          at += piece.length;
          controller.enqueue(piece);
          if (at === end) controller.close();
          onBytes?.(at - start);
        },
      });
    };
    const release = (): void => {
      this.#pool.give(lent);
      lent = [];
    };
    return { content: { size: end - start, stream }, release };
  }

  async check(): Promise<void> {
    this.#unfit.signal.throwIfAborted();
    let now: BigIntStats;
    try {
      now = await stat(this.#path, { bigint: true });
    } catch (error) {
      throw this.#changed("it was removed or renamed", error);
    }
    const { size, mtimeNs, ino, dev } = this.#opened;
    if (now.size !== size) throw this.#changed(`its size went from ${size} to ${now.size} bytes`);
    if (now.ino !== ino || now.dev !== dev) throw this.#changed("another file was put in its place");
    if (now.mtimeNs !== mtimeNs) throw this.#changed("it was written to");
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #verified(cell: number, buffer: Buffer<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.#fill(cell, buffer);
    if (cell < this.#read && crc32(bytes) !== this.#sums[cell]) {
      throw this.#changed("its bytes are not those that its md5 was made of");
    }
    return bytes;
  }

  /** Reads a whole cell; the last one may be shorter. */
  async #fill(cell: number, buffer: Buffer<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const length = Math.min(CELL, this.size - cell * CELL);
    let filled = 0;
    while (filled < length) {
      let bytesRead: number;
      try {
        ({ bytesRead } = await this.#handle.read(buffer, filled, length - filled, cell * CELL + filled));
      } catch (error) {
        throw this.#end(
          new FileError(`${this.#shown} could not be read to its end: ${(error as Error).message}.`, { cause: error }),
        );
      }
      if (bytesRead === 0) throw this.#changed("it became shorter");
      filled += bytesRead;
    }
    return buffer.subarray(0, length);
  }

  #changed(how: string, cause?: unknown): FileChangedError {
    const message = `${this.#shown} changed while it was uploaded: ${how}. Upload it again when nothing writes to it any more.`;
    return this.#end(new FileChangedError(message, cause === undefined ? {} : { cause }));
  }

  /** The first finding is kept: every later check returns it. */
  #end<Found extends FileChangedError | FileError>(found: Found): Found {
    if (!this.#unfit.signal.aborted) this.#unfit.abort(found);
    return found;
  }
}
