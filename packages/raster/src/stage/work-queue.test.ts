import { expect, test } from "vitest";
import { WorkQueue } from "./work-queue.ts";

test("works on some items at a time, in their order, also on those added later", async () => {
  const begun: number[] = [];
  let [busy, most] = [0, 0];
  const queue = new WorkQueue<number>(2, async (item) => {
    begun.push(item);
    most = Math.max(most, ++busy);
    await Promise.resolve();
    busy--;
    if (item === 1) queue.add(5);
  });
  for (const item of [1, 2, 3, 4]) queue.add(item);
  await queue.end();
  expect(begun).toStrictEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

test("rejects with an error of the work, and not before it is awaited", async () => {
  const queue = new WorkQueue<string>(1, (item) => Promise.reject(new Error(item)));
  queue.add("a");
  await new Promise((resolve) => {
    setTimeout(resolve, 1);
  });
  await expect(queue.end()).rejects.toThrow("a");
});
