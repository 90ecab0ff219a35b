import { expect, test, vi } from "vitest";
import { systemClock } from "./clock.ts";

test("the time is the wall clock's, but does not go back with it", () => {
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(5000);
  const before = systemClock.now();
  using wall = vi.spyOn(Date, "now").mockReturnValue(before - 3_600_000);
  expect(systemClock.now()).toBeGreaterThanOrEqual(before);
  // A machine that slept: its steady clock stopped, the wall clock did not.
  wall.mockReturnValue(before + 3_600_000);
  expect(systemClock.now()).toBe(before + 3_600_000);
});

test("random numbers are at least 0 and below 1", () => {
  const drawn = Array.from({ length: 1000 }, () => systemClock.random());
  expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true);
  expect(new Set(drawn).size).toBeGreaterThan(900);
});

test("a sleep is ended by its signal, with the signal's reason", async () => {
  const controller = new AbortController();
  const sleep = systemClock.sleep(1_000_000, controller.signal);
  controller.abort(new Error("enough"));
  await expect(sleep).rejects.toEqual(new Error("enough"));
  await expect(systemClock.sleep(1, controller.signal)).rejects.toEqual(new Error("enough"));
});

test("a sleep of more than 24 days does not end immediately", async () => {
  vi.useFakeTimers();
  try {
    let done = false;
    const sleep = systemClock.sleep(2 ** 31 + 5000).then(() => (done = true));
    await vi.advanceTimersByTimeAsync(2 ** 31);
    expect(done).toBe(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await sleep).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
