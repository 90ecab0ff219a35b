import type { ThreadMemory } from "../bands/thread-memory.ts";
import type { Frame } from "../frame/frame.ts";
import type { BlendTile } from "../splats/blend-splats.ts";
import type { Trace } from "../splats/blend-traced.ts";

/** Distances of what is opaque in a tile. */
export interface DistanceRange {
  readonly nearest: number;
  /** Infinite if a sample shows nothing. */
  readonly farthest: number;
}

/** Samples that are worked on at a time, row by row; all arrays are by sample. */
export interface Tile extends BlendTile {
  readonly column: number;
  /** Of what is opaque: three sRGB values, where `distances` is finite. */
  readonly colors: Float64Array;
  /** Of what is opaque; infinite if nothing is. */
  readonly distances: Float64Array;
  /** Of what is opaque; null if no normals are wanted. */
  readonly normals: Float32Array | null;
  /** Null unless an output needs the visible surface. */
  readonly trace: Trace | null;
}

/** The tile of a band in this column. Nothing is blended over it yet: its light is undefined until {@link lightTile}. */
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
