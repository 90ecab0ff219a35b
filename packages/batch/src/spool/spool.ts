/**
 * Records that wait on disk until they are read again, so that a run needs no more memory for more files. A few are held in memory; for
 * more there is a temporary file, which has no name any more when it is written to, where the system allows it: nothing of it is left,
 * however the process ends.
 */
import { fs, path } from "@usdkit/command/process/builtins";
import { describeIoError, IoError } from "@usdkit/command/cli/errors";

/** Bytes that are held before they are written. */
const CHUNK = 1 << 20;
/** Bytes of the length before a record. */
const HEAD = 4;

/** A list of records that grows at its end. */
export class Spool {
  readonly #folder: string;
  #chunk: Buffer = Buffer.alloc(0);
  /** What `read` has read; a buffer for each record would be garbage outside of the heap. */
  #read: Buffer = Buffer.alloc(0);
  /** Bytes of the chunk that are used. */
  #used = 0;
  /** Bytes in the file. */
  #written = 0;
  #descriptor: number | undefined;
  #name: string | undefined;
  #size = 0;

  /** @param folder for the temporary file; default: that of the system */
  constructor(folder: string = process.getBuiltinModule("node:os").tmpdir()) {
    this.#folder = folder;
  }

  /** Number of records. */
  get size(): number {
    return this.#size;
  }

  /**
   * Adds a record.
   *
   * @returns its place, for `read`
   * @throws {IoError} if the temporary file cannot be written
   */
  add(record: string): number {
    const length = Buffer.byteLength(record);
    this.#makeRoom(HEAD + length);
    const place = this.#written + this.#used;
    this.#chunk.writeUInt32LE(length, this.#used);
    this.#chunk.write(record, this.#used + HEAD);
    this.#used += HEAD + length;
    this.#size++;
    return place;
  }

  /** Returns the record at a place. */
  read(place: number): string {
    const length = this.#bytes(place, HEAD).readUInt32LE(0);
    return this.#bytes(place + HEAD, length).toString();
  }

  /**
   * Yields all records that were added before, in their order.
   *
   * @param chunk bytes that are read at a time
   */
  *records(chunk: number = CHUNK): Generator<string, void, void> {
    const end = this.#written + this.#used;
    let buffer = Buffer.allocUnsafeSlow(Math.min(chunk, end));
    let [start, filled] = [0, 0];
    // Returns bytes at a place, which are those of the next call after it.
    const take = (place: number, length: number): Buffer => {
      if (place < start || place + length > start + filled) {
        if (length > buffer.length) buffer = Buffer.allocUnsafeSlow(length);
        [start, filled] = [place, Math.min(end - place, buffer.length)];
        this.#fill(buffer.subarray(0, filled), place);
      }
      return buffer.subarray(place - start, place - start + length);
    };
    for (let place = 0; place < end;) {
      const length = take(place, HEAD).readUInt32LE(0);
      yield take(place + HEAD, length).toString();
      place += HEAD + length;
    }
  }

  /**
   * Writes what is held in memory: for a list that waits for long.
   *
   * @throws {IoError} if the temporary file cannot be written
   */
  spill(): void {
    if (this.#used > 0) this.#flush();
    this.#chunk = Buffer.alloc(0);
  }

  /** Removes the records. */
  close(): void {
    if (this.#descriptor !== undefined) fs.closeSync(this.#descriptor);
    if (this.#name !== undefined) fs.rmSync(this.#name, { force: true });
    [this.#descriptor, this.#name] = [undefined, undefined];
    [this.#chunk, this.#read] = [Buffer.alloc(0), Buffer.alloc(0)];
    [this.#used, this.#written, this.#size] = [0, 0, 0];
  }

  #makeRoom(length: number): void {
    if (this.#used + length <= this.#chunk.length) return;
    if (this.#chunk.length < CHUNK && this.#used + length <= CHUNK) {
      const larger = Buffer.allocUnsafeSlow(
        Math.min(CHUNK, Math.max(4096, 2 * this.#chunk.length, this.#used + length)),
      );
      this.#chunk.copy(larger, 0, 0, this.#used);
      this.#chunk = larger;
      return;
    }
    this.#flush();
    if (length > this.#chunk.length) this.#chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK, length));
  }

  #flush(): void {
    try {
      this.#descriptor ??= this.#open();
      for (let at = 0; at < this.#used;) {
        at += fs.writeSync(this.#descriptor, this.#chunk, at, this.#used - at, this.#written + at);
      }
    } catch (error) {
      throw new IoError(`${this.#folder}: a temporary file cannot be written: ${describeIoError(error)}`);
    }
    this.#written += this.#used;
    this.#used = 0;
  }

  #open(): number {
    const { randomBytes } = process.getBuiltinModule("node:crypto");
    const name = path.join(this.#folder, `usdkit-${randomBytes(8).toString("hex")}.tmp`);
    const descriptor = fs.openSync(name, "wx+", 0o600);
    try {
      fs.unlinkSync(name);
    } catch {
      // Windows keeps files that are open.
      this.#name = name;
    }
    return descriptor;
  }

  /** Returns bytes at a place, which are those of the next call after it. */
  #bytes(place: number, length: number): Buffer {
    if (length > this.#read.length) this.#read = Buffer.allocUnsafeSlow(length);
    const bytes = this.#read.subarray(0, length);
    this.#fill(bytes, place);
    return bytes;
  }

  /** Fills bytes with those at a place. */
  #fill(bytes: Buffer, place: number): void {
    const { length } = bytes;
    const inFile = Math.max(0, Math.min(length, this.#written - place));
    for (let at = 0; at < inFile && this.#descriptor !== undefined;) {
      const read = fs.readSync(this.#descriptor, bytes, at, inFile - at, place + at);
      if (read === 0) throw new IoError(`${this.#folder}: a temporary file was cut off`);
      at += read;
    }
    if (inFile < length)
      this.#chunk.copy(bytes, inFile, place + inFile - this.#written, place + length - this.#written);
  }
}
