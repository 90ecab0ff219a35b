import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DelayedCall } from "./delayed-call.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a call that was started twice is made once, after the second wait", () => {
  const calls: number[] = [];
  const delayed = new DelayedCall(500, () => calls.push(performance.now()));
  const begin = performance.now();
  delayed.start();
  vi.advanceTimersByTime(300);
  delayed.start();
  vi.advanceTimersByTime(2000);
  expect(calls.map((time) => time - begin)).toEqual([800]);
});

test("cancelling ends every wait", () => {
  let calls = 0;
  const delayed = new DelayedCall(500, () => (calls += 1));
  delayed.start();
  delayed.start();
  delayed.cancel();
  vi.advanceTimersByTime(2000);
  expect(calls).toBe(0);
});
