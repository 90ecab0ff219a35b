/**
 * Any interleaving of answers, faults and host failures: the invariants of an upload hold, and it succeeds if it can.
 */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ServerError } from "../errors/errors.ts";
import { UploadHostModel } from "../test-support/upload-host-model.ts";
import { advanceUpload, isOver, startUpload } from "./upload-machine.ts";
import type { UploadEvent, UploadFault, UploadState, UploadStep } from "./upload-state.ts";

function hold(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(otherwise);
}

/** The upload and its host. */
class Run {
  readonly host: UploadHostModel;
  state: UploadState;
  pending: UploadStep[] = [];
  /** Steps whose sender timed out, and that may still reach the host. */
  late: UploadStep[] = [];
  now = 0;
  rounds = 0;
  /** Time of the last status poll's end. */
  #asked = -Infinity;

  constructor(host: UploadHostModel) {
    this.host = host;
    const { state, steps } = startUpload(host.size);
    this.state = state;
    this.#issue(steps);
  }

  /** Removes a pending step, and advances past its pause. */
  take(index: number): UploadStep {
    const [step] = this.pending.splice(index % this.pending.length, 1);
    if ("pause" in step) this.now += step.pause.least + step.pause.spread;
    return step;
  }

  deliver(event: UploadEvent): void {
    this.now += 5;
    if ((event.of === "fault" ? event.step.do : event.of) === "ask-status") this.#asked = this.now;
    const { state, steps } = advanceUpload(this.state, event, this.now);
    this.state = state;
    this.#issue(steps);
    this.check();
  }

  fault(step: UploadStep, kind: UploadFault["kind"]): void {
    this.deliver({ of: "fault", step, fault: { kind, error: new ServerError(`${step.do}: ${kind}`) } });
  }

  /** The host's answer to a step, delivered. */
  answer(step: UploadStep): void {
    const answer = this.host.take(step);
    if (answer === "unauthorized") this.fault(step, "token");
    else this.deliver(answer);
  }

  check(): void {
    hold(this.host.violations.length === 0, this.host.violations.join());
    const parts = this.pending.filter((step) => step.do === "send-part");
    hold(parts.length <= 2, `${parts.length} parts on their way`);
    hold(new Set(parts.map(({ part }) => part)).size === parts.length, "a part twice at once");
    // Only parts run concurrently; every other step runs alone.
    hold(isOver(this.state) || this.pending.length === (parts.length === 2 ? 2 : 1), "parts beside something else");
    const { phase } = this.state;
    if (phase.at === "parts") {
      hold(
        parts.length === phase.inFlight.length && parts.every(({ part }) => phase.inFlight.includes(part)),
        "the state does not know what is on its way",
      );
      hold(
        parts.every(({ part, taskId }) => phase.missing.includes(part) && taskId === phase.taskId),
        "a part that is not missing",
      );
    }
    // One token per file, and one replacement.
    hold(this.host.tokensIssued <= 2, `${this.host.tokensIssued} tokens`);
    hold(phase.at !== "done" || this.host.isComplete, "done, and the host has not all");
    hold(
      phase.at !== "unknown" || this.host.isComplete || this.state.plan?.blocks !== 1,
      "unknown, although the host has nothing",
    );
  }

  #issue(steps: readonly UploadStep[]): void {
    for (const step of steps) {
      // Whatever happened before, including a new token and a restart.
      if (step.do === "ask-status") {
        hold(this.now + step.pause.least - this.#asked >= 200, "polls closer than 200 ms");
        hold(this.now + step.pause.least < step.deadline, "a poll behind the end of polling");
      }
      // After a fault nothing new is sent before the host was asked again.
      const { phase } = this.state;
      hold(step.do !== "send-part" || phase.at !== "parts" || phase.stop === undefined, "a part after a fault");
      if (step.do === "begin" || step.do === "send-whole") this.rounds++;
    }
    this.pending.push(...steps);
  }
}

/** Expected values come from the host's model, which is part of the run. */
type Command = fc.Command<object, Run>;

function command(name: string, run: (real: Run) => void): Command {
  return {
    check: () => true,
    run: (_model, real) => {
      if (real.pending.length > 0 && !isOver(real.state)) run(real);
    },
    toString: () => name,
  };
}

const index = fc.nat({ max: 1 });
const kinds = fc.constantFrom<UploadFault["kind"]>("spent", "refused");

