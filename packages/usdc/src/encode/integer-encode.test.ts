import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readIntegers32, readIntegers64 } from "../bytes/integer-coding.ts";
import { decompress } from "../bytes/lz4.ts";
import { compressIntegers32, compressIntegers64 } from "./integer-encode.ts";

/** The number that a coding names as the most common difference. */
function commonOf(coded: Uint8Array, width: 4 | 8): bigint {
  const bytes = decompress(coded, { start: 0, end: coded.length, size: coded.length * 250 });
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return width === 4 ? BigInt(view.getInt32(0, true)) : view.getBigInt64(0, true);
}

/** The most common difference, the largest of several. */
function expected(values: readonly bigint[], width: 4 | 8): bigint {
  const counts = new Map<bigint, number>();
  values.forEach((value, i) => {
    const difference = BigInt.asIntN(width * 8, value - (values[i - 1] ?? 0n));
    counts.set(difference, (counts.get(difference) ?? 0) + 1);
  });
  const most = Math.max(...counts.values());
  return [...counts]
    .filter(([, count]) => count === most)
    .reduce((a, [value]) => (value > a ? value : a), -(2n ** 63n));
}

function check32(values: Int32Array): void {
  const coded = compressIntegers32(values);
  expect(readIntegers32(coded, { start: 0, end: coded.length }, values.length)).toEqual(values);
  expect(commonOf(coded, 4)).toBe(expected(Array.from(values, BigInt), 4));
}

test("integers are read as they were written, with the reference's choice of the common difference", () => {
  fc.assert(fc.property(fc.int32Array({ minLength: 1, maxLength: 200 }), check32));
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 200 }), (values) => {
      check32(Int32Array.from(values));
    }),
  );
  fc.assert(
    fc.property(fc.bigInt64Array({ minLength: 1, maxLength: 100 }), (values) => {
      const coded = compressIntegers64(values);
      expect(readIntegers64(coded, { start: 0, end: coded.length }, values.length)).toEqual(values);
      expect(commonOf(coded, 8)).toBe(expected([...values], 8));
    }),
  );
});

test("more distinct differences than are counted", () => {
  // Differences 1, 2, … 6000, then 17 twice and 23 twice.
  const values = new Int32Array(6004);
  for (let i = 1; i < 6000; i++) values[i] = values[i - 1] + i;
  [17, 17, 23, 23].forEach((difference, i) => (values[6000 + i] = values[5999 + i] + difference));
  check32(values);
  const wide = BigInt64Array.from(values, (value) => BigInt(value) * 3n);
  const coded = compressIntegers64(wide);
  expect(readIntegers64(coded, { start: 0, end: coded.length }, wide.length)).toEqual(wide);
  expect(commonOf(coded, 8)).toBe(69n);
});

test.each([1, 3, 1000, 5000])("long lists of %i distinct differences", (distinct) => {
  const values = new Int32Array(20_000);
  for (let i = 1; i < values.length; i++) values[i] = values[i - 1] + 0x10001 * ((i * 7919) % distinct) - 5;
  const coded = compressIntegers32(values);
  expect(readIntegers32(coded, { start: 0, end: coded.length }, values.length)).toEqual(values);
  expect(commonOf(coded, 4)).toBe(expected(Array.from(values, BigInt), 4));
});

test("integers of 16 bits are coded as those of 32, after longer and shorter ones", () => {
  fc.assert(
    fc.property(fc.array(fc.uint16Array({ maxLength: 3000 }), { maxLength: 4 }), (arrays) => {
      for (const array of arrays) {
        expect(compressIntegers32(array)).toEqual(compressIntegers32(Int32Array.from(array)));
        check32(Int32Array.of(7, ...array, -70_000));
      }
    }),
    { numRuns: 30 },
  );
});
