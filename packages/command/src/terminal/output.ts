/**
 * Standard output and standard error of this process, at the pace of their reader.
 *
 * Output that is not a terminal is written by its descriptor: `process.stdout` alone loads Node's network layer, which takes
 * milliseconds.
 */
import { fs } from "../process/builtins.ts";
import { EXIT_ERROR } from "../process/exit-codes.ts";

export interface Sink {
  /** Resolves when there is room for more. */
  write(chunk: string | Uint8Array): Promise<void>;
  close(): void;
}

/** Whether the descriptor is a terminal. */
export function isTerminal(descriptor: 1 | 2): boolean {
  try {
    const stats = fs.fstatSync(descriptor);
    // A terminal is a character device, and so is /dev/null.
    if (!stats.isCharacterDevice() || stats.rdev === fs.statSync("/dev/null").rdev) return false;
  } catch {
    // Windows has no such numbers; only the stream knows.
  }
  return (descriptor === 1 ? process.stdout : process.stderr).isTTY;
}

/** Columns of the terminal, at most 120. */
export function terminalColumns(descriptor: 1 | 2): number {
  const widest = 120;
  if (!isTerminal(descriptor)) return widest;
  const { columns } = descriptor === 1 ? process.stdout : process.stderr;
  // Some terminals report 0.
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

/** Writes to standard error. Never throws, also if it is closed (`2>&1 | head`): the command may have to clean up first. */
export function writeError(text: string | Uint8Array): void {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  let rest = bytes;
  try {
    if (!isTerminal(2)) rest = writeNow(2, bytes);
  } catch {
    return;
  }
  if (rest.length === 0) return;
  if (!hasErrorListener) process.stderr.on("error", () => {});
  hasErrorListener = true;
  process.stderr.write(rest);
}

/** An error of the stream without a listener would end the process. */
let hasErrorListener = false;

/** Writes what fits; returns the rest if the pipe is full and does not block. Throws errors of the system. */
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

/** Once some of the output went through the stream, all of it must: otherwise it would overtake what waits there. */
let isStreamed = false;

async function writeStreamed(bytes: Uint8Array): Promise<void> {
  if (!isStreamed) process.stdout.on("error", endOnBrokenPipe);
  isStreamed = true;
  if (!process.stdout.write(bytes)) await new Promise<void>((resolve) => process.stdout.once("drain", resolve));
}

/** `usda dump … | head -1` closes the pipe: no reason for a stack trace. */
function endOnBrokenPipe(error: NodeJS.ErrnoException): never {
  if (error.code !== "EPIPE" && error.code !== "EOF") writeError(`cannot write: ${error.message}\n`);
  process.exit(EXIT_ERROR);
}
