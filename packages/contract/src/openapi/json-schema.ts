import * as z from "zod";
import { pathValue, usdContent, webUrl } from "../fields/request-fields.ts";
import { hostUrl } from "../fields/reply-fields.ts";
import { rules } from "./rules.ts";
import type { TypeDoc } from "./type-doc.ts";

/** A JSON Schema of draft 2020-12, or a part of an OpenAPI document. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** JSON Schema of a field whose zod schema is code. */
const annotations: ReadonlyMap<unknown, JsonObject> = new Map<unknown, JsonObject>([
  [webUrl, { format: "uri" }],
  [hostUrl, { format: "uri" }],
  [usdContent, { minLength: 1, contentEncoding: "base64", contentMediaType: "model/vnd.usda" }],
  [pathValue, { minLength: 1, not: { enum: [".", ".."] } }],
]);

/** The path of the components in a document. */
export const COMPONENTS = "#/components/schemas/";

/**
 * Returns the JSON Schemas of the contract's schemas, which refer to each other by name.
 *
 * @param schemas By the name of the type.
 * @param docs The docstrings of those types.
 */
export function jsonSchemas(
  schemas: Readonly<Record<string, z.ZodType>>,
  docs: Readonly<Record<string, TypeDoc>>,
): Readonly<Record<string, JsonObject>> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, {
    target: "draft-2020-12",
    uri: (id) => COMPONENTS + id,
    override: ({ zodSchema, jsonSchema }) => void Object.assign(jsonSchema, annotations.get(zodSchema)),
  });
  return Object.fromEntries(
    Object.entries(made.schemas)
      .filter(([name]) => name in schemas)
      .map(([name, { $schema: _schema, $id: _id, ...schema }]) => [
        name,
        describe(tidy({ ...schema, ...rules[name] }) as JsonObject, docs[name]),
      ]),
  );
}

/** Removes redundant keywords: unrestricted additional properties, and the integer range of JavaScript. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== "object" || value === null) return value;
  const says = ([name, member]: [string, unknown]): boolean =>
    !(name === "additionalProperties" && isEmptyObject(member)) &&
    !(name === "minimum" && member === Number.MIN_SAFE_INTEGER) &&
    !(name === "maximum" && member === Number.MAX_SAFE_INTEGER);
  return Object.fromEntries(
    Object.entries(value)
      .filter(says)
      .map(([name, member]) => [name, tidy(member)]),
  );
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function describe(schema: JsonObject, doc: TypeDoc | undefined): JsonObject {
  if (doc === undefined) return schema;
  const properties = Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, JsonObject>>).map(
    ([name, property]) => {
      const description = doc.fields[name];
      return [name, description === undefined ? property : { ...property, description }] as const;
    },
  );
  return {
    description: doc.description,
    ...schema,
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
  };
}
