import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fillPath, matchPath, pathTemplate, pathValueProblem } from "./path-template.ts";

const value = fc
  .oneof(
    fc.string({ unit: "binary", minLength: 1 }),
    fc.string({
      unit: fc.constantFrom(".", "/", ":", "%", "push", "%2F", "{", "}", "?", "#", " ", "ü", "\0"),
      minLength: 1,
    }),
  )
  .filter((text) => text !== "." && text !== "..");

test.each(["/a/{id}", "/{id}", "/a/{id}:push", "/a/b{id}/c", "/{id}/x/{other}:y"])(
  "%s: an inserted value is matched again, also through a URL parser",
  (path) => {
    const template = pathTemplate(path);
    const names = template.flatMap(({ name }) => name ?? []);
    fc.assert(
      fc.property(fc.tuple(...names.map(() => value)), (values) => {
        const given = Object.fromEntries(names.map((name, i) => [name, values[i]]));
        const filled = fillPath(template, given);
        expect(matchPath(template, filled)).toEqual({ kind: "match", path: given });
        expect(new URL(filled, "https://host").pathname).toBe(filled);
      }),
    );
  },
);

test.each([
  ["/a/{id}", "/a/"],
  ["/a/{id}", "/a"],
  ["/a/{id}", "/b/1"],
  ["/a/{id}", "/a/1/"],
  ["/a/{id}", "/a/1/2"],
  ["/a/{id}", "//a/1"],
  ["/a/{id}", "a/1"],
  ["/a/{id}", ""],
  ["/a/{id}:push", "/a/:push"],
  ["/a/{id}:push", "/a/1"],
  // One colon cannot be both before and after.
  ["/a/x{id}x", "/a/x"],
])("%s does not match %s", (path, pathname) => {
  expect(matchPath(pathTemplate(path), pathname)).toEqual({ kind: "no-match" });
});

test.each(["%", "%2", "%zz", "%ff", "%c3", "%c3%28", ".", "..", "%2e", "%2E%2e"])(
  "%s is not a value of a path",
  (text) => {
    expect(matchPath(pathTemplate("/a/{id}"), `/a/${text}`)).toMatchObject({ kind: "bad-value", name: "id" });
  },
);

test.each([undefined, null, 7, "", ".", "..", "\ud800", "a\udc00b"])("%j cannot be inserted", (text) => {
  expect(pathValueProblem(text)).toBeTypeOf("string");
  expect(() => fillPath(pathTemplate("/a/{id}"), { id: text })).toThrow(/^\{id\} of the path: expected /);
});

test("a missing or surplus value is reported with its name", () => {
  expect(() => fillPath(pathTemplate("/a/{id}"), {})).toThrow("{id} of the path: expected text");
  expect(() => fillPath(pathTemplate("/a/{constructor}"), {})).toThrow("{constructor} of the path");
  expect(() => fillPath(pathTemplate("/a"), { id: "1" })).toThrow("the path has no {id}");
});
