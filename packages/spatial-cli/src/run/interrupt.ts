/** Ctrl-C once ends a command gracefully, twice immediately. */
import { EXIT_INTERRUPTED } from "@usdkit/command/process/exit-codes";

/** The reason why a command was interrupted. */
export class InterruptError extends Error {
  override readonly name = "InterruptError";
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Termination signals and their exit codes in shells. */
const SIGNALS: readonly (readonly [NodeJS.Signals, number])[] = [
  ["SIGINT", EXIT_INTERRUPTED],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
];

/**
 * Returns a signal that is aborted by the first one; the second ends the process.
 *
 * @param onFirst Called with a description of the clean-up.
 */
export function listenForInterrupt(onFirst: () => void): { readonly signal: AbortSignal; stop(): void } {
  const abort = new AbortController();
  const listeners = SIGNALS.map(([name, code]): (() => void) => {
    const listener = (): void => {
      if (abort.signal.aborted) process.exit(code);
      onFirst();
      abort.abort(new InterruptError("interrupted", code));
    };
    process.on(name, listener);
    return () => process.off(name, listener);
  });
  return { signal: abort.signal, stop: () => listeners.forEach((remove) => remove()) };
}
