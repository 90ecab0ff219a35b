import type { ThreadMemory } from "../bands/thread-memory.ts";
import type { Frame } from "../bands/frame.ts";
import type { TriangleFiller } from "../triangles/triangle-filler.ts";
import type { Surface } from "../triangles/surface.ts";

/** What the tiles of a band share while one thread makes it. */
export interface BandWork {
  readonly frame: Frame;
  readonly surface: Surface;
  /** Null if the band has neither triangles nor points. */
  readonly filler: TriangleFiller | null;
  /** Translucent triangles, the nearest first. */
  readonly translucent: Uint32Array;
  readonly memory: ThreadMemory;
  /** Translucent fragments that the band may still keep. */
  fragmentsLeft: number;
}
