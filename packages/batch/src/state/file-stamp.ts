/** What tells whether files have changed since they were read. */
import { fs } from "@usdkit/command/process/builtins";

/** A file by its absolute path, and its stamp. */
export type StampedFile = readonly [file: string, stamp: string];

/** Returns size and time of a file; "" if there is none. */
export function stampOf(file: string): string {
  const stats = fs.statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.size} ${stats.mtimeNs}`;
}

/** Whether files are as they were. */
export function areAsStamped(files: readonly StampedFile[]): boolean {
  return files.every(([file, stamp]) => stampOf(file) === stamp);
}
