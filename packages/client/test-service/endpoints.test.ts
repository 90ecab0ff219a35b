/** Every endpoint of the contract is answered, by the contract's own schemas; and by the service's rules where it refuses. */
import { endpointList, endpoints, type AnyEndpoint } from "@usdkit/contract";
import { describe, expect, test } from "vitest";
import { startTestService, type TestService } from "./index.ts";
import { exampleRequests, images, startForExamples } from "./test-support/example-requests.ts";
import { base64, SCENE, send, type ExampleRequest } from "./test-support/examples.ts";

const all = endpointList.map(([name, endpoint]) => ({ name, endpoint }));

test.each(all)("$endpoint.id answers as the contract says", async ({ name, endpoint }) => {
  await using service = await startForExamples();
  const response = await send(service, endpoint, await exampleRequests[name](service));
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

test.each(all.filter(({ endpoint }) => endpoint.access !== "open"))(
  "$endpoint.id refuses a wrong key or token",
  async ({ name, endpoint }) => {
    await using service = await startForExamples();
    const request = await exampleRequests[name](service);
    const effects = (): string => JSON.stringify([...service.record.renders, service.record.sessions]);
    const before = effects();
    const wrong = endpoint.access === "key" ? { headers: { authorization: "wrong" } } : { token: "wrong" };
    const response = await send(service, endpoint, { ...request, ...wrong });
    expect(response.status).toBe(401);
    expect(effects()).toBe(before);
  },
);

describe("what may not be sent is found", () => {
  const submit = { requestId: "r-1", usdContent: base64(SCENE) };
  const cases: readonly [string, AnyEndpoint, ExampleRequest][] = [
    ["a field too many", endpoints.submitJob, { body: { ...submit, template: "a" } }],
    ["Base64 that is none", endpoints.submitJob, { body: { ...submit, usdContent: "a-_=" } }],
    ["a query too many", endpoints.getUploadToken, { query: { a: 1 } }],
    ["too few images", endpoints.reconstructWorld, { body: { resources: images.slice(1) } }],
    ["no such path", { ...endpoints.getWorld, path: "/global/world/v2/{worldId}" }, { path: { worldId: "a" } }],
  ];
  test.each(cases)("%s", async (_, endpoint, request) => {
    await using service: TestService = await startTestService();
    const response = await send(service, endpoint, request);
    expect([400, 404]).toContain(response.status);
    expect(service.record.violations).toHaveLength(1);
    expect(service.record.renders.size).toBe(0);
  });
});
