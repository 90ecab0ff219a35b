/** Calls a running gateway with real requests, by the contract's paths. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpointUrl, type AnyEndpoint, type StreamResult } from "@usdkit/contract";
import { startGateway, type Gateway } from "../gateway.ts";
import type { Settings } from "../settings/settings.ts";

const KEYS: ReadonlyMap<string, string> = new Map([
  ["key-of-ada", "ada"],
  ["key-of-bob", "bob"],
]);

/** Fields of all responses. A test reads those of its request; the others are undefined. */
export interface Body {
  readonly operationId: string;
  readonly done: boolean;
  readonly taskId: string;
  readonly meshId: string;
  readonly worldId: string;
  readonly cover: string | null;
  readonly status: string;
  readonly ousToken: string;
  readonly now: number;
  readonly error: { readonly message: string } | null;
  readonly details: { readonly message: string; readonly metaData: { readonly bizCode: string } };
  readonly result: StreamResult & { readonly resultUrl: string; readonly modelUrl: string };
  readonly assets: {
    readonly semanticsMetadata: { readonly engine: string };
    readonly splats: { readonly urls: { readonly plyPath: string; readonly spzPath: string } };
  };
  /** Responses of the upload host. */
  readonly c: number;
  readonly m: string;
  readonly d: { readonly taskId: string; readonly status: number; readonly url: string; readonly message: string };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  /** The body, if it is not JSON. */
  readonly text: string;
}

/** Reads a whole response. */
export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const body = (isJson ? JSON.parse(text) : {}) as Body;
  return { status: response.status, headers: response.headers, body, text: isJson ? "" : text };
}

export interface Call {
  readonly key?: string | undefined;
  readonly path?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: FormData;
}

/** Calls an endpoint, by default with ada's key. */
export async function call(url: string, endpoint: AnyEndpoint, given: Call = {}): Promise<Answer> {
  const { key = "key-of-ada", path = {}, query = {}, body, headers = {}, form } = given;
  const response = await fetch(endpointUrl(endpoint, url, path, query), {
    method: endpoint.method,
    headers: {
      ...(key !== "" && { authorization: key }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    body: form ?? (body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body)),
  });
  return answerOf(response);
}

/** A gateway in a temporary folder, which is deleted with it. */
export async function gatewayForTest(settings: Partial<Settings> = {}): Promise<Gateway & { readonly data: string }> {
  const data = settings.data ?? mkdtempSync(join(tmpdir(), "usdkit-gateway-"));
  const gateway = await startGateway({ apiKeys: KEYS, ...settings, data });
  const close = async (): Promise<void> => {
    await gateway.close();
    if (settings.data === undefined) rmSync(data, { recursive: true, force: true });
  };
  return { ...gateway, data, close, [Symbol.asyncDispose]: close };
}

export const base64 = (text: string): string => Buffer.from(text, "utf8").toString("base64");

/** Returns a scene with a camera and `prims` in its world. */
export function scene(prims = "", resolution = "(32, 24)"): string {
  return base64(`#usda 1.0
def Xform "World"
{
${prims}
    def Camera "Main"
    {
        matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 5, 1) )
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }
}
def Scope "Render"
{
    def RenderSettings "Settings"
    {
        int2 resolution = ${resolution}
    }
}
`);
}

export const mesh = (id: string, name = "Thing"): string =>
  `    def Mesh "${name}" (\n        payload = @asset:/mesh/${id}@\n    )\n    {\n    }\n`;

export const cameraPatch = (z: number): string =>
  base64(`#usda 1.0
over "World"
{
    over "Main"
    {
        matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, ${z}, 1) )
    }
}
`);

/** Polls until `isDone`; the limit is that of a hanging gateway, below that of a test. */
export async function until<Value>(
  ask: () => Promise<Value>,
  isDone: (value: Value) => boolean,
  milliseconds = 100_000,
): Promise<Value> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const value = await ask();
    if (isDone(value)) return value;
    if (Date.now() > deadline) throw new Error(`not within ${milliseconds} ms: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Returns a PLY file of splats in the layout of training code: a row of `count` along x. */
export function splatPly(count = 8): Buffer {
  const names = "x y z f_dc_0 f_dc_1 f_dc_2 opacity scale_0 scale_1 scale_2 rot_0 rot_1 rot_2 rot_3".split(" ");
  const head = ["ply", "format binary_little_endian 1.0", `element vertex ${count}`];
  const header = [...head, ...names.map((name) => `property float ${name}`), "end_header", ""].join("\n");
  const values = new Float32Array(names.length * count);
  for (let i = 0; i < count; i++) {
    values.set([(i - count / 2) * 0.3, 0, 0, 1, 0.5, -0.5, 4, -1.5, -1.5, -1.5, 1, 0, 0, 0], i * names.length);
  }
  return Buffer.concat([Buffer.from(header), Buffer.from(values.buffer)]);
}

/** Uploads a file in a single request. Returns its URL. */
export async function upload(
  url: string,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  key = "key-of-ada",
): Promise<string> {
  const { getUploadToken, getUploadStatus, uploadSingle } = await import("@usdkit/contract");
  const token = await call(url, getUploadToken, { key });
  const headers = { "ous-token-v2": token.body.ousToken };
  const form = new FormData();
  form.set("file", new Blob([bytes], { type: "application/octet-stream" }), name);
  await call(url, uploadSingle, { key: "", headers, form });
  const status = await call(url, getUploadStatus, { key: "", headers });
  return status.body.d.url;
}
