import type { Clock } from "../platform/clock.ts";
import type { Fetch } from "../transport/settings.ts";

/** The reaction of a scripted fetch to one request. */
export type Act =
  /** A complete answer. An object is sent as JSON. */
  | {
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      /** Delay in milliseconds. */
      readonly after?: number;
    }
  /** Fails as undici does. */
  | { readonly fail: "refused" | "reset"; readonly after?: number }
  /** Fails as browsers do: without a reason. */
  | { readonly fail: "browser"; readonly after?: number }
  /** Never answers. */
  | { readonly fail: "silence" }
  /** Sends the head of an answer, then breaks the connection. */
  | { readonly fail: "cut"; readonly status: number; readonly body: string };

/** A request as sent. */
export interface Sent {
  readonly time: number;
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestInit["body"];
  /** The parsed JSON body. */
  readonly json: unknown;
}

/** Returns a fetch that follows the script, one act per request; the last act repeats. */
export function scriptedFetch(
  clock: Clock,
  script: readonly Act[] | ((sent: Sent, index: number) => Act),
): { readonly fetch: Fetch; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const fetch: Fetch = async (url, init) => {
    const { body, signal } = init;
    const request: Sent = {
      time: clock.now(),
      url: new URL(url),
      method: init.method ?? "GET",
      headers: init.headers as Record<string, string>,
      body,
      json: body instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(body)) : undefined,
    };
    sent.push(request);
    const index = sent.length - 1;
    const act = typeof script === "function" ? script(request, index) : script[Math.min(index, script.length - 1)];
    if (act === undefined) throw new Error("The script is empty");
    if ("after" in act && act.after !== undefined) await clock.sleep(act.after, signal ?? undefined);
    if (!("fail" in act)) {
      const isText = typeof act.body === "string" || act.body === undefined;
      return new Response(isText ? act.body : JSON.stringify(act.body), {
        status: act.status,
        headers: { ...(isText ? {} : { "content-type": "application/json" }), ...act.headers },
      });
    }
    switch (act.fail) {
      case "refused":
        throw networkError("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:1", "connect");
      case "reset":
        throw networkError("ECONNRESET", "read ECONNRESET", "read");
      case "browser":
        throw new TypeError("Failed to fetch");
      case "silence":
        return new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
        });
      case "cut": {
        const stream = new ReadableStream({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode(act.body));
          },
          pull: (controller) => {
            controller.error(
              new TypeError("terminated", { cause: networkError("UND_ERR_SOCKET", "other side closed") }),
            );
          },
        });
        return new Response(stream, { status: act.status });
      }
    }
  };
  return { fetch, sent };
}

function networkError(code: string, message: string, syscall?: string): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code, syscall }) });
}
