import { expect, test } from "vitest";
import { Deadline, parseDeadline } from "./deadline.ts";

test("is over after its time", () => {
  let now = 0;
  const deadline = new Deadline(1000, () => now);
  expect(deadline.isOver).toBe(false);
  now = 1000;
  expect(deadline.isOver).toBe(true);
  expect(parseDeadline(undefined)).toBeUndefined();
  expect(parseDeadline("0")?.isOver).toBe(true);
  expect(["1", "1.5s", "2m", "6h"].map((text) => parseDeadline(text)?.isOver)).toEqual([false, false, false, false]);
});

test.each(["", "x", "-1", "1d", "1e3", "1 s"])("%j is no time", (text) => {
  expect(() => parseDeadline(text)).toThrow(`--max-time expects a time as 90, 90s, 45m or 6h, found "${text}"`);
});
