import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { open, readFile, rename, rm, stat, writeFile, type FileHandle } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { InvalidRequestError } from "../../errors/errors.ts";
import { FileError } from "../../errors/file-errors.ts";
import type { FileFacts, FilePlace, FileSink, SinkRequest } from "../file-sink.ts";
import { isInUse, readPartFacts, type PartFacts } from "./part-facts.ts";

/** Identifies this process, as another may have had the same process id. */
const INSTANCE = randomUUID();

/**
 * Assembles a file next to its destination, as `NAME.part`. `NAME.part.json` has its source and its writer, so that a
 * later download can resume it, and two concurrent ones do not write to the same file.
 *
 * @throws InvalidRequestError If the folder is missing or the destination exists.
 */
export async function openPartFile({ place: given, url, overwrite, headBytes }: SinkRequest): Promise<FileSink> {
  const place = pathOf(given);
  await checkFolder(dirname(place));
  await checkPlace(place, overwrite);
  const path = `${place}.part`;
  const me: PartFacts = { source: sourceOf(url), pid: process.pid, host: hostname(), instance: INSTANCE };
  const found = await claim(path, me);
  if (found === "in use") {
    // Another process writes it: this one uses its own temporary file, which cannot be resumed.
    const own = `${place}.${randomUUID().slice(0, 8)}.part`;
    return new PartFile({
      place,
      path: own,
      overwrite,
      handle: await openFile(own, "wx"),
      me: undefined,
      kept: undefined,
    });
  }
  const handle = await openFile(path, constants.O_RDWR | constants.O_CREAT);
  const { size } = await handle.stat();
  const isSame = found !== undefined && found.source === me.source && found.validator !== undefined;
  const isWhole = isSame && size >= headBytes && size <= (found.length ?? Infinity);
  const kept = isWhole
    ? {
        bytes: size,
        validator: found.validator ?? "",
        length: found.length,
        head: await readHead(handle, path, headBytes),
      }
    : undefined;
  return new PartFile({ place, path, overwrite, handle, me, kept });
}

interface Parts {
  readonly place: string;
  readonly path: string;
  readonly overwrite: boolean;
  readonly handle: FileHandle;
  /** Absent for a file that no other process may resume. */
  readonly me: PartFacts | undefined;
  readonly kept: FileSink["kept"];
}

class PartFile implements FileSink {
  readonly kept: FileSink["kept"];
  readonly #parts: Parts;
  #place: string;
  #overwrite: boolean;
  #facts: FileFacts = {};
  #position = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#place = parts.place;
    this.#overwrite = parts.overwrite;
    this.kept = parts.kept;
    this.#position = parts.kept?.bytes ?? 0;
    this.#facts = parts.kept ?? {};
  }

  async begin(facts: FileFacts): Promise<void> {
    this.#facts = facts;
    this.#position = 0;
    await this.#onDisk(() => this.#parts.handle.truncate(0));
    await this.#tell(this.#parts.me?.pid);
  }

  async rename(name: string): Promise<void> {
    const place = join(dirname(this.#parts.place), name);
    if ((await stat(place).catch(() => undefined)) !== undefined) {
      throw new FileError(`${place} is there already, and only ${this.#parts.place} was to be replaced.`);
    }
    this.#place = place;
    this.#overwrite = false;
  }

  async write(pieces: readonly Uint8Array[]): Promise<void> {
    let left = pieces;
    while (left.length > 0) {
      const { bytesWritten } = await this.#onDisk(() => this.#parts.handle.writev(left, this.#position));
      this.#position += bytesWritten;
      left = behind(left, bytesWritten);
    }
  }

  async finish(): Promise<string> {
    const { handle, path } = this.#parts;
    const place = this.#place;
    // Otherwise the file could have its name but not its bytes after a power failure.
    await this.#onDisk(() => handle.sync());
    await this.#onDisk(() => handle.close());
    await checkPlace(place, this.#overwrite);
    await this.#onDisk(() => rename(path, place));
    await rm(`${path}.json`, { force: true });
    return place;
  }

  async keep(): Promise<void> {
    if (this.#parts.me === undefined || this.#facts.validator === undefined || this.#position === 0)
      return this.discard();
    await this.#parts.handle.close();
    // No writer owns it any more.
    await this.#tell(undefined).catch(() => undefined);
  }

  async discard(): Promise<void> {
    const { handle, path, me } = this.#parts;
    await handle.close().catch(() => undefined);
    await rm(path, { force: true });
    if (me !== undefined) await rm(`${path}.json`, { force: true });
  }

  async #tell(pid: number | undefined): Promise<void> {
    const { me, path } = this.#parts;
    if (me === undefined) return;
    const { validator, length } = this.#facts;
    await this.#onDisk(() => writeFile(`${path}.json`, JSON.stringify({ ...me, pid, validator, length })));
  }

  async #onDisk<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      throw fileError(this.#parts.place, error);
    }
  }
}

