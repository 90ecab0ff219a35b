import { inject } from "vitest";

const share = 10;

/**
 * Returns the cells of a matrix of faults that run: all of them in `test:deep`, otherwise one in ten, each fault for
 * another row of the matrix.
 *
 * @param row The number of the row, which moves the choice.
 */
export function matrixShare<Cell>(cells: readonly Cell[], row: number): readonly Cell[] {
  return inject("deep") ? cells : cells.filter((_, index) => (index + row) % share === 0);
}
