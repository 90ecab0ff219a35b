/** Streams, environment and exit code of a command: a process in use, memory in tests. */
import { path } from "../process/builtins.ts";
import { EXIT_ERROR } from "../process/exit-codes.ts";
import { escapeLines } from "../terminal/escape-terminal.ts";
import type { ErrorStream, OutputStream } from "../terminal/streams.ts";

export interface CommandContext {
  /** Absolute; relative paths of arguments start here. */
  readonly cwd: string;
  /** Absolute folders: what files depend on is read from below these alone. Default: from everywhere. */
  readonly allowedFolders?: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: OutputStream;
  readonly stderr: ErrorStream;
  /** Undefined as long as nothing went wrong. */
  exitCode: number | undefined;
  /** Calls `listener` on Ctrl-C instead of ending the command; returns a function that removes it. */
  onInterrupt(listener: () => void): () => void;
}

/** The absolute path of a path given as an argument. */
export function resolvePath({ cwd }: Pick<CommandContext, "cwd">, file: string): string {
  return path.resolve(cwd, file);
}

/** Reports a problem on standard error and sets the exit code 2; the command goes on. */
export function reportProblem(context: CommandContext, command: string, message: string): void {
  context.exitCode = EXIT_ERROR;
  context.stderr.write(`${command}: ${escapeLines(message)}\n`);
}
