import { EXIT_ERROR } from "./exit-codes.ts";
import { escapeLines } from "../terminal/escape-terminal.ts";
import { writeError } from "../terminal/output.ts";

/** A call that makes no sense; the message is for the user. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

/** What the command cannot go on without cannot be read or written; the message is for the user. */
export class IoError extends Error {
  override readonly name: string = "IoError";
}

/** Says on standard error what went wrong, and lets the command go on; its exit code will tell. */
export function complain(command: string, message: string): void {
  process.exitCode = EXIT_ERROR;
  writeError(`${command}: ${escapeLines(message)}\n`);
}

/** What happened to a file, in words. */
export function describeIoError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return (code === undefined ? undefined : WORDS[code]) ?? error.message;
}

const WORDS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EISDIR: "it is a folder",
  ELOOP: "too many symbolic links",
  EMFILE: "too many open files",
  ENOENT: "no such file",
  ENOSPC: "no space left",
  ENOTDIR: "a part of the path is no folder",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
};
