import * as fc from "fast-check";
import { expect, test } from "vitest";
import { CrateError } from "./crate-diagnostic.ts";
import { compressIntegers32 } from "../encode/integer-encode.ts";
import { compress } from "../encode/lz4-encode.ts";
import { crateKernel } from "./crate-kernel.ts";
import { readIntegers32 } from "./integer-coding.ts";
import { decompress } from "./lz4.ts";

const kernel = crateKernel() ?? null;

/** Bytes with matches at every distance: parts that are drawn, repeated and run into each other. */
const bytes = fc
  .array(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 70 }), fc.integer({ min: 1, max: 40 })), {
    minLength: 1,
    maxLength: 60,
  })
  .map((parts) =>
    Uint8Array.from(parts.flatMap(([part, times]) => Array.from({ length: times }, () => [...part]).flat())),
  );

const integers = fc
  .array(
    fc.tuple(fc.constantFrom(0, 1, 3, 100, 300, 70_000, -5, 2 ** 30, -(2 ** 31)), fc.integer({ min: 1, max: 60 })),
    {
      minLength: 1,
      maxLength: 60,
    },
  )
  .map((runs) => {
    let value = 0;
    return Int32Array.from(
      runs.flatMap(([step, times]) => Array.from({ length: times }, () => (value = (value + step) | 0))),
    );
  });

/** What a reader returns, or the error that it throws. */
function outcome(read: () => Uint8Array | Int32Array): string {
  try {
    const { buffer, byteOffset, byteLength } = read();
    return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
  } catch (error) {
    if (error instanceof CrateError) return `${error.code} ${error.offset} ${error.message}`;
    throw error;
  }
}

/** Some bytes changed, or the end cut off. */
const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 });

function damaged(source: Uint8Array, changes: readonly (readonly [number, number])[]): Uint8Array {
  const copy = source.slice();
  for (const [at, value] of changes) copy[1 + (at % (copy.length - 1))] = value;
  return changes.length === 3 ? copy.subarray(0, copy.length - 1) : copy;
}

test("blocks are decompressed as in JavaScript, damaged ones too", () => {
  expect(kernel).not.toBeNull();
  fc.assert(
    fc.property(bytes, damage, (data, changes) => {
      const source = damaged(compress(data), changes);
      const range = { start: 0, end: source.length, size: data.length };
      const plain = outcome(() => decompress(source, range, null));
      expect(outcome(() => decompress(source, range, kernel))).toBe(plain);
      if (changes.length === 0) expect(plain).toBe(Buffer.from(data).toString("base64"));
    }),
    { numRuns: 300 },
  );
});

test("integers are decoded as in JavaScript, damaged ones too", () => {
  fc.assert(
    fc.property(integers, damage, (data, changes) => {
      const source = damaged(compressIntegers32(data), changes);
      const range = { start: 0, end: source.length };
      const plain = outcome(() => readIntegers32(source, range, data.length, null));
      expect(outcome(() => readIntegers32(source, range, data.length, kernel))).toBe(plain);
      if (changes.length === 0) expect(plain).toBe(Buffer.from(data.buffer).toString("base64"));
    }),
    { numRuns: 300 },
  );
});

test("blocks too large for the kernel's memory are decompressed all the same", () => {
  const data = new Uint8Array(40 << 20).fill(7);
  const source = compress(data);
  const decompressed = decompress(source, { start: 0, end: source.length, size: data.length });
  expect(Buffer.compare(decompressed, data)).toBe(0);
});
