/** What a prim type is: the shape of the tables in this folder. */

/** Where a number may lie. Bounds are inclusive unless `exclusive…` is set. */
export interface NumberRange {
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
}

/** An attribute or relationship that the service reads. */
export interface PropertyDefinition {
  readonly name: string;
  readonly kind: "attribute" | "relationship";
  /** Type name in the text, `float2`, `token[]`; "rel" for relationships. */
  readonly type: string;
  /** `uniform` and `varying` must be written so; `either` may be both. */
  readonly variability: "uniform" | "varying" | "either";
  /** What counts where nothing is authored, flat for tuples and matrices; absent where nothing does. */
  readonly fallback?: number | string | readonly number[] | readonly string[];
  /** Of every number in the value. */
  readonly unit?: "mm" | "scene units" | "f-number" | "pixels";
  readonly range?: NumberRange;
  /** The values that a token may have. */
  readonly allowedTokens?: readonly string[];
  /** One sentence. */
  readonly description: string;
  /** Section of the service's specification, or the reference's schema. */
  readonly source: string;
}

/** A prim type that the service reads. */
export interface PrimDefinition {
  readonly typeName: string;
  /** One sentence. */
  readonly description: string;
  /** True where a payload brings what is drawn. */
  readonly takesPayload: boolean;
  /** True where the prim has a place: `xformOp:transform` counts. */
  readonly isTransformable: boolean;
  readonly properties: ReadonlyMap<string, PropertyDefinition>;
  readonly source: string;
}

/** Tables are written as lists; they are looked up by name. */
export function definePrim(
  definition: Omit<PrimDefinition, "properties"> & { readonly properties: readonly PropertyDefinition[] },
): PrimDefinition {
  return { ...definition, properties: new Map(definition.properties.map((property) => [property.name, property])) };
}
