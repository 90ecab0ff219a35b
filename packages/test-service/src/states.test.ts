/** How operations go on, what the service remembers, and what the record says of it. */
import { createHash } from "node:crypto";
import { inflateSync } from "node:zlib";
import { endpoints } from "@usdkit/contract";
import { describe, expect, test } from "vitest";
import { fault, outcome, startTestService, type TestService } from "./index.ts";
import { base64, json, md5, SCENE, send } from "./examples/examples.ts";

type Json = Readonly<Record<string, unknown>>;

describe("jobs", () => {
  const submit = async (service: TestService, requestId: string): Promise<Response> =>
    await send(service, endpoints.submitJob, { body: { requestId, usdContent: base64(SCENE) } });

  test("the guard: 409 within a minute of the service's clock, a second render after it; users apart", async () => {
    await using service = await startTestService({ keys: { a: "ann", b: "bob" } });
    expect((await submit(service, "r")).status).toBe(202);
    service.clock.advance(59_000);
    const second = await submit(service, "r");
    expect(second.status).toBe(409);
    expect(await second.json()).toMatchObject({ status: "ALREADY_EXISTS" });
    expect(service.record.renders).toEqual(new Map([["r", 1]]));
    service.clock.advance(2000);
    expect((await submit(service, "r")).status).toBe(202);
    expect(service.record.renders).toEqual(new Map([["r", 2]]));
    const body = { requestId: "r", usdContent: base64(SCENE) };
    expect((await send(service, endpoints.submitJob, { body, headers: { authorization: "b" } })).status).toBe(202);
  });

  test("progress over polls, then a PNG of the scene's resolution by a URL without a key", async () => {
    await using service = await startTestService({ polls: 2 });
    const { operationId } = await json(await submit(service, "r"));
    const dones: unknown[] = [];
    let last: Json = {};
    for (let n = 0; n < 3; n++) {
      last = await json(await send(service, endpoints.getJob, { body: { operationId } }));
      dones.push(last["done"]);
    }
    expect(dones).toEqual([false, false, true]);
    const response = await fetch((last["result"] as { resultUrl: string }).resultUrl);
    const png = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get("content-type")).toBe("image/png");
    expect([png.toString("latin1", 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(["PNG", 64, 48]);
    const size = png.readUInt32BE(33);
    expect(inflateSync(png.subarray(41, 41 + size))).toHaveLength(48 * 9);
  });

  test("failure as done with an error and HTTP 200; statuses and ends as the script says", async () => {
    await using service = await startTestService();
    service.script.outcome("jobs", outcome.fails({ code: 404, message: "mesh chair is unknown" }), outcome.never());
    const first = await json(await submit(service, "r-1"));
    const response = await send(service, endpoints.getJob, { body: { operationId: first["operationId"] } });
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { done: true, result: null, error: { code: 404 } },
    ]);
    const second = await json(await submit(service, "r-2"));
    for (let n = 0; n < 20; n++) {
      const poll = await send(service, endpoints.getJob, { body: { operationId: second["operationId"] } });
      expect(await poll.json()).toMatchObject({ done: false });
    }
    expect((await send(service, endpoints.getJob, { body: { operationId: "job-99" } })).status).toBe(404);
  });

  test.each(["(0, 48)", "(4501, 48)", "(64, -1)"])("a resolution of %s is refused", async (resolution) => {
    await using service = await startTestService();
    const usdContent = base64(SCENE.replace("(64, 48)", resolution));
    expect((await send(service, endpoints.submitJob, { body: { requestId: "r", usdContent } })).status).toBe(400);
    expect(service.record.renders.size).toBe(0);
  });
});

