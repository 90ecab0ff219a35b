import { ConnectionError, DeadlineError, InvalidRequestError, ProtocolError } from "../errors/errors.ts";
import { absoluteUrl } from "./absolute-url.ts";
import type { CallFacts } from "./answer-error.ts";
import { classifyNoAnswer, classifyStatus, type ClassifyContext } from "./classify-outcome.ts";
import { printable } from "./printable.ts";
import { dropBody, readText } from "./read-text.ts";
import { recordAttempt } from "./record-attempt.ts";
import { repeat } from "./repeat.ts";
import type { RetryBudget } from "./retry-budget.ts";
import type { Secrets } from "./secrets.ts";
import type { TransportSettings } from "./settings.ts";
import type { FileRequest } from "./transport.ts";
import { readFailure } from "./unreached.ts";
import type { AttemptResult } from "./attempt-result.ts";
import { within, type Limits } from "./within.ts";

const ID = "files.get";

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 10;

/** Maximum bytes of an error's body that are read. */
const MAX_ERROR_BYTES = 65_536;

/** The dependencies of `Transport.fetchFile`. */
export interface FileContext {
  readonly settings: TransportSettings;
  readonly budget: RetryBudget;
  readonly secrets: Secrets;
}

/** See `Transport.fetchFile`. */
export function fetchFile(context: FileContext, address: string, request: FileRequest): Promise<Response> {
  const { settings, budget, secrets } = context;
  const url = readUrl(absoluteUrl(settings.baseUrl, address));
  const call: CallFacts = { id: ID, repetition: "safe", host: "file", url };
  // Compressed, its length and ranges would not be those of the file. Browsers choose this header themselves.
  const headers: Record<string, string> = { accept: "*/*", "accept-encoding": "identity" };
  if (request.from !== undefined && request.from > 0) {
    headers["range"] = `bytes=${request.from}-`;
    if (request.validator !== undefined) headers["if-range"] = request.validator;
  }

  return repeat<Response, undefined>(settings, budget, {
    id: ID,
    repetition: "safe",
    signal: request.signal,
    deadline: request.deadline,
    attemptTimeout: settings.timeout.attempt,
    spacing: 0,
    access: () => undefined,
    send: async (_access, limits, place) => {
      const start = settings.clock.now();
      const result = await sendOnce(settings, { url, headers }, limits, {
        call,
        now: start,
        timeout: limits.timeout,
        secrets,
      });
      recordAttempt(context, { id: ID, method: "GET", url }, { ...place, start }, result);
      if (result.kind !== "accepted") return result;
      return { ...result, reply: watched(context, result.reply, request, url) };
    },
  });
}

async function sendOnce(
  { fetch }: TransportSettings,
  { url, headers }: { readonly url: URL; readonly headers: Readonly<Record<string, string>> },
  limits: Limits,
  context: ClassifyContext,
): Promise<AttemptResult<Response>> {
  const ended = await within(limits, async (signal): Promise<AttemptResult<Response>> => {
    let response: Response;
    try {
      response = await followed(fetch, url, { method: "GET", headers: { ...headers }, credentials: "omit", signal });
    } catch (error) {
      if (error instanceof ProtocolError) return { kind: "refused", error };
      const failure = readFailure(error);
      return classifyNoAnswer(
        failure.unreached ? { kind: "unreached", failure, error } : { kind: "lost", why: "connection", failure, error },
        context,
      );
    }
    const { status } = response;
    if (status === 200 || status === 206) return { kind: "accepted", status, reply: response };
    if (status === 416) {
      dropBody(response);
      return { kind: "accepted", status, reply: new Response(null, response) };
    }
    const text = (await readText(response, MAX_ERROR_BYTES).catch(() => undefined)) ?? "";
    return classifyStatus({ kind: "answer", status, headers: response.headers, text }, context);
  });
  if (ended.kind === "done") return ended.value;
  return classifyNoAnswer(
    ended.kind === "timeout" ? { kind: "lost", why: "timeout" } : { kind: "aborted", reason: ended.reason },
    context,
  );
}

/**
 * Follows redirects, as storage has them; there is no key that could leak.
 *
 * @throws ProtocolError for too many, or one that leads nowhere.
 */
async function followed(fetch: TransportSettings["fetch"], start: URL, init: RequestInit): Promise<Response> {
  let url = start;
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(url.href, { ...init, redirect: "manual" });
    // Browsers hide where a redirect leads, and follow at most 20.
    if (response.type === "opaqueredirect") return fetch(url.href, { ...init, redirect: "follow" });
    if (!REDIRECTS.has(response.status)) return response;
    dropBody(response);
    const location = response.headers.get("location") ?? "";
    const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    const facts = { endpoint: ID, status: response.status };
    if (location === "" || target === undefined || !/^https?:$/.test(target.protocol)) {
      const found = printable(JSON.stringify(location), 120);
      throw new ProtocolError(`${ID}: expected a redirect to http or https, found ${found} (${url.origin}).`, facts);
    }
    if (redirects >= MAX_REDIRECTS) {
      throw new ProtocolError(`${ID}: more than ${MAX_REDIRECTS} redirects (${url.origin}).`, facts);
    }
    url = target;
  }
}

/** Returns the answer with a body that cannot hang: each piece arrives in time, or reading ends with an error. */
function watched(
  { settings, secrets }: FileContext,
  response: Response,
  { signal, deadline = Infinity }: FileRequest,
  url: URL,
): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  const { clock, timeout } = settings;
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const facts = { endpoint: ID, status };
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const left = deadline - clock.now();
    const limits = { clock, timeout: Math.min(timeout.idle, left), signals: [signal, settings.signal] };
    try {
      const ended = await within(limits, () => reader.read());
      if (ended.kind === "done") {
        if (ended.value.done) controller.close();
        else controller.enqueue(ended.value.value);
        return;
      }
      reader.cancel().catch(() => {});
      if (ended.kind === "aborted") controller.error(ended.reason);
      else if (left <= timeout.idle)
        controller.error(new DeadlineError(`${ID}: the deadline passed while it was read.`, facts));
      else {
        const seconds = Math.round(timeout.idle / 1000);
        controller.error(
          new ConnectionError(`${ID}: no data for ${seconds} s (${url.origin}). Fetch it again to resume.`, facts),
        );
      }
    } catch (error) {
      const why = printable(secrets.redact(readFailure(error).text));
      controller.error(
        new ConnectionError(`${ID}: the connection broke (${url.origin}): ${why}. Fetch it again to resume.`, facts),
      );
    }
  };
  const stream = new ReadableStream<Uint8Array>(
    { pull, cancel: (reason) => reader.cancel(reason) },
    { highWaterMark: 0 },
  );
  return new Response(stream, { status, statusText, headers });
}

function readUrl(address: string): URL {
  const refuse = (problem: string): InvalidRequestError =>
    new InvalidRequestError(`${ID}: ${problem}. Nothing was sent.`, { endpoint: ID });
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw refuse(`expected a URL, found ${printable(JSON.stringify(address), 120)}`);
  }
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw refuse(`expected http or https, found ${url.protocol}`);
  return url;
}
