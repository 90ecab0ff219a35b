import { describe, expect, test } from "vitest";
import { DeadlineError, NotFoundError, OperationFailedError, RateLimitError, ServerError } from "../errors/errors.ts";
import { accepted, duplicate, job, running } from "../test-support/calls.ts";
import type { Act, Sent } from "../test-support/scripted-fetch.ts";
import { scripted } from "../test-support/transport.ts";

const result = { taskId: "job-1", resultUrl: "https://files.example/a.png" };
const done: Act = { status: 200, body: { operationId: "job-1", done: true, result } };
const failed: Act = {
  status: 200,
  body: {
    operationId: "job-1",
    done: true,
    result: null,
    error: { code: 500, message: "scene\u001b[31m broke", status: "INTERNAL", details: { reason: "BIZ_10500" } },
  },
};
const gaps = (sent: readonly Sent[]): number[] => sent.slice(1).map(({ time }, i) => time - (sent[i]?.time ?? 0));

describe("operations", () => {
  test("a job is polled every 2 s until it is done", async () => {
    const { client, sent, outcome } = scripted([accepted, running, running, done]);
    const { value: handle } = await outcome(client.jobs.submit(job.body));
    expect(await outcome(handle?.result() ?? Promise.reject(new Error()))).toEqual({ value: result });
    expect(sent).toHaveLength(4);
    expect(sent[1]?.json).toEqual({ operationId: "job-1" });
    for (const gap of gaps(sent)) {
      expect(gap).toBeGreaterThanOrEqual(2000);
      expect(gap).toBeLessThanOrEqual(2250);
    }
  });

  test("done=true with an error is a failure, although the status is 200", async () => {
    const { client, outcome } = scripted([failed]);
    const { error } = await outcome(client.jobs.follow("job-1").result());
    expect(error).toBeInstanceOf(OperationFailedError);
    expect(error).toMatchObject({
      operationId: "job-1",
      bizCode: "10500",
      handle: { version: 1, kind: "job", id: "job-1" },
      message: String.raw`The render job job-1 failed (500 INTERNAL code 10500): scene\u{1b}[31m broke`,
    });
  });

  test("an unknown status means to keep polling until the deadline", async () => {
    const { client, sent, clock, outcome } = scripted([{ status: 200, body: { worldId: "w", status: "MYSTERIOUS" } }]);
    const start = clock.now();
    const { error } = await outcome(client.worlds.wait("w").result({ timeout: 60_000 }));
    expect(error).toBeInstanceOf(DeadlineError);
    expect(sent.length).toBeGreaterThanOrEqual(26);
    expect(clock.now() - start).toBeGreaterThanOrEqual(60_000);
    expect(clock.now() - start).toBeLessThan(60_100);
  });

  test("a deadline throws with a handle that another process can resume", async () => {
    const { client, outcome } = scripted([accepted, running]);
    const { value: handle } = await outcome(client.jobs.submit({ ...job.body, requestId: "mine" }));
    const { error } = await outcome(handle?.result({ timeout: 10_000 }) ?? Promise.reject(new Error()));
    expect(error).toBeInstanceOf(DeadlineError);
    const stored = JSON.stringify((error as DeadlineError).handle);
    expect(JSON.parse(stored)).toEqual({ version: 1, kind: "job", id: "job-1", requestId: "mine" });

    const other = scripted([running, done]);
    const resumed = other.client.resume(stored);
    expect(resumed.kind).toBe("job");
    expect(await other.outcome(resumed.result() as Promise<unknown>)).toEqual({ value: result });
    expect(other.sent[0]?.json).toEqual({ operationId: "job-1" });
  });

  test("streams have 120 s, and are ready when they are ACTIVE", async () => {
    const queued: Act = {
      status: 200,
      body: { operationId: "s", done: false, result: { status: "QUEUED", currentQueuePosition: 3 } },
    };
    const { client, clock, outcome } = scripted([queued]);
    const start = clock.now();
    expect((await outcome(client.streams.wait("s").result())).error).toBeInstanceOf(DeadlineError);
    expect(Math.round((clock.now() - start) / 1000)).toBe(120);

    const connection = { status: "ACTIVE", host: "h", nodeId: "n", streamId: "i", token: "secret-token-1" };
    // A queued session that reports done is not ready.
    const odd: Act = { status: 200, body: { operationId: "s", done: true, result: { status: "STARTING" } } };
    const active = scripted([queued, odd, { status: 200, body: { operationId: "s", done: true, result: connection } }]);
    const handle = active.client.streams.wait("s");
    expect(await active.outcome(handle.result())).toEqual({ value: connection });
    expect(active.sent).toHaveLength(3);
    expect(JSON.stringify(handle)).toBe('{"version":1,"kind":"stream","id":"s"}');
  });

  test("a failed poll is not a failed operation", async () => {
    const { client, sent, outcome } = scripted([
      { fail: "reset" },
      { status: 500 },
      { status: 429, headers: { "retry-after": "7" } },
      ...Array.from({ length: 12 }, (): Act => ({ status: 503 })),
      done,
    ]);
    expect(await outcome(client.jobs.follow("job-1").result())).toEqual({ value: result });
    expect(sent).toHaveLength(16);
    expect(Math.min(...gaps(sent))).toBeGreaterThanOrEqual(2000);
    expect(gaps(sent)[2]).toBeGreaterThanOrEqual(7000);
  });

  test("an endless outage is reported: after two minutes, or at the deadline", async () => {
    const { client, clock, outcome } = scripted([{ status: 503 }]);
    const start = clock.now();
    const { error } = await outcome(client.jobs.follow("job-1").result());
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ handle: { kind: "job", id: "job-1" }, operationId: "job-1" });
    expect(clock.now() - start).toBeGreaterThanOrEqual(120_000);
    expect(clock.now() - start).toBeLessThan(240_000);

    const timed = scripted([{ status: 503 }]);
    const late = await timed.outcome(timed.client.jobs.follow("job-1").result({ timeout: 600_000 }));
    expect(late.error).toBeInstanceOf(DeadlineError);
    expect(late.error).toMatchObject({ message: expect.stringMatching(/600 s.*Last: .*503/) as unknown });
  });

  test("a final error ends it immediately, with the handle", async () => {
    for (const [act, type] of [
      [{ status: 404, body: { status: "NOT_FOUND" } }, NotFoundError],
      [{ status: 429, headers: { "retry-after": "3600" } }, RateLimitError],
    ] as const) {
      const { client, sent, outcome } = scripted([act]);
      const { error } = await outcome(client.jobs.follow("job-1").result());
      expect(error).toBeInstanceOf(type);
      expect(error).toMatchObject({ handle: { kind: "job", id: "job-1" } });
      expect(sent).toHaveLength(1);
    }
  });
});

