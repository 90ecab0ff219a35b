/** The prim types of the reference's schemas (UsdGeom, UsdLux, UsdShade, UsdVol, UsdSkel, UsdPhysics …), as the tables of the service's types. */
import type { PrimDefinition, PrimTypes, PropertyDefinition } from "@usdkit/schema";
import { propertyRows, typeRows, type PropertyRow } from "./reference-table.generated.ts";

let made: PrimTypes | undefined;

/** Returns the types by their names; made on first use. */
export function referenceTypes(): PrimTypes {
  made ??= new Map(
    typeRows.map(([name, schema, description, rows]) => [name, typeOf(name, schema, description, rows)]),
  );
  return made;
}

function typeOf(typeName: string, source: string, description: string, rows: readonly number[]): PrimDefinition {
  const properties = new Map(rows.map((row) => [propertyRows[row][0], propertyOf(propertyRows[row], source)]));
  const isTransformable = properties.has("xformOpOrder");
  return { typeName, description, role: "other", isTransformable, holdsPrims: true, properties, source };
}

function propertyOf(
  [name, type, isUniform, fallback, tokens, description]: PropertyRow,
  source: string,
): PropertyDefinition {
  return {
    name,
    kind: type === "rel" ? "relationship" : "attribute",
    type,
    variability: isUniform === 1 ? "uniform" : "varying",
    // Tuples and arrays are of one kind: numbers or strings.
    ...(fallback === null ? {} : { fallback: fallback as NonNullable<PropertyDefinition["fallback"]> }),
    ...(tokens.length === 0 ? {} : { allowedTokens: tokens }),
    description,
    source,
  };
}
