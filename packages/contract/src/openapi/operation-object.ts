import type * as z from "zod";
import type { AnyEndpoint, EndpointRequest } from "../endpoint/endpoint.ts";
import { COMPONENTS, type JsonObject } from "./json-schema.ts";
import { linksOf } from "./links.ts";

/** An endpoint with everything that the document needs. */
export interface DocumentedEndpoint {
  readonly name: string;
  readonly endpoint: AnyEndpoint;
  /** Examples of requests by a short description. */
  readonly requests: Readonly<Record<string, EndpointRequest>>;
  /** By status, then by a short description. */
  readonly replies: Readonly<Record<number, Readonly<Record<string, unknown>>>>;
}

/** Names and JSON Schemas of the contract's schemas. */
export interface Components {
  readonly nameOf: ReadonlyMap<z.ZodType, string>;
  readonly schemas: Readonly<Record<string, JsonObject>>;
}

/** The schemes of `components.securitySchemes` by the endpoint's access. */
const security: Readonly<Record<AnyEndpoint["access"], readonly JsonObject[]>> = {
  key: [{ gatewayKey: [] }],
  "upload-token": [{ uploadToken: [] }],
  open: [],
};

/**
 * Returns the operation of one method and path.
 *
 * @param documented The endpoint; or two, which differ in their bodies.
 */
export function operationObject(documented: readonly DocumentedEndpoint[], components: Components): JsonObject {
  const [first] = documented;
  if (first === undefined) throw new Error("an operation has an endpoint");
  const { endpoint } = first;
  const parameters = (["path", "query", "headers"] as const).flatMap((part) => parametersOf(first, part, components));
  const body = requestBody(documented, components);
  return {
    operationId: documented
      .map(({ name }, i) => (i === 0 ? name : `Or${name[0]?.toUpperCase()}${name.slice(1)}`))
      .join(""),
    tags: [tagOf(endpoint)],
    summary: documented.map(({ endpoint: { summary } }) => summary).join(" / "),
    description: documented.map((each) => descriptionOf(each, documented.length > 1)).join("\n\n"),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responses(documented, components),
    security: security[endpoint.access],
    "x-repetition": Object.fromEntries(documented.map(({ name, endpoint: { repetition } }) => [name, repetition])),
  };
}

/** Returns the area of an endpoint: `worlds` for `worlds.list`. */
export function tagOf({ id }: AnyEndpoint): string {
  return id.split(".")[0] ?? id;
}

function descriptionOf(
  { endpoint: { summary, source, chosenBy, open } }: DocumentedEndpoint,
  isOneOfTwo: boolean,
): string {
  const choice = chosenBy === undefined ? "" : ` This is meant where \`${chosenBy}\` is in the body.`;
  return [
    isOneOfTwo ? `**${summary}** (${source}).${choice}` : `See ${source}.`,
    ...(open === undefined ? [] : [`**Not in the specification.** ${open}`]),
  ].join("\n\n");
}

function parametersOf(
  { endpoint, requests }: DocumentedEndpoint,
  part: "path" | "query" | "headers",
  { nameOf, schemas }: Components,
): readonly JsonObject[] {
  const zod = endpoint.request[part];
  const schema = zod && schemas[nameOf.get(zod) ?? ""];
  if (schema === undefined) return [];
  const required = (schema["required"] ?? []) as readonly string[];
  return Object.entries(schema["properties"] as Readonly<Record<string, JsonObject>>).map(
    ([name, { description, ...property }]) => {
      const values = Object.values(requests).map((request) => (request[part] as JsonObject | undefined)?.[name]);
      const example = values.find((value) => value !== undefined);
      return {
        name,
        in: part === "headers" ? "header" : part,
        ...(description === undefined ? {} : { description }),
        required: required.includes(name),
        schema: property,
        ...(example === undefined ? {} : { example }),
      };
    },
  );
}

function requestBody(documented: readonly DocumentedEndpoint[], components: Components): JsonObject | undefined {
  const form = documented[0]?.endpoint.request.form;
  if (form !== undefined) return multipart(form, components);
  const refs = documented.flatMap(({ endpoint: { request } }) =>
    request.body ? [refTo(request.body, components)] : [],
  );
  if (refs.length === 0) return undefined;
  const bodies = documented.flatMap(({ requests }) =>
    Object.entries(requests).map(([words, { body }]) => [words, { value: body }] as const),
  );
  return {
    required: true,
    content: {
      "application/json": {
        schema: refs.length === 1 ? refs[0] : { oneOf: refs },
        examples: Object.fromEntries(bodies),
      },
    },
  };
}

/** Returns the fields of a form, followed by the part `file`. */
function multipart(form: z.ZodType, { nameOf, schemas }: Components): JsonObject {
  const schema = schemas[nameOf.get(form) ?? ""] ?? {};
  const file = { description: "The bytes.", contentMediaType: "application/octet-stream" };
  return {
    required: true,
    content: {
      "multipart/form-data": {
        schema: {
          type: "object",
          properties: { ...(schema["properties"] as JsonObject | undefined), file },
          required: [...((schema["required"] ?? []) as readonly string[]), "file"],
        },
        encoding: { file: { contentType: "application/octet-stream" } },
      },
    },
  };
}

function responses(documented: readonly DocumentedEndpoint[], components: Components): JsonObject {
  const result: Record<string, JsonObject> = {};
  for (const { name, endpoint, replies } of documented) {
    for (const [status, { description, content, schema, open }] of Object.entries(endpoint.replies)) {
      const examples = Object.entries(replies[Number(status)] ?? {}).map(
        ([words, value]) => [words, { value }] as const,
      );
      const links = linksOf(name, status);
      result[status] = {
        description: open === undefined ? description : `${description}\n\n**Not in the specification.** ${open}`,
        ...(content === "none"
          ? {}
          : {
              content: {
                [content]: {
                  schema: content === "application/json" ? refTo(schema, components) : { type: "string" },
                  examples: Object.fromEntries(examples),
                },
              },
            }),
        ...(links !== undefined && { links }),
      };
    }
  }
  const host = documented[0]?.endpoint.host;
  for (const status of documented.flatMap(({ endpoint: { errors } }) => errors).toSorted((a, b) => a - b)) {
    result[status] ??= { $ref: `#/components/responses/${host === "upload" ? "Upload" : ""}Error${status}` };
  }
  return result;
}

function refTo(schema: z.ZodType, { nameOf }: Components): JsonObject {
  const name = nameOf.get(schema);
  if (name === undefined) throw new Error("a schema of an endpoint is not exported as <type>Schema by index.ts");
  return { $ref: COMPONENTS + name };
}