describe("uploads", () => {
  const FILE = Buffer.from(Array.from({ length: 2500 }, (_, index) => index % 251));
  const query = { md5: md5(FILE), blocks: 3, size: FILE.length, name: "chair.glb" };

  async function tokenOf(service: TestService): Promise<string> {
    const { ousToken, globalDomain, blockSize } = await json(await send(service, endpoints.getUploadToken));
    expect([globalDomain, blockSize]).toEqual([service.uploadUrl, 1000]);
    return String(ousToken);
  }
  async function init(service: TestService, token: string): Promise<Json> {
    const response = await send(service, endpoints.initUpload, { query, token });
    return (await json<{ d: Json }>(response)).d;
  }
  async function part(
    service: TestService,
    { token, taskId }: { readonly token: string; readonly taskId: unknown },
    number: number,
    bytes: Uint8Array = FILE.subarray(number * 1000, (number + 1) * 1000),
  ): Promise<Json> {
    const form = { taskId, partNumber: number, md5: md5(bytes) };
    return await json(await send(service, endpoints.uploadPart, { form, file: bytes, token }));
  }
  async function status(service: TestService, token: string): Promise<Json> {
    service.clock.advance(1000);
    const { d } = await json<{ d: Json }>(await send(service, endpoints.getUploadStatus, { token }));
    return d;
  }

  test("in parts, taken up under another token, assembled, served; then known by its md5", async () => {
    await using service = await startTestService({ blockSize: 1000 });
    const first = await tokenOf(service);
    const begun = await init(service, first);
    expect(begun).toMatchObject({ lackBlocks: [0, 1, 2], progress: 0, deduplicated: false });
    expect(await status(service, first)).toMatchObject({ status: 1 });
    expect(await part(service, { token: first, taskId: begun["taskId"] }, 1)).toEqual({ c: 0, d: null });
    const second = await tokenOf(service);
    const again = await init(service, second);
    expect(again).toEqual({ ...begun, lackBlocks: [0, 2], progress: 1 - 2 / 3 });
    expect(await status(service, second)).toMatchObject({ status: 2, lackBlocks: [0, 2] });
    await part(service, { token: second, taskId: begun["taskId"] }, 2);
    await part(service, { token: second, taskId: begun["taskId"] }, 0);
    expect(await status(service, second)).toMatchObject({ status: 3 });
    const done = await status(service, second);
    expect(done).toMatchObject({ status: 5, name: "chair.glb", size: 2500, progress: 1 });
    const served = await fetch(String(done["url"]));
    expect(Buffer.from(await served.arrayBuffer()).equals(FILE)).toBe(true);
    expect(await init(service, await tokenOf(service))).toMatchObject({ lackBlocks: [], deduplicated: true });
    expect(service.record.toJSON()).toMatchObject({ violations: [], mostPartsAtOnce: 1, repeatedParts: 0 });
  });

  test("single; an expired or forgotten token", async () => {
    await using service = await startTestService({ blockSize: 1000 });
    const token = await tokenOf(service);
    const file = Buffer.from("abc");
    expect(await json(await send(service, endpoints.uploadSingle, { file, token }))).toMatchObject({ c: 0 });
    await status(service, token);
    const done = await status(service, token);
    expect(await (await fetch(String(done["url"]))).text()).toBe("abc");
    service.clock.advance(15 * 60_000);
    expect((await send(service, endpoints.uploadSingle, { file, token })).status).toBe(401);
    const fresh = await tokenOf(service);
    service.expireUploadTokens();
    expect((await send(service, endpoints.uploadSingle, { file, token: fresh })).status).toBe(401);
  });

  test("what the host refuses", async () => {
    await using service = await startTestService({ blockSize: 1000 });
    const token = await tokenOf(service);
    const { taskId } = await init(service, token);
    expect(await part(service, { token, taskId }, 0, FILE.subarray(0, 999))).toMatchObject({ c: 4007 });
    expect(await part(service, { token, taskId }, 3, FILE.subarray(0, 1000))).toMatchObject({ c: 4007 });
    expect(await part(service, { token, taskId: "upload-9" }, 0)).toMatchObject({ c: 4041 });
    expect(await part(service, { token, taskId }, 0, FILE.subarray(0, 1001))).toMatchObject({ c: 4130 });
    const form = { taskId, partNumber: 0, md5: "0".repeat(32) };
    const file = FILE.subarray(0, 1000);
    expect(await json(await send(service, endpoints.uploadPart, { form, file, token }))).toMatchObject({ c: 4007 });
    const wrong = await send(service, endpoints.initUpload, { query: { ...query, blocks: 2 }, token });
    expect(await wrong.json()).toMatchObject({ c: 4005 });
  });

  test("parts that together are not the file: failed, with a message", async () => {
    await using service = await startTestService({ blockSize: 1000 });
    const token = await tokenOf(service);
    const { taskId } = await init(service, token);
    for (const number of [0, 1, 2])
      await part(service, { token, taskId }, number, Buffer.alloc(number === 2 ? 500 : 1000));
    expect(await status(service, token)).toMatchObject({ status: 4, message: expect.any(String) as string });
    expect(await init(service, token)).toMatchObject({ lackBlocks: [0, 1, 2] });
  });

  test("without keeping: sizes and sums only", async () => {
    await using service = await startTestService({ blockSize: 1000, keepsUploads: false });
    const token = await tokenOf(service);
    const { taskId } = await init(service, token);
    for (const number of [0, 1, 2]) await part(service, { token, taskId }, number);
    await status(service, token);
    expect(await status(service, token)).toMatchObject({ status: 5 });
  });

  test("three parts at once, a part too many and polls too close are noticed", async () => {
    await using service = await startTestService({ blockSize: 1000 });
    const token = await tokenOf(service);
    const { taskId } = await init(service, token);
    service.script.always("assets.uploadPart", fault.latency(200));
    await Promise.all([0, 1, 2].map(async (number) => await part(service, { token, taskId }, number)));
    expect(service.record.mostPartsAtOnce).toBe(3);
    expect(service.record.violations[0]).toMatch("3 parts of one file are in flight");
    await part(service, { token, taskId }, 0);
    expect(service.record.repeatedParts).toBe(1);
    await send(service, endpoints.getUploadStatus, { token });
    await send(service, endpoints.getUploadStatus, { token });
    expect(service.record.violations.at(-1)).toMatch("upload status polled after");
  });

  test("two at once are no violation, and a part that its sender gave up does not count", async () => {
    await using service = await startTestService({ blockSize: 1000 });
    const token = await tokenOf(service);
    const { taskId } = await init(service, token);
    service.script.on("assets.uploadPart", [fault.silence(), fault.silence()]);
    for (let n = 0; n < 2; n++) {
      const part = { form: { taskId, partNumber: 0 }, file: FILE.subarray(0, 1000), token };
      const stop = new AbortController();
      const sending = send(service, endpoints.uploadPart, part, { signal: stop.signal });
      await service.record.until((record) => record.of("assets.uploadPart")[n]?.end === "held");
      stop.abort();
      await expect(sending).rejects.toThrow("aborted");
    }
    await Promise.all([part(service, { token, taskId }, 1), part(service, { token, taskId }, 2)]);
    expect(service.record.mostPartsAtOnce).toBeLessThanOrEqual(2);
    expect(service.record.violations).toEqual([]);
  });
});

