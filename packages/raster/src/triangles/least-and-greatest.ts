/**
 * The lesser of two integers that are less than 2^30 apart from each other. Without branches: processors cannot predict those of a
 * million triangles.
 */
export function least(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (b + (difference & (difference >> 31))) | 0;
}

/** The greater of two integers that are less than 2^30 apart from each other. */
export function greatest(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (a - (difference & (difference >> 31))) | 0;
}
