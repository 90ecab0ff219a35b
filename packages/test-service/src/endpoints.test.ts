/** Every endpoint of the contract is answered, by the contract's own schemas; and by the service's rules where it refuses. */
import { endpointList, endpoints, type AnyEndpoint } from "@usdkit/contract";
import { describe, expect, test } from "vitest";
import { startTestService, type TestService } from "./index.ts";
import { exampleRequests, images, startForExamples } from "./examples/example-requests.ts";
import { base64, SCENE, send, type ExampleRequest } from "./examples/examples.ts";

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

describe("what a client may not send is a violation", () => {
  const submit = { requestId: "r-1", usdContent: base64(SCENE) };
  // The specification does not forbid unknown fields, so they do not make the service reject a request.
  const cases: readonly [string, AnyEndpoint, ExampleRequest, number][] = [
    ["an unknown field", endpoints.submitJob, { body: { ...submit, template: "a" } }, 202],
    ["an unknown query", endpoints.getUploadToken, { query: { a: 1 } }, 200],
    ["invalid Base64", endpoints.submitJob, { body: { ...submit, usdContent: "a-_=" } }, 400],
    ["too few images", endpoints.reconstructWorld, { body: { resources: images.slice(1) } }, 400],
    ["an unknown path", { ...endpoints.getWorld, path: "/global/world/v2/{worldId}" }, { path: { worldId: "a" } }, 404],
  ];
  test.each(cases)("%s", async (_, endpoint, request, status) => {
    await using service: TestService = await startTestService();
    const response = await send(service, endpoint, request);
    expect(response.status).toBe(status);
    expect(service.record.violations).toHaveLength(1);
    expect(service.record.renders.size).toBe(status === 202 ? 1 : 0);
  });
});
