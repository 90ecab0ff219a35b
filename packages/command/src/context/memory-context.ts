import type { CommandContext } from "./command-context.ts";

export interface MemoryContextOptions {
  /** Absolute. */
  readonly cwd: string;
  readonly allowedFolders?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array | undefined;
  /** Columns of the terminal that the output goes to; undefined: to a file. */
  readonly terminal?: number | undefined;
}

/** A context whose output is kept: what a command wrote, as text. */
export interface MemoryContext extends CommandContext {
  readonly output: () => { readonly stdout: string; readonly stderr: string };
  /** Presses Ctrl-C. */
  readonly interrupt: () => void;
}

/** Returns a context for a command that runs within another, or in the process of a test. */
export function memoryContext({
  cwd,
  allowedFolders,
  env = {},
  input = "",
  terminal,
}: MemoryContextOptions): MemoryContext {
  const chunks: Record<"stdout" | "stderr", Uint8Array[]> = { stdout: [], stderr: [] };
  const listeners = new Set<() => void>();
  const device = { isTerminal: terminal !== undefined, columns: terminal ?? 120 };
  const text = (name: "stdout" | "stderr"): string => Buffer.concat(chunks[name]).toString();
  return {
    cwd,
    allowedFolders,
    env,
    stdin: (async function* () {
      yield Buffer.from(input);
    })(),
    stdout: {
      ...device,
      async write(chunk) {
        chunks.stdout.push(Buffer.from(chunk));
      },
    },
    stderr: { ...device, write: (chunk) => void chunks.stderr.push(Buffer.from(chunk)) },
    exitCode: undefined,
    onInterrupt(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    output: () => ({ stdout: text("stdout"), stderr: text("stderr") }),
    interrupt: () => listeners.forEach((listener) => listener()),
  };
}
