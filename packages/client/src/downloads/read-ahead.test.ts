import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ReadAhead } from "./read-ahead.ts";

/** A stream of those pieces, which then ends or fails. */
function streamOf(pieces: readonly Uint8Array[], problem: Error | undefined): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: async (controller) => {
      for (const [i, piece] of pieces.entries()) {
        controller.enqueue(piece);
        if (i % 3 === 2) await new Promise((resolve) => setImmediate(resolve));
      }
      if (problem === undefined) controller.close();
      else controller.error(problem);
    },
  });
}

test("returns every received byte, in order, before it reports the stream's end", async () => {
  const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(
      pieces,
      fc.option(fc.constant(new Error("broken"))),
      fc.boolean(),
      async (all, problem, isSlow) => {
        const ahead = new ReadAhead(streamOf(all, problem ?? undefined));
        const got: Uint8Array[] = [];
        let end: unknown;
        try {
          for (let batch = await ahead.next(); batch !== undefined; batch = await ahead.next()) {
            expect(batch.length).toBeGreaterThan(0);
            got.push(...batch);
            if (isSlow) await new Promise((resolve) => setImmediate(resolve));
          }
        } catch (error) {
          end = error;
        }
        expect(end).toBe(problem ?? undefined);
        const whole = Buffer.concat(all);
        // A stream that fails in the same turn has dropped its unread bytes.
        if (problem === null) expect(Buffer.concat(got).equals(whole)).toBe(true);
        else expect(whole.subarray(0, Buffer.concat(got).length).equals(Buffer.concat(got))).toBe(true);
      },
    ),
  );
});

test("loses no bytes of an earlier turn, however slowly they are read", async () => {
  const broken = new Error("broken");
  const { promise, resolve } = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  const ahead = new ReadAhead(new ReadableStream({ start: resolve }));
  const controller = await promise;
  for (let i = 0; i < 5; i++) {
    controller.enqueue(new Uint8Array([i]));
    await new Promise((next) => setImmediate(next));
  }
  controller.error(broken);
  await new Promise((next) => setImmediate(next));
  expect((await ahead.next())?.map(([byte]) => byte)).toEqual([0, 1, 2, 3, 4]);
  await expect(ahead.next()).rejects.toBe(broken);
});

test("buffers no more than about a megabyte", async () => {
  let given = 0;
  const ahead = new ReadAhead(
    new ReadableStream(
      {
        pull: (controller) => {
          given += 100_000;
          controller.enqueue(new Uint8Array(100_000));
        },
      },
      { highWaterMark: 0 },
    ),
  );
  for (let turn = 0; turn < 50; turn++) await new Promise((next) => setImmediate(next));
  expect(given).toBeLessThanOrEqual(1_200_000);
  await ahead.next();
  for (let turn = 0; turn < 50; turn++) await new Promise((next) => setImmediate(next));
  expect(given).toBeGreaterThan(1_200_000);
  await ahead.cancel();
  expect(await ahead.next()).toBeDefined();
});
