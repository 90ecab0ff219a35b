/** What tells whether files have changed since they were read. */
import { fs } from "@usdkit/command/process/builtins";

/** A file by its absolute path, and its stamp. */
export type StampedFile = readonly [file: string, stamp: string];

/** Returns size and time of a file; "" if there is none, or it cannot be looked at: whoever reads it reports that. */
export function stampOf(file: string): string {
  try {
    const { size, mtimeNs } = fs.statSync(file, { bigint: true });
    return `${size} ${mtimeNs}`;
  } catch {
    return "";
  }
}

/** Whether files are as they were. */
export function areAsStamped(files: readonly StampedFile[]): boolean {
  return files.every(([file, stamp]) => stampOf(file) === stamp);
}
