import { isTerminal, standardOutput, terminalColumns, writeError } from "../terminal/output.ts";
import type { CommandContext } from "./command-context.ts";

/** Returns the context of this process. Its streams are touched when they are used: loading them takes milliseconds. */
export function processContext(): CommandContext {
  return {
    cwd: process.cwd(),
    env: process.env,
    get stdin(): AsyncIterable<Uint8Array> {
      return process.stdin;
    },
    stdout: {
      get isTerminal(): boolean {
        return isTerminal(1);
      },
      get columns(): number {
        return terminalColumns(1);
      },
      write: (chunk) => standardOutput.write(chunk),
    },
    stderr: {
      get isTerminal(): boolean {
        return isTerminal(2);
      },
      get columns(): number {
        return terminalColumns(2);
      },
      write: writeError,
    },
    get exitCode(): number | undefined {
      const { exitCode } = process;
      return exitCode === undefined ? undefined : Number(exitCode);
    },
    set exitCode(code: number | undefined) {
      process.exitCode = code;
    },
    onInterrupt(listener) {
      process.on("SIGINT", listener);
      return () => process.off("SIGINT", listener);
    },
  };
}
