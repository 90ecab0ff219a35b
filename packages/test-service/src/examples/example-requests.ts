/** Returns a valid request for every endpoint of the contract, after the required preparation. */
import { endpoints, type EndpointName } from "@usdkit/contract";
import * as outcomes from "../script/outcomes.ts";
import { startTestService, type TestService } from "../service/service.ts";
import type { ServiceOptions } from "../model/settings.ts";
import { base64, json, md5, PATCH, SCENE, send, type ExampleRequest } from "./examples.ts";

/** Bytes: the block size of {@link startForExamples}. */
const BLOCK = 1000;
const FILE = Buffer.alloc(2500, "abc");

const submit = { requestId: "r-1", usdContent: base64(SCENE) };

export const images: readonly object[] = Array.from({ length: 20 }, (_, index) => ({
  url: `https://files.example/${index}.jpg`,
}));

/** Starts a service on which the examples are valid: operations finish with the first poll. */
export async function startForExamples(options: ServiceOptions = {}): Promise<TestService> {
  const service = await startTestService({ blockSize: BLOCK, polls: 0, queue: 0, ...options });
  service.script.outcome("streams", outcomes.succeeds());
  return service;
}

export const exampleRequests: Readonly<
  Record<EndpointName, (service: TestService) => Promise<ExampleRequest> | ExampleRequest>
> = {
  getRenderFormat: () => ({}),
  getUploadToken: () => ({}),
  uploadSingle: async (service) => ({ form: {}, file: FILE.subarray(0, 10), token: await token(service) }),
  initUpload: async (service) => ({
    query: { md5: md5(FILE), blocks: 3, size: FILE.length, name: "a.jpg" },
    token: await token(service),
  }),
  uploadPart: async (service) => {
    const begun = await beginUpload(service);
    return { form: { taskId: begun.taskId, partNumber: 0 }, file: FILE.subarray(0, BLOCK), token: begun.token };
  },
  getUploadStatus: async (service) => ({ query: {}, token: (await beginUpload(service)).token }),
  reconstructWorld: () => ({ headers: { "x-source": "tests" }, body: { resources: images } }),
  generateWorld: () => ({ headers: {}, body: { prompt: "a kitchen" } }),
  getWorld: async (service) => {
    const response = await send(service, endpoints.generateWorld, { body: { prompt: "a kitchen" } });
    return { path: { worldId: await idOf(response, "worldId") } };
  },
  listWorlds: () => ({ body: { pageNum: 0, pageSize: 10, statusList: ["RUNNING"] } }),
  submitJob: () => ({ body: submit }),
  getJob: async (service) => ({
    body: { operationId: await idOf(await send(service, endpoints.submitJob, { body: submit }), "operationId") },
  }),
  createStream: () => ({ body: submit }),
  getStream: async (service) => ({ body: { operationId: await activeSession(service) } }),
  pushStream: async (service) => ({
    path: { sessionId: await activeSession(service) },
    body: { usdContent: base64(PATCH) },
  }),
  closeStream: async (service) => ({ path: { sessionId: await activeSession(service) } }),
  ingestMesh: () => ({ body: { fileUrl: "https://files.example/a.glb", fastUpload: true } }),
  getMeshTask: async (service) => {
    const response = await send(service, endpoints.ingestMesh, { body: { fileUrl: "https://files.example/a.ply" } });
    return { query: { taskId: await idOf(response, "taskId") } };
  },
  createImageTo3d: () => ({ body: { imageUrl: "https://files.example/a.png" } }),
  createTextTo3d: () => ({ body: { prompt: "a chair" } }),
  createMaterialTransfer: () => ({ body: { modelUrl: "https://files.example/a.glb", prompt: "wood" } }),
  getGen3dTask: async (service) => {
    const response = await send(service, endpoints.createTextTo3d, { body: { prompt: "a chair" } });
    return { query: { taskId: await idOf(response, "taskId") } };
  },
};

async function idOf(response: Response, name: string): Promise<string> {
  const id = (await json(response))[name];
  if (typeof id !== "string") throw new Error(`the service answered ${response.status} without ${name}`);
  return id;
}

async function token(service: TestService): Promise<string> {
  return await idOf(await send(service, endpoints.getUploadToken), "ousToken");
}

async function beginUpload(service: TestService): Promise<{ taskId: string; token: string }> {
  const value = await token(service);
  const query = { md5: md5(FILE), blocks: 3, size: FILE.length, name: "a.jpg" };
  const begun = await json<{ d: { taskId: string } }>(
    await send(service, endpoints.initUpload, { query, token: value }),
  );
  return { taskId: begun.d.taskId, token: value };
}

async function activeSession(service: TestService): Promise<string> {
  const sessionId = await idOf(await send(service, endpoints.createStream, { body: submit }), "operationId");
  await send(service, endpoints.getStream, { body: { operationId: sessionId } });
  return sessionId;
}
