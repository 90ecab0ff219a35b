/** Metadata of composed prims that the strongest opinion decides. */
import type { FieldValue, Specifier } from "@usdkit/layer";
import { ArcType, NO_NODE, type IndexGraph, type NodeId } from "../graph/index-graph.ts";
import type { IndexedSpec } from "./graph-specs.ts";
import { primStack, type PrimIndex } from "./prim-index.ts";

/** Returns the strongest opinion about a metadata field of a prim. */
export function composedField(index: PrimIndex, name: string): FieldValue | undefined {
  for (const { spec } of primStack(index)) {
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

/** Returns the type of a prim, "" if no spec authors one. */
export function composedType(index: PrimIndex): string {
  for (const { spec } of primStack(index)) {
    const typeName = typeOf(spec);
    if (typeName !== "" && typeName !== ANY_TYPE) return typeName;
  }
  return "";
}

/**
 * Returns the strongest specifier other than `over`; `over` if there is no other. A `class` that the prim inherits is weaker than
 * any `def`: instances of a class are none.
 */
export function composedSpecifier(index: PrimIndex): Specifier {
  let found: Specifier = "over";
  for (const { spec, node } of primStack(index)) {
    if (spec.specType !== "prim" || spec.specifier === "over") continue;
    if (spec.specifier === "def" || !isInherited(index.graph, node)) return spec.specifier;
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

/** Whether a prim is active: prims below an inactive one are not part of the stage. */
export function isActive(index: PrimIndex): boolean {
  const value = composedField(index, "active");
  return value?.kind !== "typed" || value.data !== false;
}
