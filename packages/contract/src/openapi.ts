/**
 * The OpenAPI document of the service, made from its endpoints. Apart from the endpoints themselves, so that it is in no
 * bundle that only calls them.
 *
 * @module
 */
import * as z from "zod";
import { examples } from "./examples/examples.ts";
import * as contract from "./index.ts";
import { buildDocument, type OpenApiDocument } from "./openapi/document.ts";
import type { EndpointRequest } from "./endpoint/endpoint.ts";
import { typeDocs } from "./openapi/type-docs.generated.ts";
import type { TypeDoc } from "./openapi/type-doc.ts";

export { examples };
export type { EndpointExamples, ExamplesOf } from "./examples/endpoint-examples.ts";
export type { JsonObject } from "./openapi/json-schema.ts";
export type { OpenApiDocument, TypeDoc };

/**
 * Makes the OpenAPI 3.1 document.
 *
 * @param docs The docstrings of the types; those of the sources where nothing is given.
 */
export function openApiDocument(docs: Readonly<Record<string, TypeDoc>> = typeDocs): OpenApiDocument {
  const documented = contract.endpointList.map(([name, endpoint]) => ({
    name,
    endpoint,
    requests: examples[name].requests as Readonly<Record<string, EndpointRequest>>,
    replies: examples[name].replies,
  }));
  return buildDocument(documented, componentSchemas(), docs);
}

/** The schemas of objects that the contract exports, by the name of the type: `WorldDetail` of `worldDetailSchema`. */
export function componentSchemas(): Readonly<Record<string, z.ZodType>> {
  const found: Record<string, z.ZodType> = {};
  for (const [name, value] of Object.entries(contract)) {
    if (!name.endsWith("Schema") || !(value instanceof z.ZodType) || value instanceof z.ZodString) continue;
    const type = name.slice(0, -"Schema".length);
    found[`${type[0]?.toUpperCase()}${type.slice(1)}`] = value;
  }
  // Not as the bundler or test runner happens to order exports.
  return Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
