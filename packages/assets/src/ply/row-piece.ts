/** Some rows. The number of column `c` in row `r` is `floats[start + r * stride + columns[c]]`. */
export interface RowPiece {
  readonly floats: Float32Array;
  readonly start: number;
  readonly stride: number;
  /** In the order in which the columns were asked for. */
  readonly columns: Int32Array;
  /** Index of the first row among the element's. */
  readonly first: number;
  readonly rows: number;
}

/** Rows that are converted at a time, unless they can be used without a copy. */
export const PIECE_ROWS = 2048;
