/** What pictures were drawn from, by their files. */
import { fs, path } from "@usdkit/command/process/builtins";
import { stampOf } from "@usdkit/batch/state/file-stamp";
import { LintCache, type CacheKey, type CachePlaces } from "../check/lint-cache.ts";
import type { LayerPart } from "./layer-parts.ts";
import { hashOf, type PictureInputs } from "./picture-inputs.ts";
import type { PictureSettings } from "./picture-settings.ts";

/** A picture of the past. */
export interface PictureRecord {
  readonly inputs: PictureInputs;
  /** Why there is no picture; null if there is one. */
  readonly reason: string | null;
}

interface Kept extends PictureRecord {
  /** Hash of the picture; null if there is none. */
  readonly picture: string | null;
}

interface KeptPart {
  readonly stamp: string;
  readonly part: LayerPart;
}

/** Records in a folder. A record is valid for the same settings and the same code. */
export class PictureRecords {
  readonly #cache: LintCache;
  readonly #settings: string;

  private constructor(cache: LintCache, settings: PictureSettings) {
    this.#cache = cache;
    this.#settings = hashOf(new TextEncoder().encode(JSON.stringify(settings))) ?? "";
  }

  /** @throws {Error} of the file system */
  static async open(
    places: CachePlaces,
    env: Readonly<Record<string, string | undefined>>,
    settings: PictureSettings,
  ): Promise<PictureRecords> {
    return new PictureRecords(await LintCache.open(places, env), settings);
  }

  /** Returns the record of a file, if its picture is as it was written. */
  async find(file: string, picture: string): Promise<PictureRecord | undefined> {
    const key = this.#key(file);
    await this.#cache.openFolder(key.folder);
    const text = await this.#cache.text(key);
    if (text === undefined || text === "") return undefined;
    const kept = JSON.parse(text) as Kept;
    const bytes = fs.existsSync(picture) ? fs.readFileSync(picture) : undefined;
    return hashOf(bytes) === kept.picture ? kept : undefined;
  }

  /** Keeps what a picture was drawn from. */
  keep(file: string, { inputs, picture, reason }: PictureRecord & { readonly picture: Uint8Array | null }): void {
    const kept: Kept = { inputs, picture: hashOf(picture ?? undefined), reason };
    this.#cache.keepText(this.#key(file), JSON.stringify(kept));
  }

  forget(file: string): void {
    this.#cache.keepText(this.#key(file), "");
  }

  /**
   * Looks up what a file is part of: `part` is undefined if no earlier run has read it as it is. `keep` is for what a run has found then;
   * what changes meanwhile counts as changed.
   */
  async findPart(
    file: string,
  ): Promise<{ readonly part: LayerPart | undefined; readonly keep: (part: LayerPart) => void }> {
    const key = { folder: path.posix.dirname(file), key: `part ${path.posix.basename(file)}` };
    const stamp = stampOf(file);
    await this.#cache.openFolder(key.folder);
    const text = await this.#cache.text(key);
    const kept = text === undefined ? undefined : (JSON.parse(text) as KeptPart);
    return {
      part: kept?.stamp === stamp ? kept.part : undefined,
      keep: (part) => this.#cache.keepText(key, JSON.stringify({ stamp, part } satisfies KeptPart)),
    };
  }

  /** Writes the records; returns what went wrong, if anything did. */
  close(): Promise<string | undefined> {
    return this.#cache.close();
  }

  #key(file: string): CacheKey {
    return { folder: path.posix.dirname(file), key: `picture ${this.#settings} ${path.posix.basename(file)}` };
  }
}
