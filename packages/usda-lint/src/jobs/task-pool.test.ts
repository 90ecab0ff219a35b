import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { TaskPool } from "./task-pool.ts";

/** Doubles numbers; 0 throws, and -1 never ends. */
const CODE = `
const { parentPort } = require("node:worker_threads");
parentPort.on("message", (n) => {
  if (n === 0) throw new Error("zero");
  if (n > 0) parentPort.postMessage(2 * n);
});`;

function pool(threads: number): { readonly pool: TaskPool<number, number>; readonly started: () => number } {
  let started = 0;
  const made = new TaskPool<number, number>(threads, () => {
    started++;
    return new Worker(CODE, { eval: true });
  });
  return { pool: made, started: () => started };
}

test("does each task once, in no more threads than allowed", async () => {
  const { pool: threads, started } = pool(2);
  const tasks = Array.from({ length: 20 }, (_, i) => i + 1);
  expect(await Promise.all(tasks.map((task) => threads.do(task)))).toEqual(tasks.map((task) => 2 * task));
  expect(started()).toBe(2);
  await threads.close();
});

test("a thread that ends fails its task alone", async () => {
  const { pool: threads } = pool(1);
  const outcomes = await Promise.allSettled([threads.do(1), threads.do(0), threads.do(3)]);
  expect(outcomes).toMatchObject([{ value: 2 }, { reason: { message: "the thread ended: zero" } }, { value: 6 }]);
  const [stuck, waiting] = [threads.do(-1), threads.do(1)];
  const ended = Promise.allSettled([stuck, waiting]);
  await threads.close();
  expect(await ended).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
  await expect(threads.do(1)).rejects.toThrow("the threads were ended");
});
