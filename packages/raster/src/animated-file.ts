/** A file whose animation is drawn. */
import { openAnimated, type AnimatedAsset, type Asset, type LoadOptions } from "@usdkit/assets";
import type { Pause } from "./prepare/placed-item.ts";
import type { Prepared } from "./prepare/prepare-data.ts";
import { emptyBox, sceneBounds, unionBox, type Box } from "./prepare/scene-bounds.ts";
import type { AnimatedAssets } from "./rendering/prepared-scene.ts";
import type { TimeRange } from "./time/time-range.ts";

/** Images a second that animations of files without a rate are drawn with. */
const RATE = 24;
/** Times at which the bounds of an animation are taken. */
const BOUNDS_TIMES = 9;

export class AnimatedFile implements AnimatedAssets {
  readonly range: TimeRange;
  readonly #bytes: Uint8Array;
  readonly #options: LoadOptions;
  readonly #rest: Asset;
  readonly #index: number;
  readonly #prepare: (asset: Asset) => Promise<Prepared>;
  #opened: Promise<AnimatedAsset | undefined> | undefined;
  #last: { readonly seconds: number; readonly prepared: Promise<Prepared> } | undefined;
  #bounds: Promise<Box> | undefined;

  /** @param source The file, the asset at rest as it was loaded, and the animation. */
  constructor(source: {
    readonly bytes: Uint8Array;
    readonly options: LoadOptions;
    readonly rest: Asset;
    readonly index: number;
    readonly duration: number;
    readonly prepare: (asset: Asset) => Promise<Prepared>;
  }) {
    this.#bytes = source.bytes;
    this.#options = source.options;
    this.#rest = source.rest;
    this.#index = source.index;
    this.#prepare = source.prepare;
    this.range = { start: 0, end: source.duration, timeCodesPerSecond: 1, framesPerSecond: RATE };
  }

  async at(seconds: number, pause: Pause): Promise<Prepared> {
    if (this.#last?.seconds !== seconds) {
      const prepared = this.#posed(seconds, pause).then(this.#prepare);
      this.#last = { seconds, prepared };
      prepared.catch(() => {
        if (this.#last?.prepared === prepared) this.#last = undefined;
      });
    }
    return await this.#last.prepared;
  }

  async bounds(pause: Pause): Promise<Box> {
    this.#bounds ??= this.#allBounds(pause).catch((error: unknown) => {
      this.#bounds = undefined;
      throw error;
    });
    return await this.#bounds;
  }

  async #allBounds(pause: Pause): Promise<Box> {
    let all = emptyBox;
    for (let i = 0; i < BOUNDS_TIMES; i++) {
      const seconds = (this.range.end * i) / (BOUNDS_TIMES - 1);
      const { data } = await this.#prepare(await this.#posed(seconds, pause));
      all = unionBox(all, sceneBounds(data));
    }
    return all;
  }

  async #posed(seconds: number, pause: Pause): Promise<Asset> {
    this.#opened ??= openAnimated(this.#bytes, this.#options);
    const opened = await this.#opened;
    await pause();
    return opened?.at(this.#rest, this.#index, seconds) ?? this.#rest;
  }
}
