/**
 * Standard output and standard error, at the pace that the reader takes.
 *
 * Where standard output is no terminal it is written to by its number: `process.stdout` alone loads Node's whole network
 * layer, some milliseconds of a run that has few.
 */
import { fs } from "../builtins.ts";
import { EXIT_ERROR } from "../cli/exit-codes.ts";

export interface Sink {
  /** Resolves when there is room for more. */
  write(chunk: string | Uint8Array): Promise<void>;
  close(): void;
}

/** Whether somebody looks at it. */
export function isTerminal(descriptor: 1 | 2): boolean {
  try {
    const stats = fs.fstatSync(descriptor);
    // A terminal is a character device, and so is the device that nothing comes out of again.
    if (!stats.isCharacterDevice() || stats.rdev === fs.statSync("/dev/null").rdev) return false;
  } catch {
    // Windows has no such numbers; only the stream itself can tell.
  }
  return (descriptor === 1 ? process.stdout : process.stderr).isTTY;
}

/** Columns of the terminal, within what reads well. */
export function terminalColumns(descriptor: 1 | 2): number {
  const widest = 120;
  if (!isTerminal(descriptor)) return widest;
  const { columns } = descriptor === 1 ? process.stdout : process.stderr;
  // Some say 0, which is no width.
  return columns > 0 ? Math.min(columns, widest) : 80;
}

export const standardOutput: Sink = {
  async write(chunk) {
    if (chunk.length === 0) return;
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    const rest = isStreamed || isTerminal(1) ? bytes : writeOutputNow(bytes);
    if (rest.length > 0) await writeStreamed(rest);
  },
  close() {},
};

/**
 * For what went wrong: short, and never a reason to fail, also where nobody reads it any more (a closed terminal, `2>&1 | head`):
 * there may be something to end in order first.
 */
export function writeError(text: string | Uint8Array): void {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  let rest = bytes;
  try {
    if (!isTerminal(2)) rest = writeNow(2, bytes);
  } catch {
    return;
  }
  if (rest.length === 0) return;
  if (!isErrorHeard) process.stderr.on("error", () => {});
  isErrorHeard = true;
  process.stderr.write(rest);
}

/** Whether errors of the stream are listened to; one that is not ends the process. */
let isErrorHeard = false;

/** For reports, where standard output is for something else. */
export const standardError: Sink = {
  async write(chunk) {
    if (chunk.length > 0) writeError(chunk);
  },
  close() {},
};

/** Writes what fits; returns the rest where the pipe is full and was opened not to wait. Throws what the system says. */
function writeNow(descriptor: 1 | 2, bytes: Uint8Array): Uint8Array {
  let written = 0;
  try {
    while (written < bytes.length) written += fs.writeSync(descriptor, bytes, written);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
  }
  return bytes.subarray(written);
}

function writeOutputNow(bytes: Uint8Array): Uint8Array {
  try {
    return writeNow(1, bytes);
  } catch (error) {
    return endOnBrokenPipe(error as NodeJS.ErrnoException);
  }
}

/** Once some of the output went through the stream, all of it must: else it would overtake what waits there. */
let isStreamed = false;

async function writeStreamed(bytes: Uint8Array): Promise<void> {
  if (!isStreamed) process.stdout.on("error", endOnBrokenPipe);
  isStreamed = true;
  if (!process.stdout.write(bytes)) await new Promise<void>((resolve) => process.stdout.once("drain", resolve));
}

/** `usda dump … | head -1`: nobody reads on, which is no reason for a stack trace. */
function endOnBrokenPipe(error: NodeJS.ErrnoException): never {
  if (error.code !== "EPIPE" && error.code !== "EOF") writeError(`cannot write: ${error.message}\n`);
  process.exit(EXIT_ERROR);
}