describe("files", () => {
  test("whole, in ranges, by If-Range, after a change, and where there is none", async () => {
    await using service = await startTestService();
    const url = service.files.put("a.ply", Buffer.from("0123456789"));
    const get = async (headers: Record<string, string>): Promise<[number, string, string | null]> => {
      const response = await fetch(url, { headers });
      return [response.status, await response.text(), response.headers.get("content-range")];
    };
    const etag = (await fetch(url)).headers.get("etag") ?? "";
    expect(etag).toBe(`"${createHash("md5").update("0123456789").digest("hex")}"`);
    expect(await get({})).toEqual([200, "0123456789", null]);
    expect(await get({ range: "bytes=4-" })).toEqual([206, "456789", "bytes 4-9/10"]);
    expect(await get({ range: "bytes=4-5" })).toEqual([206, "45", "bytes 4-5/10"]);
    expect(await get({ range: "bytes=-3" })).toEqual([206, "789", "bytes 7-9/10"]);
    expect(await get({ range: "bytes=10-" })).toEqual([416, "", "bytes */10"]);
    expect(await get({ range: "bytes=4-", "if-range": etag })).toEqual([206, "456789", "bytes 4-9/10"]);
    service.files.replace(url, Buffer.from("abc"));
    expect(await get({ range: "bytes=1-", "if-range": etag })).toEqual([200, "abc", null]);
    service.files.remove(url);
    expect((await get({}))[0]).toBe(404);
    service.script.on("files.get", [fault.cutBody()]);
    await expect(
      fetch(service.files.put("b", Buffer.alloc(1000))).then((response) => response.text()),
    ).rejects.toThrow();
  });

  test("the key with a download is noticed", async () => {
    await using service = await startTestService();
    await fetch(service.files.put("a", Buffer.from("a")), { headers: { authorization: service.apiKey } });
    await fetch(`${service.baseUrl}/global/rendercloud/v1/openusd-format?key=${service.apiKey}`);
    expect(service.record.violations).toEqual([
      "the key went to files",
      "the key went to gateway",
      "renderFormat: expected no query",
    ]);
  });
});

