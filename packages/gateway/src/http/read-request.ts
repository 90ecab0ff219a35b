import type { IncomingMessage } from "node:http";
import type { AnyEndpoint } from "@usdkit/contract";
import { ApiFailure, UploadFailure } from "../failure/api-failure.ts";
import { dropNulls, parseKnown } from "./unknown-fields.ts";

const MAX_PROBLEMS = 5;
const MAX_PROBLEM_LENGTH = 300;

/** The parts of a request as they came. */
export interface RawRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly search: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
  readonly fields: Readonly<Record<string, string>> | undefined;
}

/** How a request is read. */
export interface ReadRequestOptions {
  /** Whether null fields, and fields that the endpoint does not have, make the request invalid; otherwise they are passed over. */
  readonly strict: boolean;
  /** Called for each field that is passed over: `body.template`. */
  readonly onIgnored: (name: string) => void;
}

/**
 * Reads a request by the schemas of its endpoint. Null counts as absent, unless `strict`.
 *
 * @throws {ApiFailure} @throws {UploadFailure} whose message names each field that is wrong.
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
      // Of all that a request has, those that the endpoint names.
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

/** Returns a problem for the first name of a query that is given twice. */
function repeated(search: URLSearchParams): readonly string[] {
  const names = [...search.keys()];
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  return twice === undefined ? [] : [`query.${twice}: it is given twice`.slice(0, MAX_PROBLEM_LENGTH)];
}

function shapeOf(schema: object = {}): object {
  return "shape" in schema && typeof schema.shape === "object" && schema.shape !== null ? schema.shape : {};
}

/** An empty `operationId` means that it is none (spec 4.3): the body is then that of a submission. */
function withoutEmpty(body: unknown, endpoint: AnyEndpoint): unknown {
  if (endpoint.chosenBy !== undefined || typeof body !== "object" || body === null || Array.isArray(body)) return body;
  if (!endpoint.path.startsWith("/global/rendercloud/") || !("operationId" in body)) return body;
  const { operationId, ...rest } = body;
  return operationId === "" ? rest : body;
}
