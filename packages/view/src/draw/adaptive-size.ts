/** How large images are drawn while the camera moves. */

/** Milliseconds that an image may take: ten a second, with time left for showing them. */
const BUDGET = 80;
/** Images are never drawn smaller than this share of their width and height. */
const MIN_SCALE = 0.1;
/** Weight of the latest image in the scale. */
const WEIGHT = 0.6;

/** Finds the size at which images take their budget, from how long those before took. */
export class AdaptiveSize {
  #scale = 0.5;

  /** Returns the size for the next image of a view of `width` × `height` pixels. */
  sizeFor(width: number, height: number): { readonly width: number; readonly height: number } {
    const scaled = (pixels: number): number => Math.max(1, Math.round(pixels * this.#scale));
    return { width: scaled(width), height: scaled(height) };
  }

  /** Learns from an image of the last size. Time grows with the pixels, that is with the square of the scale. */
  took(milliseconds: number): void {
    const wanted = this.#scale * Math.sqrt(BUDGET / Math.max(1, milliseconds));
    const next = this.#scale + WEIGHT * (wanted - this.#scale);
    this.#scale = Math.min(1, Math.max(MIN_SCALE, next));
  }
}
