import { describe, expect, it } from "vitest";
import { hashBytes } from "./content-hash.ts";

const LENGTHS = [0, 1, 2, 7, 63, 64, 65, 68, 76, 80, 1027];

/** Returns content at a place in a buffer that has other bytes around it. */
function content(length: number, shift = 0): Uint8Array {
  const buffer = new Uint8Array(length + 16).fill(0xaa);
  const bytes = buffer.subarray(shift, shift + length);
  for (let i = 0; i < length; i++) bytes[i] = i * 7;
  return bytes;
}

describe("the hash of content", () => {
  it("is the same for equal content that is aligned alike, and depends on nothing else", () => {
    for (const length of LENGTHS) {
      for (const shift of [0, 1, 2, 3]) {
        const hash = hashBytes(content(length, shift), length, 5);
        expect(hashBytes(content(length, shift + 4), length, 5)).toBe(hash);
        if (length >= 64) continue;
        // The bytes of a builder, which has room for more.
        const longer = content(length + 9, shift);
        longer.fill(0xbb, length);
        expect(hashBytes(longer, length, 5)).toBe(hash);
      }
    }
  });

  it("depends on the seed, the length and every byte", () => {
    for (const length of LENGTHS) {
      for (const shift of [0, 1]) {
        const bytes = content(length, shift);
        const seen = new Set([hashBytes(bytes, length, 1), hashBytes(bytes, length, 2)]);
        for (let i = 0; i < length; i++) {
          bytes[i] ^= 1;
          seen.add(hashBytes(bytes, length, 1));
          bytes[i] ^= 1;
        }
        expect(seen.size).toBe(2 + length);
      }
    }
    expect(new Set(LENGTHS.map((length) => hashBytes(new Uint8Array(length), length, 1))).size).toBe(LENGTHS.length);
  });

  it("depends on the order of words", () => {
    const words = new Uint32Array(24);
    const bytes = new Uint8Array(words.buffer);
    const seen = new Set<number>();
    for (let i = 0; i < words.length; i++) {
      words.fill(1);
      words[i] = 2;
      seen.add(hashBytes(bytes, bytes.length, 1));
    }
    expect(seen.size).toBe(words.length);
  });
});
