import type { Readable } from "node:stream";

/** Parts of unfinished uploads. They survive a restart. */
export interface PartStore {
  /** Moves a temporary file here, atomically; a second file of the same part replaces the first. */
  keep(temporary: string, upload: string, part: number): Promise<void>;
  read(upload: string, part: number): Promise<Readable>;
  remove(upload: string): Promise<void>;
  /** Returns the uploads that have parts. */
  uploads(): Promise<readonly string[]>;
}

/** @throws {RangeError} if the text is not an upload id. */
export function checkUploadId(upload: string): string {
  if (!/^[\w-]{32}$/.test(upload)) throw new RangeError("not an id of an upload");
  return upload;
}
