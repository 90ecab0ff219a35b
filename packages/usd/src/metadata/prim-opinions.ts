/** The specs of a prim and of its properties, with what maps their times and paths to the stage. */
import type { LayerOffset, PropertySpec } from "@usdkit/layer";
import type { NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import type { PrimIndex } from "../index/prim-index.ts";
import { primStack } from "../index/prim-index.ts";
import { authoredPaths } from "../layer-stack/authored-paths.ts";
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

/** The specs of properties, strongest first, by name: attributes and relationships of one name together. */
export type PropertyOpinions = ReadonlyMap<string, readonly PropertyOpinion[]>;

/** The specs of a prim, strongest first, and those of its properties. */
export interface PrimOpinions {
  readonly specs: readonly SpecSite[];
  readonly properties: PropertyOpinions;
  /** Names of the properties of which a layer authors targets or connections. */
  readonly withPaths: ReadonlySet<string>;
}

const noNames: ReadonlySet<string> = new Set();

/** Returns the specs that contribute to a prim, strongest first. */
export function specSites(index: PrimIndex): readonly SpecSite[] {
  const { graph } = index;
  return primStack(index).map(({ node, layer, offset, spec: owner }) => ({
    node,
    layer,
    offset: offsetToStage(graph, node, offset),
    owner,
  }));
}

/** @param sites the specs of a prim, strongest first */
export function propertyOpinions(sites: readonly SpecSite[]): PropertyOpinions {
  const found = new Map<string, PropertyOpinion[]>();
  for (const { node, layer, offset, owner } of sites) {
    for (const spec of owner.properties) {
      const opinion = { node, layer, offset, owner, spec };
      const known = found.get(spec.name);
      if (known === undefined) found.set(spec.name, [opinion]);
      else known.push(opinion);
    }
  }
  return found;
}

/** Returns the offset from the times of a layer to those of the stage. */
export function offsetToStage(graph: IndexGraph, node: NodeId, inStack: LayerOffset): LayerOffset {
  return composeOffsets(graph.nodes[node].mapToRoot.offset, inStack);
}

/** Returns the names of the properties of which a layer authors targets or connections. */
export function namesWithPaths(properties: PropertyOpinions): ReadonlySet<string> {
  let found: Set<string> | undefined;
  for (const [name, opinions] of properties) {
    for (const { spec } of opinions) if (authoredPaths(spec) !== undefined) (found ??= new Set()).add(name);
  }
  return found ?? noNames;
}
