import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Base64Error, encodeBase64 } from "@usdkit/base";
import { decodeUsdContent } from "./decode-usd-content.ts";
import { firstInvalidUtf8 } from "./invalid-utf8.ts";

function refusal(decode: () => unknown): Pick<Base64Error, "code" | "offset"> | undefined {
  try {
    decode();
    return undefined;
  } catch (error) {
    if (!(error instanceof Base64Error)) throw error;
    return { code: error.code, offset: error.offset };
  }
}

describe("decodeUsdContent", () => {
  test("accepts the same UTF-8 as TextDecoder", () => {
    // Bytes that are likely to form UTF-8 sequences.
    const near = fc.array(
      fc.constantFrom(0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5),
    );
    fc.assert(
      fc.property(fc.oneof(near, fc.array(fc.nat(255))), (list) => {
        const each = Uint8Array.from(list);
        const at = firstInvalidUtf8(each);
        const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
        if (at < 0) expect(decoder.decode(each)).toBeTypeOf("string");
        else {
          // The bytes before it are valid, and no continuation of it is.
          expect(decoder.decode(each.subarray(0, at))).toBeTypeOf("string");
          expect(() => decoder.decode(each)).toThrow(TypeError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test.each<[string, number[], number]>([
    ["cut off", [0x41, 0xc3], 1],
    ["overlong", [0x41, 0x41, 0xc0, 0xaf], 2],
    ["a surrogate", [0xed, 0xa0, 0x80], 0],
    ["above U+10FFFF", [0x41, 0xf4, 0x90, 0x80, 0x80], 1],
    ["UTF-16", [0xff, 0xfe], 0],
  ])("%s", (_, list, offset) => {
    const text = encodeBase64(Uint8Array.from(list));
    expect(refusal(() => decodeUsdContent(text))).toEqual({ code: "utf-8", offset });
  });

  test("a scene", () => {
    const text = '#usda 1.0\ndef "Ü🙂"\n';
    expect(new TextDecoder().decode(decodeUsdContent(encodeBase64(new TextEncoder().encode(text))))).toBe(text);
    expect(refusal(() => decodeUsdContent("#usda 1.0"))).toEqual({ code: "alphabet", offset: 0 });
  });
});
