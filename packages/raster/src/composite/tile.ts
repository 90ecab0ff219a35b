import type { ThreadMemory } from "../bands/thread-memory.ts";
import type { Frame } from "../bands/frame.ts";
import type { BlendTile } from "../splats/blend-splats.ts";
import type { Trace } from "../splats/blend-traced.ts";

/** Range of distances of the opaque surfaces of a tile. */
export interface DistanceRange {
  readonly nearest: number;
  /** Infinite if a sample has no surface. */
  readonly farthest: number;
}

/** A tile of samples, row by row; all arrays are by sample. */
export interface Tile extends BlendTile {
  readonly column: number;
  /** Colors of the opaque surfaces: three sRGB values, valid where `distances` is finite. */
  readonly colors: Float64Array;
  /** Distances of the opaque surfaces; infinite without one. */
  readonly distances: Float64Array;
  /** Normals of the opaque surfaces; null if they are not an output. */
  readonly normals: Float32Array | null;
  /** Null unless an output needs the visible surface. */
  readonly trace: Trace | null;
}

/** Returns the tile of a band in a column. Its light is undefined until {@link lightTile}. */
export function openTile(frame: Frame, band: number, column: number, memory: ThreadMemory): Tile {
  const { tileColumns, bandRows, fineWidth, fineHeight } = frame.layout;
  const { normal, depth, primId } = frame.outputs;
  const most = tileColumns * bandRows;
  const [left, top] = [column * tileColumns, band * bandRows];
  const tile: Tile = {
    column,
    left,
    top,
    width: Math.min(tileColumns, fineWidth - left),
    height: Math.min(bandRows, fineHeight - top),
    light: memory.doubles("tile.light", 4 * most),
    colors: memory.doubles("tile.colors", 3 * most),
    distances: memory.doubles("tile.distances", most),
    normals: normal === null ? null : memory.floats("tile.normals", 3 * most),
    trace: (normal ?? depth ?? primId) === null ? null : openTrace(frame, most, memory),
  };
  return tile;
}

/** Resets the tile to full transmittance. */
export function lightTile(tile: Tile): void {
  const { light } = tile;
  light.fill(0, 0, 4 * tile.width * tile.height);
  for (let i = 3; i < 4 * tile.width * tile.height; i += 4) light[i] = 1;
}

function openTrace({ scene }: Frame, most: number, memory: ThreadMemory): Trace {
  return {
    halves: memory.words("trace.halves", most),
    halfDistances: memory.doubles("trace.halfDistances", most),
    strongest: memory.words("trace.strongest", most),
    strongestDistances: memory.doubles("trace.strongestDistances", most),
    strengths: memory.doubles("trace.strengths", most),
    firstSplat: scene.meshes.triangles + scene.points.count,
  };
}
