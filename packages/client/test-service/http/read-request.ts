/** Reads the parts of a request with the schemas of its endpoint: what may not be sent does not pass. */
import type { AnyEndpoint } from "@usdkit/contract";
import { readForm, type FormPart } from "./multipart-form.ts";
import type { ReceivedRequest } from "./received-request.ts";

export type ReadRequest =
  | { readonly request: Readonly<Record<string, object>>; readonly file: FormPart | undefined }
  | { readonly problem: string };

/** @param path Values of the path, decoded. */
export function readRequest(endpoint: AnyEndpoint, received: ReceivedRequest, path: object): ReadRequest {
  const form =
    endpoint.request.form === undefined ? undefined : readForm(received.header("content-type") ?? "", received.body);
  if (endpoint.request.form !== undefined) {
    if (form === undefined) return { problem: "expected a body of multipart/form-data" };
    if (form.at(-1)?.name !== "file") return { problem: "expected the form's last part to be file" };
    if (form.at(-1)?.type !== "application/octet-stream")
      return { problem: "expected file as application/octet-stream" };
  } else if (endpoint.request.body === undefined && received.body.length > 0) return { problem: "expected no body" };

  const given: Readonly<Record<string, unknown>> = {
    path,
    query: Object.fromEntries(received.query),
    headers: Object.fromEntries(Object.entries(received.headers).filter(([name]) => name.startsWith("x-"))),
    body: received.json,
    form: Object.fromEntries((form ?? []).slice(0, -1).map(({ name, data }) => [name, data.toString()])),
  };
  if (endpoint.request.query === undefined && received.query.size > 0) return { problem: "expected no query" };
  if (endpoint.request.body !== undefined && !/^application\/json\b/.test(received.header("content-type") ?? "")) {
    return { problem: "expected content-type application/json" };
  }
  const request: Record<string, object> = {};
  for (const [part, schema] of Object.entries(endpoint.request)) {
    const { success, data, error } = schema.safeParse(given[part]);
    if (!success) {
      const [issue] = error.issues;
      return { problem: `${[part, ...(issue?.path ?? [])].join(".")}: ${issue?.message}` };
    }
    request[part] = data;
  }
  return { request, file: form?.at(-1) };
}
