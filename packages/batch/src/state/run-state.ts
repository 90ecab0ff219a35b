/**
 * What a run has done so far, in a file that only grows: a run that was interrupted goes on where it ended.
 *
 * After a first line, each line is a record, `CHECK KEY TEXT`. It is written by one call, and counts only if it is whole: CHECK is a
 * hash of the rest. So a process may end at any time, by any signal, and a full disk leaves the records before.
 */
import { fs } from "@usdkit/command/process/builtins";
import { describeIoError, IoError } from "@usdkit/command/cli/errors";
import { OffsetTable } from "../spool/offset-table.ts";

const TITLE = "usdkit state 1\n";
/** Hexadecimal digits. */
const [CHECK_LENGTH, KEY_LENGTH] = [16, 64];
const HEAD_LENGTH = CHECK_LENGTH + KEY_LENGTH + 2;
const CHUNK = 1 << 20;
const NEWLINE = 10;
/** Bytes that are read for a record at first. */
const RECORD = 4096;

/** Records by keys: SHA-256 in hexadecimal digits. Memory takes 32 to 64 bytes a record. */
export class RunState {
  readonly #name: string;
  readonly #descriptor: number;
  readonly #places = new OffsetTable();
  #size = 0;
  /** Whether the file ends in the middle of a record. */
  #isCut = false;
  #problem: string | undefined;

  private constructor(name: string, descriptor: number) {
    this.#name = name;
    this.#descriptor = descriptor;
  }

  /**
   * Opens a state; makes it if there is none.
   *
   * @param file absolute
   * @param name for messages
   * @throws {IoError} if it cannot be read or written, or is another file
   */
  static open(file: string, name: string = file): RunState {
    try {
      const state = new RunState(name, fs.openSync(file, "a+"));
      state.#read();
      return state;
    } catch (error) {
      if (error instanceof IoError) throw error;
      throw new IoError(`${name}: the state of a run cannot be opened: ${describeIoError(error)}`);
    }
  }

  /** Number of records, as far as they may be whole. */
  get size(): number {
    return this.#places.size;
  }

  /** What could not be written, if anything: the run goes on without it. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Returns the text of a record; undefined if there is no whole one. */
  get(key: string): string | undefined {
    const offset = this.#places.get(key);
    const line = offset === undefined ? undefined : this.#lineAt(offset);
    if (line === undefined || line.slice(CHECK_LENGTH + 1, HEAD_LENGTH - 1) !== key) return undefined;
    return line.slice(0, CHECK_LENGTH) === checkOf(line.slice(CHECK_LENGTH + 1)) ? line.slice(HEAD_LENGTH) : undefined;
  }

  /** Adds a record, which is in the file when this returns. */
  add(key: string, text: string): void {
    if (key.length !== KEY_LENGTH || text.includes("\n")) throw new RangeError("expected a key and a text of one line");
    const rest = `${key} ${text}`;
    const line = Buffer.from(`${this.#isCut ? "\n" : ""}${checkOf(rest)} ${rest}\n`);
    try {
      const written = fs.writeSync(this.#descriptor, line);
      const start = line[0] === NEWLINE ? 1 : 0;
      const end = fs.fstatSync(this.#descriptor).size;
      // Another run may write to the same file; then this record is somewhere among its own.
      if (end === this.#size + line.length) this.#places.set(key, this.#size + start);
      else this.#read();
      this.#size = end;
      this.#isCut = written < line.length;
      if (this.#isCut) throw new Error("no space is left on the device");
    } catch (error) {
      this.#problem ??= `${this.#name}: the state cannot be written: ${describeIoError(error)}`;
    }
  }

  close(): void {
    fs.closeSync(this.#descriptor);
  }

  /** Finds the records after those that are known. */
  #read(): void {
    if (this.#size === 0) this.#size = this.#readTitle();
    const chunk = Buffer.alloc(CHUNK);
    let [at, lineStart, head] = [this.#size, this.#size, ""];
    for (let length = this.#fill(chunk, at); length > 0; length = this.#fill(chunk, at)) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0 && end < length; end = chunk.indexOf(NEWLINE, start)) {
        head += chunk.toString("latin1", start, Math.min(end, start + HEAD_LENGTH - head.length));
        // What is no record is found out when it is asked for.
        if (head.length === HEAD_LENGTH) this.#places.set(head.slice(CHECK_LENGTH + 1, HEAD_LENGTH - 1), lineStart);
        start = end + 1;
        [lineStart, head] = [at + start, ""];
      }
      head += chunk.toString("latin1", start, Math.min(length, start + HEAD_LENGTH - head.length));
      at += length;
    }
    this.#isCut = lineStart < at;
    this.#size = at;
  }

  #fill(chunk: Buffer, at: number): number {
    return fs.readSync(this.#descriptor, chunk, 0, chunk.length, at);
  }

  /** Returns the length of the title, which is written if the file is empty, or a run ended while it wrote it. */
  #readTitle(): number {
    if (!fs.fstatSync(this.#descriptor).isFile()) {
      // Nothing is written to it: it may be a disk.
      throw new IoError(`${this.#name}: expected a file for the state of a run, found a device or pipe: name a file`);
    }
    const title = Buffer.alloc(TITLE.length);
    const length = this.#fill(title, 0);
    if (!TITLE.startsWith(title.toString("latin1", 0, length))) {
      throw new IoError(`${this.#name}: not the state of a run: remove it, or name another file`);
    }
    if (length < TITLE.length) {
      fs.ftruncateSync(this.#descriptor, 0);
      fs.writeSync(this.#descriptor, TITLE);
    }
    return TITLE.length;
  }

  #lineAt(offset: number): string | undefined {
    for (let length = RECORD; ; length *= 8) {
      const bytes = Buffer.alloc(length);
      const read = fs.readSync(this.#descriptor, bytes, 0, length, offset);
      const end = bytes.subarray(0, read).indexOf(NEWLINE);
      if (end >= 0) return bytes.toString("utf8", 0, end);
      if (read < length) return undefined;
    }
  }
}

function checkOf(text: string): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", text).slice(0, CHECK_LENGTH);
}
