import { readText } from "./read-text.ts";
import type { Fetch } from "./settings.ts";
import type { StreamedForm } from "./streamed-form.ts";
import { readFailure, type Failure } from "./unreached.ts";
import { within, type Limits } from "./within.ts";

/** The request of one attempt. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Limits shared by all attempts of a call. */
  readonly body?: Uint8Array<ArrayBuffer> | FormData | StreamedForm | undefined;
}

/** A complete answer. */
export interface Answer {
  readonly kind: "answer";
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The unclassified outcome of an attempt. */
export type Outcome =
  | Answer
  /** No connection was made: no byte reached the service. */
  | { readonly kind: "unreached"; readonly failure: Failure; readonly error: unknown }
  /** Bytes may have been sent, and there is no complete answer. */
  | {
      readonly kind: "lost";
      readonly why: "timeout" | "connection" | "cut" | "too large";
      /** Status of the answer, if its head arrived. */
      readonly status?: number | undefined;
      readonly failure?: Failure | undefined;
      readonly error?: unknown;
    }
  | { readonly kind: "aborted"; readonly reason: unknown };

/** Maximum size of an answer: answers have some kilobytes, and lists at most 100 rows. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Sends once and reads the answer within `limits`. Redirects are not followed: they could lead the key elsewhere. */
export async function attempt(fetch: Fetch, request: PreparedRequest, limits: Limits): Promise<Outcome> {
  let status: number | undefined;
  const ended = await within(limits, async (signal): Promise<Outcome> => {
    let response: Response;
    try {
      response = await fetch(request.url.href, {
        method: request.method,
        headers: { ...request.headers },
        redirect: "manual",
        ...bodyOf(request),
        credentials: "omit",
        cache: "no-store",
        signal,
      });
    } catch (error) {
      const failure = readFailure(error);
      // Browsers show a redirect that is not followed in this way.
      if (failure.text === REDIRECTED) return { kind: "answer", status: 0, headers: new Headers(), text: "" };
      return failure.unreached
        ? { kind: "unreached", failure, error }
        : { kind: "lost", why: "connection", failure, error };
    }
    status = response.status;
    try {
      const text = await readText(response, MAX_ANSWER_BYTES);
      if (text === undefined) return { kind: "lost", why: "too large", status };
      return { kind: "answer", status, headers: response.headers, text };
    } catch (error) {
      return { kind: "lost", why: "cut", status, failure: readFailure(error), error };
    }
  });
  switch (ended.kind) {
    case "done":
      return ended.value;
    case "timeout":
      return { kind: "lost", why: "timeout", status };
    case "aborted":
      return { kind: "aborted", reason: ended.reason };
  }
}

/** The error of undici for a redirect that is not allowed. */
const REDIRECTED = "unexpected redirect";

function bodyOf({ body }: PreparedRequest): Pick<RequestInit, "body" | "duplex" | "redirect" | "window"> {
  if (body === undefined || !("stream" in body)) return { body: body ?? null };
  // A stream can be read once: every attempt opens its own. Without a window and without redirects the platform needs no
  // copy; otherwise it holds all bytes until the answer arrives (Fetch, "HTTP-network-or-cache fetch", 8.2).
  return { body: body.stream(), duplex: "half", redirect: "error", window: null };
}
