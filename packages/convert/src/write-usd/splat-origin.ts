/** The origin of splats as properties of their prim, in the namespace `ply`. */
import type { PlainProperty } from "@usdkit/layer";
import { arrayValue } from "./values.ts";
import type { PlyOrigin } from "../model/splats.ts";

/** Namespace of the attributes. */
export const NAMESPACE = "ply";
/** Properties of the file in their order, and its comments. */
export const PROPERTIES: string = `${NAMESPACE}:properties`;
export const COMMENTS: string = `${NAMESPACE}:comments`;
/** Further properties of the file; the names of attributes do not have all letters. */
export const COLUMN_NAMES: string = `${NAMESPACE}:columnNames`;

/** Attributes with listed values, and their numbers of one value. */
export const originLists: readonly (readonly [
  name: "opacities" | "scales" | "orientations",
  type: string,
  width: number,
])[] = [
  ["opacities", "float", 1],
  ["scales", "float", 1],
  ["orientations", "float4", 4],
];

/** Returns the properties that a prim has for the origin of its splats. */
export function originProperties(origin: PlyOrigin): readonly PlainProperty[] {
  const custom = (name: string, type: string, value: ReturnType<typeof arrayValue>): PlainProperty => {
    return { name, type: `${type}[]`, value, custom: true };
  };
  const properties = [custom(PROPERTIES, "string", arrayValue("string", origin.properties))];
  if (origin.comments.length > 0) properties.push(custom(COMMENTS, "string", arrayValue("string", origin.comments)));
  for (const [name, type] of originLists) {
    const listed = origin[name];
    if (listed === null) continue;
    properties.push(custom(`${NAMESPACE}:${name}`, type, arrayValue(type, listed.values)));
    if (listed.indices === null) continue;
    properties.push(custom(`${NAMESPACE}:${name}:indices`, "int", arrayValue("int", listed.indices)));
  }
  if (origin.columns.size === 0) return properties;
  properties.push(custom(COLUMN_NAMES, "string", arrayValue("string", [...origin.columns.keys()])));
  for (const [i, values] of Array.from(origin.columns.values()).entries()) {
    properties.push(custom(`${NAMESPACE}:columns:c${i}`, "float", arrayValue("float", values)));
  }
  return properties;
}
