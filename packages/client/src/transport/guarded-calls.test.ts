import { createStream, generateWorld, ingestMesh, submitJob } from "@usdkit/contract";
import { describe, expect, test } from "vitest";
import {
  AcceptedIdUnknownError,
  DuplicateRequestError,
  InvalidRequestError,
  OutcomeUnknownError,
} from "../errors/errors.ts";
import { accepted, ambiguous, duplicate, job, notAccepted, world } from "../test-support/calls.ts";
import type { LongWait } from "./transport.ts";
import type { Act } from "../test-support/scripted-fetch.ts";
import { scripted } from "../test-support/transport.ts";

describe("every attempt sends the same job, within the duplicate guard's minute", () => {
  test("id and bytes are the same", async () => {
    const { transport, sent, outcome } = scripted([{ fail: "reset" }, { status: 503 }, { status: 502 }, accepted]);
    expect(await outcome(transport.call(submitJob, job))).toMatchObject({ value: { operationId: "job-1" } });
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map(({ body }) => Buffer.from(body as Uint8Array).toString())).size).toBe(1);
    expect(sent[0]?.json).toEqual(job.body);
  });

  test("no attempt that could arrive after the minute less the margin", async () => {
    // Each takes its whole 15 s, and the waits are as long as they can be.
    const { transport, sent, outcome } = scripted([{ fail: "silence" }], {
      random: () => 0.999_999,
      retry: { attempts: 100 },
    });
    expect(await outcome(transport.call(submitJob, job))).toMatchObject({ error: { name: "OutcomeUnknownError" } });
    const first = sent[0]?.time ?? 0;
    expect(sent.map(({ time }) => time - first + 15_000 <= 60_000 - 5_000)).toEqual(sent.map(() => true));
    expect(sent).toHaveLength(3);
  });

  test("attempts that were not accepted do not start the minute", async () => {
    const script: Act[] = [
      ...Array.from({ length: 9 }, (): Act => ({ status: 429, headers: { "retry-after": "30" } })),
      { fail: "reset" },
      accepted,
    ];
    const { transport, sent, outcome } = scripted(script, { retry: { attempts: 20 } });
    expect(await outcome(transport.call(submitJob, job))).toMatchObject({ value: { operationId: "job-1" } });
    expect((sent.at(-1)?.time ?? 0) - (sent[0]?.time ?? 0)).toBeGreaterThan(200_000);
  });

  test("it is not sent again if a delay took longer than planned", async () => {
    const { transport, sent, clock, outcome } = scripted([{ fail: "reset" }, accepted]);
    const sleep = clock.sleep.bind(clock);
    // The machine sleeps while the client waits for its second attempt.
    clock.sleep = (milliseconds, signal) => sleep(milliseconds < 15_000 ? 3_600_000 : milliseconds, signal);
    expect(await outcome(transport.call(submitJob, job))).toMatchObject({ error: { name: "OutcomeUnknownError" } });
    expect(sent).toHaveLength(1);
  });

  test("a larger scene has more time", async () => {
    const { transport, clock, sent } = scripted([{ fail: "silence" }]);
    const call = transport.call(submitJob, { body: { ...job.body, usdContent: "A".repeat(131_072 * 8) } });
    const ended = call.catch((error: unknown) => error);
    await clock.advance(22_000);
    expect(sent).toHaveLength(1);
    await clock.advance(3_000);
    expect(sent).toHaveLength(2);
    await clock.run(ended);
  });
});

