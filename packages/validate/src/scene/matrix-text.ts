/** Numbers as the format has them: the shortest digits that read back as the same double. */
export function numberText(value: number): string {
  // 1e+21 is 1e21 there; and nobody wants a negative zero in a matrix.
  return String(value === 0 ? 0 : value).replace("e+", "e");
}

/** A matrix on one line, four rows of four. */
export function matrixText(numbers: ArrayLike<number>): string {
  const row = (start: number): string =>
    `(${Array.from({ length: 4 }, (_, i) => numberText(numbers[start + i])).join(", ")})`;
  return `( ${[0, 4, 8, 12].map(row).join(", ")} )`;
}

/** The text of an order. */
export function orderText(entries: readonly string[]): string {
  return `[${entries.map((entry) => JSON.stringify(entry)).join(", ")}]`;
}
