import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ProtocolError } from "../errors/errors.ts";
import { isSingle, MAX_PARTS, missingParts, partRange, planUpload, sizeOf } from "./upload-plan.ts";

const plans = fc
  .record({
    blockSize: fc.integer({ min: 1, max: 1 << 30 }),
    blocks: fc.integer({ min: 1, max: 2000 }),
    rest: fc.nat(),
  })
  .map(({ blockSize, blocks, rest }) => planUpload((blocks - 1) * blockSize + 1 + (rest % blockSize), blockSize));

describe("planUpload", () => {
  test("splits a file into parts that cover it, without gaps or overlaps", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const ranges = Array.from({ length: plan.blocks }, (_, part) => partRange(plan, part));
        expect(ranges.map(({ start }) => start)).toEqual([0, ...ranges.slice(0, -1).map(({ end }) => end)]);
        expect(ranges.at(-1)?.end).toBe(plan.size);
        const sizes = ranges.map(({ start, end }) => end - start);
        expect(sizes.slice(0, -1).every((size) => size === plan.blockSize)).toBe(true);
        expect(sizes.at(-1)).toBeGreaterThan(0);
        expect(sizes.at(-1)).toBeLessThanOrEqual(plan.blockSize);
        expect(plan.blocks).toBe(Math.ceil(plan.size / plan.blockSize));
        expect(isSingle(plan)).toBe(plan.blocks === 1);
      }),
    );
  });

  test("sends a file of exactly one block whole, and one byte more as two parts", () => {
    expect(isSingle(planUpload(1024, 1024))).toBe(true);
    expect(planUpload(1025, 1024)).toEqual({ size: 1025, blockSize: 1024, blocks: 2 });
    expect(partRange(planUpload(1025, 1024), 1)).toEqual({ start: 1024, end: 1025 });
  });

  test("is exact for files beyond 2³² bytes", () => {
    const plan = planUpload(2 ** 44 + 1, 2 ** 26);
    expect(partRange(plan, plan.blocks - 1)).toEqual({ start: 2 ** 44, end: 2 ** 44 + 1 });
  });

  test.each([0, -1, 1.5, NaN, Infinity, 2 ** 53])("rejects a block size of %d", (blockSize) => {
    expect(() => planUpload(10, blockSize)).toThrow(ProtocolError);
  });

  test("rejects a block size that would make too many parts", () => {
    expect(planUpload(MAX_PARTS, 1).blocks).toBe(MAX_PARTS);
    expect(() => planUpload(MAX_PARTS + 1, 1)).toThrow(/blockSize 1, .*1000001 parts/);
  });
});

describe("missingParts", () => {
  test("returns each part once and in order, whatever the order and repetitions of the host", () => {
    fc.assert(
      fc.property(plans, fc.array(fc.nat(), { maxLength: 50 }), (plan, numbers) => {
        const named = numbers.map((number) => number % plan.blocks);
        const missing = missingParts(plan, named);
        expect(missing).toEqual([...new Set(named)].toSorted((a, b) => a - b));
      }),
    );
  });

  test.each([-1, 3, 1.5, NaN])("rejects part %d of three", (part) => {
    expect(() => missingParts(planUpload(30, 10), [0, part])).toThrow(/lackBlocks\[1\] is .*expected 0 to 2/);
  });
});

test("sizeOf uses the actual size of the shorter last part", () => {
  const plan = planUpload(25, 10);
  expect(sizeOf(plan, [0, 1, 2])).toBe(25);
  expect(sizeOf(plan, [2])).toBe(5);
  expect(sizeOf(plan, [])).toBe(0);
});
