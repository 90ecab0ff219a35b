import type { IncomingMessage } from "node:http";
import type { AnyEndpoint } from "@usdkit/contract";
import { ApiFailure, UploadFailure } from "./api-failure.ts";
import { dropNulls, parseKnown } from "./unknown-fields.ts";

const MAX_PROBLEMS = 5;
const MAX_PROBLEM_LENGTH = 300;

/** The unparsed parts of a request. */
export interface RawRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly search: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
  readonly fields: Readonly<Record<string, string>> | undefined;
}

/** Options for reading a request. */
export interface ReadRequestOptions {
  /** Whether null and unknown fields make the request invalid; otherwise they are ignored. */
  readonly strict: boolean;
  /** Called for each ignored field: `body.template`. */
  readonly onIgnored: (name: string) => void;
}

/**
 * Parses a request with the schemas of its endpoint. Null counts as absent, unless `strict`.
 *
 * @throws {ApiFailure} @throws {UploadFailure} whose message names each invalid field.
 */
export function readRequest(
  endpoint: AnyEndpoint,
  raw: RawRequest,
  { strict, onIgnored }: ReadRequestOptions,
): Readonly<Record<string, object>> {
  const problems: string[] = [];
  const request: Record<string, object> = {};
  if (!strict) dropNulls(raw.body);
  for (const [part, schema] of Object.entries(endpoint.request)) {
    if (schema === undefined) continue;
    const value = partOf(endpoint, part, raw);
    if (part === "query") problems.push(...repeated(raw.search));
    const parsed = strict
      ? schema.safeParse(value)
      : parseKnown(schema, value, (path) => onIgnored([part, ...path.map(String)].join(".")));
    if (parsed.success) {
      request[part] = parsed.data;
      continue;
    }
    for (const { path, message } of parsed.error.issues) {
      problems.push(`${[part, ...path.map(String)].join(".")}: ${message}`.slice(0, MAX_PROBLEM_LENGTH));
    }
  }
  if (problems.length === 0) {
    for (const { path, message } of endpoint.doubts?.(request) ?? []) {
      problems.push(`${path.map(String).join(".")}: ${message}`.slice(0, MAX_PROBLEM_LENGTH));
    }
  }
  if (problems.length > 0) {
    const more = problems.length > MAX_PROBLEMS ? `; and ${problems.length - MAX_PROBLEMS} more` : "";
    const message = problems.slice(0, MAX_PROBLEMS).join("; ") + more;
    if (endpoint.host === "upload") throw new UploadFailure(200, 400, message);
    throw new ApiFailure("invalid-parameters", message);
  }
  return request;
}

function partOf(endpoint: AnyEndpoint, part: string, raw: RawRequest): unknown {
  switch (part) {
    case "path":
      return raw.path;
    case "query":
      return Object.fromEntries(raw.search);
    case "headers":
      // The parts that the endpoint declares.
      return Object.fromEntries(
        Object.entries(raw.headers).filter(([name]) => name in shapeOf(endpoint.request.headers)),
      );
    case "body":
      return withoutEmpty(raw.body, endpoint);
    case "form":
      return { ...raw.fields };
    default:
      throw new Error(`an endpoint with an unknown part: ${part}`);
  }
}

/** Returns a problem for the first query parameter that is given twice. */
function repeated(search: URLSearchParams): readonly string[] {
  const names = [...search.keys()];
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  return twice === undefined ? [] : [`query.${twice}: it is given twice`.slice(0, MAX_PROBLEM_LENGTH)];
}

function shapeOf(schema: object = {}): object {
  return "shape" in schema && typeof schema.shape === "object" && schema.shape !== null ? schema.shape : {};
}

/** An empty `operationId` counts as absent (spec 4.3): the body is then a submission. */
function withoutEmpty(body: unknown, endpoint: AnyEndpoint): unknown {
  if (endpoint.chosenBy !== undefined || typeof body !== "object" || body === null || Array.isArray(body)) return body;
  if (!endpoint.path.startsWith("/global/rendercloud/") || !("operationId" in body)) return body;
  const { operationId, ...rest } = body;
  return operationId === "" ? rest : body;
}
