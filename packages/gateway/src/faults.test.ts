import { getJob, getRenderFormat, getUploadStatus, getUploadToken, listWorlds, submitJob } from "@usdkit/contract";
import { describe, expect, test } from "vitest";
import type { Gateway } from "./gateway.ts";
import { answerOf, call, gatewayForTest, scene, type Answer } from "./test-support/caller.ts";

const submit = (url: string, requestId: string, fault?: string): Promise<Answer> => {
  const headers = fault === undefined ? {} : { "x-spatial-fault": fault };
  return call(url, submitJob, { body: { requestId, usdContent: scene() }, headers });
};

async function admin(
  { url }: Gateway,
  /** Method and path: `GET clock`. */
  what: string,
  body?: unknown,
  key = "key-of-ada",
): Promise<Answer> {
  const [method, path] = what.split(" ");
  const response = await fetch(`${url}/admin/${path}`, {
    method,
    headers: { authorization: key, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return answerOf(response);
}

describe("faults by header", () => {
  test("occur before or after the request is handled", async () => {
    await using gateway = await gatewayForTest({ faults: true });
    const { url } = gateway;
    expect((await submit(url, "a", "status=503")).status).toBe(503);
    await expect(submit(url, "a", "reset")).rejects.toThrow();
    expect((await submit(url, "a", "latency=150")).status).toBe(202);
    // Both were accepted, although their senders cannot know.
    await expect(submit(url, "b", "drop-after-accept")).rejects.toThrow();
    expect((await submit(url, "b")).status).toBe(409);
    await expect(submit(url, "c", "truncate")).rejects.toThrow();
    expect((await submit(url, "c")).status).toBe(409);
    expect((await submit(url, "d", "explode")).body.details.message).toContain("x-spatial-fault");
  });

  test.each([
    ["code=11003", 400, "FAILED_PRECONDITION", "11003", "insufficient credits to complete task"],
    ["code=11004", 400, "FAILED_PRECONDITION", "11004", "matting error"],
    ["code=12003", 403, "PERMISSION_DENIED", "12003", "no permission"],
    ["status=400", 400, "INVALID_ARGUMENT", "10001", "Invalid request parameters"],
    ["status=409", 409, "ALREADY_EXISTS", "14009", "requestId was used within the last minute"],
    ["status=429", 429, "RESOURCE_EXHAUSTED", "11001", "task global rate limit"],
    ["status=503", 503, "UNAVAILABLE", "10500", "internal error"],
  ])("%s has the status and the details of the service's error", async (fault, ...row) => {
    const [http, status, bizCode, message] = row;
    await using gateway = await gatewayForTest({ faults: true });
    const answer = await submit(gateway.url, "a", fault);
    expect(answer.status).toBe(http);
    expect(answer.body).toEqual({
      code: http,
      message,
      status,
      details: { reason: `BIZ_${bizCode}`, domain: "rendercloud", message: "an injected fault", metaData: { bizCode } },
    });
  });

  test("on the upload host, an error is an envelope", async () => {
    await using gateway = await gatewayForTest({ faults: true });
    const { ousToken } = (await call(gateway.url, getUploadToken)).body;
    const headers = { "ous-token-v2": ousToken, "x-spatial-fault": "status=503" };
    const answer = await call(gateway.url, getUploadStatus, { key: "", headers });
    expect([answer.status, answer.body]).toEqual([503, { c: 503, d: null, m: "an injected fault" }]);
  });

  test.each(["code=11003, status=503", "code=99999", "code"])("%s: is rejected", async (fault) => {
    await using gateway = await gatewayForTest({ faults: true });
    expect((await submit(gateway.url, "a", fault)).body.details.message).toContain("x-spatial-fault");
  });

  test("are ignored if they are not enabled", async () => {
    await using gateway = await gatewayForTest();
    expect((await submit(gateway.url, "a", "status=503")).status).toBe(202);
    expect((await admin(gateway, "PUT faults", [])).status).toBe(404);
    expect((await admin(gateway, "POST clock", { advanceMs: 1 })).status).toBe(404);
  });
});

describe("faults by rule", () => {
  test("match an endpoint and a user, skip some requests, then occur a number of times", async () => {
    await using gateway = await gatewayForTest({ faults: true });
    const rule = { endpoint: "worlds.list", user: "ada", after: 1, times: 2, fault: { status: 500 } };
    expect((await admin(gateway, "PUT faults", [rule])).status).toBe(200);
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      expect((await call(gateway.url, listWorlds, { key: "key-of-bob", body: {} })).status).toBe(200);
      expect((await call(gateway.url, getUploadToken)).status).toBe(200);
      statuses.push((await call(gateway.url, listWorlds, { body: {} })).status);
    }
    expect(statuses).toEqual([200, 500, 500, 200]);
    expect((await admin(gateway, "GET faults")).body).toEqual([{ ...rule, after: 0, times: 0 }]);
    expect((await admin(gateway, "PUT faults", [{ fault: { status: 200 } }])).status).toBe(400);
  });
});

describe("admin", () => {
  test("requires its own key if one is set", async () => {
    await using gateway = await gatewayForTest({ clock: "manual", adminKey: "secret" });
    expect((await admin(gateway, "POST clock", { advanceMs: 5 })).status).toBe(401);
    const before = (await admin(gateway, "GET clock", undefined, "secret")).body.now;
    expect((await admin(gateway, "POST clock", { advanceMs: 5 }, "secret")).body).toEqual({ now: before + 5 });
    expect((await admin(gateway, "POST clock", { advanceMs: -5 }, "secret")).status).toBe(400);
    // That key opens nothing else.
    expect((await call(gateway.url, getUploadToken, { key: "secret" })).status).toBe(401);
  });
});

describe("access", () => {
  test("each endpoint but the guide checks the key first", async () => {
    await using gateway = await gatewayForTest();
    const { endpointList } = await import("@usdkit/contract");
    for (const [, endpoint] of endpointList) {
      const path = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "x"]));
      const body = endpoint.method === "POST" ? "{" : undefined;
      const answer = await call(gateway.url, endpoint, { key: "", path, body });
      expect([endpoint.id, answer.status]).toEqual([endpoint.id, endpoint.access === "open" ? 200 : 401]);
    }
    const bearer = await call(gateway.url, getUploadToken, { key: "Bearer key-of-ada" });
    expect(bearer).toMatchObject({ status: 401, body: { code: 401, details: { metaData: { bizCode: "10004" } } } });
    expect(bearer.body.details.message).toContain("without");
    const guide = await call(gateway.url, getRenderFormat, { key: "" });
    expect(guide.headers.get("content-type")).toContain("text/markdown");
    expect(guide.text).toContain("ParticleField3DGaussianSplat");
  });

  test("unknown operations and paths: 404 with a body; unknown methods: 405", async () => {
    await using gateway = await gatewayForTest();
    const unknown = await call(gateway.url, getJob, { body: { operationId: "x" } });
    expect(unknown).toMatchObject({ status: 404, body: { details: { reason: "BIZ_12001", domain: "rendercloud" } } });
    expect((await fetch(`${gateway.url}/global/nothing`)).status).toBe(404);
    const wrong = await fetch(`${gateway.url}/global/world/v1/list`, { method: "DELETE" });
    expect(wrong.status).toBe(405);
    expect((await fetch(`${gateway.url}/global/world/v1/%ff`)).status).toBe(400);
  });

  test("a body that is too large is rejected without being read", async () => {
    await using gateway = await gatewayForTest({ maxSceneSize: 1000 });
    const answer = await call(gateway.url, submitJob, { body: { requestId: "r", usdContent: "A".repeat(8000) } });
    expect(answer).toMatchObject({ status: 400 });
    const long = scene("#".repeat(1200));
    const slightly = await call(gateway.url, submitJob, { body: { requestId: "r", usdContent: long } });
    expect(slightly.body.details.message).toContain("at most 1000 bytes");
  });
});
