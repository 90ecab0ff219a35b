// The last file of tests: runs the collected tests of all others, again and again, for the changes that Stryker asks for.
import { BroadcastChannel } from "node:worker_threads";
import { inject, test } from "vitest";
import { collectedTests, type CollectedTest } from "./collected-tests.ts";
import type { LoopReply, LoopRequest, TestOutcome } from "./loop-messages.ts";

/** How often each change was run, by its number. */
type Hits = Readonly<Record<string, number>>;

interface Coverage {
  readonly static: Hits;
  readonly perTest: Readonly<Record<string, Hits>>;
}

interface Instrumented {
  activeMutant: string | undefined;
  currentTestId: string | undefined;
  hitCount: number | undefined;
  hitLimit: number | undefined;
  mutantCoverage: Coverage | undefined;
}

const shared = globalThis as unknown as Record<string, Instrumented | undefined>;
const state = (shared["__stryker__"] ??= {} as Instrumented);

// oxlint-disable-next-line vitest/expect-expect -- it runs the assertions of other tests
test("changes", { timeout: 0 }, async () => {
  const channel = new BroadcastChannel(inject("loopChannel" as never));
  await new Promise<void>((done) => {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the channel of Node's threads has this alone in its types
    channel.onmessage = (event: { data: unknown }) => {
      const request = event.data as LoopRequest;
      if (request.kind === "end") {
        channel.close();
        done();
      } else {
        void answer(request).then((reply) => send(channel, reply));
      }
    };
    send(channel, { kind: "ready" });
  });
});

function send(channel: BroadcastChannel, reply: LoopReply): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between threads has no origin
  channel.postMessage(reply);
}

async function answer(request: Exclude<LoopRequest, { kind: "end" }>): Promise<LoopReply> {
  if (request.kind === "dry") return dryRun();
  const byId = new Map(collectedTests().map((each) => [each.id, each]));
  const tests = request.tests === undefined ? [...byId.values()] : request.tests.flatMap((id) => byId.get(id) ?? []);
  const outcomes: TestOutcome[] = [];
  let clean = true;
  for (const each of tests) {
    state.hitCount = request.hitLimit === undefined ? undefined : 0;
    state.hitLimit = request.hitLimit;
    state.activeMutant = request.mutant;
    const outcome = await runTest(each);
    state.activeMutant = undefined;
    state.hitLimit = undefined;
    outcomes.push(outcome);
    if (outcome.failure !== undefined) {
      state.hitCount = undefined;
      clean = (await runTest(each)).failure === undefined;
      break;
    }
  }
  return { kind: "mutant", outcomes, clean };
}

async function dryRun(): Promise<LoopReply> {
  const outcomes: TestOutcome[] = [];
  state.activeMutant = undefined;
  state.hitLimit = undefined;
  state.hitCount = undefined;
  for (const each of collectedTests()) {
    state.currentTestId = each.id;
    outcomes.push(await runTest(each));
    state.currentTestId = undefined;
  }
  // Tables of tests run code while they are collected: only what no test runs counts as run by the import alone.
  const coverage = state.mutantCoverage ?? { static: {}, perTest: {} };
  const tested = new Set(Object.values(coverage.perTest).flatMap((hits) => Object.keys(hits)));
  const imported = Object.entries(coverage.static).filter(([id]) => !tested.has(id));
  return { kind: "dry", outcomes, coverage: { ...coverage, static: Object.fromEntries(imported) } };
}

async function runTest({ id, name, file, run }: CollectedTest): Promise<TestOutcome> {
  const begin = performance.now();
  let failure: string | undefined;
  try {
    await run();
  } catch (error) {
    failure = String(error instanceof Error ? error.message : error).slice(0, 500);
  }
  return { id, name, file, failure, time: performance.now() - begin };
}