describe("updates", () => {
  test("arrive unchanged, the first from the submission, and end with the operation", async () => {
    const { client, outcome } = scripted([accepted, running, done]);
    const { value } = await outcome(
      (async () => {
        const seen: unknown[] = [];
        for await (const update of await client.jobs.submit(job.body)) seen.push(update.done);
        return seen;
      })(),
    );
    expect(value).toEqual([false, false, true]);
  });

  test("end with an error if the operation failed, after the update that reports it", async () => {
    const { client, outcome } = scripted([running, failed]);
    const seen: unknown[] = [];
    const { error } = await outcome(
      (async () => {
        for await (const update of client.jobs.follow("job-1")) seen.push(update.done);
      })(),
    );
    expect(seen).toEqual([false, true]);
    expect(error).toBeInstanceOf(OperationFailedError);
  });

  test("leaving them ends the polling", async () => {
    const { client, sent, clock, outcome } = scripted([running]);
    await outcome(
      (async () => {
        for await (const update of client.jobs.follow("job-1")) if (update.done === false) break;
      })(),
    );
    await clock.advance(60_000);
    expect(sent).toHaveLength(1);
    expect(clock.waiting).toBe(0);
  });

  test("a slow reader gets the newest, and there are no polls in the meantime", async () => {
    const { client, sent, clock, outcome } = scripted([running]);
    const updates = client.jobs.follow("job-1").updates();
    await outcome(updates.next());
    await clock.advance(60_000);
    expect(sent).toHaveLength(1);
    await outcome(updates.next());
    expect(sent).toHaveLength(2);
    await updates.return();
  });

  test("all followers of a handle share its polls", async () => {
    const { client, sent, outcome } = scripted([running, running, done]);
    const handle = client.jobs.follow("job-1");
    const all = await outcome(
      Promise.all([
        handle.result(),
        handle.result({ interval: 2000 }),
        (async () => {
          let count = 0;
          for await (const _ of handle) count++;
          return count;
        })(),
      ]),
    );
    expect(all).toEqual({ value: [result, result, 3] });
    expect(sent).toHaveLength(3);
    // A final state needs no poll.
    expect(await outcome(handle.result())).toEqual({ value: result });
    expect(sent).toHaveLength(3);
    expect(handle.latest).toMatchObject({ done: true });
  });

  test("one of them stops, the others continue", async () => {
    const controller = new AbortController();
    const { client, clock, outcome } = scripted([running, running, running, done]);
    const handle = client.jobs.follow("job-1");
    const quitter = handle.result({ signal: controller.signal }).catch((error: unknown) => error);
    const impatient = handle.result({ timeout: 3000 }).catch((error: unknown) => error);
    clock.after(1000, () => controller.abort(new Error("enough")));
    expect(await outcome(handle.result())).toEqual({ value: result });
    expect(await quitter).toEqual(new Error("enough"));
    expect(await impatient).toBeInstanceOf(DeadlineError);
  });

  test("a poll without a waiting caller is aborted, and the next keeps its interval from it", async () => {
    const controller = new AbortController();
    const { client, sent, clock, outcome } = scripted((_sent, index) => (index === 0 ? { fail: "silence" } : done));
    const handle = client.jobs.follow("job-1");
    clock.after(1500, () => controller.abort(new Error("enough")));
    await outcome(handle.result({ signal: controller.signal }));
    const start = clock.now();
    expect(await outcome(handle.result())).toEqual({ value: result });
    expect((sent[1]?.time ?? 0) - start).toBeGreaterThanOrEqual(2000);
  });

  test("the client's own signal ends them all", async () => {
    const controller = new AbortController();
    const { client, clock, outcome } = scripted([running], { signal: controller.signal });
    clock.after(5000, () => controller.abort(new Error("closed")));
    expect(await outcome(client.jobs.follow("job-1").result())).toMatchObject({ error: { message: "closed" } });
    expect(clock.waiting).toBe(0);
  });

  test("invalid times are rejected", async () => {
    const { client, sent, outcome } = scripted([running]);
    for (const options of [{ interval: 0 }, { timeout: Number.NaN }, { attemptTimeout: -1 }]) {
      expect(await outcome(client.jobs.follow("job-1").result(options))).toMatchObject({
        error: { name: "InvalidRequestError" },
      });
    }
    expect(sent).toHaveLength(0);
  });
});

describe("stored operations", () => {
  test("every kind is restored, from text and from objects", () => {
    const { client } = scripted([duplicate]);
    const handles = [
      client.jobs.follow("a"),
      client.streams.wait("b"),
      client.worlds.wait("c"),
      client.meshes.wait("d"),
      client.gen3d.wait("e"),
    ];
    for (const handle of handles) {
      for (const stored of [JSON.stringify(handle), handle, handle.toJSON()]) {
        expect(client.resume(stored).toJSON()).toEqual(handle.toJSON());
        expect(client.resume(stored).kind).toBe(handle.kind);
      }
    }
  });

  test("invalid ones are rejected with the path of the problem", () => {
    const { client } = scripted([duplicate]);
    for (const [stored, message] of [
      ["{", /found other text/],
      [undefined, /resume: /],
      [null, /resume: /],
      [{ version: 1, kind: "job" }, /\$\.id/],
      [{ version: 1, kind: "cake", id: "a" }, /\$\.kind/],
      [{ version: 2, kind: "job", id: "a" }, /newer client/],
    ] as const) {
      expect(() => client.resume(stored)).toThrow(message);
    }
  });
});
