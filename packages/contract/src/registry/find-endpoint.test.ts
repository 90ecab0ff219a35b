import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endpointUrl } from "../endpoint/endpoint-url.ts";
import { pathValueProblem } from "../endpoint/path-template.ts";
import { endpointList, endpoints } from "./endpoints.ts";
import { findEndpoint } from "./find-endpoint.ts";

const value = fc
  .oneof(
    fc.string({ unit: "binary", minLength: 1 }),
    fc.string({ unit: fc.constantFrom(":push", "/", "%", "list", ".", "..", "%2e"), minLength: 1, maxLength: 4 }),
  )
  .filter((text) => pathValueProblem(text) === undefined);

describe("a built URL matches its endpoint, with the same values", () => {
  test.each(endpointList)("%s", (name, endpoint) => {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, each]) => each ?? "");
    const body = endpoint.chosenBy === undefined ? undefined : { [endpoint.chosenBy]: "1" };
    fc.assert(
      fc.property(fc.tuple(...names.map(() => value)), (values) => {
        const path = Object.fromEntries(names.map((each, i) => [each, values[i]]));
        const { pathname } = new URL(endpointUrl(endpoint, "https://host/", path));
        expect(findEndpoint(endpoint.method, pathname, body)).toEqual({ kind: "found", name, endpoint, path });
      }),
    );
  });
});

test.each(["jobs", "streams"])("two requests of /%s are distinguished by operationId", (path) => {
  const name = (body: unknown): string => {
    const match = findEndpoint("POST", `/global/rendercloud/v1/${path}`, body);
    return match.kind === "found" ? match.endpoint.id : match.kind;
  };
  expect(name({ operationId: "1" })).toBe(`${path}.get`);
  // With a scene as well it is a poll, whose schema then reports the error.
  expect(name({ operationId: "1", requestId: "2", usdContent: "3" })).toBe(`${path}.get`);
  const first = path === "jobs" ? "jobs.submit" : "streams.create";
  for (const body of [
    {},
    { operationId: "" },
    { operationId: null },
    { requestId: "2" },
    undefined,
    null,
    [],
    "text",
    7,
  ]) {
    expect(name(body)).toBe(first);
  }
  expect(name(Object.create({ operationId: "1" }))).toBe(first);
});

test("unknown paths", () => {
  expect(findEndpoint("GET", "/global/world/v1")).toEqual({ kind: "none" });
  expect(findEndpoint("GET", "/global/world/v1/list/")).toEqual({ kind: "none" });
  expect(findEndpoint("GET", "/ous/api/v2/upload")).toEqual({ kind: "none" });
  expect(findEndpoint("GET", "/")).toEqual({ kind: "none" });
  expect(findEndpoint("PUT", "/global/world/v1/list")).toEqual({ kind: "wrong-method", allow: ["GET", "POST"] });
  expect(findEndpoint("GET", "/global/rendercloud/v1/jobs")).toEqual({ kind: "wrong-method", allow: ["POST"] });
  expect(findEndpoint("GET", "/global/rendercloud/v1/streams/1")).toEqual({ kind: "wrong-method", allow: ["DELETE"] });
});

test("the list is not a world; a world may have the id list", () => {
  expect(findEndpoint("POST", "/global/world/v1/list")).toMatchObject({ endpoint: endpoints.listWorlds });
  expect(findEndpoint("GET", "/global/world/v1/list")).toMatchObject({ path: { worldId: "list" } });
});

test("invalid values", () => {
  expect(findEndpoint("GET", "/global/world/v1/%zz")).toEqual({
    kind: "bad-path",
    message: "{worldId} of /global/world/v1/{worldId}: its percent-encoding is broken",
  });
  expect(findEndpoint("GET", "/global/world/v1/%2e%2e")).toMatchObject({ kind: "bad-path" });
  // A method that is wrong as well is reported first: nothing takes a value there.
  expect(findEndpoint("PUT", "/global/world/v1/%zz")).toEqual({ kind: "wrong-method", allow: ["GET"] });
});

test("no path throws", () => {
  const piece = fc.constantFrom(
    "/",
    "global",
    "world",
    "v1",
    "rendercloud",
    "streams",
    ":push",
    "%",
    "%00",
    "..",
    "ous",
    "\ud800",
    "",
  );
  fc.assert(
    fc.property(
      fc.constantFrom("GET", "POST", "DELETE", "get", ""),
      fc.array(piece),
      fc.anything(),
      (method, pieces, body) => {
        expect(findEndpoint(method, pieces.join(""), body)).toHaveProperty("kind");
      },
    ),
  );
});
