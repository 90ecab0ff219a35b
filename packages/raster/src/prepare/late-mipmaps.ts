import type { MakeMipmaps, UnfinishedImage } from "./mipmaps.ts";

/** Makes mipmaps while other work goes on: whoever reads them waits for {@link all}. */
export class LateMipmaps {
  readonly #making: Promise<void>[] = [];
  readonly #make: MakeMipmaps;

  constructor(make: MakeMipmaps) {
    this.#make = make;
  }

  /** Begins to make those of an image. */
  readonly make: MakeMipmaps = (image: UnfinishedImage) => {
    const making = this.#make(image);
    // Awaited by `all`: until then an error is not one that nothing waits for.
    making.catch(() => undefined);
    this.#making.push(making);
    return Promise.resolve();
  };

  /** Resolves when all are made. */
  async all(): Promise<void> {
    await Promise.all(this.#making);
  }
}
