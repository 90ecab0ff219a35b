/**
 * The OpenAPI document of the service, generated from its endpoints. Separate from the endpoints, so that bundles
 * that only call them do not contain it.
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
 * Returns the OpenAPI 3.1 document.
 *
 * @param docs The docstrings of the types; default: the generated ones.
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
  // Sorted, as bundlers and test runners order exports differently.
  return Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
