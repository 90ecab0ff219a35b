// The shape of a cloud of points, by its main directions.

/** Spreads along the three main directions, the largest first; far points are left out. */
export function extents(positions: Float32Array): [number, number, number] {
  const count = positions.length / 3;
  const middle = [0, 1, 2].map((k) => median(positions.filter((_, i) => i % 3 === k)));
  const away = Float64Array.from({ length: count }, (_, i) =>
    Math.hypot(...middle.map((value, k) => (positions[3 * i + k] ?? 0) - value)),
  );
  const most = 3 * median(away);
  const rows: number[][] = [];
  for (let i = 0; i < count; i++) {
    if ((away[i] ?? 0) < most) rows.push(middle.map((value, k) => (positions[3 * i + k] ?? 0) - value));
  }
  const covariance = [0, 1, 2].map((a) =>
    [0, 1, 2].map((b) => rows.reduce((sum, row) => sum + (row[a] ?? 0) * (row[b] ?? 0), 0) / rows.length),
  );
  const found: number[] = [];
  for (let k = 0; k < 3; k++) {
    const [value, direction] = mainDirection(covariance);
    found.push(Math.sqrt(Math.max(0, value)));
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b < 3; b++) {
        const row = covariance[a] ?? [];
        row[b] = (row[b] ?? 0) - value * (direction[a] ?? 0) * (direction[b] ?? 0);
      }
    }
  }
  const [first = 0, second = 0, third = 0] = found;
  return [first, second, third];
}

/** The largest eigenvalue of a symmetric matrix and its direction, by power iteration. */
function mainDirection(matrix: readonly (readonly number[])[]): [number, readonly number[]] {
  let direction = [0.6, 0.5, 0.62];
  let value = 0;
  for (let i = 0; i < 200; i++) {
    const next = matrix.map((row) => row.reduce((sum, each, k) => sum + each * (direction[k] ?? 0), 0));
    value = Math.hypot(...next);
    if (value === 0) break;
    direction = next.map((each) => each / value);
  }
  return [value, direction];
}

function median(values: Float32Array | Float64Array): number {
  return values.toSorted()[values.length >> 1] ?? 0;
}
