// The limits of size, tokens and diagnostics: each has its own code, and a text at the limit is read.

import { describe, expect, test } from "vitest";
import { parseUsda } from "../../packages/usda/src/parse/parse-usda.ts";
import { dumpLayer } from "@usdkit/layer";
import { examine } from "./examine.ts";

const encoder = new TextEncoder();

describe("size", () => {
  const text = '#usda 1.0\ndef "A"\n{\n}\n';

  test("a text of as many bytes as the bound is read", () => {
    expect(parseUsda(text, { maxBytes: text.length }).layer.root.children).toHaveLength(1);
  });

  test("one byte more is not", () => {
    const { layer, diagnostics, ok } = parseUsda(text, { maxBytes: text.length - 1 });
    expect(ok).toBe(false);
    expect(diagnostics.map(({ code }) => code)).toEqual(["USDA_LIMIT_SIZE"]);
    expect(diagnostics[0]?.message).toContain(String(text.length));
    expect(layer.root.children).toEqual([]);
    expect(dumpLayer(layer)).toBe('{"specs":{"/":{"fields":{},"specType":"pseudoRoot"}}}');
    expect(layer.comments).toEqual([]);
  });

  test("bytes are counted, not characters", () => {
    const wide = `${text}# ${"é".repeat(10)}\n`;
    expect(parseUsda(wide, { maxBytes: wide.length }).diagnostics[0]?.code).toBe("USDA_LIMIT_SIZE");
    expect(parseUsda(wide, { maxBytes: wide.length + 10 }).ok).toBe(true);
  });

  test("a bound below the header", () => {
    expect(parseUsda(text, { maxBytes: 3 }).diagnostics.map(({ code }) => code)).toEqual(["USDA_LIMIT_SIZE"]);
    expect(parseUsda(text, { maxBytes: 0 }).diagnostics.map(({ code }) => code)).toEqual(["USDA_LIMIT_SIZE"]);
  });
});

describe("tokens", () => {
  const LIMIT = 100;
  const inPrim = (statement: string): string => `#usda 1.0\ndef "A"\n{\n    ${statement}\n    int after = 1\n}\n`;

  test.each([
    ["a string", (size: number) => inPrim(`string s = "${"x".repeat(size - 2)}"`)],
    ["a triple string", (size: number) => inPrim(`string s = """${"x".repeat(size - 6)}"""`)],
    ["an asset path", (size: number) => inPrim(`asset s = @${"x".repeat(size - 2)}@`)],
    ["a path", (size: number) => inPrim(`rel r = </${"x".repeat(size - 3)}>`)],
    ["a name", (size: number) => inPrim(`int ${"x".repeat(size)} = 1`)],
    ["a number", (size: number) => inPrim(`double d = ${"1".repeat(size)}`)],
  ])("%s", (_name, textOf) => {
    expect(parseUsda(textOf(LIMIT), { maxTokenBytes: LIMIT }).diagnostics).toEqual([]);
    const text = textOf(LIMIT + 1);
    const { layer, diagnostics } = parseUsda(text, { maxTokenBytes: LIMIT });
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([["USDA_LIMIT_TOKEN", 4]]);
    expect(layer.root.children[0]?.properties.some(({ name }) => name === "after")).toBe(true);
    expect(examine(encoder.encode(text), { maxTokenBytes: LIMIT })).toEqual([]);
  });

  test("a long array is not a token", () => {
    const text = inPrim(`int[] x = [${"1, ".repeat(500)}1]`);
    expect(parseUsda(text, { maxTokenBytes: LIMIT }).diagnostics).toEqual([]);
  });
});

describe("diagnostics", () => {
  const withErrors = (count: number): string => `#usda 1.0\ndef "A"\n{\n${"    int x = a\n".repeat(count)}}\n`;
  const codes = (count: number, maxDiagnostics?: number): readonly string[] =>
    parseUsda(withErrors(count), maxDiagnostics === undefined ? {} : { maxDiagnostics }).diagnostics.map(
      ({ code }) => code,
    );

  test("as many as the bound are reported", () => {
    expect(codes(100)).toHaveLength(100);
    expect(codes(100)).not.toContain("USDA_LIMIT_DIAGNOSTICS");
    expect(codes(7, 7)).toHaveLength(7);
  });

  test("more are dropped, and one more diagnostic reports it", () => {
    expect(codes(101)).toHaveLength(101);
    expect(codes(101).at(-1)).toBe("USDA_LIMIT_DIAGNOSTICS");
    expect(codes(5000)).toEqual(codes(101));
    expect(codes(8, 7)).toHaveLength(8);
  });

  test("the bound may be higher", () => {
    expect(codes(500, 500)).toHaveLength(500);
  });

  test.each([0, 1])("a bound of %i", (maxDiagnostics) => {
    const found = codes(3, maxDiagnostics);
    expect(found).toHaveLength(maxDiagnostics + 1);
    expect(found.at(-1)).toBe("USDA_LIMIT_DIAGNOSTICS");
  });

  test("a wrong header and broken bytes count too", () => {
    const bytes = Uint8Array.from([...encoder.encode("usda\n"), 0xff, ...encoder.encode(withErrors(300))]);
    expect(parseUsda(bytes, { maxDiagnostics: 5 }).diagnostics.length).toBeLessThanOrEqual(6);
  });
});
