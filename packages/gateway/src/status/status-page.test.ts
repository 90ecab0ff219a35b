import { expect, test } from "vitest";
import { gatewayForTest } from "../test-support/caller.ts";

test("requires a key for its data and forbids inline scripts", async () => {
  await using gateway = await gatewayForTest();
  expect((await fetch(`${gateway.url}/status/data.json`)).status).toBe(401);
  expect((await fetch(`${gateway.url}/status/frame?session=x`)).status).toBe(401);
  const page = await fetch(`${gateway.url}/status`);
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self';");
  expect(await page.text()).not.toMatch(/<script(?![^>]* src=)|\son\w+=|style=/);
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  expect(metrics).toMatch(/^spatial_gateway_requests_total\{endpoint="status",status="200"\} \d+$/m);
  const document = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as {
    openapi: string;
    servers: object[];
    paths: Record<string, object>;
  };
  expect(document.openapi).toMatch(/^3\.1/);
  expect(document.servers).toEqual([{ url: gateway.url }]);
  expect(document.paths["/ous/api/v2/upload/status"]).toMatchObject({ servers: [{ url: gateway.url }] });
  expect(Object.keys(document.paths)).toContain("/global/rendercloud/v1/jobs");
});
