/** Layers and specs of a layer stack. */
import type { LayerOffset } from "@usdkit/layer";
import type { SiteSpec, StageLayer } from "../resolve/stage-layer.ts";

/** A layer of a stack, with the offset from the stack's times to its own. */
export interface StackedLayer {
  readonly layer: StageLayer;
  readonly offset: LayerOffset;
}

/** A spec, and the layer that has it. */
export interface StackedSpec extends StackedLayer {
  readonly spec: SiteSpec;
}
