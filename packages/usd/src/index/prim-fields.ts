/** Metadata of composed prims that the strongest opinion decides. */
import type { FieldValue, Specifier } from "@usdkit/layer";
import {
  decidingFields,
  isActiveIn,
  specifierIn,
  strongestField,
  typeNameIn,
  type DecidingFields,
} from "./deciding-fields.ts";
import { specsOf } from "./graph-specs.ts";
import { primStack, type PrimIndex } from "./prim-index.ts";

/** Returns the strongest opinion about a metadata field of a prim. */
export function composedField(index: PrimIndex, name: string): FieldValue | undefined {
  return strongestField(primStack(index), name);
}

/** Returns what the strongest specs decide about a prim. */
export function composedFields(index: PrimIndex): DecidingFields {
  const { shared } = index;
  // The graph of a shared prim is made when it is asked for.
  return shared === undefined ? decidingFields(index.graph, specsOf(index.graph)) : shared.fields;
}

/** Returns the type of a prim, "" if no spec authors one. */
export function composedType(index: PrimIndex): string {
  const { shared } = index;
  return shared === undefined ? typeNameIn(specsOf(index.graph)) : shared.fields.typeName;
}

/**
 * Returns the strongest specifier other than `over`; `over` if there is no other. A `class` that the prim inherits is weaker than
 * any `def`: instances of a class are none.
 */
export function composedSpecifier(index: PrimIndex): Specifier {
  const { shared } = index;
  return shared === undefined ? specifierIn(index.graph, specsOf(index.graph)) : shared.fields.specifier;
}

/** Whether a prim is active: prims below an inactive one are not part of the stage. */
export function isActive(index: PrimIndex): boolean {
  const { shared } = index;
  return shared === undefined ? isActiveIn(specsOf(index.graph)) : shared.fields.isActive;
}
