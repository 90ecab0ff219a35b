import { describe, expect, test } from "vitest";
import { AuthenticationError, OperationFailedError, ProtocolError, ServerError } from "../errors/errors.ts";
import { advanceUpload, startUpload } from "./upload-machine.ts";
import type { UploadCredential, UploadEvent, UploadFault, UploadStep, UploadTransition } from "./upload-state.ts";

const NOW = 1_000_000;
const credential: UploadCredential = { token: "one", url: "https://upload.example", blockSize: 10 };
const taken: UploadEvent = { of: "take-token", credential };
const begun = (lackBlocks: number[], deduplicated = false): UploadEvent => ({
  of: "begin",
  taskId: "task",
  lackBlocks,
  deduplicated,
});

/** Applies all events in order, at one time. */
function after(size: number, ...events: UploadEvent[]): UploadTransition {
  let transition = startUpload(size);
  for (const event of events) transition = advanceUpload(transition.state, event, NOW);
  return transition;
}

function fault(
  step: UploadStep | undefined,
  kind: UploadFault["kind"],
  error: unknown = new ServerError("x"),
  retryAfter = 0,
): UploadEvent {
  if (step === undefined) throw new Error("there is no such step");
  return { of: "fault", step, fault: { kind, error, retryAfter } };
}

const doings = ({ steps }: UploadTransition): string[] =>
  steps.map((step) => (step.do === "send-part" ? `part ${step.part}` : step.do));

describe("requests", () => {
  test("a token comes first; a file of exactly blockSize is sent whole, one byte more in parts", () => {
    expect(doings(startUpload(10))).toEqual(["take-token"]);
    expect(doings(after(10, taken))).toEqual(["send-whole"]);
    expect(doings(after(11, taken))).toEqual(["begin"]);
    expect(after(11, taken).steps[0]).toMatchObject({ plan: { blocks: 2, size: 11 } });
  });

  test("sends only the missing parts, two at a time", () => {
    const first = after(100, taken, begun([7, 2, 4]));
    expect(doings(first)).toEqual(["part 2", "part 4"]);
    expect(first.steps[1]).toMatchObject({ range: { start: 40, end: 50 }, taskId: "task" });
    expect(doings(advanceUpload(first.state, { of: "send-part", part: 4 }, NOW))).toEqual(["part 7"]);
  });

  test("a deduplicated upload goes straight to the status, whatever parts are listed", () => {
    const { state, steps } = after(100, taken, begun([0, 1, 2], true));
    expect(steps.map((step) => step.do)).toEqual(["ask-status"]);
    expect(state.isDeduplicated).toBe(true);
  });

  test("an upload without missing parts goes straight to the status too, and is not reported as deduplicated", () => {
    const { state, steps } = after(100, taken, begun([]));
    expect(steps.map((step) => step.do)).toEqual(["ask-status"]);
    expect(state.isDeduplicated).toBe(false);
  });

  test.each([
    ["a block size of 0", [{ of: "take-token", credential: { ...credential, blockSize: 0 } }], /blockSize 0/],
    ["a part that does not exist", [taken, begun([10])], /lackBlocks\[0\] is 10, expected 0 to 9/],
  ] as const)("%s ends the upload", (_, events, message) => {
    const { state, steps } = after(100, ...(events as readonly UploadEvent[]));
    expect(steps).toEqual([]);
    expect(state.phase).toMatchObject({ at: "failed" });
    expect(state.phase.at === "failed" && state.phase.error).toBeInstanceOf(ProtocolError);
    expect(state.phase.at === "failed" && String(state.phase.error)).toMatch(message);
  });
});

