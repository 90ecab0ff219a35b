/** Nearest neighbours of points, by a uniform grid. */

/** Average number of points per cell. */
const CELL_POINTS = 2;
/** Search radius in cells; a point with too few neighbours within it counts as an outlier. */
const MAX_RINGS = 6;

/** The nearest neighbours of each point. */
export interface Neighbours {
  readonly count: number;
  /** Point indices, `count` per point, the nearest first; -1 if a point has fewer neighbours within reach. */
  readonly indices: Int32Array;
  /** Distances in scene units, in the same order; Infinity for -1. */
  readonly distances: Float64Array;
}

/**
 * Finds the nearest neighbours of each point within a few cells of a grid; the cells fit the middle 90 % of the points.
 *
 * @param positions Flat, 3 a point.
 */
export function findNeighbours(positions: Float32Array, count: number): Neighbours {
  const grid = new Grid(positions);
  const points = positions.length / 3;
  const indices = new Int32Array(points * count).fill(-1);
  const distances = new Float64Array(points * count).fill(Infinity);
  for (let point = 0; point < points; point++) {
    const cell = grid.cellOf(point);
    const at = point * count;
    for (let ring = 0; ring <= MAX_RINGS; ring++) {
      // Points of outer rings are at least this far away.
      if (distances[at + count - 1] <= (ring - 1) * grid.size) break;
      grid.eachOfRing(cell, ring, (other) => {
        if (other !== point) insert(indices, distances, at, { count, other, distance: grid.distance(point, other) });
      });
    }
  }
  return { count, indices, distances };
}

function insert(
  indices: Int32Array,
  distances: Float64Array,
  at: number,
  { count, other, distance }: { readonly count: number; readonly other: number; readonly distance: number },
): void {
  let slot = at + count - 1;
  if (distance >= distances[slot]) return;
  for (; slot > at && distances[slot - 1] > distance; slot--) {
    distances[slot] = distances[slot - 1];
    indices[slot] = indices[slot - 1];
  }
  distances[slot] = distance;
  indices[slot] = other;
}

type Cell = readonly [number, number, number];

class Grid {
  /** Returns the cell size in scene units. */
  readonly size: number;
  private readonly positions: Float32Array;
  private readonly cells = new Map<string, number[]>();

  constructor(positions: Float32Array) {
    this.positions = positions;
    const points = positions.length / 3;
    const [small = 0, middle = 0, large = 0] = [0, 1, 2]
      .map((axis) => spread(positions, axis))
      .toSorted((p, q) => p - q);
    const share = CELL_POINTS / Math.max(1, points);
    // Points fill a volume or a surface; the median is independent of their density.
    this.size = Math.max(1e-6, Math.cbrt(small * middle * large * share), Math.sqrt(middle * large * share));
    for (let point = 0; point < points; point++) {
      const key = this.cellOf(point).join(" ");
      const cell = this.cells.get(key);
      if (cell === undefined) this.cells.set(key, [point]);
      else cell.push(point);
    }
  }

  cellOf(point: number): Cell {
    const at = (axis: number): number => Math.floor(this.positions[3 * point + axis] / this.size);
    return [at(0), at(1), at(2)];
  }

  distance(a: number, b: number): number {
    const { positions: p } = this;
    return Math.hypot(p[3 * a] - p[3 * b], p[3 * a + 1] - p[3 * b + 1], p[3 * a + 2] - p[3 * b + 2]);
  }

  eachOfRing([x, y, z]: Cell, ring: number, visit: (point: number) => void): void {
    for (let dx = -ring; dx <= ring; dx++) {
      for (let dy = -ring; dy <= ring; dy++) {
        const isSide = Math.abs(dx) === ring || Math.abs(dy) === ring;
        for (let dz = -ring; dz <= ring; dz += isSide || ring === 0 ? 1 : 2 * ring) {
          for (const point of this.cells.get(`${x + dx} ${y + dy} ${z + dz}`) ?? []) visit(point);
        }
      }
    }
  }
}

/** Extent of the middle 90 % of the points along an axis. */
function spread(positions: Float32Array, axis: number): number {
  const values = positions.filter((_, i) => i % 3 === axis).toSorted();
  const at = (share: number): number => values[Math.floor((values.length - 1) * share)] ?? 0;
  return Math.max(1e-3, at(0.95) - at(0.05));
}
