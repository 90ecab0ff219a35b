/** Images of UDIM tiles: tile 1001 + column + 10 · row has the texture coordinates from (column, row) on. */
import { floatToHalfBits, halfBitsToFloat } from "@usdkit/base";
import type { TexelImage } from "@usdkit/geometry";
import { hasBytes, type StageImage } from "./stage-image.ts";

/** What stands for the number of a tile in the name of a file. */
export const TILE_MARK = "<UDIM>";

const FIRST_TILE = 1001;
const COLUMNS = 10;
/** Tiles 1001 to 1100 are looked for, as the reference does. */
const TILES = 100;

/** A tile with the number that its file has. */
export interface Tile {
  readonly number: number;
  readonly image: TexelImage;
}

/** Returns the paths of all tiles that a path with a mark may name. */
export function tilePaths(assetPath: string): readonly { readonly number: number; readonly assetPath: string }[] {
  return Array.from({ length: TILES }, (_, i) => ({
    number: FIRST_TILE + i,
    assetPath: assetPath.replace(TILE_MARK, String(FIRST_TILE + i)),
  }));
}

/**
 * Joins tiles to one image, all of bytes or all of halves, black without opacity where there is none. All get the size of the largest one, or what fits a number of
 * pixels.
 */
export function joinTiles(tiles: readonly Tile[], limit: number): StageImage {
  const placed = tiles.map(({ number, image }) => {
    const index = number - FIRST_TILE;
    return { image, column: index % COLUMNS, row: Math.floor(index / COLUMNS) };
  });
  const columns = 1 + Math.max(...placed.map(({ column }) => column));
  const rows = 1 + Math.max(...placed.map(({ row }) => row));
  let width = Math.max(...tiles.map(({ image }) => image.width));
  let height = Math.max(...tiles.map(({ image }) => image.height));
  while (width * columns * height * rows > limit && width * height > 1) {
    width = Math.max(1, width >> 1);
    height = Math.max(1, height >> 1);
  }
  const data = texelsLike(tiles[0].image, 4 * width * columns * height * rows);
  for (const { image, column, row } of placed) {
    const tile = resized(image, width, height);
    for (let y = 0; y < height; y++) {
      // Rows count upwards, those of images downwards.
      const line = (rows - 1 - row) * height + y;
      data.set(tile.data.subarray(4 * y * width, 4 * (y + 1) * width), 4 * (line * width * columns + column * width));
    }
  }
  return { width: width * columns, height: height * rows, data, tiles: [columns, rows] };
}

/** Returns an image of another size: means of the texels that each of its texels covers, or the nearest one. */
function resized(image: TexelImage, width: number, height: number): TexelImage {
  if (image.width === width && image.height === height) return image;
  const data = texelsLike(image, 4 * width * height);
  const { read, write } = hasBytes(image) ? ofBytes : ofHalves;
  const spans = (size: number, count: number): readonly (readonly [number, number])[] =>
    Array.from({ length: count }, (_, i) => {
      const from = Math.floor((i * size) / count);
      return [from, Math.max(from + 1, Math.floor(((i + 1) * size) / count))] as const;
    });
  const across = spans(image.width, width);
  for (const [y, [top, bottom]] of spans(image.height, height).entries()) {
    for (const [x, [left, right]] of across.entries()) {
      for (let k = 0; k < 4; k++) {
        let sum = 0;
        for (let v = top; v < bottom; v++) {
          for (let u = left; u < right; u++) sum += read(image.data[4 * (v * image.width + u) + k]);
        }
        data[4 * (y * width + x) + k] = write(sum / ((bottom - top) * (right - left)));
      }
    }
  }
  return { width, height, data };
}

const ofBytes = { read: (byte: number): number => byte, write: Math.round };
const ofHalves = { read: halfBitsToFloat, write: floatToHalfBits };

function texelsLike(image: TexelImage, length: number): Uint8Array | Uint16Array {
  return hasBytes(image) ? new Uint8Array(length) : new Uint16Array(length);
}
