/** The files of several stages: each is read and parsed once while there is room for it. */
import { existsSync, realpathSync, statSync } from "node:fs";
import { openLayer, pathResolver, type OpenedLayer, type Resolver } from "@usdkit/usd";
import { path } from "@usdkit/command/process/builtins";
import { withSlashes } from "@usdkit/command/files/input";
import { readStable, type FileStamp } from "@usdkit/command/files/read-whole";

/** Bytes that files and layers take which are kept for the next stage, by default. */
const MAX_KEPT = 2 ** 25;
/** Bytes that a parsed layer takes for each byte of its text, with what checks have asked of it: 2.2 to 3.3 were measured. */
const PARSED = 3;
/** Bytes that any parsed layer takes: 75 KB were measured for one of 4 KB. */
const PARSED_AT_LEAST = 1 << 16;
/** Files whose existence is kept. */
const MAX_NAMES = 100_000;

/** What a stage asked of the file system: the same answers give the same stage. */
export interface Trace {
  /** By file: its bytes, undefined if there is none. */
  readonly read: Map<string, Uint8Array | undefined>;
  /** By file: whether it exists. */
  readonly looked: Map<string, boolean>;
}

/** Returns a trace without answers. */
export function newTrace(): Trace {
  return { read: new Map(), looked: new Map() };
}

/** Which files there are, and how many of them are kept. */
export interface SharedFilesOptions {
  /** Absolute folders. */
  readonly searchPaths: readonly string[];
  /** Absolute folders outside of which no file is read. Default: everywhere. */
  readonly allowed?: readonly string[] | undefined;
  /** Bytes that files and layers take which are kept for the next stage. */
  readonly maxKept?: number | undefined;
}

/** A file that was read. */
interface HeldFile {
  /** Undefined: there is none. */
  readonly bytes: Uint8Array | undefined;
  readonly stats: FileStamp | undefined;
  /** Bytes that it takes with its layers. */
  weight: number;
  isKept: boolean;
}

/** Reads and parses the files of stages. */
export class SharedFiles {
  readonly #searchPaths: readonly string[];
  readonly #allowed: readonly string[] | undefined;
  readonly #maxKept: number;
  /** Those that were used last are at the end. */
  readonly #files = new Map<string, HeldFile>();
  readonly #exists = new Map<string, boolean>();
  readonly #replaced = new Map<string, Uint8Array>();
  /** By the bytes of a file: its layers, by their paths in it. */
  readonly #opened = new WeakMap<object, Map<string, OpenedLayer>>();
  /** By its bytes. */
  readonly #held = new WeakMap<object, HeldFile>();
  #kept = 0;
  #bytesRead = 0;

  constructor({ searchPaths, allowed, maxKept = MAX_KEPT }: SharedFilesOptions) {
    this.#searchPaths = searchPaths.map(withSlashes);
    this.#allowed = allowed?.map(withSlashes);
    this.#maxKept = maxKept;
  }

  /**
   * Returns a resolver that notes what it answered.
   *
   * @param folder of the root layer, the first one that paths without `./` are looked up in, as by the reference's default resolver
   */
  resolver(folder: string, { read, looked }: Trace): Resolver {
    const resolver = pathResolver({
      read: (file) => {
        const bytes = this.read(file);
        read.set(file, bytes);
        return bytes;
      },
      exists: (file) => {
        const found = this.exists(file);
        looked.set(file, found);
        return found;
      },
      searchPaths: [folder, ...this.#searchPaths],
      allowed: this.#allowed,
      realPath: (file) => (existsSync(file) ? withSlashes(realpathSync(file)) : undefined),
    });
    return { ...resolver, open: (bytes, inner) => this.open(bytes, inner) };
  }

  /** Uses other bytes in the place of a file. */
  replace(file: string, bytes: Uint8Array): void {
    this.#replaced.set(file, bytes);
    this.#exists.set(file, true);
  }

  /** Whether other bytes are used in the place of a file. */
  isReplaced(file: string): boolean {
    return this.#replaced.has(file);
  }

  /** Opens a layer once. */
  open(bytes: Parameters<typeof openLayer>[0], inner: readonly string[]): OpenedLayer {
    let layers = this.#opened.get(bytes);
    if (layers === undefined) {
      this.#opened.set(bytes, (layers = new Map<string, OpenedLayer>()));
      const held = this.#held.get(bytes);
      if (held !== undefined) this.#addWeight(held, PARSED_AT_LEAST + held.weight * PARSED);
    }
    const key = inner.join("\0");
    let opened = layers.get(key);
    if (opened === undefined) layers.set(key, (opened = openLayer(bytes, { inner })));
    return opened;
  }

  /**
   * Returns the bytes of a file; undefined if there is none.
   *
   * @throws {Error} of the file system
   */
  read(file: string): Uint8Array | undefined {
    const replaced = this.#replaced.get(file);
    if (replaced !== undefined) return replaced;
    const known = this.#files.get(file);
    if (known !== undefined) {
      this.#files.delete(file);
      this.#files.set(file, known);
      return known.bytes;
    }
    const { bytes, stats } = isFile(file) ? readStable(file) : { bytes: undefined, stats: undefined };
    const { length = 0 } = bytes ?? {};
    const held: HeldFile = { bytes, stats, weight: length, isKept: true };
    this.#files.set(file, held);
    if (bytes !== undefined) this.#held.set(bytes, held);
    this.#kept += length;
    this.#bytesRead += length;
    this.#forget(file);
    return bytes;
  }

  /** Returns the number of bytes that were read since the last call. */
  takeBytesRead(): number {
    const bytes = this.#bytesRead;
    this.#bytesRead = 0;
    return bytes;
  }

  /** Returns what the file system said about a file when its bytes were read; undefined for those that replace it. */
  statsOf(bytes: Uint8Array): FileStamp | undefined {
    return this.#held.get(bytes)?.stats;
  }

  /** Whether there is a file. */
  exists(file: string): boolean {
    let found = this.#exists.get(file);
    if (found === undefined) {
      if (this.#exists.size > MAX_NAMES) this.#forgetNames();
      found = isFile(file);
      this.#exists.set(file, found);
    }
    return found;
  }

  #forgetNames(): void {
    this.#exists.clear();
    for (const file of this.#replaced.keys()) this.#exists.set(file, true);
  }

  /** Forgets what was not used for long, but not the last file. A stage that is open keeps what it uses. */
  #forget(last: string): void {
    for (const [file, held] of this.#files) {
      if ((this.#kept <= this.#maxKept && this.#files.size <= MAX_NAMES) || file === last) return;
      this.#files.delete(file);
      this.#kept -= held.weight;
      held.isKept = false;
    }
  }

  #addWeight(held: HeldFile, weight: number): void {
    held.weight += weight;
    if (held.isKept) this.#kept += weight;
  }
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

/** Returns the absolute path of a file as stages name it. */
export function stagePath(file: string): string {
  return withSlashes(path.resolve(file));
}
