/** The open descriptors of files that are read in parts: a bounded number, the least recently used of which is closed. */
import type * as Files from "node:fs";

// Not an `import`: it would load what the module re-exports, which takes milliseconds when a program starts.
export const fs: typeof Files = process.getBuiltinModule("node:fs");

/** A file as it was when it was opened. */
export interface FileState {
  readonly device: bigint;
  /** Number of the file in its file system. */
  readonly inode: bigint;
  readonly size: bigint;
  /** Time of the last change, in nanoseconds. */
  readonly changed: bigint;
}

/** A file that may have an open descriptor. */
export interface FileHandle {
  readonly path: string | Buffer;
  readonly state: FileState;
  /** -1 if there is none. */
  descriptor: number;
}

/** Returns what tells a file from others and from its former content. */
export function stateOf(descriptor: number): FileState {
  const { dev, ino, size, mtimeNs } = fs.fstatSync(descriptor, { bigint: true });
  return { device: dev, inode: ino, size, changed: mtimeNs };
}

/** Whether a file has its former content; of an open descriptor the file itself is the same. */
export function isSame(a: FileState, b: FileState): boolean {
  return a.size === b.size && a.changed === b.changed && a.inode === b.inode && a.device === b.device;
}

/** Systems allow a process some hundred to some thousand. */
const MAX_OPEN = 128;

/** Keeps descriptors open; handles in the order of their last use. */
class Descriptors {
  private readonly open: Set<FileHandle> = new Set();

  /** Number of open descriptors. */
  get count(): number {
    return this.open.size;
  }

  /** Opens a file, and closes others if the system allows no more. */
  openPath(path: string | Buffer): number {
    try {
      return fs.openSync(path, "r");
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if ((code !== "EMFILE" && code !== "ENFILE") || this.open.size === 0) throw error;
      this.keep(Math.floor(this.open.size / 2));
      return fs.openSync(path, "r");
    }
  }

  /** Keeps the descriptor of a handle open until it is the least recently used of many. */
  add(handle: FileHandle): void {
    this.open.delete(handle);
    this.open.add(handle);
    this.keep(MAX_OPEN);
  }

  close(handle: FileHandle): void {
    if (!this.open.delete(handle)) return;
    fs.closeSync(handle.descriptor);
    handle.descriptor = -1;
  }

  private keep(count: number): void {
    for (const oldest of this.open) {
      if (this.open.size <= count) break;
      this.close(oldest);
    }
  }
}

/** The descriptors of this program. */
export const descriptors: Descriptors = new Descriptors();
