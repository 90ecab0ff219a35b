/** Every endpoint of the contract is answered, by the contract's own schemas; and by the service's rules where it refuses. */
import { endpointList, endpoints, type AnyEndpoint, type EndpointName } from "@usdkit/contract";
import { describe, expect, test } from "vitest";
import { outcome, startTestService, type TestService } from "./index.ts";
import { base64, formOf, json, md5, PATCH, SCENE, send, type ExampleRequest } from "./test-support/examples.ts";

const BLOCK = 1000;
const FILE = Buffer.alloc(2500, "abc");

const submit = { requestId: "r-1", usdContent: base64(SCENE) };
const images = Array.from({ length: 20 }, (_, index) => ({ url: `https://files.example/${index}.jpg` }));

interface Example {
  readonly request: ExampleRequest;
  readonly headers?: Readonly<Record<string, string>>;
}

async function idOf(response: Response, name: string): Promise<string> {
  expect(response.ok).toBe(true);
  return String((await json(response))[name]);
}

async function token(service: TestService): Promise<{ "ous-token-v2": string }> {
  return { "ous-token-v2": await idOf(await send(service, endpoints.getUploadToken), "ousToken") };
}

async function beginUpload(service: TestService): Promise<{ taskId: string; headers: { "ous-token-v2": string } }> {
  const headers = await token(service);
  const query = { md5: md5(FILE), blocks: 3, size: FILE.length, name: "a.jpg" };
  const { d } = await json<{ d: { taskId: string } }>(await send(service, endpoints.initUpload, { query }, headers));
  return { taskId: d.taskId, headers };
}

async function activeSession(service: TestService): Promise<string> {
  const sessionId = await idOf(await send(service, endpoints.createStream, { body: submit }), "operationId");
  await send(service, endpoints.getStream, { body: { operationId: sessionId } });
  return sessionId;
}

/** A good request, after what has to come before it. */
const examples: Readonly<Record<EndpointName, (service: TestService) => Promise<Example> | Example>> = {
  getRenderFormat: () => ({ request: {} }),
  getUploadToken: () => ({ request: {} }),
  uploadSingle: async (service) => ({
    request: { form: formOf({}, FILE.subarray(0, 10)) },
    headers: await token(service),
  }),
  initUpload: async (service) => ({
    request: { query: { md5: md5(FILE), blocks: 3, size: FILE.length, name: "a.jpg" } },
    headers: await token(service),
  }),
  uploadPart: async (service) => {
    const { taskId, headers } = await beginUpload(service);
    return { request: { form: formOf({ taskId, partNumber: "0" }, FILE.subarray(0, BLOCK)) }, headers };
  },
  getUploadStatus: async (service) => ({ request: {}, headers: (await beginUpload(service)).headers }),
  reconstructWorld: () => ({ request: { body: { resources: images } }, headers: { "x-source": "tests" } }),
  generateWorld: () => ({ request: { body: { prompt: "a kitchen" } } }),
  getWorld: async (service) => {
    const response = await send(service, endpoints.generateWorld, { body: { prompt: "a kitchen" } });
    return { request: { path: { worldId: await idOf(response, "worldId") } } };
  },
  listWorlds: () => ({ request: { body: { pageNum: 0, pageSize: 10, statusList: ["RUNNING"] } } }),
  submitJob: () => ({ request: { body: submit } }),
  getJob: async (service) => ({
    request: {
      body: { operationId: await idOf(await send(service, endpoints.submitJob, { body: submit }), "operationId") },
    },
  }),
  createStream: () => ({ request: { body: submit } }),
  getStream: async (service) => ({ request: { body: { operationId: await activeSession(service) } } }),
  pushStream: async (service) => ({
    request: { path: { sessionId: await activeSession(service) }, body: { usdContent: base64(PATCH) } },
  }),
  closeStream: async (service) => ({ request: { path: { sessionId: await activeSession(service) } } }),
  ingestMesh: () => ({ request: { body: { fileUrl: "https://files.example/a.glb", fastUpload: true } } }),
  getMeshTask: async (service) => {
    const response = await send(service, endpoints.ingestMesh, { body: { fileUrl: "https://files.example/a.ply" } });
    return { request: { query: { taskId: await idOf(response, "taskId") } } };
  },
  createImageTo3d: () => ({ request: { body: { imageUrl: "https://files.example/a.png" } } }),
  createTextTo3d: () => ({ request: { body: { prompt: "a chair" } } }),
  createMaterialTransfer: () => ({
    request: { body: { modelUrl: "https://files.example/a.glb", prompt: "wood" } },
  }),
  getGen3dTask: async (service) => {
    const response = await send(service, endpoints.createTextTo3d, { body: { prompt: "a chair" } });
    return { request: { query: { taskId: await idOf(response, "taskId") } } };
  },
};

const start = (): Promise<TestService> => startTestService({ blockSize: BLOCK, polls: 0, queue: 0 });
const setUp = outcome.succeeds(0);

describe.each(endpointList.map(([name, endpoint]) => ({ name, endpoint })))("$endpoint.id", ({ name, endpoint }) => {
  test("answers as the contract says", async () => {
    await using service = await start();
    service.script.outcome("streams", setUp);
    const { request, headers } = await examples[name](service);
    const response = await send(service, endpoint, request, headers);
    const reply = endpoint.replies[response.status];
    expect(reply, `status ${response.status}`).toBeDefined();
    const text = await response.text();
    if (reply?.content === "none") expect(text).toBe("");
    else expect(response.headers.get("content-type")).toContain(reply?.content);
    const value: unknown = reply?.content === "application/json" ? JSON.parse(text) : text === "" ? undefined : text;
    expect(reply?.schema.safeParse(value)).toMatchObject({ success: true });
    const [seen] = service.record.of(endpoint.id);
    expect(seen).toMatchObject({ landed: true, fault: "ok", status: response.status });
    expect(service.record.violations).toEqual([]);
  });
});

const closed = endpointList.filter(([, { access }]) => access !== "open");

test.each(closed.map(([name, endpoint]) => ({ name, endpoint })))(
  "$endpoint.id refuses a wrong key or token",
  async ({ name, endpoint }) => {
    await using service = await start();
    service.script.outcome("streams", setUp);
    const { request, headers } = await examples[name](service);
    const before = JSON.stringify([...service.record.renders, service.record.sessions]);
    const wrong = endpoint.access === "key" ? { authorization: "wrong" } : { "ous-token-v2": "wrong" };
    const response = await send(service, endpoint, request, { ...headers, ...wrong });
    expect(response.status).toBe(401);
    expect(JSON.stringify([...service.record.renders, service.record.sessions])).toBe(before);
  },
);

describe("what may not be sent is found", () => {
  const cases: readonly [string, AnyEndpoint, ExampleRequest][] = [
    ["a field too many", endpoints.submitJob, { body: { ...submit, template: "a" } }],
    ["Base64 that is none", endpoints.submitJob, { body: { ...submit, usdContent: "a-_=" } }],
    ["a query too many", endpoints.getUploadToken, { query: { a: 1 } }],
    ["too few images", endpoints.reconstructWorld, { body: { resources: images.slice(1) } }],
    [
      "a wrong method and path",
      { ...endpoints.getWorld, path: "/global/world/v2/{worldId}" },
      { path: { worldId: "a" } },
    ],
  ];
  test.each(cases)("%s", async (_, endpoint, request) => {
    await using service = await start();
    const response = await send(service, endpoint, request);
    expect([400, 404]).toContain(response.status);
    expect(service.record.violations).toHaveLength(1);
    expect(service.record.renders.size).toBe(0);
  });
});
