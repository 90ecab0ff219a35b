/** What decides about a prim and the prims below it, read in one pass over its specs. */
import type { Specifier } from "@usdkit/layer";
import { specifierIn, typeNameIn } from "./deciding-fields.ts";
import { isInstance, primStack, type PrimIndex } from "./prim-index.ts";

/** The metadata of a prim by which prims are told apart, without what it is composed from. */
export interface PrimSummary {
  /** `over` if no layer defines the prim. */
  readonly specifier: Specifier;
  /** "" without a type. */
  readonly typeName: string;
  /** "" without a kind. */
  readonly kind: string;
  readonly isActive: boolean;
  readonly isInstance: boolean;
  /** Whether a layer applies API schemas. */
  readonly hasApiSchemas: boolean;
  /** Whether any spec names variant sets. */
  readonly hasVariantSets: boolean;
}

/** Returns the summary of a prim. */
export function summarizePrim(index: PrimIndex): PrimSummary {
  let kind: string | undefined;
  let active: boolean | undefined;
  let hasApiSchemas = false;
  let hasVariantSets = false;
  const stack = primStack(index);
  for (const { spec } of stack) {
    const { fields } = spec;
    if (fields.size === 0) continue;
    if (fields.has("apiSchemas")) hasApiSchemas = true;
    if (fields.has("variantSetNames")) hasVariantSets = true;
    const ownKind = kind === undefined ? fields.get("kind")?.value : undefined;
    if (ownKind?.kind === "typed") kind = String(ownKind.data);
    const ownActive = active === undefined ? fields.get("active")?.value : undefined;
    if (ownActive?.kind === "typed") active = ownActive.data !== false;
  }
  return {
    specifier: index.shared?.fields.specifier ?? specifierIn(index.graph, stack),
    typeName: typeNameIn(stack),
    kind: kind ?? "",
    isActive: active ?? true,
    isInstance: isInstance(index),
    hasApiSchemas,
    hasVariantSets,
  };
}
