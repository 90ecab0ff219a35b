/** The specs of a prim and of its properties, with what maps their times and paths to the stage. */
import type { LayerOffset, PropertySpec } from "@usdkit/layer";
import type { IndexGraph, NodeId } from "../graph/index-graph.ts";
import type { PrimIndex } from "../index/prim-index.ts";
import { primStack } from "../index/prim-index.ts";
import { composeOffsets } from "../paths/layer-offset.ts";
import type { SiteSpec, StageLayer } from "../resolve/stage-layer.ts";

/** A spec that contributes to a prim. */
export interface SpecSite {
  /** The node of the prim index. */
  readonly node: NodeId;
  readonly layer: StageLayer;
  /** Maps times of the layer to times of the stage: `time * scale + offset`. */
  readonly offset: LayerOffset;
  /** The prim or variant spec. */
  readonly owner: SiteSpec;
}

/** A property spec that contributes to a property. */
export interface PropertyOpinion<Spec extends PropertySpec = PropertySpec> extends SpecSite {
  readonly spec: Spec;
}

/** What contributes to a prim, strongest first. */
export interface PrimOpinions {
  readonly index: PrimIndex;
  readonly specs: readonly SpecSite[];
  /** By name of the property: attributes and relationships of one name together. */
  readonly properties: ReadonlyMap<string, readonly PropertyOpinion[]>;
}

/** Returns the specs of a prim and of its properties. */
export function primOpinions(index: PrimIndex): PrimOpinions {
  const specs: SpecSite[] = [];
  const properties = new Map<string, PropertyOpinion[]>();
  for (const { node, layer, offset: inStack, spec: owner } of primStack(index)) {
    const offset = offsetToStage(index.graph, node, inStack);
    specs.push({ node, layer, offset, owner });
    for (const spec of owner.properties) {
      const found = properties.get(spec.name);
      if (found === undefined) properties.set(spec.name, [{ node, layer, offset, owner, spec }]);
      else found.push({ node, layer, offset, owner, spec });
    }
  }
  return { index, specs, properties };
}

/** Returns the offset from the times of a layer to those of the stage. */
export function offsetToStage(graph: IndexGraph, node: NodeId, inStack: LayerOffset): LayerOffset {
  return composeOffsets(graph.nodes[node].mapToRoot.offset, inStack);
}
