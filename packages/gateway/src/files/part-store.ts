import type { Readable } from "node:stream";

/** Parts of uploads that go on. They outlive the process. */
export interface PartStore {
  /** Moves a temporary file here, whole or not at all; the second of the same part replaces the first. */
  keep(temporary: string, upload: string, part: number): Promise<void>;
  read(upload: string, part: number): Promise<Readable>;
  remove(upload: string): Promise<void>;
  /** Uploads that have parts. */
  uploads(): Promise<readonly string[]>;
}

/** @throws {RangeError} for text that is no id of an upload. */
export function checkUploadId(upload: string): string {
  if (!/^[\w-]{32}$/.test(upload)) throw new RangeError("not an id of an upload");
  return upload;
}
