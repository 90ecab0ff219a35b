/** Replaces files whole (a baseline, a cache, a converted model). */
import { fs, path } from "../process/builtins.ts";

/** A file to write, in parts. */
export interface FileParts {
  readonly file: string;
  /** Bytes that follow those before, or are at a place. */
  readonly parts: Iterable<Uint8Array | { readonly offset: number; readonly bytes: Uint8Array }>;
}

/** Bytes of parts that wait to be written, unless one part has more. */
const MAX_WAITING = 1 << 23;

/**
 * Writes to a temporary file in the same folder, then renames it. Creates the folder if it is missing. Devices and pipes are written to
 * directly: a rename would replace them.
 *
 * @throws {Error} of the file system.
 */
export function writeAtomically(file: string, content: string | Uint8Array): void {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  if (isDevice(file)) {
    fs.writeFileSync(file, bytes);
    return;
  }
  const target = targetOf(file);
  const temporary = temporaryName(target);
  const descriptor = openNew(temporary);
  try {
    try {
      // A call may write less than it is given.
      for (let at = 0; at < bytes.length;) at += fs.writeSync(descriptor, bytes, at, bytes.length - at, at);
    } finally {
      fs.closeSync(descriptor);
    }
    fs.renameSync(temporary, target);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * Writes files that belong together to temporary files next to them, then renames all. Creates missing folders. What fails, and what the
 * parts throw, leaves all files as they were before the first one is renamed. A part is written while the next ones are made, so its bytes
 * must not change. Devices and pipes are written to directly, each as a whole.
 *
 * @returns the number of bytes
 * @throws {Error} of the file system, or of the parts
 */
export async function writeAllAtomically(files: readonly FileParts[]): Promise<number> {
  const written: { readonly temporary: string; readonly file: string }[] = [];
  let bytes = 0;
  try {
    for (const { file, parts } of files) {
      if (isDevice(file)) {
        const whole = joined(parts);
        fs.writeFileSync(file, whole);
        bytes += whole.length;
        continue;
      }
      const target = targetOf(file);
      const temporary = temporaryName(target);
      const descriptor = openNew(temporary);
      written.push({ temporary, file: target });
      try {
        bytes += await writeParts(descriptor, parts);
      } finally {
        fs.closeSync(descriptor);
      }
    }
    for (const { temporary, file } of written) fs.renameSync(temporary, file);
    return bytes;
  } catch (error) {
    for (const { temporary } of written) fs.rmSync(temporary, { force: true });
    throw error;
  }
}

function isDevice(file: string): boolean {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

/** A link stays a link. */
function targetOf(file: string): string {
  return fs.statSync(file, { throwIfNoEntry: false }) === undefined ? file : fs.realpathSync(file);
}

/** Returns parts as one. Of parts at offsets some may be in front of others. */
function joined(parts: FileParts["parts"]): Uint8Array {
  const placed: { readonly offset: number; readonly bytes: Uint8Array }[] = [];
  let next = 0;
  let length = 0;
  for (const part of parts) {
    const { offset, bytes } = part instanceof Uint8Array ? { offset: next, bytes: part } : part;
    placed.push({ offset, bytes });
    next = offset + bytes.length;
    length = Math.max(length, next);
  }
  const whole = new Uint8Array(length);
  for (const { offset, bytes } of placed) whole.set(bytes, offset);
  return whole;
}

/** Opens a file that is not there. Most folders are: only if it is missing, a folder is created. */
function openNew(file: string): number {
  try {
    return fs.openSync(file, "wx");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    makeFolder(path.dirname(file));
    return fs.openSync(file, "wx");
  }
}

/** Creates a folder and those above it. `mkdirSync` with `recursive` names a read-only file system as a missing file. */
function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = folder; !fs.existsSync(at) && at !== path.dirname(at); at = path.dirname(at)) missing.push(at);
  for (const each of missing.toReversed()) {
    try {
      fs.mkdirSync(each);
    } catch (error) {
      // Another process was faster.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Returns the size of the file. All writing has ended when it returns or throws. */
async function writeParts(descriptor: number, parts: FileParts["parts"]): Promise<number> {
  let [next, size, waiting] = [0, 0, 0];
  let writes: Promise<unknown>[] = [];
  try {
    for (const part of parts) {
      const { offset, bytes } = part instanceof Uint8Array ? { offset: next, bytes: part } : part;
      next = offset + bytes.length;
      size = Math.max(size, next);
      if (waiting > 0 && waiting + bytes.length > MAX_WAITING) {
        await Promise.all(writes);
        writes = [];
        waiting = 0;
      }
      waiting += bytes.length;
      writes.push(writeAt(descriptor, bytes, offset));
    }
    await Promise.all(writes);
    return size;
  } finally {
    await Promise.allSettled(writes);
  }
}

/** Starts to write bytes at a place of a file. */
async function writeAt(descriptor: number, bytes: Uint8Array, offset: number): Promise<void> {
  // A call may write less than it is given.
  for (let at = 0; at < bytes.length;) at += await writeSome(descriptor, bytes.subarray(at), offset + at);
}

async function writeSome(descriptor: number, bytes: Uint8Array, position: number): Promise<number> {
  return await new Promise((resolve, reject) => {
    fs.write(descriptor, bytes, 0, bytes.length, position, (error, count) => {
      if (error === null) resolve(count);
      else reject(error);
    });
  });
}

function temporaryName(file: string): string {
  const { randomBytes } = process.getBuiltinModule("node:crypto");
  return path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(6).toString("hex")}.tmp`);
}
