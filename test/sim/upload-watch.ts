import { limits } from "@usdkit/contract";
import type { Arrival } from "./service.ts";

/** Looks at uploads from outside: line 10 says how many parts may be on their way, and how far apart questions are. */
export class UploadWatch {
  /** Parts on their way, by their token. */
  readonly #parts = new Map<string, number>();
  /** When the last question under a token was over. */
  readonly #asked = new Map<string, number>();

  /** @returns What is called when the attempt is over. */
  begin({ path, token = "" }: Arrival, now: number, problems: string[]): (now: number) => void {
    if (path.endsWith("/block/upload/part")) {
      const open = (this.#parts.get(token) ?? 0) + 1;
      this.#parts.set(token, open);
      if (open > limits.partsAtOnce) problems.push(`${open} parts of a file were on their way at once`);
      return () => this.#parts.set(token, (this.#parts.get(token) ?? 1) - 1);
    }
    if (!path.endsWith("/upload/status")) return () => {};
    const gap = now - (this.#asked.get(token) ?? -Infinity);
    if (gap < limits.uploadStatusIntervalMs) problems.push(`an upload's status was asked for again after ${gap} ms`);
    return (end) => this.#asked.set(token, end);
  }
}
