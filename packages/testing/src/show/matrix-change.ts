import type { Difference, TypedValue, Value } from "@usdkit/layer";

type Row = readonly [number, number, number];

/**
 * Returns distance and angle between two 4×4 matrices for row vectors: `moved 1.5, rotated 30°, scaled × 2`; undefined for
 * other differences. Distances are in the parent's space. The angle is that between the axes without scale and shear.
 */
export function matrixChange(difference: Difference): string | undefined {
  if (difference.kind !== "value") return undefined;
  const [before, after] = [numbersOf(difference.before), numbersOf(difference.after)];
  if (before === undefined || after === undefined) return undefined;
  const distance = Math.hypot(...[12, 13, 14].map((i) => after[i] - before[i]));
  const [oldAxes, newAxes] = [axesOf(before), axesOf(after)];
  const parts = [`moved ${shortNumber(distance)}`];
  if (oldAxes === undefined || newAxes === undefined) return parts.join(", ");
  // The trace of the rotation from one to the other is 1 + 2 cos.
  const trace = oldAxes.reduce((sum, axis, i) => sum + dot(axis, newAxes[i]), 0);
  const angle = (Math.acos(Math.max(-1, Math.min(1, (trace - 1) / 2))) * 180) / Math.PI;
  parts.push(`rotated ${shortNumber(angle)}°`);
  const factors = [0, 1, 2].map((row) => length(rowOf(after, row)) / length(rowOf(before, row)));
  if (factors.some((factor) => Math.abs(factor - 1) > 1e-6)) {
    const isUniform = factors.every((factor) => Math.abs(factor / factors[0] - 1) < 1e-6);
    parts.push(`scaled × ${isUniform ? shortNumber(factors[0]) : factors.map(shortNumber).join(", ")}`);
  }
  return parts.join(", ");
}

function numbersOf(value: Value | undefined): Float64Array | undefined {
  if (value?.kind !== "typed" || value.isArray || value.type.name !== "matrix4d") return undefined;
  const { data }: TypedValue = value;
  return data instanceof Float64Array && data.every(Number.isFinite) ? data : undefined;
}

/** Returns orthonormal axes (Gram-Schmidt); undefined if there are none. */
function axesOf(matrix: Float64Array): readonly Row[] | undefined {
  const axes: Row[] = [];
  for (let i = 0; i < 3; i++) {
    let row = rowOf(matrix, i);
    const size = length(row);
    for (const axis of axes) {
      const along = dot(row, axis);
      row = [row[0] - along * axis[0], row[1] - along * axis[1], row[2] - along * axis[2]];
    }
    const left = length(row);
    if (!(left > 1e-9 * size)) return undefined;
    axes.push([row[0] / left, row[1] / left, row[2] / left]);
  }
  return axes;
}

function rowOf(matrix: Float64Array, row: number): Row {
  return [matrix[4 * row], matrix[4 * row + 1], matrix[4 * row + 2]];
}

function dot(a: Row, b: Row): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function length(row: Row): number {
  return Math.hypot(...row);
}

/** Rounds to four digits. */
function shortNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}
