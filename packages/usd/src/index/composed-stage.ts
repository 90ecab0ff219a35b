/** What values and flattening read of a composed stage. */
import type { LayerStack } from "../layer-stack/layer-stack.ts";
import type { PathId, PathTable } from "../paths/path-table.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import type { PrimIndex } from "./prim-index.ts";

/** Prim indices by path, and the layers that they come from. A `Stage` is one. */
export interface ComposedStage {
  readonly paths: PathTable;
  /** The layer stack of the root layer. */
  readonly layerStack: LayerStack;
  /** Returns the index of a prim; undefined if no layer that contributes has a spec for it. */
  index(prim: PathId): PrimIndex | undefined;
  /** Returns the layer that an asset path in a layer leads to; undefined if there is none. */
  findLayer(assetPath: string, from: StageLayer): StageLayer | undefined;
}
