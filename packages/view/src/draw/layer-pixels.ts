/** Images of depth and normals, and the outline. */
import type { RenderedImage } from "@usdkit/raster";
import type { DrawColors } from "../protocol/draw-messages.ts";

type Pixels = Uint8Array | Uint8ClampedArray;

/** Of an edge that covers a pixel. */
const EDGE_OPACITY = 0.85;

/** Shows distances: near surfaces bright, far ones dark; pixels without a surface keep their color. */
export function paintDepth(data: Pixels, depth: Float32Array): void {
  let [nearest, farthest] = [Infinity, 0];
  for (let i = 0; i < depth.length; i++) {
    const value = depth[i];
    if (value === Infinity) continue;
    if (value < nearest) nearest = value;
    if (value > farthest) farthest = value;
  }
  const scale = farthest > nearest ? 1 / (farthest - nearest) : 0;
  for (let i = 0; i < depth.length; i++) {
    if (depth[i] === Infinity) continue;
    const gray = 245 - 215 * (depth[i] - nearest) * scale;
    data[4 * i] = data[4 * i + 1] = data[4 * i + 2] = gray;
    data[4 * i + 3] = 255;
  }
}

/** Shows normals: x, y, z from −1 to 1 as red, green, blue; pixels without a surface keep their color. */
export function paintNormals(data: Pixels, normal: Float32Array): void {
  for (let i = 0, pixel = 0; i < normal.length; i += 3, pixel += 4) {
    const [x, y, z] = [normal[i], normal[i + 1], normal[i + 2]];
    if (x === 0 && y === 0 && z === 0) continue;
    data[pixel] = x * 127.5 + 127.5;
    data[pixel + 1] = y * 127.5 + 127.5;
    data[pixel + 2] = z * 127.5 + 127.5;
    data[pixel + 3] = 255;
  }
}

/** Desaturates the image, and draws the edges of triangles over it. */
export function paintEdges(
  data: Pixels,
  edges: Uint8Array,
  { background, wire }: Pick<DrawColors, "background" | "wire">,
): void {
  for (let i = 0, pixel = 0; i < edges.length; i++, pixel += 4) {
    const share = (edges[i] / 255) * EDGE_OPACITY;
    for (let k = 0; k < 3; k++) {
      const faded = background[k] + (data[pixel + k] - background[k]) * 0.3;
      data[pixel + k] = faded + (wire[k] - faded) * share;
    }
    if (share > 0) data[pixel + 3] = 255;
  }
}

/** Returns which of `prims` are `path` or below it. */
export function selectedPrims(prims: readonly string[], path: string): ReadonlySet<number> {
  const below = path.endsWith("/") ? path : `${path}/`;
  return new Set(prims.flatMap((each, i) => (each === path || each.startsWith(below) ? [i] : [])));
}

/** Draws an outline around the pixels of some prims. */
export function outline(
  { width, height, primId }: Pick<RenderedImage, "width" | "height" | "primId">,
  data: Pixels,
  selected: ReadonlySet<number>,
  color: readonly [number, number, number],
): void {
  if (primId === undefined || selected.size === 0) return;
  const inside = new Uint8Array(width * height);
  for (let i = 0; i < inside.length; i++) inside[i] = selected.has(primId[i]) ? 1 : 0;
  const reach = Math.max(1, Math.round(Math.min(width, height) / 400));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (inside[at] === 0 || !isEdge(inside, { x, y, width, height }, reach)) continue;
      data[4 * at] = color[0];
      data[4 * at + 1] = color[1];
      data[4 * at + 2] = color[2];
      data[4 * at + 3] = 255;
    }
  }
}

/** Returns whether a pixel within `reach` to a side is outside; the image border is not an edge. */
function isEdge(
  inside: Uint8Array,
  { x, y, width, height }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  reach: number,
): boolean {
  const [left, right] = [Math.max(0, x - reach), Math.min(width - 1, x + reach)];
  const [top, bottom] = [Math.max(0, y - reach), Math.min(height - 1, y + reach)];
  return (
    inside[y * width + left] === 0 ||
    inside[y * width + right] === 0 ||
    inside[top * width + x] === 0 ||
    inside[bottom * width + x] === 0
  );
}