describe("the outcome of an attempt", () => {
  for (const [name, act] of Object.entries(notAccepted)) {
    test(`${name}: not accepted, sent again`, async () => {
      for (const [endpoint, request, reply] of [
        [submitJob, job, accepted],
        [createStream, job, accepted],
        [generateWorld, world, { status: 200, body: { worldId: "w" } }],
        [ingestMesh, { body: { fileUrl: "https://files.example/a.glb" } }, { status: 200, body: { taskId: "t" } }],
      ] as const) {
        const { transport, sent, outcome } = scripted([act, act, reply]);
        const { error } = await outcome(transport.call(endpoint as typeof submitJob, request as typeof job));
        expect(error).toBeUndefined();
        expect(sent).toHaveLength(3);
      }
    });

    test(`${name} until the attempts are spent: not "unknown"`, async () => {
      const { transport, sent, outcome } = scripted([act]);
      const { error } = await outcome(transport.call(submitJob, job));
      expect(error).toMatchObject({ retryable: true, requestId: "request-1" });
      expect(["RateLimitError", "ServerError", "ConnectionError"]).toContain((error as Error).name);
      expect(sent).toHaveLength(6);
    });
  }

  for (const [name, act] of Object.entries(ambiguous)) {
    const isAnswered = name.startsWith("50");
    test(`${name}, and then a 409: ${isAnswered ? "the outcome is unknown" : "most likely accepted"}`, async () => {
      const { transport, sent, outcome } = scripted([act, duplicate]);
      const { error } = await outcome(transport.call(submitJob, job));
      expect(error).toBeInstanceOf(isAnswered ? OutcomeUnknownError : AcceptedIdUnknownError);
      expect(error).toMatchObject({
        requestId: "request-1",
        status: isAnswered ? Number(name) : 409,
        retryable: false,
      });
      expect(sent).toHaveLength(2);
    });

    test(`${name} until the window is over: the outcome is unknown`, async () => {
      const { transport, sent, outcome } = scripted([act]);
      const { error } = await outcome(transport.call(submitJob, job));
      expect(error).toBeInstanceOf(OutcomeUnknownError);
      expect(error).toMatchObject({ requestId: "request-1", retryable: false });
      expect(sent.length).toBeGreaterThan(1);
    });
  }

  test("a 409 on a first attempt is the caller's error, and is not sent again", async () => {
    for (const script of [[duplicate], [{ fail: "refused" }, duplicate]] as Act[][]) {
      const { transport, sent, outcome } = scripted(script);
      expect((await outcome(transport.call(submitJob, job))).error).toBeInstanceOf(DuplicateRequestError);
      expect(sent).toHaveLength(script.length);
    }
  });

  test("a 409 after rejections only: the same id is sent again after the minute", async () => {
    const waits: LongWait[] = [];
    const { transport, sent, outcome } = scripted([{ status: 429 }, { status: 429 }, duplicate, accepted]);
    const call = transport.call(submitJob, job, { onWait: (wait) => waits.push(wait) });
    expect(await outcome(call)).toMatchObject({ value: { operationId: "job-1" } });
    expect((sent[3]?.time ?? 0) - (sent[2]?.time ?? 0)).toBeGreaterThanOrEqual(60_000);
    expect(waits).toMatchObject([{ reason: expect.stringContaining("remembers the requestId") as string }]);
    expect(new Set(sent.map(({ json }) => JSON.stringify(json))).size).toBe(1);
  });

  test("a 409 that persists after that minute is the caller's error", async () => {
    const { transport, sent, outcome } = scripted([{ status: 429 }, duplicate]);
    expect((await outcome(transport.call(submitJob, job))).error).toBeInstanceOf(DuplicateRequestError);
    expect(sent).toHaveLength(3);
  });

  test("the wait for that minute ends with the deadline", async () => {
    const { transport, clock, sent, outcome } = scripted([{ status: 429 }, duplicate, accepted]);
    const call = transport.call(submitJob, job, { deadline: clock.now() + 30_000 });
    expect(await outcome(call)).toMatchObject({
      error: { name: "DeadlineError", message: expect.stringContaining("Nothing was accepted") as string },
    });
    expect(sent).toHaveLength(2);
  });

  test("a 409 after a 503 is ambiguous, with the text of that reply", async () => {
    const busy: Act = { status: 503, body: { message: "maintenance" } };
    for (const script of [
      [busy, duplicate],
      [{ status: 429 }, busy, duplicate],
      [busy, { status: 429 }, duplicate],
    ]) {
      const { transport, outcome } = scripted(script);
      const { error } = await outcome(transport.call(submitJob, job));
      expect(error).toBeInstanceOf(OutcomeUnknownError);
      expect(error).toMatchObject({ status: 503, reason: "maintenance", requestId: "request-1" });
      expect((error as Error).message).toContain("maintenance");
    }
  });

  test("the message of a 409 claims no job", async () => {
    const { transport, outcome } = scripted([duplicate]);
    const { error } = await outcome(transport.call(submitJob, job));
    expect((error as Error).message).toMatch(/submitted within the last minute, by another call; .* is not known/);
  });

  test("a lost response outweighs a failed one", async () => {
    for (const script of [
      [{ fail: "reset" }, { status: 500 }, duplicate],
      [{ status: 500 }, { fail: "reset" }, duplicate],
    ] as Act[][]) {
      const { transport, outcome } = scripted(script);
      expect((await outcome(transport.call(submitJob, job))).error).toBeInstanceOf(AcceptedIdUnknownError);
    }
  });

  test.each([
    { fetchRepeats: true, expected: AcceptedIdUnknownError },
    { fetchRepeats: false, expected: DuplicateRequestError },
  ])(
    "a 409 on a first attempt with an id that is new, fetchRepeats $fetchRepeats",
    async ({ fetchRepeats, expected }) => {
      const { transport, sent, outcome } = scripted([duplicate], { fetchRepeats });
      const { error } = await outcome(transport.call(submitJob, job, { isNewRequestId: true }));
      expect(error).toBeInstanceOf(expected);
      expect(sent).toHaveLength(1);
    },
  );

  test("a possibly accepted job does not fail because of later responses", async () => {
    const after: Act[] = [
      { status: 429, headers: { "retry-after": "3600" } },
      { status: 401 },
      { status: 403 },
      { status: 404 },
      { status: 400, body: { status: "FAILED_PRECONDITION", details: { metaData: { bizCode: "11003" } } } },
      { fail: "refused" },
    ];
    for (const act of after) {
      const { transport, outcome } = scripted([{ fail: "reset" }, act]);
      expect((await outcome(transport.call(submitJob, job))).error).toBeInstanceOf(OutcomeUnknownError);
    }
  });

  test("a rejection of the same bytes holds for earlier attempts too", async () => {
    const { transport, outcome } = scripted([
      { status: 502 },
      { status: 400, body: { details: { message: "no resolution", metaData: { bizCode: "10001" } } } },
    ]);
    expect((await outcome(transport.call(submitJob, job))).error).toBeInstanceOf(InvalidRequestError);
  });
});

describe("creates without a duplicate guard are not retried", () => {
  for (const [name, act] of Object.entries(ambiguous)) {
    test(`${name}: one attempt, and the outcome is unknown`, async () => {
      for (const [endpoint, request] of [
        [createStream, job],
        [generateWorld, world],
        [ingestMesh, { body: { fileUrl: "https://files.example/a.glb" } }],
      ] as const) {
        const { transport, sent, outcome } = scripted([act]);
        const { error } = await outcome(transport.call(endpoint as typeof submitJob, request as typeof job));
        expect(error).toBeInstanceOf(OutcomeUnknownError);
        expect(sent).toHaveLength(1);
      }
    });
  }

  test("an earlier 503 does not make an ambiguous attempt retryable", async () => {
    const { transport, sent, outcome } = scripted([{ status: 503 }, { fail: "reset" }]);
    expect((await outcome(transport.call(createStream, job))).error).toBeInstanceOf(OutcomeUnknownError);
    expect(sent).toHaveLength(2);
  });
});
