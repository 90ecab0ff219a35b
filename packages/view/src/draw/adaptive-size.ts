/** The size of images while the camera moves. */

/** Time budget of an image in milliseconds: ten frames a second, with time left for display. */
const BUDGET = 80;
/** Minimum scale of width and height. */
const MIN_SCALE = 0.1;
/** Maximum number of milliseconds that pixels may take because another part takes as long. */
const MAX_FIXED = 400;
/** Weight of the latest image in the scale. */
const WEIGHT = 0.6;

/** Scale of the first image, which is drawn by code that is not yet compiled. */
const FIRST_SCALE = 0.25;
/** Scale of the second image: the time of the first one is not typical. */
const SECOND_SCALE = 0.5;

/** Computes the image size that meets the time budget, from the times of previous images. */
export class AdaptiveSize {
  #scale = FIRST_SCALE;
  #isFirst = true;
  /** Milliseconds of an image that do not depend on its size, such as posing: estimated from images of two sizes. */
  #fixed = 0;
  #last: { readonly area: number; readonly milliseconds: number } | undefined;

  /** Returns the size for the next image of a view of `width` × `height` pixels. */
  sizeFor(width: number, height: number): { readonly width: number; readonly height: number } {
    const scaled = (pixels: number): number => Math.max(1, Math.round(pixels * this.#scale));
    return { width: scaled(width), height: scaled(height) };
  }

  /** Updates the scale from the time of an image of the last size: a fixed part, and one proportional to the number of pixels. */
  took(milliseconds: number): void {
    if (this.#isFirst) {
      this.#isFirst = false;
      this.#scale = SECOND_SCALE;
      return;
    }
    this.#estimate(milliseconds);
    // Fewer pixels do not help against a fixed part: they take at least as long as that.
    const budget = Math.max(BUDGET - this.#fixed, Math.min(this.#fixed, MAX_FIXED));
    const wanted = this.#scale * Math.sqrt(budget / Math.max(1, milliseconds - this.#fixed));
    const next = this.#scale + WEIGHT * (wanted - this.#scale);
    this.#scale = Math.min(1, Math.max(MIN_SCALE, next));
  }

  #estimate(milliseconds: number): void {
    const area = this.#scale ** 2;
    const { area: other, milliseconds: otherTime } = this.#last ?? { area, milliseconds };
    // Sizes that are too similar say nothing.
    if (Math.max(area, other) > 1.2 * Math.min(area, other)) {
      const slope = Math.max(0, (milliseconds - otherTime) / (area - other));
      const fixed = Math.max(0, Math.min(milliseconds, otherTime, milliseconds - slope * area));
      this.#fixed += WEIGHT * (fixed - this.#fixed);
      this.#last = { area, milliseconds };
    }
    this.#last ??= { area, milliseconds };
    this.#fixed = Math.min(this.#fixed, milliseconds);
  }
}
