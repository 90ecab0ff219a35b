/** Metadata that decides about a prim, composed from its specs. */
import type { FieldValue, Specifier } from "@usdkit/layer";
import { ArcType, NO_NODE, type NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import type { IndexedSpec } from "./graph-specs.ts";

/** Metadata that decides about a prim, and which prims that share their specs have in common. */
export interface DecidingFields {
  readonly specifier: Specifier;
  /** "" if no spec authors one. */
  readonly typeName: string;
  readonly isActive: boolean;
}

/** @param stack strongest first */
export function strongestField(stack: readonly IndexedSpec[], name: string): FieldValue | undefined {
  for (const { spec } of stack) {
    const value = spec.fields.get(name)?.value;
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A type name that authors no type. */
const ANY_TYPE = "__AnyType__";

function typeOf(spec: IndexedSpec["spec"]): string {
  const value = spec.fields.get("typeName")?.value;
  if (value?.kind === "typed" && typeof value.data === "string") return value.data;
  return spec.specType === "prim" ? spec.typeName : "";
}

/** @param stack the specs of the graph's prim, strongest first */
export function decidingFields(graph: IndexGraph, stack: readonly IndexedSpec[]): DecidingFields {
  return { specifier: specifierIn(graph, stack), typeName: typeNameIn(stack), isActive: isActiveIn(stack) };
}

export function typeNameIn(stack: readonly IndexedSpec[]): string {
  for (const { spec } of stack) {
    const own = typeOf(spec);
    if (own !== "" && own !== ANY_TYPE) return own;
  }
  return "";
}

export function specifierIn(graph: IndexGraph, stack: readonly IndexedSpec[]): Specifier {
  let found: Specifier = "over";
  for (const { spec, node } of stack) {
    if (spec.specType !== "prim" || spec.specifier === "over") continue;
    if (spec.specifier === "def" || !isInherited(graph, node)) return spec.specifier;
    found = spec.specifier;
  }
  return found;
}

/** Whether a node, or one above it, is of an inherit that the prim itself authors. */
function isInherited(graph: IndexGraph, node: NodeId): boolean {
  for (let at = node; at !== NO_NODE; at = graph.nodes[at].parent) {
    if (graph.nodes[at].type === ArcType.inherit && !graph.isAncestral(at)) return true;
  }
  return false;
}

export function isActiveIn(stack: readonly IndexedSpec[]): boolean {
  const value = strongestField(stack, "active");
  return value?.kind !== "typed" || value.data !== false;
}
