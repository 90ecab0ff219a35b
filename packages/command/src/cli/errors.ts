/** A call that cannot be run as written; the message is for the user. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

/** A required file cannot be read or written; the message is for the user. */
export class IoError extends Error {
  override readonly name: string = "IoError";
}

/** Describes a file system error of a file. */
export function describeIoError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return (code === undefined ? undefined : MESSAGES[code]) ?? error.message;
}

const MESSAGES: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EDQUOT: "the quota of this user is used up",
  EFBIG: "the file grows beyond the limit of this system or user",
  EISDIR: "is a folder",
  ELOOP: "too many symbolic links",
  EMFILE: "too many open files",
  ENOENT: "no such file",
  ENOSPC: "no space left",
  ENOTDIR: "a part of the path is not a folder",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
};
