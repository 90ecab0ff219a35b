/** Caches loaded assets while scenes use them. */
import { loadAsset, type Asset, type LoadOptions } from "@usdkit/raster";

/** Returns the bytes of an asset. An error's message reports why there are none, and is for the user. */
export type FetchAsset = (meshId: string, signal: AbortSignal) => Promise<Uint8Array>;

/** An asset, or the reason why it is missing. */
export type StoredAsset = { readonly asset: Asset } | { readonly problem: string };

/** Loads each asset once. */
export class AssetStore {
  readonly #fetch: FetchAsset;
  readonly #options: LoadOptions;
  #assets = new Map<string, Promise<StoredAsset>>();
  #stop = new AbortController();

  constructor(fetch: FetchAsset, options: LoadOptions = {}) {
    this.#fetch = fetch;
    this.#options = options;
  }

  get(meshId: string): Promise<StoredAsset> {
    let stored = this.#assets.get(meshId);
    if (stored === undefined) {
      stored = this.#load(meshId, this.#stop.signal);
      this.#assets.set(meshId, stored);
    }
    return stored;
  }

  /** Frees all assets except these. */
  keep(meshIds: ReadonlySet<string>): void {
    this.#assets = new Map(Array.from(this.#assets).filter(([id]) => meshIds.has(id)));
  }

  /** Clears the cache: files have changed. */
  clear(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#assets.clear();
  }

  async #load(meshId: string, signal: AbortSignal): Promise<StoredAsset> {
    try {
      return { asset: await loadAsset(await this.#fetch(meshId, signal), this.#options) };
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  }
}
