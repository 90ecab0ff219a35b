/** Files of the user's machine that are dropped on the page, with their folders. They stay in it: nothing is sent. */

/** A dropped file before it is read. */
export interface NamedBlob {
  /** Its path from what was dropped, with `/`. */
  readonly path: string;
  readonly file: Blob;
}

/** A file that was dropped. */
export interface DroppedFile {
  /** Its path from what was dropped, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Bytes that a page can hold of what is dropped at once. */
const MOST_BYTES = 2 ** 30;
/** Files of a folder that are looked at. */
const MOST_FILES = 10_000;

/** The part of a `DataTransfer` that is used. */
interface Transfer {
  readonly items: Iterable<Pick<DataTransferItem, "webkitGetAsEntry">>;
  readonly files: Iterable<File>;
}

/**
 * Returns what was dropped, with the files of folders at any depth.
 *
 * @param refuse called with a message about what is left out
 */
export async function droppedFiles(
  transfer: Transfer,
  refuse: (message: string) => void,
): Promise<readonly NamedBlob[]> {
  // Both are empty once the event is over.
  const files = [...transfer.files].map((file): NamedBlob => ({ path: file.name, file }));
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (!entries.some(({ isDirectory }) => isDirectory)) return files;
  // Folders have their files in any order.
  return (await filesOf(entries, refuse)).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

async function filesOf(entries: readonly FileSystemEntry[], refuse: (message: string) => void): Promise<NamedBlob[]> {
  const found: NamedBlob[] = [];
  const waiting = [...entries];
  for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
    if (found.length === MOST_FILES) {
      refuse(`The folders have more than ${MOST_FILES} files: the rest is left out`);
      return found;
    }
    const path = entry.fullPath.replace(/^\/+/u, "");
    // Hidden files are those of systems and version control.
    if (entry.name.startsWith(".")) continue;
    try {
      // oxlint-disable-next-line no-await-in-loop -- one folder after another bounds what is open
      if (isFolder(entry)) waiting.push(...(await entriesOf(entry)));
      // oxlint-disable-next-line no-await-in-loop -- as above
      else if (isFile(entry)) found.push({ path, file: await fileOf(entry) });
    } catch (error) {
      const remedy = entry.isDirectory ? "; drop its files instead" : "";
      refuse(`${path} cannot be read: ${messageOf(error)}${remedy}`);
    }
  }
  return found;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });
}

/** A reader gives the entries of a folder in parts, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  while (all.length <= MOST_FILES) {
    // oxlint-disable-next-line no-await-in-loop -- a reader has one request at a time
    const part = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (part.length === 0) break;
    all.push(...part);
  }
  return all;
}

/**
 * Reads files in their order.
 *
 * @param refuse called with a message about a file that is left out
 */
export async function readDropped(
  files: readonly NamedBlob[],
  refuse: (message: string) => void,
): Promise<readonly DroppedFile[]> {
  const read: DroppedFile[] = [];
  let size = 0;
  for (const { path, file } of files) {
    if (size + file.size > MOST_BYTES) {
      refuse(`${path} has ${file.size} bytes: a page opens ${MOST_BYTES} at once`);
      continue;
    }
    try {
      // oxlint-disable-next-line no-await-in-loop -- in the order in which they were dropped
      read.push({ path, bytes: new Uint8Array(await file.arrayBuffer()) });
      size += file.size;
    } catch (error) {
      refuse(`${path} cannot be read: ${messageOf(error)}`);
    }
  }
  return read;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
