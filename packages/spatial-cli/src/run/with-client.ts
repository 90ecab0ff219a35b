/** From the arguments of a command to its end: the client that it works with, Ctrl-C, exit codes. */
import { SpatialClient, type ClientLogger } from "@usdkit/client";
import { UsageError } from "@usdkit/command/cli/errors";
import { RenderClient } from "@usdkit/render";
import { Report } from "../report/report.ts";
import { milliseconds, type ConnectionArguments } from "../settings/options.ts";
import { readSettings, requireKey } from "../settings/settings.ts";
import type { Context } from "../context/context.ts";
import { RunState } from "../context/run-state.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { describeFailure, explainFailure } from "./explain.ts";
import { InterruptError, listenForInterrupt } from "./interrupt.ts";

/** Milliseconds that connections may stay open after all is said; the platform cannot cut every one of them. */
const LINGER = 500;

export interface RunOptions {
  /** Whether the call goes without a key. */
  readonly isOpen?: boolean;
}

/** Runs `work`; sets `process.exitCode`, and never throws. `name` is the command, for messages: `spatial render`. */
export async function withClient(
  name: string,
  args: ConnectionArguments,
  work: (context: Context) => Promise<void>,
  options: RunOptions = {},
): Promise<void> {
  const report = new Report(args.json === true);
  const state = new RunState(report);
  const interrupt = listenForInterrupt(() => report.note("interrupted; ending in order (once more ends it at once)"));
  const { signal } = interrupt;
  let client: SpatialClient | undefined;
  const key = new KeyReader();
  const fail = async (thrown: unknown): Promise<void> => {
    const error = key.error ?? thrown;
    const reason: unknown = signal.reason;
    const exitCode = reason instanceof InterruptError ? reason.exitCode : exitCodeOf(error, state.stage);
    // The first failure counts.
    process.exitCode ??= exitCode;
    report.note(explainFailure(error, name, state, client?.baseUrl));
    await report.failure(describeFailure(error, exitCode, state));
  };
  try {
    client = makeClient(args, report, key, options);
    await work({ client, renderer: new RenderClient(client), report, signal, state });
  } catch (error) {
    await fail(error);
  }
  // Whatever was left open: a session costs as long as it runs.
  await client?.close().catch(fail);
  interrupt.stop();
  setTimeout(() => process.exit(), LINGER).unref();
}

/** Why there is no key: the client keeps to itself what the function for it threw, as that could hold anything. */
class KeyReader {
  error: unknown;

  /** As `read`, whose error is remembered. */
  watch(read: () => Promise<string>): () => Promise<string> {
    return async () => {
      try {
        return await read();
      } catch (error) {
        this.error = error;
        throw error;
      }
    };
  }
}

function makeClient(
  args: ConnectionArguments,
  report: Report,
  key: KeyReader,
  { isOpen = false }: RunOptions,
): SpatialClient {
  const settings = readSettings(args, process.env);
  const found = isOpen ? settings.apiKey : requireKey(settings, process.env);
  // Where none is needed none is asked for.
  const none = (): Promise<string> => Promise.reject(new UsageError("There is no key"));
  const apiKey = typeof found === "string" ? found : key.watch(found ?? none);
  const logger: ClientLogger = {
    warn: (message) => report.note(`warning: ${message}`),
    ...(args.verbose === true && {
      attempt: ({ endpoint, method, path, attempt, status, outcome, duration, error }) =>
        report.note(
          `${endpoint} ${method} ${path} attempt ${attempt}: ${status ?? "no answer"}, ${outcome}, ${duration} ms${error === undefined ? "" : ` (${error})`}`,
        ),
    }),
  };
  const { TRACEPARENT: traceparent } = process.env;
  return new SpatialClient({
    baseUrl: settings.baseUrl,
    apiKey,
    timeout: milliseconds(args.attemptTimeout) ?? {},
    logger,
    traceparent: traceparent === "" ? undefined : traceparent,
  });
}
