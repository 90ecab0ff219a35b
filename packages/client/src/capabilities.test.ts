import { expect, test } from "vitest";
import { OutcomeUnknownError } from "./errors/errors.ts";
import type { Act } from "./test-support/scripted-fetch.ts";
import { scripted } from "./test-support/transport.ts";

/** Each call of a capability, its request and its result. */
const usdContent = "I3VzZGEgMS4wCg==";
const begun: Act = { status: 200, body: { taskId: "t-1" } };
const done = { taskId: "t-1", status: "SUCCEEDED", progress: 1 };

test("ingests a mesh, and follows its task to its id", async () => {
  const { client, sent, outcome } = scripted([begun, { status: 200, body: { ...done, meshId: "m-1" } }]);
  const handle = await outcome(client.meshes.ingest({ fileUrl: "https://files.example/a.glb", fastUpload: true }));
  expect(handle.value?.toJSON()).toEqual({ version: 1, kind: "mesh", id: "t-1" });
  expect(await outcome(client.meshes.wait("t-1").result())).toMatchObject({ value: { meshId: "m-1" } });
  expect(await outcome(client.meshes.get("t-1"))).toMatchObject({ value: { meshId: "m-1" } });
  expect(sent[0]?.json).toEqual({ fileUrl: "https://files.example/a.glb", fastUpload: true });
  expect(sent[1]?.url.search).toBe("?taskId=t-1");
});

test("generates models from images, text and materials", async () => {
  const { client, sent, outcome } = scripted([begun]);
  const imageUrl = "https://files.example/a.png";
  const modelUrl = "https://files.example/a.glb";
  await outcome(client.gen3d.imageTo3d({ imageUrl }));
  await outcome(client.gen3d.textTo3d({ prompt: "a chair", imageUrl }));
  const { value } = await outcome(client.gen3d.materialTransfer({ modelUrl, prompt: "oak" }));
  expect(value?.kind).toBe("gen3d");
  expect(sent.map(({ url, json }) => [url.pathname.split("/").slice(5).join("/"), json])).toEqual([
    ["img-to-3d/task/create", { imageUrl }],
    ["text-to-3d/task/create", { prompt: "a chair", imageUrl }],
    ["material-transfer/task/create", { modelUrl, prompt: "oak" }],
  ]);
  const result = { modelUrl, format: "glb" };
  const finished = scripted([{ status: 200, body: { ...done, type: "TEXT_TO_3D", result } }]);
  expect(await finished.outcome(finished.client.gen3d.wait("t-1").result())).toMatchObject({ value: { result } });
  expect(await finished.outcome(finished.client.gen3d.get("t-1"))).toMatchObject({ value: { result } });
});

test("the calls of a session", async () => {
  const operation = { operationId: "s-1", done: false };
  const { client, sent, outcome } = scripted([
    { status: 202, body: operation },
    { status: 200, body: operation },
    { status: 200, body: { ...operation, done: true, result: { sessionId: "s-1", status: "ACTIVE" } } },
    { status: 204 },
  ]);
  const { value: handle } = await outcome(client.streams.create({ usdContent }));
  expect(handle?.toJSON()).toEqual({ version: 1, kind: "stream", id: "s-1", requestId: expect.any(String) as unknown });
  await outcome(client.streams.get("s-1"));
  await outcome(client.streams.push("s-1", usdContent));
  expect(await outcome(client.streams.close("s-1"))).toEqual({ value: undefined });
  expect(sent.map(({ method, url }) => `${method} ${url.pathname.split("/").at(-1)}`)).toEqual([
    "POST streams",
    "POST streams",
    "POST s-1:push",
    "DELETE s-1",
  ]);
});

test("request ids are new each time, unless the caller sets one", async () => {
  const { client, sent, outcome } = scripted([{ status: 202, body: { operationId: "j", done: false } }]);
  for (let i = 0; i < 50; i++) await outcome(client.jobs.submit({ usdContent }));
  await outcome(client.jobs.submit({ usdContent, requestId: "mine" }));
  const ids = sent.map(({ json }) => (json as { requestId: string }).requestId);
  expect(new Set(ids).size).toBe(51);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids.at(-1)).toBe("mine");
});

test("the scene guide needs no key", async () => {
  const { client, sent, outcome } = scripted([
    { status: 200, body: "# Scenes", headers: { "content-type": "text/markdown" } },
  ]);
  expect(await outcome(client.renderFormat())).toEqual({ value: "# Scenes" });
  expect(sent[0]?.headers).toEqual({ accept: "text/markdown, application/json" });
});

test("an unknown outcome has a hint", async () => {
  const { client, outcome } = scripted([{ fail: "reset" }], { retry: false });
  const advised: [() => Promise<unknown>, RegExp][] = [
    [() => client.jobs.submit({ usdContent, requestId: "mine" }), /requestId mine.*may render twice/],
    [() => client.worlds.generate({ prompt: "a" }), /list of worlds, by its name and time, before you send it again/],
    [() => client.meshes.ingest({ fileUrl: "https://files.example/a.glb" }), /may ingest it twice/],
  ];
  for (const [call, message] of advised) {
    const { error } = await outcome(call());
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect((error as Error).message).toMatch(message);
  }
});

test("a timeout covers the whole call", async () => {
  const { client, clock, outcome } = scripted([{ fail: "silence" }]);
  const start = clock.now();
  expect(await outcome(client.worlds.get("w", { timeout: 4000 }))).toMatchObject({ error: { name: "DeadlineError" } });
  expect(clock.now() - start).toBe(4000);
  expect(await outcome(client.jobs.get("j", { attemptTimeout: 0 }))).toMatchObject({
    error: { name: "InvalidRequestError" },
  });
});
