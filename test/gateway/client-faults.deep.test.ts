// Campaign in CI: The client against a gateway with faults

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  AcceptedIdUnknownError,
  AuthenticationError,
  ConnectionError,
  DeadlineError,
  DuplicateRequestError,
  InvalidRequestError,
  NotFoundError,
  OutcomeUnknownError,
  PermissionError,
  RateLimitError,
  ServerError,
  SpatialClient,
  type SpatialClientOptions,
} from "@usdkit/client";
import { startGateway, type Gateway } from "@usdkit/gateway";
import { Scene } from "@usdkit/scene";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "usdkit-client-faults-"));
const KEY = "key-of-ada";
let gateway: Gateway;

beforeAll(async () => {
  gateway = await startGateway({ data: join(folder, "data"), apiKeys: new Map([[KEY, "ada"]]), faults: true });
});

beforeEach(() => setFaults([]));

afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

async function setFaults(rules: readonly object[]): Promise<void> {
  const headers = { authorization: KEY, "content-type": "application/json" };
  const reply = await fetch(`${gateway.url}/admin/faults`, { method: "PUT", headers, body: JSON.stringify(rules) });
  expect(reply.status).toBe(200);
}

/** Returns a client that requests a fault with every request, or with none. */
function clientWith(fault?: string, options: Partial<SpatialClientOptions> = {}): SpatialClient {
  return new SpatialClient({
    baseUrl: gateway.url,
    apiKey: KEY,
    retry: { baseDelay: 1, maxDelay: 1 },
    ...options,
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      if (fault !== undefined) headers.set("x-spatial-fault", fault);
      return fetch(url, { ...init, headers });
    },
  });
}

function usdContent(): string {
  const scene = new Scene({ defaultPrim: "World" });
  scene.xform("World").camera("Main", { focalLength: 35 });
  scene.renderSettings({ resolution: [16, 12] });
  return scene.toBase64();
}

describe("a call that reads", () => {
  test.each([
    ["status=400", InvalidRequestError],
    ["status=401", AuthenticationError],
    ["status=403", PermissionError],
    ["status=404", NotFoundError],
    ["status=429", RateLimitError],
    ["status=500", ServerError],
    ["status=503", ServerError],
    ["reset", ConnectionError],
    ["drop-after-accept", ConnectionError],
    ["truncate", ConnectionError],
  ])("with %s every time", async (fault, kind) => {
    await expect(clientWith(fault).worlds.pages().next()).rejects.toBeInstanceOf(kind);
  });

  test("that takes longer than its deadline", async () => {
    const late = clientWith("latency=2000").worlds.pages({}, { timeout: 100 }).next();
    await expect(late).rejects.toBeInstanceOf(DeadlineError);
  });

  test.each([["status=503"], ["status=429"], ["reset"], ["truncate"]])("continues after %s twice", async (fault) => {
    const [name = "", value] = fault.split("=");
    const rule = { endpoint: "worlds.list", times: 2, fault: { [name]: value === undefined ? true : Number(value) } };
    await setFaults([rule]);
    const { value: page } = await clientWith().worlds.pages().next();
    expect(page?.pageNum).toBe(0);
  });
});

describe("a job", () => {
  test.each([
    ["before anything was done", { reset: true }],
    ["with 503", { status: 503 }],
    ["with 500", { status: 500 }],
  ])("that is refused %s is sent again, and accepted once", async (_words, fault) => {
    await setFaults([{ endpoint: "jobs.submit", times: 1, fault }]);
    const job = await clientWith().jobs.submit({ usdContent: usdContent() });
    expect((await job.result({ interval: 50 }))?.resultUrl).toContain(gateway.url);
  });

  test.each([["dropAfterAccept"], ["truncate"]])(
    "whose acceptance is lost (%s) is known to be there",
    async (fault) => {
      await setFaults([{ endpoint: "jobs.submit", times: 1, fault: { [fault]: true } }]);
      const requestId = `lost-${fault}`;
      const submitted = clientWith().jobs.submit({ usdContent: usdContent(), requestId });
      await expect(submitted).rejects.toMatchObject({ constructor: AcceptedIdUnknownError, requestId });
    },
  );

  test("with a recently used id is the caller's error", async () => {
    const client = clientWith();
    await client.jobs.submit({ usdContent: usdContent(), requestId: "twice" });
    const again = client.jobs.submit({ usdContent: usdContent(), requestId: "twice" });
    await expect(again).rejects.toBeInstanceOf(DuplicateRequestError);
  });
});

describe("a create without duplicate protection", () => {
  test.each([["drop-after-accept"], ["truncate"], ["status=500"], ["reset"]])(
    "is not sent again after %s: the outcome is unknown",
    async (fault) => {
      const before = await worldCount();
      const generated = clientWith(fault).worlds.generate({ prompt: "a garden" });
      await expect(generated).rejects.toBeInstanceOf(OutcomeUnknownError);
      const isDone = fault === "drop-after-accept" || fault === "truncate";
      expect(await worldCount()).toBe(before + (isDone ? 1 : 0));
      const stream = clientWith(fault).streams.create({ usdContent: usdContent() });
      await expect(stream).rejects.toBeInstanceOf(OutcomeUnknownError);
    },
  );

  test("is sent again if it was certainly not accepted", async () => {
    await setFaults([{ endpoint: "worlds.generate", times: 2, fault: { status: 503 } }]);
    const world = await clientWith().worlds.generate({ prompt: "a garden" });
    expect((await world.result({ interval: 50 })).status).toBe("SUCCEEDED");
  });
});

async function worldCount(): Promise<number> {
  const { value: page } = await clientWith().worlds.pages().next();
  return page?.totalCount ?? 0;
}
