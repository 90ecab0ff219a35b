/** What flattening reads of a stage. */
import type { PrimIndex } from "../index/prim-index.ts";
import type { Prototypes } from "../instances/prototypes.ts";
import type { LayerStack } from "../layer-stack/layer-stack.ts";
import type { PathId, PathTable } from "../paths/path-table.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";

/** The composed prims of a stage, by path. */
export interface FlattenSource {
  readonly paths: PathTable;
  /** The layer stack of the root layer. */
  readonly layerStack: LayerStack;
  readonly session: StageLayer | undefined;
  readonly prototypes: Prototypes;
  readonly index: (prim: PathId) => PrimIndex | undefined;
  /** Returns the children of a prim in composed order, those outside of the population mask left out. */
  readonly children: (prim: PathId) => readonly PathId[];
  /** Returns an asset path that leads to the same file from any folder; the path itself if it does. */
  readonly anchor: (assetPath: string, layer: StageLayer) => string;
  readonly keepsPayload: ((assetPath: string) => boolean) | undefined;
}
