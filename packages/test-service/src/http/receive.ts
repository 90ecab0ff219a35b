/** Reads the body of a request. */
import type { IncomingMessage } from "node:http";

/** Maximum request size: the largest request of the specification is one part of an upload. */
const MAX_BODY = 256 << 20;

/** @returns `undefined` if the sender left before the end, or exceeded the limit. */
export async function receiveBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BODY) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return request.complete ? Buffer.concat(chunks, size) : undefined;
}
