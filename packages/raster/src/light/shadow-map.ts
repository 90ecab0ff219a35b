/** The shadow map of the key light, and its filtered lookup. */

/** Depths along the light on a square grid; nearer to the light is smaller. */
export interface ShadowMap {
  readonly size: number;
  readonly depths: Float32Array;
  /** From world space to texels and depth: three rows of four numbers. */
  readonly toLight: readonly number[];
  /** Offset of points along their normal before the comparison, in scene units. */
  readonly bias: number;
}

/** Filter radius in texels: a square of 2 · RADIUS + 1 texels is compared. */
const RADIUS = 2;

/** Returns the part of the light that reaches a point in world space, 0 to 1. */
export function litShare({ size, depths, toLight: m }: ShadowMap, x: number, y: number, z: number): number {
  const u = x * m[0] + y * m[1] + z * m[2] + m[3] - 0.5;
  const v = x * m[4] + y * m[5] + z * m[6] + m[7] - 0.5;
  const depth = x * m[8] + y * m[9] + z * m[10] + m[11];
  const left = Math.floor(u);
  const top = Math.floor(v);
  if (!(left >= RADIUS && top >= RADIUS && left < size - RADIUS - 1 && top < size - RADIUS - 1)) return 1;
  const partX = u - left;
  const partY = v - top;
  let lit = 0;
  for (let j = -RADIUS; j <= RADIUS + 1; j++) {
    const weightY = j === -RADIUS ? 1 - partY : j === RADIUS + 1 ? partY : 1;
    const row = (top + j) * size + left;
    let sum = 0;
    if (depths[row - RADIUS] >= depth) sum += 1 - partX;
    for (let i = 1 - RADIUS; i <= RADIUS; i++) if (depths[row + i] >= depth) sum++;
    if (depths[row + RADIUS + 1] >= depth) sum += partX;
    lit += weightY * sum;
  }
  return lit / ((2 * RADIUS + 1) * (2 * RADIUS + 1));
}