describe("faults", () => {
  const parts = (): UploadTransition => after(50, taken, begun([0, 1, 2, 3, 4]));

  test("after a lost part the other one is awaited, and then the host is asked for the missing parts", () => {
    const { state, steps } = parts();
    const stopped = advanceUpload(state, fault(steps[0], "spent"), NOW);
    expect(stopped.steps).toEqual([]);
    const again = advanceUpload(stopped.state, { of: "send-part", part: 1 }, NOW);
    expect(again.steps).toMatchObject([{ do: "begin", pause: { least: 0, spread: 1000 } }]);
    expect(doings(advanceUpload(again.state, begun([0, 2, 3, 4]), NOW))).toEqual(["part 0", "part 2"]);
  });

  test("waits as long as the host asks", () => {
    const { state, steps } = after(50, taken, begun([3]));
    const again = advanceUpload(state, fault(steps[0], "spent", new ServerError("busy"), 7000), NOW);
    expect(again.steps).toMatchObject([{ do: "begin", pause: { least: 7000 } }]);
  });

  test("the fifth round without an arrived part does not start: the last error ends the upload", () => {
    let { state, steps } = after(50, taken, begun([3]));
    const spreads: number[] = [];
    for (let round = 1; round <= 4; round++) {
      ({ state, steps } = advanceUpload(state, fault(steps[0], "refused", new ServerError(`fault ${round}`)), NOW));
      if (steps[0]?.do === "begin") spreads.push(steps[0].pause.spread);
      ({ state, steps } = advanceUpload(state, begun([3]), NOW));
    }
    expect(spreads).toEqual([1000, 2000, 4000, 8000]);
    ({ state, steps } = advanceUpload(state, fault(steps[0], "refused", new ServerError("the last")), NOW));
    expect(steps).toEqual([]);
    expect(state.phase).toMatchObject({ at: "failed", error: { message: "the last" } });
  });

  test("an arrived part resets the count", () => {
    let { state, steps } = after(100, taken, begun([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
    for (let round = 1; round <= 8; round++) {
      const [first, second] = steps;
      ({ state } = advanceUpload(state, fault(first, "spent"), NOW));
      ({ state, steps } = advanceUpload(
        state,
        { of: "send-part", part: second?.do === "send-part" ? second.part : 0 },
        NOW,
      ));
      expect(steps.map((step) => step.do)).toEqual(["begin"]);
      const left = Array.from({ length: 10 - round }, (_, part) => part);
      ({ state, steps } = advanceUpload(state, begun(left), NOW));
    }
    expect(state.phase.at).toBe("parts");
  });

  test("a host that never accepted anything gets one call's retries; one that rejected is asked again", () => {
    const { state, steps } = after(50, taken);
    expect(advanceUpload(state, fault(steps[0], "spent"), NOW).state.phase.at).toBe("failed");
    expect(doings(advanceUpload(state, fault(steps[0], "refused"), NOW))).toEqual(["begin"]);
    const whole = after(5, taken);
    expect(advanceUpload(whole.state, fault(whole.steps[0], "spent"), NOW).state.phase.at).toBe("failed");
    expect(doings(advanceUpload(whole.state, fault(whole.steps[0], "refused"), NOW))).toEqual(["send-whole"]);
  });

  test("a final fault ends the upload while another part is in flight, whose result changes nothing", () => {
    const { state, steps } = parts();
    const failed = advanceUpload(state, fault(steps[1], "final", new ServerError("no")), NOW);
    expect(failed.state.phase).toMatchObject({ at: "failed", error: { message: "no" } });
    expect(advanceUpload(failed.state, { of: "send-part", part: 0 }, NOW)).toEqual({ state: failed.state, steps: [] });
  });
});

describe("the token", () => {
  const refused = new AuthenticationError("token");

  test("is refreshed once for both rejected parts, and the upload restarts under the new one", () => {
    const { state, steps } = after(50, taken, begun([0, 1, 2]));
    const [first, second] = steps;
    const one = advanceUpload(state, fault(first, "token", refused), NOW);
    expect(one.steps).toEqual([]);
    const both = advanceUpload(one.state, fault(second, "token", refused), NOW);
    expect(doings(both)).toEqual(["take-token"]);
    const renewed = { ...credential, token: "two" };
    const again = advanceUpload(both.state, { of: "take-token", credential: renewed }, NOW);
    expect(again.steps).toMatchObject([{ do: "begin", credential: { token: "two" } }]);
  });

  test("is not refreshed a second time", () => {
    const first = after(50, taken);
    const second = after(50, taken, fault(first.steps[0], "token", refused), taken);
    const { state } = advanceUpload(second.state, fault(second.steps[0], "token", refused), NOW);
    expect(state.phase).toEqual({ at: "failed", error: refused });
  });

  test("with another block size makes other parts", () => {
    const first = after(50, taken, begun([0, 1]));
    const second = advanceUpload(first.state, fault(first.steps[0], "token", refused), NOW);
    const third = advanceUpload(second.state, { of: "send-part", part: 1 }, NOW);
    const larger = advanceUpload(third.state, { of: "take-token", credential: { ...credential, blockSize: 50 } }, NOW);
    expect(doings(larger)).toEqual(["send-whole"]);
  });

  test("rejected during the status: the upload restarts, as the new token has no upload", () => {
    const polled = after(50, taken, begun([]));
    const { state, steps } = advanceUpload(polled.state, fault(polled.steps[0], "token", refused), NOW);
    expect(steps.map((step) => step.do)).toEqual(["take-token"]);
    expect(doings(advanceUpload(state, taken, NOW))).toEqual(["begin"]);
  });

  test("rejected twice during the status is not a failure: the bytes are at the host", () => {
    const first = after(5, taken, { of: "send-whole", taskId: "task" });
    const second = advanceUpload(first.state, fault(first.steps[0], "token", refused), NOW);
    const third = advanceUpload(
      advanceUpload(second.state, taken, NOW).state,
      { of: "send-whole", taskId: "other" },
      NOW,
    );
    const { state, steps } = advanceUpload(third.state, fault(third.steps[0], "token", refused), NOW);
    expect(steps.map((step) => step.do)).toEqual(["ask-status"]);
    const over = advanceUpload(state, fault(steps[0], "token", refused), NOW + 4900);
    expect(over.state.phase).toMatchObject({ at: "unknown", taskId: "other", fault: { error: refused } });
  });
});

describe("the status", () => {
  const status = (rest: Partial<UploadEvent & { of: "ask-status" }>): UploadEvent => ({
    of: "ask-status",
    status: 3,
    ...rest,
  });
  const asked = (): UploadTransition => after(5, taken, { of: "send-whole", taskId: "task" });

  test("is requested immediately, and then 200 ms after each answer, for 5 s", () => {
    let { state, steps } = asked();
    expect(steps).toMatchObject([{ pause: { least: 0, spread: 0 }, deadline: NOW + 5000 }]);
    let now = NOW;
    let polls = 0;
    while (state.phase.at === "status") {
      ({ state, steps } = advanceUpload(state, status({}), now));
      if (steps.length > 0) expect(steps).toMatchObject([{ do: "ask-status", pause: { least: 200, spread: 0 } }]);
      polls++;
      now += 200;
    }
    expect(state.phase).toEqual({ at: "unknown", taskId: "task", latest: { status: 3 } });
    expect(polls).toBe(25);
  });

  test("5 with a URL is success; without one it is requested again", () => {
    const { state } = asked();
    expect(advanceUpload(state, status({ status: 5, url: "https://x/y" }), NOW).state.phase).toEqual({
      at: "done",
      taskId: "task",
      url: "https://x/y",
    });
    expect(doings(advanceUpload(state, status({ status: 5 }), NOW))).toEqual(["ask-status"]);
    expect(doings(advanceUpload(state, status({ status: 5, url: "" }), NOW))).toEqual(["ask-status"]);
  });

  test.each([0, 1, 2, 3, 6, 17, -1])("%i is not final", (number) => {
    expect(doings(advanceUpload(asked().state, status({ status: number, message: "?" }), NOW))).toEqual(["ask-status"]);
  });

  test("4 is a failure only with a message", () => {
    const { state } = asked();
    const failed = advanceUpload(state, status({ status: 4, message: "bad md5" }), NOW).state.phase;
    expect(failed.at === "failed" && failed.error).toBeInstanceOf(OperationFailedError);
    expect(failed.at === "failed" && String(failed.error)).toContain("bad md5");
    expect(doings(advanceUpload(state, status({ status: 4 }), NOW))).toEqual(["ask-status"]);
  });

  test("5 with a URL is success, whatever other fields the answer has", () => {
    const odd = { status: 5, url: "https://x/y", message: "?", lackBlocks: [0] };
    expect(advanceUpload(asked().state, status(odd), NOW).state.phase).toMatchObject({
      at: "done",
      url: "https://x/y",
    });
  });

  test("faults are not a failure: it is requested again, and finally the outcome is unknown", () => {
    let { state, steps } = asked();
    for (const kind of ["spent", "refused", "final"] as const) {
      ({ state, steps } = advanceUpload(state, fault(steps[0], kind, new ServerError(kind)), NOW));
      expect(steps).toMatchObject([{ do: "ask-status", pause: { least: 200 } }]);
    }
    const over = advanceUpload(state, fault(steps[0], "spent", new ServerError("the last")), NOW + 4801);
    expect(over.state.phase).toMatchObject({
      at: "unknown",
      taskId: "task",
      fault: { error: { message: "the last" } },
    });
  });

  test("a host that asks for more time than remains is not asked again", () => {
    const { state, steps } = asked();
    const { phase } = advanceUpload(state, fault(steps[0], "spent", new ServerError("busy"), 6000), NOW).state;
    expect(phase.at).toBe("unknown");
  });

  test("parts still missing at the end are sent", () => {
    const { state } = after(50, taken, begun([]));
    const again = advanceUpload(state, status({ status: 2, lackBlocks: [1] }), NOW + 4900);
    expect(again.steps).toMatchObject([{ do: "begin" }]);
  });
});
