import { expect, test } from "vitest";
import { endpointUrl } from "./endpoint-url.ts";

const list = { path: "/global/world/v1/list" };
const world = { path: "/global/world/v1/{worldId}" };

test.each([
  ["https://host", "https://host"],
  ["https://host/", "https://host"],
  ["http://127.0.0.1:8787", "http://127.0.0.1:8787"],
  ["https://host:443/prefix", "https://host/prefix"],
  ["https://host/a/b///", "https://host/a/b"],
  ["https://host/a/../b/", "https://host/b"],
  ["HTTPS://HOST/A", "https://host/A"],
  ["https://[::1]:9/", "https://[::1]:9"],
])("behind the base URL %s", (base, begin) => {
  expect(endpointUrl(list, base)).toBe(`${begin}/global/world/v1/list`);
});

test("values are percent-encoded", () => {
  expect(endpointUrl(world, "https://host/p/", { worldId: "a/b ü?#%" })).toBe(
    "https://host/p/global/world/v1/a%2Fb%20%C3%BC%3F%23%25",
  );
  const query = { a: "1&b=2", n: 0, f: false, none: undefined, nothing: null, ü: "+ " };
  const url = endpointUrl(list, "https://host", {}, query);
  expect([...new URL(url).searchParams]).toEqual([
    ["a", "1&b=2"],
    ["n", "0"],
    ["f", "false"],
    ["ü", "+ "],
  ]);
});

test.each([
  ["host", "invalid base URL"],
  ["", "invalid base URL"],
  ["//host", "invalid base URL"],
  ["ftp://host", "begins with ftp:"],
  ["file:///etc", "begins with file:"],
  ["https://me@host", "user name or password"],
  ["https://:word@host", "user name or password"],
  ["https://host/?key=word", "query or a fragment"],
  ["https://host/#word", "query or a fragment"],
])("%s is no base URL", (base, problem) => {
  expect(() => endpointUrl(list, base)).toThrow(problem);
  expect(() => endpointUrl(list, base)).not.toThrow("word@");
  expect(() => endpointUrl(list, base)).not.toThrow("=word");
});

test.each(["", ".", ".."])("the world %j is rejected", (worldId) => {
  expect(() => endpointUrl(world, "https://host", { worldId })).toThrow("{worldId} of the path");
});
