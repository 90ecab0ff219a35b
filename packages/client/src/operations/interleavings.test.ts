import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Clock } from "../platform/clock.ts";
import { SpatialClient } from "../node-client.ts";
import { KEY } from "../test-support/transport.ts";

/** Longer waits are those of attempts: nothing takes so long here. */
const LONG = 10_000;

/** Followers of one operation, some of whom leave; how many polls it takes until it is done. */
const scene = fc.record({
  followers: fc.array(fc.constantFrom("result", "iterate", "peek"), { minLength: 1, maxLength: 4 }),
  leaves: fc.array(fc.nat({ max: 3 }), { maxLength: 3 }),
  polls: fc.integer({ min: 1, max: 4 }),
  faults: fc.array(fc.constantFrom("reset", "busy", "none"), { maxLength: 4 }),
});

test("law: in whatever order polls, waits and aborts come, every follower ends once, and one poll at a time is on its way", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), scene, async (s, { followers, leaves, polls, faults }) => {
      let time = 1_800_000_000_000;
      const clock: Clock = {
        now: () => time,
        random: () => 0.5,
        sleep: async (milliseconds, signal) => {
          const aborted = new Promise<never>((_resolve, reject) => {
            signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
          });
          signal?.throwIfAborted();
          if (milliseconds >= LONG) return aborted;
          const due = time + milliseconds;
          await Promise.race([s.schedule(Promise.resolve(), "wait"), aborted]);
          time = Math.max(time, due);
        },
      };
      let open = 0;
      let most = 0;
      let answered = 0;
      const client = new SpatialClient({
        baseUrl: "https://gateway.example",
        apiKey: KEY,
        clock,
        fetch: async (_url, { signal }) => {
          most = Math.max(most, ++open);
          const aborted = new Promise<never>((_resolve, reject) => {
            signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
          });
          try {
            await Promise.race([s.schedule(Promise.resolve(), "answer"), aborted]);
          } finally {
            open--;
          }
          const fault = faults.shift();
          if (fault === "reset") throw new TypeError("fetch failed");
          if (fault === "busy") return new Response("", { status: 503 });
          const done = ++answered >= polls;
          const result = done ? { resultUrl: "https://files.example/a.png" } : null;
          return new Response(JSON.stringify({ operationId: "job-1", done, result }), { status: 200 });
        },
      });

      const handle = client.jobs.follow("job-1");
      const ends: string[] = followers.map(() => "open");
      const controllers = followers.map(() => new AbortController());
      const all = followers.map(async (way, i) => {
        const signal = controllers[i]?.signal;
        try {
          if (way === "result") {
            await handle.result({ signal });
            ends[i] = "done";
            return;
          }
          for await (const { done } of handle.updates({ signal })) {
            ends[i] = done ? "done" : "left";
            if (way === "peek") break;
          }
        } catch (error) {
          ends[i] = (error as Error).message;
        }
      });
      for (const i of leaves) {
        void s
          .schedule(Promise.resolve(), "leave")
          .then(() => controllers[i % followers.length]?.abort(new Error("enough")));
      }
      await s.waitFor(Promise.all(all));
      const left = new Set(leaves.map((i) => i % followers.length));
      for (const [i, end] of ends.entries()) {
        const allowed = ["done", ...(followers[i] === "peek" ? ["left"] : []), ...(left.has(i) ? ["enough"] : [])];
        expect(allowed).toContain(end);
      }
      expect(most).toBeLessThanOrEqual(1);
      // Nobody is there any more, and nothing goes on.
      await s.waitIdle();
      expect(open).toBe(0);
      expect(answered).toBeLessThanOrEqual(polls);
    }),
    { numRuns: 300 },
  );
});
