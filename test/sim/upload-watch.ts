import { limits } from "@usdkit/contract";
import type { Arrival } from "./service.ts";

/** Observes uploads: line 10 limits the number of parts in transfer and the interval between polls. */
export class UploadWatch {
  /** Parts in transfer, by token. */
  readonly #parts = new Map<string, number>();
  /** When the last poll with a token ended. */
  readonly #asked = new Map<string, number>();

  /** @returns A function to call when the attempt ends. */
  begin({ path, token = "" }: Arrival, now: number, problems: string[]): (now: number) => void {
    if (path.endsWith("/block/upload/part")) {
      const open = (this.#parts.get(token) ?? 0) + 1;
      this.#parts.set(token, open);
      if (open > limits.partsAtOnce) problems.push(`${open} parts of a file were in transfer at the same time`);
      return () => this.#parts.set(token, (this.#parts.get(token) ?? 1) - 1);
    }
    if (!path.endsWith("/upload/status")) return () => {};
    const gap = now - (this.#asked.get(token) ?? -Infinity);
    if (gap < limits.uploadStatusIntervalMs) problems.push(`an upload's status was asked for again after ${gap} ms`);
    return (end) => this.#asked.set(token, end);
  }
}
