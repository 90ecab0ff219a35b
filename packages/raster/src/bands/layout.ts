/** The partition of an image: bands of rows, the unit of threads, and tiles in them, which fit into a core's L1 cache. */

/** Rows of a band and, at most, columns of a tile, before samples are averaged. */
const BAND_ROWS = 16;
const TILE_COLUMNS = 32;

/** Sizes are in samples ("fine" pixels) unless stated otherwise; without supersampling these are pixels. */
export interface BandLayout {
  /** Of the image, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Samples along each side of a pixel. */
  readonly side: number;
  readonly fineWidth: number;
  readonly fineHeight: number;
  /** A multiple of `side`, as the width of a tile: no pixel is cut. */
  readonly bandRows: number;
  readonly tileColumns: number;
  readonly bands: number;
  readonly columns: number;
}

/** @param side Samples along each side of a pixel: 1, 2, 3 or 4. */
export function bandLayout(width: number, height: number, side: number): BandLayout {
  const bandRows = side * Math.floor(BAND_ROWS / side);
  const tileColumns = side * Math.floor(TILE_COLUMNS / side);
  const [fineWidth, fineHeight] = [width * side, height * side];
  return {
    width,
    height,
    side,
    fineWidth,
    fineHeight,
    bandRows,
    tileColumns,
    bands: Math.ceil(fineHeight / bandRows),
    columns: Math.ceil(fineWidth / tileColumns),
  };
}
