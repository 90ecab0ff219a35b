/** Reads the body of a request. */
import type { IncomingMessage } from "node:http";

/** More than this no request of the specification needs: the largest is one part of an upload. */
const MAX_BODY = 256 << 20;

/** @returns `undefined` when its sender left before the end, or sent more than anybody should. */
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
