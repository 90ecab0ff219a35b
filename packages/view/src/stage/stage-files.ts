/** The files of a stage: their contents, opened once, and the text of the editor in the place of one of them. */
import { openLayer, pathResolver, type OpenedLayer, type ResolvedBytes, type Resolver, type Stage } from "@usdkit/usd";

/** Where the files are. */
export interface FileSystem {
  /**
   * Returns the bytes of a layer; undefined if there is none.
   *
   * @throws {Error} for a file that may not be read, with a message for the user
   */
  read(location: string): Uint8Array | undefined;
  /** Returns a text that changes with the file; empty if there is none. */
  versionOf(location: string): string;
  /**
   * Saves the layers of a stage that were edited, and returns their locations; undefined if nothing can be saved.
   *
   * @throws {Error} if one changed meanwhile or cannot be written, with a message for the user; nothing was written then
   */
  readonly save?: ((stage: Stage) => readonly string[]) | undefined;
}

/** The content of a file, also one that is read in parts. */
type FileBytes = NonNullable<ResolvedBytes>;

interface KnownFile {
  readonly version: string;
  readonly bytes: Uint8Array | undefined;
}

/** The files that a stage has asked for. */
export class StageFiles {
  readonly resolver: Resolver;
  readonly #system: FileSystem;
  readonly #known = new Map<string, KnownFile>();
  /** Bytes that are replaced are forgotten with their layers. */
  readonly #opened = new WeakMap<FileBytes, Map<string, OpenedLayer>>();
  #edited: { readonly location: string; readonly bytes: Uint8Array } | undefined;
  #textProblem: string | null = null;

  constructor(system: FileSystem, searchPaths: readonly string[]) {
    this.#system = system;
    const read = (location: string): Uint8Array | undefined => this.#read(location);
    const paths = pathResolver({ read, exists: (location) => system.versionOf(location) !== "", searchPaths });
    this.resolver = { ...paths, open: (bytes, inner) => this.#open(bytes, inner) };
  }

  /** Every file that was asked for and its version, which is "" if it does not exist. */
  get read(): readonly (readonly [location: string, version: string])[] {
    return Array.from(this.#known, ([location, { version }]) => [location, version]);
  }

  /** Why the text of the editor is not composed; null if it is. */
  get textProblem(): string | null {
    return this.#textProblem;
  }

  /** Returns the files that have changed since they were read; they are read again. */
  refresh(): readonly string[] {
    const changed: string[] = [];
    for (const [location, { version }] of this.#known) {
      if (this.#system.versionOf(location) === version) continue;
      changed.push(location);
      this.#known.delete(location);
    }
    return changed;
  }

  /**
   * Sets the text of the editor, in the place of a file. Returns the files that have another content thereby: none for a text with an
   * error, the last one without an error stays.
   */
  edit(location: string, text: string | null): readonly string[] {
    this.#textProblem = null;
    const before = this.#edited?.location;
    if (text === null) {
      this.#edited = undefined;
      return before === undefined ? [] : [before];
    }
    const bytes = new TextEncoder().encode(text);
    const { ok, diagnostics } = this.#open(bytes, []);
    if (!ok) {
      const [problem] = diagnostics;
      const place = problem?.line == null ? "" : ` in line ${problem.line}`;
      this.#textProblem = `The text of the editor has an error${place}; the stage shows the text before it`;
      return [];
    }
    this.#edited = { location, bytes };
    return before === undefined || before === location ? [location] : [before, location];
  }

  /**
   * Returns the content of files now.
   *
   * @throws {Error} for a file that may not be read
   */
  contentsOf(locations: Iterable<string>): ReadonlyMap<string, Uint8Array | undefined> {
    return new Map(Array.from(locations, (location) => [location, this.#read(location)]));
  }

  #read(location: string): Uint8Array | undefined {
    const edited = this.#edited;
    let known = this.#known.get(location);
    if (known === undefined) {
      // Before the content: a change in between is noticed by the next refresh.
      const version = this.#system.versionOf(location);
      this.#known.set(location, { version, bytes: undefined });
      try {
        known = { version, bytes: this.#system.read(location) };
      } catch (error) {
        // A file that is none of a stage has no version, and whoever follows files would take the one on disk for a change.
        if (version === "") this.#known.delete(location);
        throw error;
      }
      this.#known.set(location, known);
    }
    return edited?.location === location ? edited.bytes : known.bytes;
  }

  #open(bytes: FileBytes, inner: readonly string[]): OpenedLayer {
    let layers = this.#opened.get(bytes);
    if (layers === undefined) this.#opened.set(bytes, (layers = new Map<string, OpenedLayer>()));
    const key = inner.join("\0");
    let layer = layers.get(key);
    if (layer === undefined) layers.set(key, (layer = openLayer(bytes, { inner })));
    return layer;
  }
}
