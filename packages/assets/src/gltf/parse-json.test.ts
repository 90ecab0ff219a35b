import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

const place = { where: "JSON" };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("the JSON of glTF", () => {
  test("is what it is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseJson(bytesOf(JSON.stringify(value)), place)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test.each([
    ["[", "]", 1],
    ['{"a":', "}", 1],
    ['{"extras":[', "]}", 2],
  ])("is nested up to 500 levels (%s)", (open, close, levels) => {
    const nested = (count: number): Uint8Array => bytesOf(`${open.repeat(count)}1${close.repeat(count)}`);
    expect(() => parseJson(nested(500 / levels), place)).not.toThrow();
    const deeper = 500 / levels + 1;
    expect(() => parseJson(nested(deeper), place)).toThrow(/byte \d+ of the JSON is nested more deeply than 500/u);
    expect(() => parseJson(nested(100_000), place)).toThrow("nested more deeply");
  });

  test("has brackets in texts that do not count", () => {
    const text = `"${'[{\\\\\\"'.repeat(600)}"`;
    expect(parseJson(bytesOf(text), place)).toBe('[{\\"'.repeat(600));
    expect(parseJson(bytesOf(`[${"[],".repeat(600)}{}]`), place)).toHaveLength(601);
  });

  test("is UTF-8, and complete", () => {
    expect(() => parseJson(Uint8Array.of(0x22, 0xff, 0x22), place)).toThrow("not valid UTF-8");
    expect(() => parseJson(bytesOf('{"a":'), place)).toThrow("the JSON cannot be read");
    expect(() => parseJson(bytesOf('{"a'), place)).toThrow("the JSON cannot be read");
  });
});
