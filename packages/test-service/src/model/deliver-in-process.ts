/** Applies a fault to the delivery of a reply, for a `fetch` of this process. */
import type { Reply } from "../messages/reply.ts";
import type { Delivery } from "../script/fault.ts";

/** Waits of a delivery. */
export interface InProcessWaits {
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly signal: AbortSignal | undefined;
}

const FLOOD_CHUNK = new Uint8Array(64 << 10);

/** @throws TypeError as `fetch` does, if the connection is to break before the head of the reply. */
export async function deliverInProcess(
  reply: Reply,
  delivery: Delivery,
  { sleep, signal }: InProcessWaits,
): Promise<Response> {
  switch (delivery.how) {
    case "whole":
      return responseOf(reply, reply.body);
    case "reset":
      throw broken("ECONNRESET");
    case "hang-up":
      throw broken("UND_ERR_SOCKET");
    case "noise":
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("bad"), { name: "HTTPParserError" }) });
    case "silence":
      return await aborted(signal);
    case "cut": {
      const head = reply.body.subarray(0, Math.floor(reply.body.length * delivery.share));
      const end = delivery.and === "silence" ? () => aborted(signal) : () => Promise.reject(broken("ECONNRESET"));
      return responseOf(reply, streamOf([() => Promise.resolve(head), end]));
    }
    case "drip": {
      const { bytes, every } = delivery;
      const pieces: (() => Promise<Uint8Array>)[] = [];
      for (let at = 0; at < reply.body.length; at += bytes) {
        pieces.push(async () => {
          if (at > 0) await Promise.race([sleep(every), aborted(signal)]);
          return reply.body.subarray(at, at + bytes);
        });
      }
      return responseOf(reply, streamOf(pieces));
    }
    case "flood": {
      const chunks = Math.ceil(delivery.bytes / FLOOD_CHUNK.length);
      return responseOf(reply, streamOf(Array.from({ length: chunks }, () => () => Promise.resolve(FLOOD_CHUNK))));
    }
  }
}

function responseOf({ status, headers, body: whole }: Reply, body: Uint8Array | ReadableStream<Uint8Array>): Response {
  const hasBody = status !== 204 && status !== 304;
  const length = hasBody && whole.length > 0 ? { "content-length": String(whole.length) } : {};
  const content = body instanceof Uint8Array ? Buffer.from(body) : body;
  return new Response(hasBody ? content : null, { status, headers: { ...length, ...headers } });
}

/** A stream of pieces, each made on demand. */
function streamOf(pieces: readonly (() => Promise<Uint8Array>)[]): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream({
    async pull(controller) {
      const piece = pieces[next++];
      if (piece === undefined) {
        controller.close();
        return;
      }
      controller.enqueue(await piece());
    },
  });
}

function broken(code: string): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code, syscall: "read" }) });
}

/** Rejects when the caller aborts. */
function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted === true) reject(signal.reason as Error);
    signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
