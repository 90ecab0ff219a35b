/** Bytes that are read when they are needed: of a file on a disk, or behind a URL. */
import type { BlockTable, ByteBlock } from "./recent-blocks.ts";
import { RecentBlocks } from "./recent-blocks.ts";

/** Reads parts of one file. */
export interface ByteReader {
  /** For messages: a path or a URL. */
  readonly name: string;
  /** Size of the file in bytes. */
  readonly size: number;
  /**
   * Returns the bytes `[start, end)`, in `target` if it is given, which has their number of bytes, otherwise in memory that
   * nothing else writes to. The range is inside of the file.
   *
   * @throws ByteReadError if they cannot be read, or the file is no longer the one that was opened
   * @throws MissingBytesError if they have to be waited for
   */
  read(start: number, end: number, target?: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  /** Gives back what the reader holds, such as a descriptor; nothing can be read afterwards. */
  close?(): void;
}

/** Bytes cannot be read: the file was changed, removed or closed. */
export class ByteReadError extends Error {
  override readonly name = "ByteReadError";
  /** The file. */
  readonly file: string;

  /** @param message one sentence with the file, and what to do */
  constructor(file: string, message: string) {
    super(message);
    this.file = file;
  }
}

/** Bytes are not there yet: they come over a network. */
export class MissingBytesError extends Error {
  override readonly name = "MissingBytesError";
  /** Fetches the bytes; after it what failed can be repeated. */
  readonly fetch: () => Promise<void>;

  constructor(message: string, fetch: () => Promise<void>) {
    super(message);
    this.fetch = fetch;
  }

  /** Returns one error for several: their bytes are fetched together. */
  static ofAll(errors: readonly [MissingBytesError, ...MissingBytesError[]]): MissingBytesError {
    return new MissingBytesError(errors[0].message, async () => {
      await Promise.all(errors.map((each) => each.fetch()));
    });
  }
}

/** Times that one function is called again; each fetches bytes that were not there. */
const MAX_FETCHES = 10_000;

/**
 * Returns the result of a function that reads lazy bytes. It is called again after the bytes that it lacked were fetched, so it must
 * not have effects.
 *
 * ```ts
 * const points = await whenFetched(() => values.value("/World/Chair.points"));
 * ```
 *
 * @throws ByteReadError if bytes cannot be fetched, and what the function throws
 */
export async function whenFetched<Result>(read: () => Result): Promise<Result> {
  for (let count = 0; ; count++) {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof MissingBytesError) || count === MAX_FETCHES) throw error;
      // oxlint-disable-next-line no-await-in-loop -- the function needs the bytes to get further
      await error.fetch();
    }
  }
}

/** Size of what is read around a small value, and the alignment of it. */
const BLOCK_SIZE = 1 << 16;
/** Bytes of blocks that are kept, of all files together. */
const MAX_KEPT = 1 << 24;

/** The memory of {@link LazyBytes.lend} grows to this. */
const MAX_LENT = 1 << 23;
let lent: Uint8Array<ArrayBuffer> = new Uint8Array(0);

const recent: RecentBlocks = new RecentBlocks(MAX_KEPT);

/**
 * A file whose bytes are read when they are needed, or a part of one. Small reads are served from blocks of 64 KiB, of which
 * the 16 MiB that were used last are kept, for all files together. Larger ones are read directly.
 *
 * ```ts
 * const bytes = LazyBytes.of(reader);
 * bytes.slice(0, 8); // the first eight bytes
 * ```
 */
export class LazyBytes {
  /** Number of bytes. */
  readonly length: number;
  private readonly reader: ByteReader;
  /** Of the whole file, shared by its parts. */
  private readonly table: BlockTable;
  /** Offset of the part in the file. */
  private readonly start: number;
  /** Marks those of other copies of this module too: commands are bundles, and packages that they load have their own. */
  readonly isLazyBytes: true = true;

  /** Whether a value is lazy bytes, also of another copy of this module. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && "isLazyBytes" in value;
  }

  private constructor(reader: ByteReader, table: BlockTable, start: number, length: number) {
    this.reader = reader;
    this.table = table;
    this.start = start;
    this.length = length;
  }

  /** Returns the bytes of a whole file. */
  static of(reader: ByteReader): LazyBytes {
    return new LazyBytes(reader, new Map(), 0, reader.size);
  }

  /** The path or URL of the file. */
  get name(): string {
    return this.reader.name;
  }

  /** Returns a part, read when it is needed as well; a range outside is cut off. */
  subarray(start: number, end: number = this.length): LazyBytes {
    const first = Math.min(Math.max(start, 0), this.length);
    const last = Math.min(Math.max(end, first), this.length);
    return new LazyBytes(this.reader, this.table, this.start + first, last - first);
  }

  /**
   * Returns the bytes `[start, end)` in memory of their own; a range outside is cut off.
   *
   * @throws ByteReadError, MissingBytesError
   */
  slice(start = 0, end: number = this.length): Uint8Array<ArrayBuffer> {
    const first = this.start + Math.min(Math.max(start, 0), this.length);
    const last = Math.max(first, this.start + Math.min(end, this.length));
    if (last - first >= BLOCK_SIZE) return this.reader.read(first, last);
    if (last === first) return new Uint8Array(0);
    const block = this.kept(first, last);
    return block.bytes.slice(first - block.start, last - block.start);
  }

  /**
   * Returns a block that contains the bytes `[start, end)`, which are inside; its own start may be before them. Nothing may
   * write to it.
   *
   * @throws ByteReadError, MissingBytesError
   */
  block(start: number, end: number): ByteBlock {
    const { bytes, view, start: blockStart } = this.kept(this.start + start, this.start + end);
    return { bytes, view, start: blockStart - this.start };
  }

  /** Closes the file, also for its other parts: reading more throws a ByteReadError. Arrays that were read stay valid. */
  close(): void {
    recent.clear(this.table);
    this.reader.close?.();
  }

  /**
   * Returns the bytes `[start, end)`, which are inside, in memory that later reads overwrite: for what is decoded at once.
   *
   * @throws ByteReadError, MissingBytesError
   */
  lend(start: number, end: number): Uint8Array {
    const size = end - start;
    if (size < BLOCK_SIZE || size > MAX_LENT) return this.slice(start, end);
    if (lent.length < size) lent = new Uint8Array(Math.min(MAX_LENT, size * 2));
    return this.reader.read(this.start + start, this.start + end, lent.subarray(0, size));
  }

  /** A block by offsets in the file. */
  private kept(start: number, end: number): ByteBlock {
    const number = Math.floor(start / BLOCK_SIZE);
    const blockStart = number * BLOCK_SIZE;
    if (end > blockStart + BLOCK_SIZE) return blockOf(start, this.reader.read(start, end));
    const known = recent.use(this.table, number);
    if (known !== undefined) return known;
    const block = blockOf(
      blockStart,
      this.reader.read(blockStart, Math.min(blockStart + BLOCK_SIZE, this.reader.size)),
    );
    recent.add(this.table, number, block);
    return block;
  }
}

function blockOf(start: number, bytes: Uint8Array): ByteBlock {
  return { start, bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/** Returns the bytes `[start, end)`: a view on bytes in memory, read if they are lazy. */
export function bytesOf(source: Uint8Array | LazyBytes, start = 0, end: number = source.length): Uint8Array {
  return source instanceof LazyBytes ? source.slice(start, end) : source.subarray(start, end);
}
