/** What schemas define of the properties of a prim. */
import type { SchemaProperty } from "@usdkit/schemas";
import { propertyOf, schemaOf } from "@usdkit/schemas";
import type { Field } from "@usdkit/layer";

/** The type and the applied API schemas of a prim. */
export interface PrimDefinition {
  /** "" without a type, and for types that no schema defines. */
  readonly type: string;
  readonly apiSchemas: readonly string[];
}

/** Returns the definition of a prim with composed type and metadata. */
export function definitionOf(type: string, fields: ReadonlyMap<string, Field>): PrimDefinition {
  const value = fields.get("apiSchemas")?.value;
  const applied = value?.kind === "valueListOp" ? (value.listOp.explicit ?? []).map(String) : [];
  return { type: schemaOf(type)?.kind === "concrete" ? type : "", apiSchemas: applied };
}

/** Returns what the schemas of a prim define of a property; undefined for a property that is only authored. */
export function definedProperty({ type, apiSchemas }: PrimDefinition, name: string): SchemaProperty | undefined {
  const found = propertyOf(type, name, apiSchemas);
  return found?.isOptional === true ? undefined : found;
}
