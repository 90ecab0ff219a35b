/** An image: RGBA, the top row first. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** Pixels between two images. */
const GAP = 4;
const GRAY: readonly number[] = [128, 128, 128, 255];

/** Returns images of one size side by side, with a gray line between them. */
export function sideBySide(images: readonly Pixels[]): { width: number; height: number; data: Uint8Array } {
  const [{ width, height }] = images;
  const whole = images.length * width + (images.length - 1) * GAP;
  const data = new Uint8Array(4 * whole * height);
  for (let pixel = 0; pixel < whole * height; pixel++) data.set(GRAY, 4 * pixel);
  images.forEach((image, index) => {
    const left = index * (width + GAP);
    for (let y = 0; y < height; y++) {
      data.set(image.data.subarray(4 * y * width, 4 * (y + 1) * width), 4 * (y * whole + left));
    }
  });
  return { width: whole, height, data };
}
