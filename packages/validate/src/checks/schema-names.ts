/** Names that the schemas of a prim define. */
import { INSTANCE, splitApi, type SchemaSet } from "@usdkit/schemas";
import type { PrimShape } from "../rule/checked-prim.ts";

const known: WeakMap<PrimShape, readonly string[]> = new WeakMap();

/** Returns the names of the properties that the schemas of a prim define. */
export function definedNames(schemas: SchemaSet, shape: PrimShape): readonly string[] {
  let found = known.get(shape);
  if (found === undefined) {
    const names = [...(schemas.schemaOf(shape.schemaType)?.properties.keys() ?? [])];
    for (const applied of shape.allApiSchemas) {
      const { schema, instance } = splitApi(applied);
      for (const name of schemas.schemaOf(schema)?.properties.keys() ?? [])
        names.push(name.replace(INSTANCE, () => instance));
    }
    known.set(shape, (found = [...new Set(names)]));
  }
  return found;
}