describe("worlds and tasks", () => {
  test("progress over polls, files, a failure with its reason, another user's world", async () => {
    await using service = await startTestService({ polls: 1, fileSize: 5000 });
    service.script.outcome("worlds", outcome.tells("WARMING_UP"), outcome.fails({ code: 7, message: "too dark" }));
    const create = async (): Promise<string> =>
      String((await json(await send(service, endpoints.generateWorld, { body: { prompt: "a kitchen" } })))["worldId"]);
    const get = async (worldId: string): Promise<Json> =>
      await json(await send(service, endpoints.getWorld, { path: { worldId } }));
    const first = await create();
    expect(await get(first)).toMatchObject({ status: "WARMING_UP", progress: 0.5, assets: null });
    const { assets } = (await get(first)) as { assets: { splats: { urls: Record<string, string> } } };
    const ply = await (await fetch(assets.splats.urls["plyPath"] ?? "")).bytes();
    expect([ply.length, Buffer.from(ply.subarray(0, 3)).toString()]).toEqual([5000, "ply"]);
    expect(await get(await create())).toMatchObject({ status: "FAILED", error: { code: 7, message: "too dark" } });
    const { worldId } = service.addWorld({ user: "somebody else" });
    expect((await send(service, endpoints.getWorld, { path: { worldId } })).status).toBe(403);
    expect((await send(service, endpoints.getWorld, { path: { worldId: "world-9" } })).status).toBe(404);
  });

  test("pages of worlds, the newest first, by status", async () => {
    await using service = await startTestService();
    for (let n = 0; n < 45; n++) service.addWorld({ name: `w${n}` });
    service.addWorld({ user: "somebody else" });
    const page = async (body: object): Promise<Json> => await json(await send(service, endpoints.listWorlds, { body }));
    const first = await page({});
    expect(first).toMatchObject({ pageNum: 0, pageSize: 20, count: 20, totalCount: 45, hasMore: true });
    expect((first["result"] as Json[])[0]).toMatchObject({ name: "w44", status: "RUNNING" });
    expect((first["result"] as Json[])[0]).not.toHaveProperty("assets");
    expect(await page({ pageNum: 2 })).toMatchObject({ count: 5, hasMore: false });
    expect(await page({ statusList: ["FAILED"] })).toMatchObject({ count: 0, totalCount: 0, hasMore: false });
  });

  test("tasks: a mesh's id, a model's URL, a failure", async () => {
    await using service = await startTestService({ polls: 0, fileSize: 100 });
    const ingest = await json(
      await send(service, endpoints.ingestMesh, { body: { fileUrl: "https://a.example/a.glb" } }),
    );
    const query = { taskId: ingest["taskId"] };
    expect(await json(await send(service, endpoints.getMeshTask, { query }))).toMatchObject({
      status: "SUCCEEDED",
      progress: 1,
      meshId: `mesh-of-${String(ingest["taskId"])}`,
      error: null,
    });
    service.script.outcome("gen3d", outcome.succeeds(), outcome.fails());
    const ask = async (): Promise<Json> => {
      const { taskId } = await json(await send(service, endpoints.createTextTo3d, { body: { prompt: "a chair" } }));
      return await json(await send(service, endpoints.getGen3dTask, { query: { taskId } }));
    };
    const done = (await ask()) as { result: { modelUrl: string } };
    expect(await (await fetch(done.result.modelUrl)).bytes()).toHaveLength(100);
    expect(await ask()).toMatchObject({ status: "FAILED", result: null, error: { code: 500 } });
  });
});

describe("the record", () => {
  test("what came: endpoint, headers, the hash of the body, in order; and as JSON", async () => {
    await using service = await startTestService();
    const body = JSON.stringify({ requestId: "r", usdContent: base64(SCENE) });
    await send(service, endpoints.getRenderFormat);
    await send(service, endpoints.submitJob, {
      body: JSON.parse(body) as object,
      headers: { traceparent: "00-1-2-01" },
    });
    const [first, second] = service.record.requests;
    expect(first).toMatchObject({ number: 1, endpoint: "renderFormat", status: 200, end: "answered" });
    expect(second).toMatchObject({
      number: 2,
      host: "gateway",
      endpoint: "jobs.submit",
      status: 202,
      headers: { traceparent: "00-1-2-01", authorization: service.apiKey },
      body: { size: body.length, sha256: createHash("sha256").update(body).digest("hex"), json: { requestId: "r" } },
    });
    expect(JSON.parse(JSON.stringify(service.record))).toMatchObject({ renders: { r: 1 }, violations: [] });
  });

  test("pages of any origin may call", async () => {
    await using service = await startTestService();
    const preflight = await fetch(`${service.baseUrl}/global/rendercloud/v1/jobs`, {
      method: "OPTIONS",
      headers: { "access-control-request-headers": "authorization,content-type" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toBe("authorization,content-type");
    expect((await send(service, endpoints.getRenderFormat)).headers.get("access-control-allow-origin")).toBe("*");
    expect(service.record.requests).toHaveLength(1);
  });
});
