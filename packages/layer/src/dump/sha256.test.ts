import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createPureSha256, createSha256 } from "./sha256.ts";

const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 7) & 255);

describe.each([
  ["plain TypeScript", createPureSha256],
  ["the platform's", createSha256],
])("SHA-256, %s", (_name, create) => {
  it("hashes every length around the block size, in chunks of any size", () => {
    for (let length = 0; length < 200; length++) {
      const data = bytes.subarray(0, length);
      const hash = create();
      const step = 1 + (length % 70);
      for (let at = 0; at < length; at += step) hash.update(data.subarray(at, at + step));
      expect(hash.hex()).toBe(createHash("sha256").update(data).digest("hex"));
    }
  });
});
