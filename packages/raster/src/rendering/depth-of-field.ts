/** Depth of field: the mean of images from places on the lens. */
import type { FrameCamera } from "../camera/frame-camera.ts";
import type { SceneCamera } from "../camera/scene-camera.ts";
import { sinCos, decodeSrgb, encodeSrgb } from "@usdkit/base/math";

/** Focal lengths are in tenths of scene units. */
const FOCAL_UNIT = 0.1;
/** Turn from one place to the next: the golden angle. */
const TURN = 2.399963229728653;

/** Returns a camera for each place on the lens; the camera itself if everything is sharp. */
export function lensCameras(
  frame: FrameCamera,
  { fStop, focusDistance, focalLength }: SceneCamera,
  count: number,
): readonly FrameCamera[] {
  if (count === 0 || !frame.isPerspective || !(fStop > 0 && focusDistance > 0)) return [frame];
  const radius = (FOCAL_UNIT * focalLength) / (2 * fStop);
  return Array.from({ length: count }, (_, i) => {
    const [sine, cosine] = sinCos(TURN * i);
    const distance = radius * Math.sqrt((i + 0.5) / count);
    const [x, y] = [distance * cosine, distance * sine];
    const [a, b, c, d, e, f, g, h, j, k, l, m] = frame.view;
    return {
      ...frame,
      view: [a, b, c, d, e, f, g, h, j, k - x, l - y, m],
      // What is in focus stays where it is.
      cx: frame.cx + (frame.fx * x) / focusDistance,
      cy: frame.cy - (frame.fy * y) / focusDistance,
    };
  });
}

/** The mean of images in linear light, weighted by opacity. */
export class ImageMean {
  readonly #sums: Float64Array;
  #count = 0;

  constructor(pixels: number) {
    this.#sums = new Float64Array(4 * pixels);
  }

  /** Adds RGBA bytes with straight alpha. */
  add(color: Uint8Array): void {
    const sums = this.#sums;
    this.#count++;
    for (let i = 0; i < sums.length; i += 4) {
      const alpha = color[i + 3];
      if (alpha === 0) continue;
      for (let k = 0; k < 3; k++) sums[i + k] += alpha * decodeSrgb(color[i + k] / 255);
      sums[i + 3] += alpha;
    }
  }

  /** Writes the mean. */
  write(color: Uint8Array): void {
    const sums = this.#sums;
    for (let i = 0; i < sums.length; i += 4) {
      const scale = sums[i + 3] > 0 ? 1 / sums[i + 3] : 0;
      for (let k = 0; k < 3; k++) color[i + k] = encodeSrgb(sums[i + k] * scale) * 255 + 0.5;
      color[i + 3] = sums[i + 3] / this.#count + 0.5;
    }
  }
}
