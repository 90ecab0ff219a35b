import { createStream, listWorlds, submitJob } from "@usdkit/contract";
import { describe, expect, test } from "vitest";
import { OutcomeUnknownError } from "../errors/errors.ts";
import { job, page } from "../test-support/calls.ts";
import { scripted } from "../test-support/transport.ts";

describe("an abort after bytes were sent", () => {
  test("makes the outcome of a create unknown, and ends a call that only reads", async () => {
    for (const endpoint of [submitJob, createStream]) {
      const controller = new AbortController();
      const { transport, clock, outcome } = scripted([{ fail: "silence" }]);
      clock.after(100, () => controller.abort(new Error("Ctrl-C")));
      const { error } = await outcome(transport.call(endpoint as typeof submitJob, job, { signal: controller.signal }));
      expect(error).toBeInstanceOf(OutcomeUnknownError);
      expect(error).toMatchObject({ requestId: "request-1", cause: { message: "Ctrl-C" } });
    }
    const controller = new AbortController();
    const { transport, clock, outcome } = scripted([{ fail: "silence" }]);
    clock.after(100, () => controller.abort(new Error("Ctrl-C")));
    const { error } = await outcome(transport.call(listWorlds, { body: {} }, { signal: controller.signal }));
    expect(error).toEqual(new Error("Ctrl-C"));
  });

  test("before anything was sent or accepted, the error is the signal's reason", async () => {
    const reason = new Error("Ctrl-C");
    const { transport, sent, outcome } = scripted([page]);
    expect(await outcome(transport.call(submitJob, job, { signal: AbortSignal.abort(reason) }))).toEqual({
      error: reason,
    });
    expect(sent).toHaveLength(0);

    const controller = new AbortController();
    const busy = scripted([{ status: 503, headers: { "retry-after": "30" } }]);
    busy.clock.after(1000, () => controller.abort(reason));
    expect(await busy.outcome(busy.transport.call(submitJob, job, { signal: controller.signal }))).toEqual({
      error: reason,
    });
  });

  test("during the wait after a possibly accepted attempt, the outcome is unknown", async () => {
    const controller = new AbortController();
    const { transport, clock, outcome } = scripted([{ status: 500, headers: { "retry-after": "20" } }]);
    clock.after(1000, () => controller.abort(new Error("Ctrl-C")));
    const { error } = await outcome(transport.call(submitJob, job, { signal: controller.signal }));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
  });

  test("the client's own signal ends every call", async () => {
    const controller = new AbortController();
    const { transport, clock, outcome } = scripted([{ fail: "silence" }], { signal: controller.signal });
    clock.after(1000, () => controller.abort(new Error("closed")));
    expect(await outcome(transport.call(listWorlds, { body: {} }))).toEqual({ error: new Error("closed") });
  });

  test("leaves no timer and no listener", async () => {
    const { transport, clock, outcome } = scripted([{ status: 500 }, page]);
    await outcome(transport.call(listWorlds, { body: {} }, { deadline: clock.now() + 60_000 }));
    expect(clock.waiting).toBe(0);
  });
});