const commands = [
  index.map((at) => command(`answer ${at}`, (real) => real.answer(real.take(at)))),
  fc
    .tuple(index, kinds)
    .map(([at, kind]) => command(`lose request ${at} ${kind}`, (real) => real.fault(real.take(at), kind))),
  fc.tuple(index, kinds).map(([at, kind]) =>
    command(`lose answer ${at} ${kind}`, (real) => {
      const step = real.take(at);
      const answer = real.host.take(step);
      real.fault(step, answer === "unauthorized" ? "token" : kind);
    }),
  ),
  index.map((at) =>
    command(`late ${at}`, (real) => {
      const step = real.take(at);
      // Only events that are harmless when late: an old token, an old status.
      if (step.do === "send-part") real.late.push(step);
      real.fault(step, "spent");
    }),
  ),
  fc.constant(
    command("land", (real) => {
      const step = real.late.shift();
      const { phase } = real.state;
      // Of an upload that still belongs to the token.
      if (step?.do === "send-part" && "taskId" in phase && phase.taskId === step.taskId) real.host.take(step);
      real.check();
    }),
  ),
  fc.constant(command("expire tokens", (real) => real.host.expireTokens())),
  fc.integer({ min: 1, max: 3 }).map((every) => command(`forget ${every}`, (real) => real.host.forget(every))),
  fc.integer({ min: 1, max: 40 }).map((size) =>
    command(`block size ${size}`, (real) => {
      real.host.blockSize = size;
    }),
  ),
  fc.integer({ min: 0, max: 40 }).map((polls) =>
    command(`polls ${polls}`, (real) => {
      real.host.polls = polls;
    }),
  ),
];

const sizes = { size: fc.integer({ min: 1, max: 100 }), blockSize: fc.integer({ min: 1, max: 40 }) };

test("in every interleaving the invariants hold and the upload ends", () => {
  const seen = { done: 0, unknown: 0, failed: 0 };
  fc.assert(
    fc.property(sizes.size, sizes.blockSize, fc.commands(commands, { size: "+1" }), (size, blockSize, sequence) => {
      const real = new Run(new UploadHostModel(size, blockSize));
      fc.modelRun(() => ({ model: {}, real }), sequence);
      // From here on no fault occurs.
      for (let steps = 0; !isOver(real.state); steps++) {
        expect(steps).toBeLessThan(500);
        real.answer(real.take(0));
      }
      const { at } = real.state.phase;
      if (at === "done" || at === "unknown" || at === "failed") seen[at]++;
    }),
    { numRuns: 2000 },
  );
  // The commands reach every final state, so that the invariants are checked in each.
  expect(seen.done).toBeGreaterThan(0);
  expect(seen.unknown).toBeGreaterThan(0);
  expect(seen.failed).toBeGreaterThan(0);
});

test("without faults every upload succeeds, with one token, one start and each part once", () => {
  fc.assert(
    fc.property(sizes.size, sizes.blockSize, fc.infiniteStream(index), (size, blockSize, choices) => {
      const real = new Run(new UploadHostModel(size, blockSize));
      let parts = 0;
      while (!isOver(real.state)) {
        const choice = choices.next();
        const step = real.take(choice.done === true ? 0 : choice.value);
        if (step.do === "send-part") parts++;
        real.answer(step);
      }
      expect(real.state.phase.at).toBe("done");
      expect(real.host.tokensIssued).toBe(1);
      expect(real.rounds).toBe(1);
      expect(parts).toBe(size <= blockSize ? 0 : Math.ceil(size / blockSize));
    }),
  );
});

test("an upload that loses every answer ends: no more than four repeats without progress", () => {
  fc.assert(
    fc.property(sizes.size, sizes.blockSize, (size, blockSize) => {
      const real = new Run(new UploadHostModel(size, blockSize));
      let steps = 0;
      while (!isOver(real.state)) {
        expect(++steps).toBeLessThan(1000);
        const step = real.take(0);
        const answer = real.host.take(step);
        // Only parts and status polls lose theirs: without a token or a start there is nothing to lose.
        if (step.do === "send-part" || step.do === "ask-status" || answer === "unauthorized") real.fault(step, "spent");
        else real.deliver(answer);
      }
      expect(real.state.phase.at).toBe("unknown");
      expect(real.host.isComplete).toBe(true);
    }),
  );
});

test("gives up on a host that keeps losing accepted parts", () => {
  const real = new Run(new UploadHostModel(100, 10));
  let steps = 0;
  while (!isOver(real.state)) {
    expect(++steps).toBeLessThan(500);
    real.answer(real.take(0));
    real.host.forget(1);
  }
  expect(real.state.phase.at).toBe("unknown");
  expect(real.host.isComplete).toBe(false);
  expect(real.rounds).toBe(5);
});
