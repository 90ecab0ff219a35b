import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Base64Error } from "./base64-error.ts";
import { decodeBase64 } from "./decode-base64.ts";
import { encodeBase64 } from "./encode-base64.ts";

const bytes = fc.uint8Array({ maxLength: 200 });

function refusal(decode: () => unknown): Pick<Base64Error, "code" | "offset"> | undefined {
  try {
    decode();
    return undefined;
  } catch (error) {
    if (!(error instanceof Base64Error)) throw error;
    return { code: error.code, offset: error.offset };
  }
}

describe("encodeBase64", () => {
  test("equals Node's encoder", () => {
    fc.assert(
      fc.property(bytes, (each) => {
        expect(encodeBase64(each)).toBe(Buffer.from(each).toString("base64"));
      }),
    );
  });

  // Around the ends of the chunks, a byte more and less.
  test.each([0, 1, 2, 3, 3 << 16].flatMap((size) => [size, size + 1, size * 3 + 2, Math.max(0, size - 1)]))(
    "%i bytes",
    (size) => {
      const each = Uint8Array.from({ length: size }, (_, i) => (i * 73) ^ (i >> 8));
      expect(encodeBase64(each)).toBe(Buffer.from(each).toString("base64"));
      expect(decodeBase64(encodeBase64(each))).toEqual(each);
    },
  );

  test("a part of a buffer", () => {
    const part = new Uint8Array(Uint8Array.from([1, 2, 3, 4, 5, 6]).buffer, 2, 3);
    expect(encodeBase64(part)).toBe("AwQF");
  });

  test("rejects bytes whose Base64 exceeds the length of a string", () => {
    const length = 402_653_167;
    // Only its size is read: the memory is never touched.
    const found = refusal(() => encodeBase64(new Uint8Array(length)));
    expect(found).toEqual({ code: "too-long", offset: 536_870_892 });
  });
});

describe("decodeBase64", () => {
  test("returns the bytes that were encoded", () => {
    fc.assert(
      fc.property(bytes, (each) => {
        expect(decodeBase64(encodeBase64(each))).toEqual(each);
      }),
    );
  });

  test("accepts exactly the texts that Node would write for their bytes", () => {
    const letters = fc.constantFrom("A", "Q", "g", "w", "/", "+", "z", "-", "_", "=", " ", "\n", "Ä");
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 12 }), (list) => {
        const text = list.join("");
        const theirs = Buffer.from(text, "base64");
        const found = refusal(() => decodeBase64(text));
        expect(found === undefined).toBe(theirs.toString("base64") === text);
        if (found === undefined) expect(Buffer.from(decodeBase64(text))).toEqual(theirs);
        else expect(found.offset).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2000 },
    );
  });

  test.each<[string, Base64Error["code"], number]>([
    ["AA-A", "alphabet", 2],
    ["AAA_", "alphabet", 3],
    ["AAAA\nAAAA", "alphabet", 4],
    [" AAA", "alphabet", 0],
    ["AAAA ", "alphabet", 4],
    ["AÄAA", "alphabet", 1],
    ["A\u0000AA", "alphabet", 1],
    ["AA", "padding", 2],
    ["AA=", "padding", 3],
    ["AAA", "padding", 3],
    ["A", "padding", 1],
    ["A===", "padding", 1],
    ["AAAA=", "padding", 4],
    ["AAAA====", "padding", 4],
    ["====", "padding", 0],
    ["=", "padding", 0],
    ["AA==AAAA", "padding", 2],
    ["AAA=AAAA", "padding", 3],
    ["AB==", "bits", 1],
    ["AAB=", "bits", 2],
    ["//==", "bits", 1],
  ])("%j: %s at %i", (text, code, offset) => {
    expect(refusal(() => decodeBase64(text))).toEqual({ code, offset });
  });
});
