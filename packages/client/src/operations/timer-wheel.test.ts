import * as fc from "fast-check";
import { expect, test } from "vitest";
import { VirtualClock } from "@usdkit/test-service/time/virtual-clock";
import { TimerWheel } from "./timer-wheel.ts";

test("law: everything fires once, never too soon, at most a tick too late; what is taken back does not", async () => {
  const timers = fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 5000 }),
      delay: fc.oneof(fc.integer({ min: -100, max: 3000 }), fc.integer({ min: 0, max: 200_000 })),
      cancelAt: fc.option(fc.integer({ min: 0, max: 5000 }), { nil: undefined }),
    }),
    { maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(timers, async (all) => {
      const clock = new VirtualClock();
      const wheel = new TimerWheel(clock);
      const start = clock.now();
      const fired = all.map((): number[] => []);
      for (const [i, { at, delay, cancelAt }] of all.entries()) {
        clock.after(at, () => {
          const remove = wheel.add(clock.now() + delay, () => fired[i]?.push(clock.now() - start));
          if (cancelAt !== undefined) clock.after(cancelAt, remove);
        });
      }
      let most = 0;
      for (let i = 0; i < 30; i++) {
        await clock.advance(200);
        most = Math.max(most, wheel.size);
      }
      await clock.advance(210_000);
      for (const [i, { at, delay, cancelAt }] of all.entries()) {
        const due = at + Math.max(0, delay);
        const [time, ...more] = fired[i] ?? [];
        expect(more).toEqual([]);
        if (time === undefined) {
          expect(cancelAt).toBeDefined();
          expect(at + (cancelAt ?? 0)).toBeLessThanOrEqual(due + 100);
        } else {
          expect(time).toBeGreaterThanOrEqual(at + delay);
          expect(time).toBeLessThanOrEqual(due + 100);
        }
      }
      expect(wheel.size).toBe(0);
      expect(clock.waiting).toBe(0);
      expect(most).toBeLessThanOrEqual(all.length);
    }),
  );
});

test("one timer of the clock for a thousand entries", async () => {
  const clock = new VirtualClock();
  const wheel = new TimerWheel(clock);
  let fired = 0;
  for (let i = 0; i < 1000; i++) wheel.add(clock.now() + ((i * 7919) % 60_000), () => fired++);
  expect(clock.waiting).toBe(1);
  for (let i = 0; i < 60; i++) {
    await clock.advance(1000);
    expect(clock.waiting).toBeLessThanOrEqual(1);
  }
  await clock.advance(1000);
  expect(fired).toBe(1000);
});

test("a machine that slept fires all that was due, in its order", async () => {
  const clock = new VirtualClock();
  const wheel = new TimerWheel(clock);
  const fired: number[] = [];
  for (const delay of [90_000, 100, 30_000, 26_000]) wheel.add(clock.now() + delay, () => fired.push(delay));
  const now = clock.now.bind(clock);
  const until = clock.now() + 60_000;
  clock.now = () => Math.max(now(), until);
  await clock.advance(200);
  expect(fired).toEqual([100, 26_000, 30_000]);
  await clock.advance(100_000);
  expect(fired).toEqual([100, 26_000, 30_000, 90_000]);
});
