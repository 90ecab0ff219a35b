/** The prim types and applied API schemas of the reference (UsdGeom, UsdLux, UsdShade, UsdPhysics …). */
import type { PrimDefinition, PrimTypes, PropertyDefinition } from "@usdkit/schema";
import type { PropertyRow } from "./reference-table.generated.ts";

/** A schema that `apiSchemas` applies to a prim. */
export interface ApiSchema {
  readonly name: string;
  /** It is applied with instance names: `CollectionAPI:lights`. */
  readonly isMultiple: boolean;
  readonly description: string;
  /** Names that instances have; any, if empty. */
  readonly instances: readonly string[];
  /** Types of prims that it may be applied to; any, if empty. */
  readonly types: readonly string[];
  /** Names contain {@link INSTANCE} where an instance's name is. */
  readonly properties: readonly PropertyDefinition[];
  readonly source: string;
}

export interface ReferenceSchemas {
  readonly types: PrimTypes;
  /** By name. */
  readonly apis: ReadonlyMap<string, ApiSchema>;
}

/** Stands for the name of an instance in names of properties. */
export const INSTANCE = "__INSTANCE_NAME__";

const NONE: ReferenceSchemas = { types: new Map(), apis: new Map() };

let loading: Promise<ReferenceSchemas> | undefined;

/**
 * Returns the schemas, loaded on first use: in the page of `usda view` they are a file of their own. If that file cannot be loaded
 * there are none, and the next use tries again.
 */
export function referenceSchemas(): Promise<ReferenceSchemas> {
  loading ??= load().catch(() => {
    loading = undefined;
    return NONE;
  });
  return loading;
}

async function load(): Promise<ReferenceSchemas> {
  const { apiRows, propertyRows, typeRows } = await import("./reference-table.generated.ts");
  const propertiesOf = (rows: readonly number[], source: string): PropertyDefinition[] =>
    rows.map((row) => propertyOf(propertyRows[row], source));

  const types = typeRows.map(([typeName, source, description, rows]): PrimDefinition => {
    const properties = new Map(propertiesOf(rows, source).map((property) => [property.name, property]));
    const isTransformable = properties.has("xformOpOrder");
    return { typeName, description, role: "other", isTransformable, holdsPrims: true, properties, source };
  });
  const apis = apiRows.map(([name, source, isMultiple, description, instances, typeNames, rows]): ApiSchema => {
    const properties = propertiesOf(rows, source);
    return { name, isMultiple: isMultiple === 1, description, instances, types: typeNames, properties, source };
  });
  return {
    types: new Map(types.map((type) => [type.typeName, type])),
    apis: new Map(apis.map((api) => [api.name, api])),
  };
}

function propertyOf(
  [name, type, isUniform, fallback, tokens, description]: PropertyRow,
  source: string,
): PropertyDefinition {
  return {
    name,
    kind: type === "rel" ? "relationship" : "attribute",
    type,
    // Relationships are uniform without the word.
    variability: isUniform === 1 && type !== "rel" ? "uniform" : "varying",
    // Tuples and arrays are of one kind: numbers or strings.
    ...(fallback === null ? {} : { fallback: fallback as NonNullable<PropertyDefinition["fallback"]> }),
    ...(tokens.length === 0 ? {} : { allowedTokens: tokens }),
    description,
    source,
  };
}
