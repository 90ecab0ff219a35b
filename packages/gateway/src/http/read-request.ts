import type { IncomingMessage } from "node:http";
import type { AnyEndpoint } from "@usdkit/contract";
import { ApiFailure, UploadFailure } from "../failure/api-failure.ts";

const MOST_SHOWN = 5;
const LONGEST = 300;

/** The parts of a request as they came. */
export interface RawRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly search: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
  readonly fields: Readonly<Record<string, string>> | undefined;
}

/**
 * Reads a request by the schemas of its endpoint.
 *
 * @throws {ApiFailure} @throws {UploadFailure} whose message names each field that is wrong.
 */
export function readRequest(endpoint: AnyEndpoint, raw: RawRequest): Readonly<Record<string, object>> {
  const problems: string[] = [];
  const request: Record<string, object> = {};
  for (const [part, schema] of Object.entries(endpoint.request)) {
    if (schema === undefined) continue;
    const value = partOf(endpoint, part, raw, schema, problems);
    const parsed = schema.safeParse(value);
    if (parsed.success) {
      request[part] = parsed.data;
      continue;
    }
    for (const { path, message } of parsed.error.issues) {
      problems.push(`${[part, ...path.map(String)].join(".")}: ${message}`.slice(0, LONGEST));
    }
  }
  if (problems.length > 0) {
    const more = problems.length > MOST_SHOWN ? `; and ${problems.length - MOST_SHOWN} more` : "";
    const message = problems.slice(0, MOST_SHOWN).join("; ") + more;
    if (endpoint.host === "upload") throw new UploadFailure(200, 400, message);
    throw new ApiFailure("invalid-parameters", message);
  }
  return request;
}

function partOf(endpoint: AnyEndpoint, part: string, raw: RawRequest, schema: object, problems: string[]): unknown {
  switch (part) {
    case "path":
      return raw.path;
    case "query": {
      const names = [...raw.search.keys()];
      const twice = names.find((name, i) => names.indexOf(name) !== i);
      if (twice !== undefined) problems.push(`query.${twice}: it is there twice`.slice(0, LONGEST));
      return Object.fromEntries(raw.search);
    }
    case "headers":
      // Of all that a request has, those that the endpoint names.
      return Object.fromEntries(Object.entries(raw.headers).filter(([name]) => name in shapeOf(schema)));
    case "body":
      return withoutEmpty(raw.body, endpoint);
    case "form":
      return raw.fields ?? {};
    default:
      throw new Error(`an endpoint with an unknown part: ${part}`);
  }
}

function shapeOf(schema: object): object {
  return "shape" in schema && typeof schema.shape === "object" && schema.shape !== null ? schema.shape : {};
}

/** An empty `operationId` means that it is none (spec 4.3): the body is then that of a submission. */
function withoutEmpty(body: unknown, endpoint: AnyEndpoint): unknown {
  if (endpoint.chosenBy !== undefined || typeof body !== "object" || body === null || Array.isArray(body)) return body;
  if (!endpoint.path.startsWith("/global/rendercloud/") || !("operationId" in body)) return body;
  const { operationId, ...rest } = body;
  return operationId === "" || operationId === null ? rest : body;
}
