/** What flattening reads of a stage. */
import type { ComposedStage } from "../index/composed-stage.ts";
import type { Prototypes } from "../instances/prototypes.ts";
import type { PathId } from "../paths/path-table.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";

/** The composed prims of a stage, by path. */
export interface FlattenSource extends ComposedStage {
  readonly prototypes: Prototypes;
  /** Returns the children of a prim in composed order, those outside of the population mask left out. */
  readonly children: (prim: PathId) => readonly PathId[];
  /** Returns an asset path that leads to the same file from any folder; the path itself if it does. */
  readonly anchor: (assetPath: string, layer: StageLayer) => string;
  /** Returns the path to write for an anchored one; undefined to write what the reference does. */
  readonly rewritePath: ((anchored: string) => string) | undefined;
  readonly keepsPayload: ((assetPath: string) => boolean) | undefined;
}
