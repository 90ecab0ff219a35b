/** Every field of every request schema reaches the wire: a field is added to the contract alone. */
import { endpointList, endpoints, findEndpoint, type EndpointName } from "@usdkit/contract";
import { expect, test } from "vitest";
import * as z from "zod";
import { SpatialClient } from "./node-client.ts";

type Parts = Readonly<Record<"path" | "query" | "headers" | "body" | "form", Readonly<Record<string, never>>>>;

/** How a caller makes the request of each endpoint. */
const calls: Readonly<Record<EndpointName, (client: SpatialClient, request: Parts) => Promise<unknown>>> = {
  getRenderFormat: (client) => client.renderFormat(),
  getUploadToken: (client) => client.assets.upload(new Uint8Array(1), { name: "a" }),
  uploadSingle: (client) => client.assets.upload(new Uint8Array(1), { name: "a" }),
  // What the client finds out by itself is given as the file.
  initUpload: (client, { query }) => client.assets.upload(new Uint8Array(3), query),
  uploadPart: (client) => client.assets.upload(new Uint8Array(3), { name: "a" }),
  getUploadStatus: (client) => client.assets.upload(new Uint8Array(1), { name: "a" }),
  reconstructWorld: (client, { body, headers }) =>
    client.worlds.reconstruct(body as never, { source: headers["x-source"] }),
  generateWorld: (client, { body, headers }) => client.worlds.generate(body, { source: headers["x-source"] }),
  getWorld: (client, { path }) => client.worlds.get(path["worldId"]),
  listWorlds: (client, { body }) => client.worlds.list(body).next(),
  submitJob: (client, { body }) => client.jobs.submit(body as never),
  getJob: (client, { body }) => client.jobs.get(body["operationId"]),
  createStream: (client, { body }) => client.streams.create(body as never),
  getStream: (client, { body }) => client.streams.get(body["operationId"]),
  pushStream: (client, { path, body }) => client.streams.push(path["sessionId"], body["usdContent"]),
  closeStream: (client, { path }) => client.streams.close(path["sessionId"]),
  ingestMesh: (client, { body }) => client.meshes.ingest(body as never),
  getMeshTask: (client, { query }) => client.meshes.get(query["taskId"]),
  createImageTo3d: (client, { body }) => client.gen3d.imageTo3d(body as never),
  createTextTo3d: (client, { body }) => client.gen3d.textTo3d(body as never),
  createMaterialTransfer: (client, { body }) => client.gen3d.materialTransfer(body as never),
  getGen3dTask: (client, { query }) => client.gen3d.get(query["taskId"]),
};

/** Fields that the client finds out by itself, or that are for callers without one (contract, `open`). */
const own: Readonly<Partial<Record<EndpointName, readonly string[]>>> = {
  initUpload: ["md5", "blocks", "size"],
  uploadPart: ["taskId", "partNumber", "md5"],
  getUploadStatus: ["taskId"],
};

const CANDIDATES = [
  "text",
  "https://files.example/a.jpg",
  "I3VzZGEgMS4wCg==",
  3,
  true,
  "d41d8cd98f00b204e9800998ecf8427e",
];

/** A value that a schema accepts, with every field of every object. */
function sampleOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return sampleOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodObject) {
    const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
    return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, sampleOf(field)]));
  }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element as z.ZodType)];
  if (schema instanceof z.ZodEnum) return schema.options[0];
  const found = CANDIDATES.find((value) => schema.safeParse(value).success);
  if (found === undefined) throw new Error("none of the candidates fits: add one");
  return found;
}

/** A request of an endpoint with all of its fields; as many resources as it takes. */
function requestOf(name: EndpointName): Parts {
  const parts: Record<string, object> = { path: {}, query: {}, headers: {}, body: {}, form: {} };
  for (const [part, schema] of Object.entries(endpoints[name].request as Readonly<Record<string, z.ZodType>>)) {
    parts[part] = sampleOf(schema) as object;
  }
  const { resources } = parts["body"] as { readonly resources?: readonly object[] };
  const count = name === "reconstructWorld" ? 20 : 1;
  if (resources !== undefined) {
    parts["body"] = { ...parts["body"], resources: Array.from({ length: count }, () => resources[0]) };
  }
  return parts as unknown as Parts;
}

/** What every call can go on from. */
const REPLY = {
  operationId: "1",
  worldId: "1",
  taskId: "1",
  status: "RUNNING",
  done: false,
  result: [],
  c: 0,
  d: { taskId: "1", status: 5, url: "https://files.example/1" },
  ousToken: "token-1",
  globalDomain: "https://upload.example",
  blockSize: 2,
};

test.each(endpointList.map(([name]) => name))("%s", async (name) => {
  const request = requestOf(name);
  const sent: { readonly url: URL; readonly headers: Readonly<Record<string, string>>; readonly body: unknown }[] = [];
  const fetch = async (address: string, init: RequestInit): Promise<Response> => {
    const url = new URL(address);
    const text = await new Request(address, { ...init, signal: null }).text();
    const json = text.startsWith("{") ? (JSON.parse(text) as unknown) : undefined;
    const match = findEndpoint(init.method ?? "", url.pathname, json);
    if (match.kind === "found" && match.name === name) {
      sent.push({ url, headers: init.headers as Record<string, string>, body: json ?? text });
    }
    return Response.json(REPLY);
  };
  const client = new SpatialClient({ baseUrl: "https://gateway.example", apiKey: "key", fetch, retry: false });
  await calls[name](client, request);

  const [{ url, headers, body }] = sent as [(typeof sent)[number]];
  const isOurs = (field: string): boolean => own[name]?.includes(field) !== true;
  for (const value of Object.values(request.path)) expect(url.pathname).toContain(String(value));
  for (const [field, value] of Object.entries(request.query).filter(([field]) => isOurs(field))) {
    expect([field, url.searchParams.get(field)]).toEqual([field, String(value)]);
  }
  for (const [field, value] of Object.entries(request.headers)) expect(headers).toHaveProperty(field, value);
  if (Object.keys(request.body).length > 0) expect(body).toEqual(request.body);
  for (const field of Object.keys(request.form).filter(isOurs)) expect(body).toContain(`name="${field}"`);
});
