/** Parts of a file on a disk. */
import { ByteReadError, type ByteReader } from "@usdkit/base";
import { descriptors, fs, isSame, stateOf, type FileHandle } from "./descriptors.ts";

/** What one call of the system reads at most. */
const MAX_READ = 2 ** 30;

/** Closes the descriptors of readers that are no longer in use. */
const unused: FinalizationRegistry<FileHandle> = new FinalizationRegistry((handle) => descriptors.close(handle));

/**
 * Reads parts of a file, all of which are of the content that it had when it was opened: a change is an error. A file that
 * another has replaced stays readable as long as its descriptor is open.
 */
export class FileReader implements ByteReader {
  readonly name: string;
  readonly size: number;
  private readonly handle: FileHandle;
  private isClosed = false;

  /** @param handle with an open descriptor, which the reader closes */
  constructor(handle: FileHandle) {
    this.name = String(handle.path);
    this.size = Number(handle.state.size);
    this.handle = handle;
    descriptors.add(handle);
    unused.register(this, handle, this);
  }

  read(start: number, end: number, target?: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    const descriptor = this.descriptor();
    // New memory is not filled with zeros first.
    const buffer = target ?? Buffer.allocUnsafeSlow(end - start);
    try {
      for (let at = 0; at < buffer.length;) {
        const count = fs.readSync(descriptor, buffer, at, Math.min(buffer.length - at, MAX_READ), start + at);
        if (count === 0) throw this.changed();
        at += count;
      }
      // After the bytes were read: they are of the content before a change that is not seen yet.
      if (!isSame(stateOf(descriptor), this.handle.state)) throw this.changed();
    } catch (error) {
      throw this.described(error);
    }
    return target ?? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
  }

  close(): void {
    this.isClosed = true;
    unused.unregister(this);
    descriptors.close(this.handle);
  }

  /** Returns an open descriptor of the file that was opened. */
  private descriptor(): number {
    if (this.isClosed) throw this.error("was closed", "open it again to read more of it");
    const { handle } = this;
    if (handle.descriptor < 0) {
      try {
        handle.descriptor = descriptors.openPath(handle.path);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code !== "ENOENT") throw this.described(error);
        throw this.error("was removed while it was in use", "restore it, or open what has replaced it");
      }
      descriptors.add(handle);
      if (!isSame(stateOf(handle.descriptor), handle.state)) {
        descriptors.close(handle);
        throw this.changed();
      }
    } else descriptors.add(handle);
    return handle.descriptor;
  }

  private changed(): ByteReadError {
    return this.error("was changed while it was in use", "open it again to read what it has now");
  }

  private described(error: unknown): ByteReadError {
    if (error instanceof ByteReadError) return error;
    const reason = error instanceof Error ? error.message : String(error);
    return this.error(`cannot be read (${reason})`, "open it again when it can be read");
  }

  private error(what: string, remedy: string): ByteReadError {
    return new ByteReadError(this.name, `${JSON.stringify(this.name)} ${what}: ${remedy}`);
  }
}
