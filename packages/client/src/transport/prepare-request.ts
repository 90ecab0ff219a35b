import { endpointUrl, type Endpoint, type EndpointRequest } from "@usdkit/contract";
import type * as z from "zod";
import { InvalidRequestError } from "../errors/errors.ts";
import type { PreparedRequest } from "./attempt.ts";
import { mergeExtra, separateExtra, type ExtraFields } from "./extra-fields.ts";
import { describeIssues } from "./issues.ts";
import { fieldName, type ServiceConventions } from "./service-conventions.ts";
import { streamedForm } from "./streamed-form.ts";
import type { CallOptions } from "./transport.ts";

/** A request without its credential, which can differ between attempts. */
export interface CheckedRequest extends PreparedRequest {
  /** Approximate number of bytes that it sends. */
  readonly size: number;
  /** The caller's `requestId`, of a job or session. */
  readonly requestId: string | undefined;
}

/** The settings of a client that requests depend on, and the options of the call. */
export interface PrepareContext {
  readonly baseUrl: string;
  readonly conventions: ServiceConventions;
  readonly options: CallOptions;
}

/** An endpoint with any request. */
type EndpointParts = Omit<Endpoint, "request"> & {
  readonly request: { readonly [Part in keyof EndpointRequest]?: z.ZodType<object> };
};

type Values = Readonly<Record<string, unknown>>;

const PARTS = ["path", "query", "headers", "body", "form"] as const;

/** W3C Trace Context: version, trace, parent, flags, and any additions of later versions. */
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?:-[\x21-\x7e]{0,256})?$/;

/**
 * Validates a request with its endpoint's schemas and builds URL, headers and body. The body is built once, so that
 * every attempt sends the same.
 *
 * @throws InvalidRequestError without a status: nothing was sent.
 */
export function prepareRequest(
  endpoint: EndpointParts,
  request: EndpointRequest,
  { baseUrl, options, conventions }: PrepareContext,
): CheckedRequest {
  const refuse = (problem: string): never => {
    throw new InvalidRequestError(`${endpoint.id}: ${problem}. Nothing was sent.`, { endpoint: endpoint.id });
  };
  const parts = readParts(endpoint, request, refuse);
  const { upload, traceparent } = options;
  if ((endpoint.host === "upload") !== (upload !== undefined)) {
    return refuse(
      upload === undefined
        ? "an endpoint of the upload host needs a token"
        : "it is not an endpoint of the upload host",
    );
  }

  const headers: Record<string, string> = { accept: acceptOf(endpoint) };
  for (const [name, value] of Object.entries(parts.headers ?? {})) {
    if (value !== undefined) headers[name.toLowerCase()] = String(value);
  }
  if (traceparent !== undefined) {
    if (!TRACEPARENT.test(traceparent))
      return refuse("traceparent: expected a W3C trace context (00-<trace>-<span>-01)");
    headers["traceparent"] = traceparent;
  }

  const base = upload?.url ?? baseUrl;
  const query = upload === undefined ? parts.query : renamed(parts.query, conventions);
  let url: URL;
  try {
    url = new URL(endpointUrl(endpoint, base, parts.path, query));
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }

  const { body, size } = bodyOf({ ...parts, form: renamed(parts.form, conventions) }, options, headers);
  const requestId = (parts.body as Values | undefined)?.["requestId"];
  return {
    method: endpoint.method,
    url,
    headers,
    body,
    size,
    requestId: typeof requestId === "string" ? requestId : undefined,
  };
}

/**
 * Returns the parts as parsed by the schemas. A missing part is validated as an empty one: only required fields fail.
 */
function readParts(
  endpoint: EndpointParts,
  request: EndpointRequest,
  refuse: (problem: string) => never,
): { readonly [Part in (typeof PARTS)[number]]?: object } {
  const parts: { [Part in (typeof PARTS)[number]]?: object } = {};
  for (const part of PARTS) {
    const schema = endpoint.request[part];
    const value = request[part];
    if (schema === undefined) {
      if (value !== undefined) refuse(`${part}: it takes none`);
      continue;
    }
    const { part: known, extras } = part === "body" ? separateExtra(value ?? {}) : { part: value ?? {}, extras: [] };
    const read = schema.safeParse(known);
    if (!read.success) refuse(describeIssues(read.error, part));
    else if (value !== undefined || Object.keys(read.data).length > 0 || part === "form") {
      parts[part] = merge(read.data, extras, (problem) => refuse(`${part}.${problem}`));
    }
  }
  return parts;
}

function merge(part: object, extras: readonly ExtraFields[], refuse: (problem: string) => never): object {
  try {
    return mergeExtra(part, extras);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function acceptOf(endpoint: EndpointParts): string {
  const contents = new Set(Object.values(endpoint.replies).map(({ content }) => content));
  contents.delete("none");
  // Errors are always JSON.
  return [...new Set([...contents, "application/json"])].join(", ");
}

/** Returns the fields of a request to the upload host under the service's names. */
function renamed(fields: object | undefined, conventions: ServiceConventions): object | undefined {
  if (fields === undefined) return undefined;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [fieldName(conventions, name), value]));
}

function bodyOf(
  parts: { readonly body?: object | undefined; readonly form?: object | undefined },
  options: CallOptions,
  headers: Record<string, string>,
): { readonly body: PreparedRequest["body"]; readonly size: number } {
  if (parts.form !== undefined) return formOf(parts.form, options, headers);
  if (parts.body === undefined) return { body: undefined, size: 0 };
  headers["content-type"] = "application/json";
  const body = new TextEncoder().encode(JSON.stringify(parts.body));
  return { body, size: body.length };
}

/** Builds a multipart form: its fields, then `file` (spec 4.1). It is generated while it is sent. */
function formOf(
  values: object,
  { upload }: CallOptions,
  headers: Record<string, string>,
): { readonly body: PreparedRequest["body"]; readonly size: number } {
  const fields = (Object.entries(values) as [string, string | number | boolean | undefined][])
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)] as const);
  const file = upload?.file;
  const fileName = upload?.fileName ?? "file";
  if (file !== undefined && !(file instanceof Blob)) {
    const form = streamedForm(fields, file, fileName, OCTETS);
    headers["content-type"] = form.contentType;
    // Without it the body would be sent chunked, which not every host accepts.
    headers["content-length"] = String(form.length);
    return { body: form, size: form.length };
  }
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  if (file !== undefined) {
    // The content type of a part is that of its blob.
    const octets = file.type === OCTETS ? file : file.slice(0, file.size, OCTETS);
    form.append("file", octets, fileName);
  }
  return { body: form, size: file?.size ?? 0 };
}

const OCTETS = "application/octet-stream";
