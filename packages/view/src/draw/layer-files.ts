/** The files of a drawn stage, as the page's host has them. */
import { Limiter } from "@usdkit/base";
import { openLayer, pathResolver, type OpenedLayer, type Resolver } from "@usdkit/usd";

/** The content of a file; `same` if its version is the known one; `none` if there is no such file. */
export type LayerFile = { readonly bytes: Uint8Array; readonly version: string } | "same" | "none";

/** Returns a file by its absolute path with `/`. An error's message is for the user. */
export type FetchLayer = (location: string, version: string) => Promise<LayerFile>;

/** Contents that replace those of files, by location. */
export type ReplacedFiles = ReadonlyMap<string, Uint8Array>;

type KnownFile = { readonly bytes: Uint8Array; readonly version: string } | "none";
type FileBytes = Parameters<NonNullable<Resolver["open"]>>[0];

/** Files that are fetched at the same time, at most: browsers fail requests beyond some thousand. */
const MAX_FETCHES = 32;

/** Keeps files while they do not change, and the layers that were opened of them. */
export class LayerFiles {
  readonly #fetch: FetchLayer;
  #known = new Map<string, Promise<KnownFile>>();
  /** Bytes that are replaced are forgotten with their layers. */
  readonly #opened = new WeakMap<FileBytes, Map<string, OpenedLayer>>();

  constructor(fetch: FetchLayer) {
    const limiter = new Limiter(MAX_FETCHES);
    this.#fetch = async (location, version) => {
      const end = await limiter.take();
      try {
        return await fetch(location, version);
      } finally {
        end();
      }
    };
  }

  /** Returns a resolver of the files. */
  resolver(replaced: ReplacedFiles, searchPaths: readonly string[]): Resolver {
    const read = (location: string): Promise<Uint8Array | undefined> => this.read(location, replaced);
    return { ...pathResolver({ read, searchPaths }), open: (bytes, inner) => this.open(bytes, inner) };
  }

  /** Returns the bytes of a file; undefined if there is none. */
  async read(location: string, replaced: ReplacedFiles): Promise<Uint8Array | undefined> {
    const own = replaced.get(location);
    if (own !== undefined) return own;
    const known = await this.#find(location);
    return known === "none" ? undefined : known.bytes;
  }

  /** Opens a layer once. */
  open(bytes: FileBytes, inner: readonly string[]): OpenedLayer {
    let layers = this.#opened.get(bytes);
    if (layers === undefined) this.#opened.set(bytes, (layers = new Map<string, OpenedLayer>()));
    const key = inner.join("\0");
    let layer = layers.get(key);
    if (layer === undefined) layers.set(key, (layer = openLayer(bytes, { inner })));
    return layer;
  }

  /** Compares the files with those of the host; returns whether some have changed. */
  async refresh(): Promise<boolean> {
    const known = this.#known;
    const changes = await Promise.all(
      Array.from(known, async ([location, before]) => {
        const file = await before.catch(() => undefined);
        const version = file === undefined || file === "none" ? "" : file.version;
        const found = await this.#fetch(location, version).catch(() => undefined);
        if (found === "same" || (found === "none" && file === "none") || (found === undefined && file === undefined)) {
          return false;
        }
        if (found === undefined) known.delete(location);
        else known.set(location, Promise.resolve(found));
        return true;
      }),
    );
    return changes.includes(true);
  }

  /** Forgets everything: another file is shown. */
  forget(): void {
    this.#known = new Map();
  }

  #find(location: string): Promise<KnownFile> {
    let known = this.#known.get(location);
    if (known === undefined) {
      known = this.#fetch(location, "").then((file) => (file === "same" ? "none" : file));
      this.#known.set(location, known);
    }
    return known;
  }
}
