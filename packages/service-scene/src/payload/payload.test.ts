import { parseUsda } from "@usdkit/usda";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePayloadAsset } from "./parse-payload-asset.ts";
import { payloadOf } from "./payload-of.ts";

describe("parsePayloadAsset", () => {
  test.each<[string, string, string]>([
    ["asset:/mesh/chair-01", "asset", "chair-01"],
    ["a:/mesh/b", "a", "b"],
    ["A.b+c-9:/mesh/x", "A.b+c-9", "x"],
    ["asset:/mesh/chair%20one", "asset", "chair one"],
    ["asset:/mesh/%C3%BC", "asset", "ü"],
    ["asset:/mesh/ü", "asset", "ü"],
    ["asset:/mesh/a%2Fb", "asset", "a/b"],
    ["asset:/mesh/a:b@c", "asset", "a:b@c"],
    ["asset:/mesh/...", "asset", "..."],
    ["asset:/mesh/mesh", "asset", "mesh"],
  ])("%s", (text, scheme, meshId) => {
    expect(parsePayloadAsset(text)).toEqual({ scheme, meshId });
  });

  test.each<[string, string]>([
    ["", "names no asset"],
    ["./chair.usd", "no scheme"],
    ["/mesh/chair", "no scheme"],
    [":/mesh/chair", "no scheme"],
    ["9a:/mesh/chair", '"9a" is not a valid scheme'],
    ["a_b:/mesh/chair", '"a_b" is not a valid scheme'],
    ["ä:/mesh/chair", '"ä" is not a valid scheme'],
    ["asset://mesh/chair", "names a host"],
    ["asset:mesh/chair", '"/mesh/" must follow'],
    ["asset:/Mesh/chair", '"/mesh/" must follow'],
    ["asset:/meshes/chair", '"/mesh/" must follow'],
    ["asset:/mesh", '"/mesh/" must follow'],
    ["asset:/mesh/", "is empty"],
    ["asset:/mesh//", "a slash follows"],
    ["asset:/mesh/chair/", "a slash follows"],
    ["asset:/mesh/chair/legs", "more than the mesh id"],
    ["asset:/mesh/chair?v=1", "a query"],
    ["asset:/mesh/?", "is empty"],
    ["asset:/mesh/#/a", "is empty"],
    ["9a:/meshes/chair", '"/mesh/" must follow'],
    ["asset:/mesh/chair#legs", "a fragment"],
    ["asset:/mesh/%", "hexadecimal"],
    ["asset:/mesh/%zz", "hexadecimal"],
    ["asset:/mesh/%ff", "hexadecimal"],
    ["asset:/mesh/.", "is not a mesh id"],
    ["asset:/mesh/%2e%2E", "is not a mesh id"],
  ])("%j: %s", (text, problem) => {
    const parsed = parsePayloadAsset(text);
    expect("problem" in parsed ? parsed.problem : parsed).toContain(problem);
  });

  test.each<[string, boolean]>([
    ["", false],
    ["./chair.usd", false],
    ["/mesh/chair", false],
    [":/mesh/chair", false],
    ["asset://mesh/chair", false],
    ["asset:mesh/chair", false],
    ["asset:/meshes/chair", false],
    ["9a:/meshes/chair", false],
    ["asset:/mesh/", false],
    ["asset:/mesh/?v=1", false],
    ["asset:/mesh/chair/", false],
    ["asset:/mesh/chair/?v=1", false],
    ["asset:/mesh/chair/..", false],
    ["asset:/mesh/%2e", false],
    ["9a:/mesh/chair", true],
    ["a_b:/mesh/chair", true],
    ["asset:/mesh/chair?v=1", true],
    ["asset:/mesh/chair?v=/", true],
    ["asset:/mesh/chair#legs", true],
    ["asset:/mesh/chair/legs", true],
    ["asset:/mesh//chair", true],
    ["asset:/mesh/%zz", true],
  ])("%j has the form of the table apart from details: %s", (text, hasForm) => {
    expect(parsePayloadAsset(text)).toMatchObject({ hasForm });
  });

  test("round trip of every id; nothing throws", () => {
    const id = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => text !== "." && text !== "..");
    fc.assert(
      fc.property(id, fc.string(), (meshId, other) => {
        expect(parsePayloadAsset(`s:/mesh/${encodeURIComponent(meshId)}`)).toEqual({ scheme: "s", meshId });
        expect(parsePayloadAsset(other)).toBeTypeOf("object");
      }),
    );
  });
});

describe("payloadOf", () => {
  const payloads = (metadata: string): readonly object[] => {
    const { layer, ok } = parseUsda(`#usda 1.0\ndef Mesh "A" (\n${metadata}\n)\n{\n}\n`);
    expect(ok).toBe(true);
    return payloadOf(layer.root.children[0]).map(({ asset, target }) => ({ asset, target }));
  };

  test.each<[string, object[]]>([
    ["payload = @a:/mesh/b@", [{ asset: "a:/mesh/b", target: null }]],
    ["payload = @a:/mesh/b@</mesh>", [{ asset: "a:/mesh/b", target: "/mesh" }]],
    ["payload = </mesh>", [{ asset: "", target: "/mesh" }]],
    ["payload = None", []],
    ["payload = []", []],
    ["delete payload = @a:/mesh/b@", []],
    ["reorder payload = [@a:/mesh/b@]", []],
    [
      "prepend payload = @p@\nappend payload = @q@\nadd payload = @r@\ndelete payload = @s@",
      ["p", "r", "q"].map((asset) => ({ asset, target: null })),
    ],
    ["payload = [@p@, @q@]", ["p", "q"].map((asset) => ({ asset, target: null }))],
    ["append payload = @p@\npayload = @q@", [{ asset: "q", target: null }]],
    ['doc = "none"', []],
  ])("%s", (metadata, expected) => {
    expect(payloads(metadata)).toEqual(expected);
  });

  test("its range in the text", () => {
    const text = '#usda 1.0\ndef Mesh "A" (\n    prepend payload = @a:/mesh/b@</c>\n)\n{\n}\n';
    const [item] = payloadOf(parseUsda(text).layer.root.children[0]);
    expect(text.slice(item.range?.start, item.range?.end)).toBe("@a:/mesh/b@</c>");
    expect(item.parsed).toEqual({ scheme: "a", meshId: "b" });
  });
});