/** Returns the bytes after the first `count`: a nearly full disk may write fewer than given. */
function behind(pieces: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  let skipped = count;
  const left: Uint8Array[] = [];
  for (const piece of pieces) {
    if (skipped < piece.length) left.push(piece.subarray(skipped));
    skipped = Math.max(0, skipped - piece.length);
  }
  return left;
}

/** Takes over the earlier partial file; returns undefined if there is none that matches. */
async function claim(path: string, me: PartFacts): Promise<PartFacts | "in use" | undefined> {
  const facts = `${path}.json`;
  for (let round = 0; round < 3; round++) {
    try {
      await writeFile(facts, JSON.stringify(me), { flag: "wx" });
      return undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw fileError(path, error);
    }
    const found = readPartFacts(await readFile(facts, "utf8").catch(() => ""));
    if (found !== undefined && (await isInUse(found, path, me))) return "in use";
    // Claimed by removing it: of two concurrent processes, the slower finds the metadata of the other.
    await rm(facts, { force: true });
    try {
      await writeFile(facts, JSON.stringify({ ...found, ...me }), { flag: "wx" });
      return found;
    } catch {
      // The other process was faster.
    }
  }
  return "in use";
}

function pathOf(place: FilePlace): string {
  if (typeof place === "string") {
    if (/[/\\]$/.test(place) || place === "") {
      throw new InvalidRequestError(`${JSON.stringify(place)} is not a file name. Nothing was fetched.`);
    }
    return place;
  }
  if (typeof place.folder !== "string") throw new InvalidRequestError("In Node a folder is given as its path.");
  return join(place.folder, place.name);
}

async function checkFolder(folder: string): Promise<void> {
  const info = await stat(folder).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    const problem = code === "ENOENT" ? `There is no folder ${folder}: make it first.` : `${folder}: ${message}.`;
    throw new InvalidRequestError(`${problem} Nothing was fetched.`, { cause: error });
  });
  if (!info.isDirectory()) throw new InvalidRequestError(`${folder} is not a folder. Nothing was fetched.`);
}

async function checkPlace(place: string, overwrite: boolean): Promise<void> {
  const info = await stat(place).catch(() => undefined);
  if (info === undefined) return;
  if (info.isDirectory()) throw new InvalidRequestError(`${place} is a folder: expected the name of a file.`);
  if (!info.isFile()) throw new InvalidRequestError(`${place} is not a regular file, and cannot be replaced.`);
  if (!overwrite) throw new InvalidRequestError(`${place} is there already, and is not to be replaced.`);
}

async function readHead(handle: FileHandle, path: string, length: number): Promise<Uint8Array> {
  const head = new Uint8Array(length);
  try {
    const { bytesRead } = await handle.read(head, 0, length, 0);
    return head.subarray(0, bytesRead);
  } catch (error) {
    throw fileError(path, error);
  }
}

async function openFile(path: string, flags: string | number): Promise<FileHandle> {
  try {
    return await open(path, flags);
  } catch (error) {
    throw fileError(path, error);
  }
}

function fileError(path: string, error: unknown): FileError {
  const { code, message } = error as NodeJS.ErrnoException;
  const known: Readonly<Record<string, string>> = {
    ENOSPC: "the disk is full. Make room, and fetch it again.",
    EDQUOT: "the disk quota is used up. Make room, and fetch it again.",
    EFBIG: "the file system takes no file of that size.",
    EACCES: "this user may not write there.",
    EPERM: "this user may not write there.",
    EROFS: "the file system is read-only.",
    ENAMETOOLONG: "the name is too long.",
    ENOENT: "its folder is gone.",
  };
  return new FileError(`${path} could not be written: ${known[code ?? ""] ?? `${message}.`}`, { cause: error });
}

/**
 * Hash of the source URL without its query, which contains a new signature every time. Hashed because a URL of the
 * service grants read access.
 */
function sourceOf(url: string): string {
  return createHash("sha256").update(url.split(/[?#]/, 1)[0]).digest("hex");
}
