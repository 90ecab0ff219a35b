/** The size of images while the camera moves. */

/** Time budget of an image in milliseconds: ten frames a second, with time left for display. */
const BUDGET = 80;
/** Minimum scale of width and height. */
const MIN_SCALE = 0.1;
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

  /** Returns the size for the next image of a view of `width` × `height` pixels. */
  sizeFor(width: number, height: number): { readonly width: number; readonly height: number } {
    const scaled = (pixels: number): number => Math.max(1, Math.round(pixels * this.#scale));
    return { width: scaled(width), height: scaled(height) };
  }

  /** Updates the scale from the time of an image of the last size. Time is proportional to the number of pixels. */
  took(milliseconds: number): void {
    if (this.#isFirst) {
      this.#isFirst = false;
      this.#scale = SECOND_SCALE;
      return;
    }
    const wanted = this.#scale * Math.sqrt(BUDGET / Math.max(1, milliseconds));
    const next = this.#scale + WEIGHT * (wanted - this.#scale);
    this.#scale = Math.min(1, Math.max(MIN_SCALE, next));
  }
}
