import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { getRenderFormat, listWorlds } from "@usdkit/contract";
import { expect, test } from "vitest";
import { answerOf, call, gatewayForTest, type Answer } from "../test-support/caller.ts";

test("wrong method: 405 names the allowed one", async () => {
  await using gateway = await gatewayForTest();
  const answer = await answerOf(await fetch(`${gateway.url}/global/rendercloud/v1/jobs`, { method: "PUT" }));
  expect(answer).toMatchObject({ status: 405, body: { code: 405, status: "METHOD_NOT_ALLOWED" } });
  expect(answer.headers.get("allow")).toBe("POST");
  expect(answer.body.details.message).toContain("POST");
  expect(answer.body).toMatchObject({
    message: "method not allowed",
    details: { reason: "BIZ_10405", domain: "gateway", metaData: { bizCode: "10405" } },
  });
});

test.each([`/files/${"a".repeat(32)}/a.png`, "/files/a"])("%s: 404 with the error body of spec 7.1", async (path) => {
  await using gateway = await gatewayForTest();
  const answer = await answerOf(await fetch(gateway.url + path));
  expect(answer).toMatchObject({ status: 404, body: { code: 404, message: "unknown file", status: "NOT_FOUND" } });
  expect(answer.body.details).toEqual({
    reason: "BIZ_12001",
    domain: "gateway",
    message: "no file has this URL; it was removed, or the URL is incomplete",
    metaData: { bizCode: "12001" },
  });
});

test("a user who sends too many requests in a second: 429 with Retry-After, other users are not affected", async () => {
  await using gateway = await gatewayForTest({ requestsPerSecond: 3, clock: "manual" });
  const ask = (key?: string): Promise<Answer> => call(gateway.url, listWorlds, { key, body: {} });
  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) statuses.push((await ask()).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  const refused = await ask();
  expect(refused).toMatchObject({ status: 429, body: { status: "RESOURCE_EXHAUSTED" } });
  expect(refused.headers.get("retry-after")).toBe("1");
  expect((await ask("key-of-bob")).status).toBe(200);
  // The guide requires no key and has no rate limit.
  expect((await call(gateway.url, getRenderFormat, { key: "" })).status).toBe(200);
  gateway.clock?.advance(334);
  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
});

test("pipelined requests on one connection are all answered", async () => {
  await using gateway = await gatewayForTest();
  const { hostname, port, host } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  const paths = [`/files/${"a".repeat(32)}/a`, "/nothing", "/healthz"];
  const heads = paths.map((path, i) => {
    const last = i === paths.length - 1 ? "connection: close\r\n" : "";
    return `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${last}\r\n`;
  });
  socket.write(heads.join(""));
  const statuses = [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  expect(statuses).toEqual(["404", "404", "200"]);
});

test.each(["/global/rendercloud/v1/nothing", "/global/%3Cscript%3E/v1/x", "/nowhere"])(
  "%s: 404 says that the endpoint is unknown, and repeats nothing of the path",
  async (path) => {
    await using gateway = await gatewayForTest();
    const answer = await answerOf(await fetch(gateway.url + path));
    expect(answer).toMatchObject({
      status: 404,
      body: { message: "unknown endpoint", details: { domain: "gateway" } },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/nothing|script|nowhere/);
  },
);
