/** Shadow maps of lights, and their filtered lookup. */

/** Depths from a light on square grids; nearer to the light is smaller. */
export interface ShadowMap {
  readonly size: number;
  /** One map of a distant light, or six of a light with a place: of the sides of a cube, +x, −x, +y, −y, +z, −z. */
  readonly depths: Float32Array;
  /** From world space to texels and depth: three rows of four numbers. Null for a cube. */
  readonly toLight: readonly number[] | null;
  /** The place of the light; of cubes only. */
  readonly place: readonly number[];
  /** Offset of points along their normal before the comparison: in scene units, for cubes at a distance of 1. */
  readonly bias: number;
}

/** Filter radius in texels: a square of 2 · RADIUS + 1 texels is compared. */
const RADIUS = 2;

interface Place {
  readonly px: number;
  readonly py: number;
  readonly pz: number;
}

interface Normal {
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
}

/** Texel across and down, depth, and the first texel of the map. */
const seen = /* @__PURE__ */ new Float64Array(4);

/** Returns the part of the light that reaches a point in world space, 0 to 1. */
export function litShare(map: ShadowMap, point: Place, normal: Normal): number {
  const { px, py, pz } = point;
  const { nx, ny, nz } = normal;
  const { bias, toLight: m } = map;
  if (m === null) lookAtSide(map, point, normal);
  else {
    const x = px + nx * bias;
    const y = py + ny * bias;
    const z = pz + nz * bias;
    seen[0] = x * m[0] + y * m[1] + z * m[2] + m[3] - 0.5;
    seen[1] = x * m[4] + y * m[5] + z * m[6] + m[7] - 0.5;
    seen[2] = x * m[8] + y * m[9] + z * m[10] + m[11];
    seen[3] = 0;
  }
  return compare(map);
}

/** Finds the place of a point on the sides of a cube. */
function lookAtSide({ place, bias, size }: ShadowMap, { px, py, pz }: Place, { nx, ny, nz }: Normal): void {
  let x = px - place[0];
  let y = py - place[1];
  let z = pz - place[2];
  const offset = bias * Math.sqrt(x * x + y * y + z * z);
  x += nx * offset;
  y += ny * offset;
  z += nz * offset;
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  const side = ax >= ay && ax >= az ? (x >= 0 ? 0 : 1) : ay >= az ? (y >= 0 ? 2 : 3) : z >= 0 ? 4 : 5;
  const depth = Math.max(ax, ay, az, 1e-30);
  const u = side < 2 ? y : side < 4 ? z : x;
  const v = side < 2 ? z : side < 4 ? x : y;
  seen[0] = 0.5 * size * (1 + u / depth) - 0.5;
  seen[1] = 0.5 * size * (1 + v / depth) - 0.5;
  seen[2] = depth;
  seen[3] = side * size * size;
  // Neighbours of edges are those of the same side.
  const least = RADIUS;
  const most = size - RADIUS - 1.001;
  seen[0] = Math.min(most, Math.max(least, seen[0]));
  seen[1] = Math.min(most, Math.max(least, seen[1]));
}

function compare({ size, depths }: ShadowMap): number {
  const u = seen[0];
  const v = seen[1];
  const depth = seen[2];
  const left = Math.floor(u);
  const top = Math.floor(v);
  if (!(left >= RADIUS && top >= RADIUS && left < size - RADIUS - 1 && top < size - RADIUS - 1)) return 1;
  const partX = u - left;
  const partY = v - top;
  let lit = 0;
  for (let j = -RADIUS; j <= RADIUS + 1; j++) {
    const weightY = j === -RADIUS ? 1 - partY : j === RADIUS + 1 ? partY : 1;
    const row = seen[3] + (top + j) * size + left;
    let sum = 0;
    if (depths[row - RADIUS] >= depth) sum += 1 - partX;
    for (let i = 1 - RADIUS; i <= RADIUS; i++) if (depths[row + i] >= depth) sum++;
    if (depths[row + RADIUS + 1] >= depth) sum += partX;
    lit += weightY * sum;
  }
  return lit / ((2 * RADIUS + 1) * (2 * RADIUS + 1));
}
