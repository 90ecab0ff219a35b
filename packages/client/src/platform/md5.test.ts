// Campaign: MD5 of 540 MB, whose bits are more than 2³²

import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { createMd5 } from "./md5.ts";

function md5(...pieces: Uint8Array[]): string {
  const hash = createMd5();
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

describe("createMd5", () => {
  test("returns the sums of the test suite in RFC 1321", () => {
    const text = (value: string): Uint8Array => new TextEncoder().encode(value);
    expect(md5(text(""))).toBe("d41d8cd98f00b204e9800998ecf8427e");
    expect(md5(text("abc"))).toBe("900150983cd24fb0d6963f7d28e17f72");
    expect(md5(text("1234567890".repeat(8)))).toBe("57edf4a22be3c955ac49da2e2107b67a");
  });

  test("equals node:crypto at every length around block boundaries", () => {
    const bytes = Uint8Array.from({ length: 200 }, (_, i) => (i * 151) & 255);
    for (let length = 0; length <= bytes.length; length++) {
      const part = bytes.subarray(0, length);
      expect(md5(part)).toBe(createHash("md5").update(part).digest("hex"));
    }
  });

  test("equals node:crypto for any chunks", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 }), (pieces) => {
        const hash = createHash("md5");
        for (const piece of pieces) hash.update(piece);
        expect(md5(...pieces)).toBe(hash.digest("hex"));
      }),
    );
  });

  test.runIf(inject("deep"))("counts bits beyond 2³²: 540 MB", () => {
    const piece = new Uint8Array(4_000_000).fill(7);
    const ours = createMd5();
    const theirs = createHash("md5");
    for (let i = 0; i < 135; i++) {
      ours.update(piece);
      theirs.update(piece);
    }
    expect(ours.digest()).toBe(theirs.digest("hex"));
  });
});
