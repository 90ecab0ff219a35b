import type { AnyEndpoint } from "../endpoint/endpoint.ts";
import { matchPath, pathTemplate } from "../endpoint/path-template.ts";
import { endpointList, type EndpointName } from "./endpoints.ts";

/** The result of matching a request. */
export type EndpointMatch =
  | {
      readonly kind: "found";
      readonly name: EndpointName;
      readonly endpoint: AnyEndpoint;
      /** The values of the path, decoded. */
      readonly path: Readonly<Record<string, string>>;
    }
  /** The path exists, but not with this method: 405, with `Allow`. */
  | { readonly kind: "wrong-method"; readonly allow: readonly string[] }
  /** A value in the path is invalid: 400. */
  | { readonly kind: "bad-path"; readonly message: string }
  /** The path does not exist: 404. */
  | { readonly kind: "none" };

const table = /*#__PURE__*/ endpointList.map(([name, endpoint]) => ({
  name,
  endpoint,
  template: pathTemplate(endpoint.path),
}));

/**
 * Finds the endpoint of a request.
 *
 * ```ts
 * findEndpoint("POST", "/global/rendercloud/v1/jobs", { operationId: "1" }); // getJob
 * ```
 *
 * @param method The HTTP method, in upper case.
 * @param pathname From the root of the host (without any prefix), still percent-encoded, without query.
 * @param body The JSON body, which distinguishes the two requests of `/jobs` and `/streams`.
 */
export function findEndpoint(method: string, pathname: string, body?: unknown): EndpointMatch {
  const allow = new Set<string>();
  let found: EndpointMatch | undefined;
  let bad: EndpointMatch | undefined;
  for (const { name, endpoint, template } of table) {
    const match = matchPath(template, pathname);
    if (match.kind === "no-match") continue;
    allow.add(endpoint.method);
    if (endpoint.method !== method) continue;
    if (match.kind === "bad-value") {
      bad = { kind: "bad-path", message: `{${match.name}} of ${endpoint.path}: ${match.message}` };
    } else if (endpoint.chosenBy === undefined) {
      found ??= { kind: "found", name, endpoint, path: match.path };
    } else if (isGiven(body, endpoint.chosenBy)) {
      found = { kind: "found", name, endpoint, path: match.path };
    }
  }
  return found ?? bad ?? (allow.size > 0 ? { kind: "wrong-method", allow: [...allow].toSorted() } : { kind: "none" });
}

function isGiven(body: unknown, field: string): boolean {
  if (typeof body !== "object" || body === null || !Object.hasOwn(body, field)) return false;
  const value = (body as Readonly<Record<string, unknown>>)[field];
  return value !== undefined && value !== null && value !== "";
}
