/** The prim types and applied API schemas of the reference (UsdGeom, UsdLux, UsdShade, UsdPhysics …). */
import type { PrimDefinition, PropertyDefinition } from "@usdkit/service-scene";
import type { INSTANCE as InstanceMark, Schema, SchemaProperty } from "@usdkit/schemas";

/** What OpenUSD documents on a page of its own. */
export interface Documented {
  /** The address of the page. */
  readonly page: string;
}

export interface ReferenceProperty extends PropertyDefinition, Documented {}

export interface ReferenceType extends PrimDefinition, Documented {
  readonly properties: ReadonlyMap<string, ReferenceProperty>;
}

/** A schema that `apiSchemas` applies to a prim. */
export interface ApiSchema extends Documented {
  readonly name: string;
  /** It is applied with instance names: `CollectionAPI:lights`. */
  readonly isMultiple: boolean;
  readonly description: string;
  /** Names that instances have; any, if empty. */
  readonly instances: readonly string[];
  /** Types of prims that it may be applied to; any, if empty. */
  readonly types: readonly string[];
  /** Names contain {@link INSTANCE} where an instance's name is. */
  readonly properties: readonly ReferenceProperty[];
  readonly source: string;
}

export interface ReferenceSchemas {
  /** By name. */
  readonly types: ReadonlyMap<string, ReferenceType>;
  /** By name. */
  readonly apis: ReadonlyMap<string, ApiSchema>;
}

/** The name of an instance in names of properties. Its package is loaded on first use, so only its type is imported. */
export const INSTANCE: typeof InstanceMark = "__INSTANCE_NAME__";

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
  const { documentationOf, schemaOf, schemas } = await import("@usdkit/schemas");
  const { describeSchema, describeSchemaProperty } = await import("@usdkit/schemas/descriptions");

  const propertiesOf = ({ properties }: Schema): ReferenceProperty[] =>
    Array.from(properties.values(), (property) => ({
      ...definitionOf(property),
      description: describeSchemaProperty(property) ?? "",
      source: schemaOf(property.schema)?.className ?? property.schema,
      page: documentationOf(property.schema),
    }));
  const typeOf = (schema: Schema): ReferenceType => ({
    typeName: schema.name,
    description: describeSchema(schema.name) ?? "",
    role: "other",
    isTransformable: schema.properties.has("xformOpOrder"),
    holdsPrims: true,
    properties: new Map(propertiesOf(schema).map((property) => [property.name, property])),
    source: schema.className,
    page: documentationOf(schema.name),
  });
  const apiOf = (schema: Schema): ApiSchema => ({
    name: schema.name,
    isMultiple: schema.kind === "multipleApply",
    description: describeSchema(schema.name) ?? "",
    instances: schema.instances ?? [],
    types: schema.appliesTo ?? [],
    properties: propertiesOf(schema),
    source: schema.className,
    page: documentationOf(schema.name),
  });

  const sorted = [...schemas.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const types = sorted.filter(({ kind }) => kind === "concrete").map(typeOf);
  const apis = sorted.filter(({ kind }) => kind === "singleApply" || kind === "multipleApply").map(apiOf);
  return {
    types: new Map(types.map((type) => [type.typeName, type])),
    apis: new Map(apis.map((api) => [api.name, api])),
  };
}

function definitionOf(property: SchemaProperty): Omit<PropertyDefinition, "description" | "source"> {
  const { name, type, isUniform = false, fallback, allowedTokens } = property;
  return {
    name,
    kind: type === "rel" ? "relationship" : "attribute",
    type,
    variability: isUniform ? "uniform" : "varying",
    ...(fallback === undefined ? {} : { fallback }),
    ...(allowedTokens === undefined ? {} : { allowedTokens }),
  };
}
