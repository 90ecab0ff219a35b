/** The normals of meshes. */
import { hasAuthoredValue, numbersOf, textOf, type PlainNumbers } from "@usdkit/usd";
import type { CheckedPrim } from "../rule/checked-prim.ts";
import { meshArrays } from "./mesh-arrays.ts";
import { interpolationOf, primvarOf } from "./primvar-arrays.ts";

/** The normals that count: those of `primvars:normals`, otherwise those of `normals`. */
export interface Normals {
  readonly property: "primvars:normals" | "normals";
  readonly interpolation: string;
  /** Flat, three numbers a normal. */
  readonly values: PlainNumbers;
  readonly indices: PlainNumbers | undefined;
}

/** Returns the normals of a mesh; undefined if it has none. */
export function normalsOf(prim: CheckedPrim): Normals | undefined {
  const primvar = prim.properties.has("primvars:normals") ? primvarOf(prim, "primvars:normals") : undefined;
  if (primvar !== undefined) {
    const { interpolation, numbers = [], indices } = primvar;
    return { property: "primvars:normals", interpolation, values: numbers, indices };
  }
  const attribute = prim.properties.has("normals") ? prim.attribute("normals") : undefined;
  if (attribute === undefined || !hasAuthoredValue(attribute)) return undefined;
  return {
    property: "normals",
    interpolation: interpolationOf(prim, "normals"),
    values: numbersOf(prim.value("normals")) ?? [],
    indices: undefined,
  };
}

/** Returns the number of normals that faces use: that of the indices, if there are any. */
export function normalCount({ values, indices }: Normals): number {
  return indices?.length ?? Math.floor(values.length / 3);
}

/** Returns how many values a mesh needs for an interpolation; undefined for one that does not exist. */
export function expectedCount(prim: CheckedPrim, interpolation: string): number | undefined {
  const { points, counts, indices } = meshArrays(prim);
  switch (interpolation) {
    case "vertex":
    case "varying":
      return points;
    case "uniform":
      return counts.length;
    case "faceVarying":
      return indices.length;
    case "constant":
      return 1;
    default:
      return undefined;
  }
}

/** Returns the subdivision scheme of a mesh. */
export function schemeOf(prim: CheckedPrim): string {
  return textOf(prim.value("subdivisionScheme")) ?? "catmullClark";
}
