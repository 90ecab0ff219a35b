import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InvalidRequestError } from "../../errors/errors.ts";
import { FileError } from "../../errors/file-errors.ts";
import { openBlobSource } from "../blob-source.ts";
import type { Md5 } from "../md5.ts";
import { BlobCollector, piecesOf, type ByteStream } from "../source-bytes.ts";
import type { OpenSource } from "../upload-source.ts";
import { openFileSource } from "./file-source.ts";

/** Maximum bytes of a stream that stay in memory; a longer one is written to a temporary file. */
const IN_MEMORY = 8 * 1024 * 1024;

/**
 * Buffers a stream completely: its md5 and length are sent before its bytes, so it is read twice.
 *
 * The temporary file is in a folder that only this user can access, and is removed when the source is closed.
 *
 * @throws InvalidRequestError If the stream is empty or does not contain bytes. FileError if the disk is full.
 */
export async function openStreamSource(
  stream: ByteStream,
  createMd5: () => Md5,
  signal: AbortSignal | undefined,
): Promise<OpenSource> {
  const start = new BlobCollector();
  const pieces = piecesOf(stream, signal);
  for await (const piece of endless(pieces)) {
    start.add(piece);
    if (start.size > IN_MEMORY) return await spool(start.blob(), pieces);
  }
  if (start.size === 0) {
    throw new InvalidRequestError("The stream is empty: expected at least one byte. Nothing was sent.");
  }
  return openBlobSource(start.blob(), createMd5, "");
}

/** Lets a `for` loop exit early without ending the generator, which continues elsewhere. */
function endless<Value>(generator: AsyncGenerator<Value, void, undefined>): AsyncIterable<Value> {
  return { [Symbol.asyncIterator]: () => ({ next: () => generator.next() }) };
}

async function spool(start: Blob, rest: AsyncGenerator<Uint8Array, void, undefined>): Promise<OpenSource> {
  const shown = "The stream's temporary file";
  let folder: string | undefined;
  try {
    folder = await mkdtemp(join(tmpdir(), "usdkit-upload-"));
    const path = join(folder, "content");
    await write(path, start, rest);
    const source = await openFileSource(path, "", shown);
    return withCleanUp(source, folder);
  } catch (error) {
    await rest.return().catch(() => undefined);
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function write(path: string, start: Blob, rest: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await onDisk(() => open(path, "wx", 0o600));
  try {
    const first = new Uint8Array(await start.arrayBuffer());
    await onDisk(() => file.writeFile(first));
    for await (const piece of rest) await onDisk(() => file.writeFile(piece));
  } finally {
    await file.close();
  }
}

async function onDisk<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const problem = code === "ENOSPC" || code === "EDQUOT" ? "the disk is full" : message;
    throw new FileError(
      `The stream could not be kept in ${tmpdir()}: ${problem}. Set TMPDIR to where there is room, or upload a file. Nothing was sent.`,
      { cause: error },
    );
  }
}

function withCleanUp(source: OpenSource, folder: string): OpenSource {
  return {
    name: source.name,
    size: source.size,
    unfit: source.unfit,
    digest: (...args) => source.digest(...args),
    part: (...args) => source.part(...args),
    check: () => source.check(),
    close: async () => {
      await source.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
