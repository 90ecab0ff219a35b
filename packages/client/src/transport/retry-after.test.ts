import * as fc from "fast-check";
import { expect, test } from "vitest";
import { backoff } from "./backoff.ts";
import { readRetryAfter } from "./retry-after.ts";
import { defaultRetryPolicy } from "./settings.ts";

const read = (value: string, more: Record<string, string> = {}): number | undefined =>
  readRetryAfter(new Headers({ "retry-after": value, ...more }), Date.UTC(2028, 10, 21, 10, 0, 0));

test("Retry-After is read as seconds and as a date", () => {
  expect(read("0")).toBe(0);
  expect(read(" 17 ")).toBe(17_000);
  expect(read("Tue, 21 Nov 2028 10:00:30 GMT")).toBe(30_000);
  expect(read("Tuesday, 21-Nov-28 10:00:30 GMT")).toBe(30_000);
  // The service's own clock counts, not ours.
  expect(read("Tue, 21 Nov 2028 12:00:30 GMT", { date: "Tue, 21 Nov 2028 12:00:00 GMT" })).toBe(30_000);
  expect(read("Tue, 21 Nov 2028 09:00:00 GMT")).toBe(0);
});

test("any other value is ignored", () => {
  for (const value of [
    "",
    "soon",
    "-1",
    "1.5",
    "1e9",
    "0x10",
    "99999999999",
    "2028-11-21",
    "Tue, 99 Foo 2028 10:00:30 GMT",
  ]) {
    expect(read(value)).toBeUndefined();
  }
  expect(readRetryAfter(new Headers(), 0)).toBeUndefined();
});

test("law: a delay is at least Retry-After, otherwise below the exponential and its cap", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      fc.double({ min: 0, max: 0.999_999, noNaN: true }),
      fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined }),
      (retry, random, asked) => {
        const wait = backoff(defaultRetryPolicy, retry, random, asked);
        expect(wait).toBeGreaterThanOrEqual(asked ?? 0);
        const most = asked === undefined || asked === 0 ? Math.min(20_000, 500 * 2 ** (retry - 1)) : asked + 500;
        expect(wait).toBeLessThanOrEqual(most);
      },
    ),
  );
});
