import { getRenderFormat, listWorlds } from "@usdkit/contract";
import { expect, test } from "vitest";
import { answerOf, call, gatewayForTest, type Answer } from "../test-support/caller.ts";

test("another method than that of the endpoint: 405 says which", async () => {
  await using gateway = await gatewayForTest();
  const answer = await answerOf(await fetch(`${gateway.url}/global/rendercloud/v1/jobs`, { method: "PUT" }));
  expect(answer).toMatchObject({ status: 405, body: { code: 405, status: "METHOD_NOT_ALLOWED" } });
  expect(answer.headers.get("allow")).toBe("POST");
  expect(answer.body.details.message).toContain("POST");
  expect((await fetch(`${gateway.url}/global/rendercloud/v1/nothing`)).status).toBe(404);
});

test("a user who sends too many requests in a second: 429 with Retry-After, and nobody else is refused", async () => {
  await using gateway = await gatewayForTest({ requestsPerSecond: 3, clock: "manual" });
  const ask = (key?: string): Promise<Answer> => call(gateway.url, listWorlds, { key, body: {} });
  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) statuses.push((await ask()).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  const refused = await ask();
  expect(refused).toMatchObject({ status: 429, body: { status: "RESOURCE_EXHAUSTED" } });
  expect(refused.headers.get("retry-after")).toBe("1");
  expect((await ask("key-of-bob")).status).toBe(200);
  // The guide wants no key, and has no limit.
  expect((await call(gateway.url, getRenderFormat, { key: "" })).status).toBe(200);
  gateway.clock?.advance(334);
  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
});
