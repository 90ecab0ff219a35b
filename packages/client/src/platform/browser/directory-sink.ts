import { InvalidRequestError } from "../../errors/errors.ts";
import { FileError } from "../../errors/file-errors.ts";
import type { DirectoryHandle, FileSink, FileWriter, SinkRequest } from "../file-sink.ts";

/**
 * Writes a file to a folder that the user chose, or to the page's own. The browser writes to a temporary file and
 * replaces the target when all bytes are there; until then the target may be an empty file. An interrupted download
 * starts again.
 */
export async function openDirectorySink({ place, overwrite }: SinkRequest): Promise<FileSink> {
  if (typeof place === "string" || typeof place.folder === "string") {
    throw new InvalidRequestError("In a browser a folder is given as a FileSystemDirectoryHandle, not as a path.");
  }
  let { name } = place;
  const folder: DirectoryHandle = place.folder;
  let isThere = await exists(folder, name);
  if (isThere && !overwrite) throw new InvalidRequestError(`${name} is there already, and is not to be replaced.`);
  const onDisk = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      const full = error instanceof Error && error.name === "QuotaExceededError";
      const problem = full ? "the space that the page may use is full" : String(error);
      throw new FileError(`${name} could not be written: ${problem}.`, { cause: error });
    }
  };
  const openWriter = (): Promise<FileWriter> =>
    onDisk(async () => (await folder.getFileHandle(name, { create: true })).createWritable());
  let writer = await openWriter();
  const discard = async (): Promise<void> => {
    await writer.abort().catch(() => undefined);
    if (!isThere) await folder.removeEntry(name).catch(() => undefined);
  };
  return {
    begin: () =>
      onDisk(async () => {
        await writer.truncate(0);
        await writer.seek(0);
      }),
    rename: async (other) => {
      if (await exists(folder, other)) {
        throw new FileError(`${other} is there already, and only ${name} was to be replaced.`);
      }
      await discard();
      [name, isThere] = [other, false];
      writer = await openWriter();
    },
    write: (pieces) =>
      onDisk(async () => {
        for (const piece of pieces) await writer.write(new Uint8Array(piece));
      }),
    finish: async () => {
      await onDisk(() => writer.close());
      return name;
    },
    keep: discard,
    discard,
  };
}

async function exists(folder: DirectoryHandle, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name);
    return true;
  } catch {
    return false;
  }
}
