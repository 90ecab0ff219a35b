/** Runs a command with its client, and handles Ctrl-C and exit codes. */
import { ResultMissingError, SpatialClient, type ClientLogger } from "@usdkit/client";
import { UsageError } from "@usdkit/command/cli/errors";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { RenderClient } from "@usdkit/render";
import { Report } from "../report/report.ts";
import { milliseconds, type ConnectionArguments } from "../settings/options.ts";
import { readSettings, requireKey } from "../settings/settings.ts";
import type { Context } from "../context/context.ts";
import { RunState } from "../context/run-state.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { describeFailure, explainFailure } from "./explain.ts";
import { InterruptError, listenForInterrupt } from "./interrupt.ts";

/** A call of a command. */
export interface Call {
  readonly command: CommandContext;
  /** Name for messages: `spatial render`. */
  readonly name: string;
  readonly args: ConnectionArguments;
}

export interface RunOptions {
  /** Whether the call works without a key. */
  readonly isOpen?: boolean;
  /** The address without one, for calls that send nothing. */
  readonly fallbackUrl?: string | undefined;
}

/** Runs `work`; sets the exit code of the command, and never throws. */
export async function withClient(
  call: Call,
  work: (context: Context) => Promise<void>,
  options: RunOptions = {},
): Promise<void> {
  const { command, name, args } = call;
  const report = new Report(args.json === true, command);
  const state = new RunState(report);
  const interrupt = listenForInterrupt(() => report.note("interrupted; closing (press again to end immediately)"));
  const { signal } = interrupt;
  let client: SpatialClient | undefined;
  const key = new KeyReader();
  const fail = async (thrown: unknown): Promise<void> => {
    const error = key.error ?? thrown;
    const reason: unknown = signal.reason;
    const exitCode = reason instanceof InterruptError ? reason.exitCode : exitCodeOf(error, state.stage);
    // The first failure counts.
    command.exitCode ??= exitCode;
    report.note(explainFailure(error, name, state, client?.baseUrl));
    const failure = describeFailure(error, exitCode, state);
    await (error instanceof ResultMissingError ? report.record(error.record, failure) : report.failure(failure));
  };
  try {
    client = makeClient(call, report, key, options);
    await work({ command, client, renderer: new RenderClient(client), report, signal, state });
  } catch (error) {
    await fail(error);
  }
  // Closes whatever is still open: an open session costs money.
  await client?.close().catch(fail);
  interrupt.stop();
}

/** The reason why there is no key: the client hides what the key function threw, as that could contain a secret. */
class KeyReader {
  error: unknown;

  /** Wraps `read` and stores its error. */
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
  { command, args }: Call,
  report: Report,
  key: KeyReader,
  { isOpen = false, fallbackUrl }: RunOptions,
): SpatialClient {
  const settings = readSettings(args, command, fallbackUrl);
  const found = isOpen ? settings.apiKey : requireKey(settings, command);
  // Does not read a key that is not required.
  const none = (): Promise<string> => Promise.reject(new UsageError("There is no key"));
  const apiKey = typeof found === "string" ? found : key.watch(found ?? none);
  const logger: ClientLogger = {
    warn: (message) => report.note(`warning: ${message}`),
    attempt: ({ endpoint, method, path, attempt, status, outcome, duration, error }) => {
      if (outcome === "not accepted" && status === undefined)
        report.progress({ what: `no connection, attempt ${attempt}` });
      if (args.verbose !== true) return;
      const why = error === undefined ? "" : ` (${error})`;
      report.note(
        `${endpoint} ${method} ${path} attempt ${attempt}: ${status ?? "no answer"}, ${outcome}, ${duration} ms${why}`,
      );
    },
  };
  const { TRACEPARENT: traceparent } = command.env;
  return new SpatialClient({
    baseUrl: settings.baseUrl,
    apiKey,
    conventions: settings.conventions,
    timeout: milliseconds(args.attemptTimeout) ?? {},
    logger,
    traceparent: traceparent === "" ? undefined : traceparent,
  });
}
