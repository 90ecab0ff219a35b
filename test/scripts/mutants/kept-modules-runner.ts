// A test runner for Stryker that imports the tests and their modules once, and then only calls the functions of tests:
// milliseconds for a change. Stryker's runner for vitest imports everything again for each, which takes seconds.
//
// A change may leave something behind in a module (a cache). So a test that fails is run again without the change: if it
// still fails, the thread is replaced, and the change tried again in the new one.
import { resolve } from "node:path";
import { BroadcastChannel } from "node:worker_threads";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import {
  DryRunStatus,
  type DryRunResult,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";
import { createVitest, type Vitest } from "vitest/node";
import type { LoopReply, LoopRequest, TestOutcome } from "./loop-messages.ts";

/** Milliseconds of tests for a change, as they took without it: campaigns of random input come last. */
const MAX_TIME = 2_000;

const here = import.meta.dirname;

class KeptModulesRunner {
  #vitest: Vitest | undefined;
  #channel: BroadcastChannel | undefined;
  #running: Promise<unknown> | undefined;
  /** Milliseconds that each test took without a change. */
  readonly #times = new Map<string, number>();
  /** The file of each test. */
  readonly #files = new Map<string, string>();

  capabilities(): { reloadEnvironment: boolean } {
    return { reloadEnvironment: false };
  }

  async init(): Promise<void> {
    await this.#begin();
  }

  async dryRun(): Promise<DryRunResult> {
    const reply = await this.#ask({ kind: "dry" });
    if (reply.kind !== "dry") throw new Error(`Unexpected reply "${reply.kind}"`);
    for (const { id, time, file } of reply.outcomes) {
      this.#times.set(id, time);
      this.#files.set(id, file);
    }
    return {
      status: DryRunStatus.Complete,
      tests: reply.outcomes.map(toTestResult),
      mutantCoverage: reply.coverage as never,
    };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, testFilter, hitLimit } = options;
    const tests = testFilter && this.#inOrder(testFilter, activeMutant.fileName);
    const request: LoopRequest = { kind: "mutant", mutant: activeMutant.id, tests: this.#quickest(tests), hitLimit };
    let reply = await this.#ask(request);
    if (reply.kind === "mutant" && !reply.clean) {
      await this.#end();
      await this.#begin();
      reply = await this.#ask(request);
      if (reply.kind === "mutant" && !reply.clean) {
        await this.#end();
        await this.#begin();
      }
    }
    if (reply.kind !== "mutant") throw new Error(`Unexpected reply "${reply.kind}"`);
    return toMutantRunResult({ status: DryRunStatus.Complete, tests: reply.outcomes.map(toTestResult) });
  }

  /** Returns the tests of the file that is changed, then the others; the quickest first. */
  #inOrder(tests: readonly string[], changed: string): string[] {
    const own = `${changed.replace(/\.ts$/u, "").replace(/^.*\//u, "/")}.test.ts`;
    const isOther = (id: string): number => Number(this.#files.get(id)?.endsWith(own) !== true);
    const time = (id: string): number => this.#times.get(id) ?? 0;
    return tests.toSorted((a, b) => isOther(a) - isOther(b) || time(a) - time(b));
  }

  /** Returns the first tests that take no longer than the limit together, and at least one. */
  #quickest(tests: string[] | undefined): string[] | undefined {
    let time = 0;
    return tests?.filter((id, index) => (time += this.#times.get(id) ?? 0) <= MAX_TIME || index === 0);
  }

  async dispose(): Promise<void> {
    await this.#end();
  }

  async #begin(): Promise<void> {
    const name = `mutants-${process.pid}-${Math.random()}`;
    this.#channel = new BroadcastChannel(name);
    this.#vitest = await createVitest("test", {
      config: resolve(here, "../mutants.vitest.config.ts"),
      pool: "threads",
      maxWorkers: 1,
      maxConcurrency: 1,
      watch: false,
      coverage: { enabled: false },
      runner: resolve(here, "collecting-runner.ts"),
      onConsoleLog: () => false,
      reporters: [{}],
    } as never);
    this.#vitest.provide("loopChannel" as never, name as never);
    const ready = this.#next();
    this.#running = this.#vitest.start();
    await Promise.race([
      ready,
      this.#running.then(() => {
        throw new Error(
          `The tests ended before the loop began: ${JSON.stringify(this.#vitest?.state.getFiles().flatMap((file) => file.result?.errors?.map((error) => `${file.name}: ${error.message}`) ?? []))}`,
        );
      }),
    ]);
  }

  async #end(): Promise<void> {
    this.#send({ kind: "end" });
    await this.#running;
    this.#channel?.close();
    await this.#vitest?.close();
    process.exitCode = 0;
  }

  #ask(request: LoopRequest): Promise<LoopReply> {
    const reply = this.#next();
    this.#send(request);
    return reply;
  }

  #send(request: LoopRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between threads has no origin
    this.#channel?.postMessage(request);
  }

  #next(): Promise<LoopReply> {
    const { promise, resolve: take } = Promise.withResolvers<LoopReply>();
    if (this.#channel !== undefined) {
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- one listener at a time: that of the last question
      this.#channel.onmessage = (event: { data: unknown }) => take(event.data as LoopReply);
    }
    return promise;
  }
}

function toTestResult({ id, name, file, failure, time }: TestOutcome): TestResult {
  const common = { id, name, fileName: file, timeSpentMs: Math.round(time) };
  return failure === undefined
    ? { ...common, status: TestStatus.Success }
    : { ...common, status: TestStatus.Failed, failureMessage: failure };
}

export const strykerPlugins: readonly unknown[] = [
  declareClassPlugin(PluginKind.TestRunner, "kept-modules", KeptModulesRunner as never),
];
