/** A transformation in the words of the person who placed it: position, angles, scale. */

/** Returns `at (1, 0, -2), rotated 30° about Y`; undefined for a matrix of something else than 16 finite numbers. */
export function describeMatrix(matrix: ArrayLike<number>): string | undefined {
  if (matrix.length !== 16) return undefined;
  const numbers = Array.from(matrix);
  if (!numbers.every(Number.isFinite)) return undefined;
  const parts = [`at (${numbers.slice(12, 15).map(short).join(", ")})`];
  const rows = [0, 4, 8].map((at) => numbers.slice(at, at + 3));
  const scales = rows.map((row) => Math.hypot(...row));
  if (scales.some((scale) => scale < 1e-12)) return `${parts.join("")}, flattened`;
  // Mirrored: one axis is turned round, the last.
  if (determinant(rows) < 0) scales[2] = -scales[2];
  const [x, y, z] = rows.map((row, i) => row.map((each) => each / scales[i]));
  if (Math.abs(dot(x, y)) > 1e-4 || Math.abs(dot(x, z)) > 1e-4 || Math.abs(dot(y, z)) > 1e-4) parts.push("sheared");
  const angles = eulerAngles([x, y, z]);
  const turned = angles.map((angle, axis) => ({ angle, axis })).filter(({ angle }) => Math.abs(angle) > 0.005);
  if (turned.length === 1) parts.push(`rotated ${short(turned[0].angle)}° about ${"XYZ"[turned[0].axis]}`);
  else if (turned.length > 1) parts.push(`rotated (${angles.map((angle) => `${short(angle)}°`).join(", ")}) XYZ`);
  const [first] = scales;
  if (scales.every((scale) => Math.abs(scale - first) < 1e-6 * Math.abs(first))) {
    if (Math.abs(first - 1) > 1e-6) parts.push(`scaled ${short(first)}`);
  } else parts.push(`scaled (${scales.map(short).join(", ")})`);
  return parts.join(", ");
}

/**
 * Degrees about X, then Y, then Z, of a rotation with row vectors: `xformOp:rotateXYZ`. At ±90° about Y, where X and Z turn alike,
 * Z is 0.
 */
function eulerAngles([x, y, z]: readonly (readonly number[])[]): readonly [number, number, number] {
  const degrees = 180 / Math.PI;
  const sine = Math.max(-1, Math.min(1, -x[2]));
  const aboutY = Math.asin(sine) * degrees;
  if (Math.abs(sine) > 1 - 1e-9) return [Math.atan2(-z[1], y[1]) * degrees, aboutY, 0];
  return [Math.atan2(y[2], z[2]) * degrees, aboutY, Math.atan2(x[1], x[0]) * degrees];
}

function determinant([a, b, c]: readonly (readonly number[])[]): number {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Two decimals at most, and no −0. */
function short(value: number): string {
  const rounded = Math.abs(value) >= 1e6 ? Number(value.toPrecision(4)) : Math.round(value * 100) / 100;
  return String(rounded === 0 ? 0 : rounded);
}
