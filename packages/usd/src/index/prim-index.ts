/** Prim indices: the sites that contribute to a prim, in strength order, and what follows from them. */
import type { PropertySpec } from "@usdkit/layer";
import type { CompositionError } from "../errors/composition-error.ts";
import type { IndexGraph, Site } from "../graph/index-graph.ts";
import type { StackedSpec } from "../layer-stack/stacked-spec.ts";
import type { PathId, PathTable } from "../paths/path-table.ts";
import { childNamesOf, propertyNamesOf, type ChildNames } from "./graph-names.ts";
import { specsOf, type IndexedSpec } from "./graph-specs.ts";
import type { SharedPrim } from "./shared-prim.ts";

/** The result of composing a prim. */
export interface PrimIndex {
  readonly path: PathId;
  /** Nodes in strength order. */
  readonly graph: IndexGraph;
  /** What was wrong with the prim's own arcs; those of its parents are with them. */
  readonly errors: readonly CompositionError[];
  /** The sites that arcs of this prim lead to, with those that have no opinions. */
  readonly sites: readonly Site[];
  /** Whether bytes of a layer were not there yet. */
  readonly isPending: boolean;
  /** What other prims have in common with a prim that authors no arcs; undefined if its graph is its own. */
  readonly shared?: SharedPrim | undefined;
  /** Where the sharing begins; undefined if its graph is its own. */
  readonly sharedBelow?: SharingPlace | undefined;
}

/** A prim with a graph of its own, below which prims are shared. */
export interface SharingPlace {
  readonly path: PathId;
  /** Equal for places whose arcs have the same time offsets; "" without any. */
  readonly offsets: string;
}

/** Whether two prims share all but their paths: the same specs contribute to both, with the same time offsets. */
export function sharesAll(a: PrimIndex, b: PrimIndex): boolean {
  const { shared, sharedBelow } = a;
  if (shared === undefined) return false;
  return shared.composed === b.shared?.composed && sharedBelow?.offsets === b.sharedBelow?.offsets;
}

/** Whether a prim is an instance: the prims below it are shared with those below other instances. */
export function isInstance(index: PrimIndex): boolean {
  return index.shared === undefined && index.graph.isInstanceable;
}

/** Whether a prim has payloads, loaded or not. */
export function hasPayloads(index: PrimIndex): boolean {
  return index.shared === undefined && index.graph.hasPayloads;
}

/** Returns the graph of a prim, or the one that it shares: they have the same sites other than that of the root node. */
export function sharedGraphOf(index: PrimIndex): IndexGraph {
  return index.shared === undefined ? index.graph : index.shared.composed.graph;
}

/** A property spec that contributes to a property, and its node. */
export interface IndexedProperty extends Omit<IndexedSpec, "spec"> {
  readonly spec: PropertySpec;
  /** The prim or variant spec that has it. */
  readonly owner: StackedSpec["spec"];
}

/** Returns the specs that contribute to a prim, strongest first. */
export function primStack(index: PrimIndex): readonly IndexedSpec[] {
  return index.shared === undefined ? specsOf(index.graph) : index.shared.specs;
}

/** Returns the names of a prim's children in composed order. */
export function childNames(index: PrimIndex): ChildNames {
  return index.shared === undefined ? childNamesOf(index.graph) : index.shared.childNames;
}

/** Returns the paths of a prim's children in composed order. */
export function childPaths(paths: PathTable, index: PrimIndex): readonly PathId[] {
  const { path, shared } = index;
  if (shared !== undefined) return shared.childPaths.map((child) => paths.childLike(path, child));
  const { names } = childNamesOf(index.graph);
  return names.map((name) => paths.child(path, name));
}

/** Returns the names of a prim's properties in composed order. */
export function propertyNames(index: PrimIndex): readonly string[] {
  return propertyNamesOf(sharedGraphOf(index));
}

/** The specs of a property, and what is wrong with those that are ignored. */
export interface PropertyIndex {
  readonly stack: readonly IndexedProperty[];
  readonly errors: readonly CompositionError[];
}

interface OpenPropertyIndex extends PropertyIndex {
  readonly stack: IndexedProperty[];
  readonly errors: CompositionError[];
}

/** Returns the specs that contribute to a property, strongest first. Those of another kind than the strongest are ignored. */
export function propertyStack(index: PrimIndex, name: string): PropertyIndex {
  const found: OpenPropertyIndex = { stack: [], errors: [] };
  for (const site of primStack(index)) {
    const spec = site.spec.properties.find((each) => each.name === name);
    if (spec !== undefined) addSpec(found, site, spec);
  }
  return found;
}

/**
 * Returns the specs of all properties of a prim by name, as {@link propertyStack} of each, in composed order: in one pass over its
 * specs, of which a prim of many layers has many.
 */
export function propertyStacks(index: PrimIndex): ReadonlyMap<string, PropertyIndex> {
  const found = new Map<string, OpenPropertyIndex>();
  for (const name of propertyNames(index)) found.set(name, { stack: [], errors: [] });
  for (const site of primStack(index)) {
    for (const spec of site.spec.properties) {
      const property = found.get(spec.name);
      if (property !== undefined) addSpec(property, site, spec);
    }
  }
  return found;
}

/** Whether an opinion makes the prim: an index of a path without any may have nodes all the same. */
export function hasOpinions(index: Pick<PrimIndex, "graph"> | undefined): boolean {
  if (index === undefined) return false;
  const { graph } = index;
  for (let node = 0; node < graph.size; node++) if (graph.canContribute(node) && graph.hasSpecs(node)) return true;
  return false;
}

function addSpec(
  { stack, errors }: OpenPropertyIndex,
  { node, layer, offset, spec: owner }: IndexedSpec,
  spec: IndexedProperty["spec"],
): void {
  const kind = stack.length === 0 ? spec.specType : stack[0].spec.specType;
  if (spec.specType === kind) {
    stack.push({ node, layer, offset, owner, spec });
    return;
  }
  errors.push({
    code: "INCONSISTENT_PROPERTY_TYPE",
    message: `Expected "${spec.name}" to be ${kind === "attribute" ? "an attribute" : "a relationship"} as in @${stack[0].layer.identifier}@; the spec is ignored`,
    statement: { layer, range: spec.range, spec: owner },
  });
}
