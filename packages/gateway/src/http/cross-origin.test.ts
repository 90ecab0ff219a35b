import { endpointList, getJob, listWorlds } from "@usdkit/contract";
import { expect, test } from "vitest";
import { call, gatewayForTest } from "../test-support/caller.ts";

const ORIGIN = "https://app.example";

const preflight = (url: string, path: string, origin: string): Promise<Response> =>
  fetch(url + path, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization" },
  });

test("every endpoint answers the preflight requests of an allowed origin, without a key", async () => {
  await using gateway = await gatewayForTest({ origins: [ORIGIN] });
  for (const [, { path, method }] of endpointList) {
    const { status, headers } = await preflight(gateway.url, path, ORIGIN);
    expect([path, status, headers.get("access-control-allow-origin")]).toEqual([path, 204, ORIGIN]);
    expect(headers.get("access-control-allow-methods")?.split(", ")).toContain(method);
    expect(headers.get("access-control-allow-headers")?.split(", ")).toEqual(
      expect.arrayContaining(["authorization", "content-type", "ous-token-v2", "x-source"]),
    );
    expect(headers.has("access-control-allow-credentials")).toBe(false);
  }
});

test("replies and errors are readable for pages of an allowed origin", async () => {
  await using gateway = await gatewayForTest({ origins: [ORIGIN] });
  const replies = [
    await call(gateway.url, listWorlds, { body: {}, headers: { origin: ORIGIN } }),
    await call(gateway.url, listWorlds, { body: {}, headers: { origin: ORIGIN }, key: "wrong" }),
    await call(gateway.url, getJob, { body: { operationId: "unknown" }, headers: { origin: ORIGIN } }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 401, 404]);
  for (const { headers } of replies) {
    expect(headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(headers.get("access-control-expose-headers")).toContain("retry-after");
    expect(headers.get("vary")).toBe("origin");
  }
});

test.each([[[ORIGIN]], [[]]])("with the origins %j, other origins get no permission", async (origins) => {
  await using gateway = await gatewayForTest({ origins });
  const other = "https://evil.example";
  const refused = await preflight(gateway.url, listWorlds.path, other);
  expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([405, null]);
  const { headers } = await call(gateway.url, listWorlds, { body: {}, headers: { origin: other } });
  expect([headers.get("access-control-allow-origin"), headers.get("vary")]).toEqual([
    null,
    origins.length > 0 ? "origin" : null,
  ]);
});
