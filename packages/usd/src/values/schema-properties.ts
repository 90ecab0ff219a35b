/** The properties that the schemas of a prim define. */
import { INSTANCE, schemaOf, splitApi } from "@usdkit/schemas";

/** The schemas of a prim. */
export interface PrimSchemas {
  /** As authored (`UsdPrim.GetTypeName`); "" without a type. */
  readonly typeName: string;
  /**
   * The type whose schema the prim has (`UsdPrimTypeInfo.GetSchemaTypeName`): the first known one of `fallbackPrimTypes` if its own
   * is abstract or unknown, "" if there is none.
   */
  readonly schemaType: string;
  /** In order of strength, with names of instances: `CollectionAPI:lights`. */
  readonly apiSchemas: readonly string[];
}

/** Returns applied API schemas, with names of instances, and those that they and the type of the prim have built in. */
export function withBuiltInApis({
  schemaType,
  apiSchemas,
}: Pick<PrimSchemas, "schemaType" | "apiSchemas">): readonly string[] {
  const found = new Set(apiSchemas);
  for (const applied of schemaOf(schemaType)?.builtInApis ?? []) found.add(applied);
  // A set is visited with what is added meanwhile.
  for (const applied of found) for (const builtIn of schemaOf(applied)?.builtInApis ?? []) found.add(builtIn);
  return [...found];
}

/**
 * Returns the names of the properties that the schemas of a prim define, without those that exist only if a layer authors them.
 *
 * ```ts
 * schemaPropertyNames(new StageValues(stage).schemas("/World/Ball")); // ["doubleSided", "extent", …]
 * ```
 */
export function schemaPropertyNames(schemas: Pick<PrimSchemas, "schemaType" | "apiSchemas">): readonly string[] {
  const names = new Set<string>();
  for (const applied of [schemas.schemaType, ...withBuiltInApis(schemas)]) {
    const { schema, instance } = splitApi(applied);
    for (const { name, isOptional } of schemaOf(schema)?.properties.values() ?? []) {
      if (isOptional !== true) names.add(name.replace(INSTANCE, () => instance));
    }
  }
  return [...names].sort();
}
