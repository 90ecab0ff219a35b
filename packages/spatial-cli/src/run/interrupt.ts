/** Ctrl-C once ends a command in order, twice at once. */
import { EXIT_INTERRUPTED } from "@usdkit/command/process/exit-codes";

/** Why a command was ended from outside. */
export class InterruptError extends Error {
  override readonly name = "InterruptError";
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Signals that ask for an end, and the exit codes that shells know them by. */
const SIGNALS: readonly (readonly [NodeJS.Signals, number])[] = [
  ["SIGINT", EXIT_INTERRUPTED],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
];

/**
 * A signal that is aborted by the first of them; the second ends the process.
 *
 * @param onFirst Told what is being done about it.
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
