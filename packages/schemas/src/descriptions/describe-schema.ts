/** Descriptions of schemas and properties, in our own words. */
import { schemas, type SchemaProperty } from "../table/schemas.ts";
import type { SchemaDescriptions } from "./schema-description.ts";
import { usd } from "./usd.ts";
import { usdGeom } from "./usd-geom.ts";
import { usdLux } from "./usd-lux.ts";
import { usdPhysics } from "./usd-physics.ts";
import { usdRender } from "./usd-render.ts";
import { usdShade } from "./usd-shade.ts";
import { usdSkel } from "./usd-skel.ts";
import { usdUi } from "./usd-ui.ts";
import { usdVol } from "./usd-vol.ts";

/** By name of the schema. */
export const descriptions: SchemaDescriptions = {
  ...usd,
  ...usdGeom,
  ...usdLux,
  ...usdPhysics,
  ...usdRender,
  ...usdShade,
  ...usdSkel,
  ...usdUi,
  ...usdVol,
};

/**
 * Returns one sentence about a schema; undefined for those that are not OpenUSD's.
 *
 * @example describeSchema("Cube") // "A cube around the origin."
 */
export function describeSchema(name: string): string | undefined {
  return find(name)?.summary;
}

/**
 * Returns one sentence about a property; undefined for rarely used ones: `documentationOf` has their page.
 *
 * @example describeSchemaProperty(propertyOf("Mesh", "points")) // "Positions of the points in the prim's own space."
 */
export function describeSchemaProperty({ schema, definedAs }: SchemaProperty): string | undefined {
  // A schema that changes a property often needs no other sentence than the one that it changes.
  for (let each: string | undefined = schema; each !== undefined; each = schemas.get(each)?.base) {
    for (const api of [each, ...(schemas.get(each)?.builtInApis ?? [])]) {
      const found = find(api)?.properties?.[definedAs];
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function find(name: string): SchemaDescriptions[string] | undefined {
  return Object.hasOwn(descriptions, name) ? descriptions[name] : undefined;
}
