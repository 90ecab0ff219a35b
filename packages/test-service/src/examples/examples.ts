/** Requests that tests send without the client. */
import { createHash } from "node:crypto";
import { endpointUrl, type AnyEndpoint } from "@usdkit/contract";
import type { TestService } from "../service/service.ts";

export const SCENE = `#usda 1.0
def Scope "Render"
{
    def RenderSettings "Settings"
    {
        uniform int2 resolution = (64, 48)
    }
}
`;
export const PATCH = '#usda 1.0\nover "World"\n{\n    over "Main"\n    {\n        float focalLength = 35\n    }\n}\n';

export const base64 = (text: string): string => Buffer.from(text).toString("base64");
export const md5 = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex");

/** A request in the contract's parts. */
export interface ExampleRequest {
  readonly path?: object;
  readonly query?: object;
  readonly headers?: object;
  readonly body?: object;
  readonly form?: object;
  /** The form's part `file`. */
  readonly file?: Uint8Array;
  /** Of the upload host. */
  readonly token?: string;
}

/** Sends one request without checks. */
export async function send(
  service: TestService,
  endpoint: AnyEndpoint,
  { path, query, body, form, headers, token, file }: ExampleRequest = {},
  init: Pick<RequestInit, "signal"> = {},
): Promise<Response> {
  const origin = endpoint.host === "gateway" ? service.baseUrl : service.uploadUrl;
  return await fetchOnLiveConnection(endpointUrl(endpoint, origin, path, query), {
    method: endpoint.method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(file !== undefined && { body: formOf({ ...form }, file) }),
    ...init,
    headers: {
      ...(endpoint.access === "key" && { authorization: service.apiKey }),
      ...(token !== undefined && { "ous-token-v2": token }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
  });
}

/**
 * Sends a request again if its bytes could not be written: `fetch` may keep a connection that a service at the same port has ended
 * meanwhile.
 */
async function fetchOnLiveConnection(url: string | URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const { code, syscall } = Object(cause) as NodeJS.ErrnoException;
    if (code !== "ECONNRESET" || syscall !== "write") throw error;
    return await fetch(url, init);
  }
}

/** @returns The JSON of an answer that must be JSON. */
export async function json<Value = Readonly<Record<string, unknown>>>(response: Response): Promise<Value> {
  return (await response.json()) as Value;
}

function formOf(fields: Readonly<Record<string, unknown>>, bytes: Uint8Array): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
  form.append("file", new Blob([Uint8Array.from(bytes)], { type: "application/octet-stream" }), "file.bin");
  return form;
}
