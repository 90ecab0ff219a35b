/** OpenUSD's schemas as data. */
export { documentationOf, isA, propertyOf, schemaOf, schemas, SchemaSet, splitApi } from "./table/schemas.ts";
export type { Schema, SchemaProperty } from "./table/schemas.ts";
export { INSTANCE } from "./table/schema-row.ts";
export type { Fallback, Interpolation, PropertyRow, SchemaRow } from "./table/schema-row.ts";
export { shaderNodeOf, shaderNodes } from "./shaders/shader-nodes.ts";
export type { ShaderNode, ShaderPort } from "./shaders/shader-node.ts";
