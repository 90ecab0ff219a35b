/** Pictures of what is not color: depth, normals, prims. */
import type { RenderedImage } from "@usdkit/raster";

/** Pixels of an image file. */
export interface LayerImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

type DepthPixels = Pick<RenderedImage, "width" | "height" | "depth">;

/** Returns the least and the greatest distance of images; infinite the wrong way around if all are empty. */
export function depthRange(images: readonly DepthPixels[]): readonly [nearest: number, farthest: number] {
  let [nearest, farthest] = [Infinity, -Infinity];
  for (const { depth } of images) {
    for (const value of depth ?? []) {
      if (value === Infinity) continue;
      nearest = Math.min(nearest, value);
      farthest = Math.max(farthest, value);
    }
  }
  return [nearest, farthest];
}

/** Near surfaces white, far ones dark gray, in equal steps of distance within a range; empty pixels transparent. */
export function depthImage(
  { width, height, depth }: DepthPixels,
  [nearest, farthest]: readonly [nearest: number, farthest: number],
): LayerImage {
  const data = new Uint8Array(4 * width * height);
  if (depth === undefined) return { width, height, data };
  const range = Math.max(farthest - nearest, Number.MIN_VALUE);
  for (const [i, value] of depth.entries()) {
    if (value === Infinity) continue;
    const gray = 255 - (215 * (value - nearest)) / range;
    data.set([gray, gray, gray, 255], 4 * i);
  }
  return { width, height, data };
}

/** Directions from −1 to 1 as 0 to 255: x red, y green, z blue; empty pixels transparent. */
export function normalsImage({ width, height, normal }: RenderedImage): LayerImage {
  const data = new Uint8Array(4 * width * height);
  for (let i = 0; i < width * height; i++) {
    const [x, y, z] = normal?.subarray(3 * i, 3 * i + 3) ?? [0, 0, 0];
    if (x === 0 && y === 0 && z === 0) continue;
    data.set([x * 127.5 + 128, y * 127.5 + 128, z * 127.5 + 128, 255].map(Math.floor), 4 * i);
  }
  return { width, height, data };
}

/** Edges white, all else transparent. */
export function edgesImage({ width, height, edges }: RenderedImage): LayerImage {
  const data = new Uint8Array(4 * width * height);
  for (const [i, share] of edges?.entries() ?? []) if (share > 0) data.set([255, 255, 255, share], 4 * i);
  return { width, height, data };
}

/** Each prim in the color of {@link primColor}; empty pixels transparent. */
export function idsImage({ width, height, primId, prims }: RenderedImage): LayerImage {
  const data = new Uint8Array(4 * width * height);
  const colors = prims.map(primColor);
  for (const [i, prim] of primId?.entries() ?? []) {
    const color = colors[prim];
    if (color !== undefined) data.set([...color, 255], 4 * i);
  }
  return { width, height, data };
}

/** A color that depends on the path alone (FNV-1a), never too dark to be seen. */
export function primColor(path: string): [r: number, g: number, b: number] {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(path)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return [64 + (hash & 0xbf), 64 + ((hash >>> 8) & 0xbf), 64 + ((hash >>> 16) & 0xbf)];
}

/** Images of one size in a grid that is about square, from the upper left, on a transparent ground. */
export function contactSheet(images: readonly LayerImage[]): LayerImage {
  const columns = Math.ceil(Math.sqrt(images.length));
  const rows = Math.ceil(images.length / columns);
  const [{ width, height }] = images;
  const data = new Uint8Array(4 * columns * width * rows * height);
  for (const [i, image] of images.entries()) {
    const [left, top] = [(i % columns) * width, Math.floor(i / columns) * height];
    for (let y = 0; y < height; y++) {
      data.set(image.data.subarray(4 * y * width, 4 * (y + 1) * width), 4 * ((top + y) * columns * width + left));
    }
  }
  return { width: columns * width, height: rows * height, data };
}
