/** A good request for every endpoint, made by hand: the client is not asked. */
import { endpointUrl, type AnyEndpoint } from "@usdkit/contract";
import { createHash } from "node:crypto";
import type { TestService } from "../service.ts";

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

export interface ExampleRequest {
  readonly path?: object;
  readonly query?: object;
  readonly body?: object;
  readonly form?: FormData;
}

/** Sends one request, and checks nothing. */
export async function send(
  service: TestService,
  endpoint: AnyEndpoint,
  { path, query, body, form }: ExampleRequest = {},
  headers: Readonly<Record<string, string>> = {},
  init: RequestInit = {},
): Promise<Response> {
  const origin = endpoint.host === "gateway" ? service.baseUrl : service.uploadUrl;
  return await fetch(endpointUrl(endpoint, origin, path, query), {
    method: endpoint.method,
    headers: {
      ...(endpoint.access === "key" && { authorization: service.apiKey }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form !== undefined && { body: form }),
    ...init,
  });
}

/** @returns The JSON of an answer that must be one. */
export async function json<Value = Readonly<Record<string, unknown>>>(response: Response): Promise<Value> {
  return (await response.json()) as Value;
}

export function formOf(fields: Readonly<Record<string, string>>, bytes: Uint8Array, name = "file.bin"): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", new Blob([Uint8Array.from(bytes)], { type: "application/octet-stream" }), name);
  return form;
}
