/** Writes numbers in the syntax of the format: the shortest digits that parse to the same double. */
function numberText(value: number): string {
  // The format writes 1e+21 as 1e21. Negative zeros become 0.
  return String(value === 0 ? 0 : value).replace("e+", "e");
}

/** Returns a matrix on one line, four rows of four. */
export function matrixText(numbers: ArrayLike<number>): string {
  const row = (start: number): string =>
    `(${Array.from({ length: 4 }, (_, i) => numberText(numbers[start + i])).join(", ")})`;
  return `( ${[0, 4, 8, 12].map(row).join(", ")} )`;
}

/** Returns the text of an `xformOpOrder`. */
export function orderText(entries: readonly string[]): string {
  return `[${entries.map((entry) => JSON.stringify(entry)).join(", ")}]`;
}
