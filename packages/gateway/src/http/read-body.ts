import type { IncomingMessage } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ApiFailure } from "./api-failure.ts";

/** Memory budget in bytes for request bodies being received; when it is exhausted, large requests are rejected with 429. */
export class BodyBudget {
  private left: number;

  constructor(bytes: number) {
    this.left = bytes;
  }

  take(bytes: number): boolean {
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.left += bytes;
  }
}

/** Bytes. Each step of reading a larger body gets a turn of the event loop of its own. */
const LARGE = 1 << 20;

/** Reads a JSON body. @throws {ApiFailure} if it is too large or not JSON. */
export async function readJson(request: IncomingMessage, most: number, budget: BodyBudget): Promise<unknown> {
  const type = request.headers["content-type"];
  if (type !== undefined && !/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new ApiFailure("invalid-parameters", "body: expected the content type application/json");
  }
  const bytes = await readBytes(request, most, budget);
  if (bytes.length === 0) throw new ApiFailure("invalid-parameters", "body: expected JSON, found nothing");
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (bytes.length > LARGE) await nextTurn();
    return value;
  } catch (error) {
    const reason = error instanceof SyntaxError ? "invalid JSON" : "invalid UTF-8";
    throw new ApiFailure("invalid-parameters", `body: expected JSON, found ${reason}`);
  }
}

/** @throws {ApiFailure} if the body exceeds `most` bytes; the rest is left unread. */
function readBytes(request: IncomingMessage, most: number, budget: BodyBudget): Promise<Buffer> {
  const tooLarge = new ApiFailure("invalid-parameters", `body: expected at most ${most} bytes`);
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > most) return Promise.reject(tooLarge);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isDone = false;
    const end = (settle: () => void): void => {
      if (isDone) return;
      isDone = true;
      budget.give(size);
      settle();
    };
    request.on("data", (chunk: Buffer) => {
      if (isDone) return;
      if (!budget.take(chunk.length)) {
        return end(() => reject(new ApiFailure("rate-limited", "too many large requests at the same time", 1)));
      }
      size += chunk.length;
      if (size > most) return end(() => reject(tooLarge));
      chunks.push(chunk);
    });
    request.on("end", () => end(() => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))));
    request.on("error", (error) => end(() => reject(error)));
    request.on("close", () => end(() => reject(new Error("the connection ended within the body"))));
  });
}
