/**
 * Checks a request with the schemas of the contract: an invalid request is a violation, whatever the service answers.
 */
import { findEndpoint, type AnyEndpoint } from "@usdkit/contract";
import { readForm } from "../messages/multipart-form.ts";
import type { ReceivedRequest } from "../messages/received-request.ts";

/** Returns the problem of a request; undefined if the contract allows it. */
export function checkRequest(received: ReceivedRequest): string | undefined {
  const { method, path, json } = received;
  const match = findEndpoint(method, path, json);
  if (match.kind !== "found") return `${method} ${path} is not an endpoint of the contract`;
  const problem = problemOf(match.endpoint, received, match.path);
  return problem === undefined ? undefined : `${match.endpoint.id}: ${problem}`;
}

/** @param path Values of the path, decoded. */
function problemOf({ request }: AnyEndpoint, received: ReceivedRequest, path: object): string | undefined {
  const type = received.header("content-type") ?? "";
  const form = request.form === undefined ? undefined : readForm(type, received.body);
  if (request.form !== undefined) {
    if (form === undefined) return "expected a body of multipart/form-data";
    if (form.at(-1)?.name !== "file") return "expected the form's last part to be file";
    if (form.at(-1)?.type !== "application/octet-stream") return "expected file as application/octet-stream";
  } else if (request.body === undefined && received.body.length > 0) return "expected no body";
  if (request.query === undefined && received.query.size > 0) return "expected no query";
  if (request.body !== undefined && !/^application\/json\b/.test(type)) return "expected content-type application/json";

  const given: Readonly<Record<string, unknown>> = {
    path,
    query: Object.fromEntries(received.query),
    headers: Object.fromEntries(Object.entries(received.headers).filter(([name]) => name.startsWith("x-"))),
    body: received.json,
    form: Object.fromEntries((form ?? []).slice(0, -1).map(({ name, data }) => [name, data.toString()])),
  };
  for (const [part, schema] of Object.entries(request)) {
    const [issue] = schema.safeParse(given[part]).error?.issues ?? [];
    if (issue !== undefined) return `${[part, ...issue.path].join(".")}: ${issue.message}`;
  }
  return undefined;
}
