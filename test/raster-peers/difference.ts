import type { Pixels } from "../../packages/raster/src/index.ts";

/** How many times larger differences are shown than they are. */
const TIMES = 10;

/** The difference of colors: black where they are equal. */
export function difference(a: Pixels, b: Pixels): Pixels {
  const { width, height } = a;
  const data = a.data.map((value, i) => (i % 4 === 3 ? 255 : Math.min(255, TIMES * Math.abs(value - b.data[i]))));
  return { width, height, data };
}

/** How many pixels have another color than the first one, so that an empty image is not taken for one that fits. */
export function shareDrawn({ width, height, data }: Pixels): number {
  let count = 0;
  for (let i = 0; i < data.length; i += 4) {
    if (data[i] !== data[0] || data[i + 1] !== data[1] || data[i + 2] !== data[2]) count++;
  }
  return count / (width * height);
}
