import { businessCode, parseReply, readApiError, type Repetition } from "@usdkit/contract";
import {
  AuthenticationError,
  DuplicateRequestError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  ProtocolError,
  RateLimitError,
  ServerError,
  type ErrorFacts,
  type SpatialError,
} from "../errors/errors.ts";
import type { Answer } from "./attempt.ts";
import { printable } from "./printable.ts";
import { readRetryAfter } from "./retry-after.ts";
import type { Secrets } from "./secrets.ts";

/** Context of an error, for its message. */
export interface CallFacts {
  readonly id: string;
  readonly repetition: Repetition;
  readonly host: "gateway" | "upload" | "file";
  readonly url: URL;
  readonly requestId?: string | undefined;
}

/** Returns the error of an answer that is not 2xx: the class for its status, with the service's text and a hint. */
export function answerError(call: CallFacts, answer: Answer, now: number, secrets: Secrets): SpatialError {
  const { status } = answer;
  const { words, ...read } = readErrorBody(answer, secrets);
  const facts: ErrorFacts = {
    endpoint: call.id,
    status,
    problem: words,
    requestId: call.requestId,
    bizCode: read.bizCode,
    reason: read.reason,
    retryAfter: readRetryAfter(answer.headers, now),
  };
  const origin = call.url.origin;
  const text = (advice: string): string => `${call.id}: ${words}. ${advice}`;
  // Browsers report a redirect that is not followed as status 0.
  if (status === 0 || (status >= 300 && status < 400)) return redirected(call, answer, facts, secrets);
  switch (status) {
    case 401:
      return call.host === "upload"
        ? new AuthenticationError(text("The upload token is not (or no longer) valid."), facts)
        : new AuthenticationError(text(`Check that the API key is valid for ${origin}.`), facts);
    case 403:
      return new PermissionError(
        text("It belongs to another account, or the key does not have this permission."),
        facts,
      );
    case 404:
    case 410:
      return new NotFoundError(text(read.known ? "Check the id." : wrongUrl(call)), facts);
    case 405:
      return new InvalidRequestError(text(wrongUrl(call)), facts);
    case 409:
      return call.repetition === "guarded"
        ? new DuplicateRequestError(
            text(
              "This requestId was submitted within the last minute, by another call; whether a job runs for it is not known. Use another requestId for another job.",
            ),
            facts,
          )
        : new InvalidRequestError(text("The current state does not allow this."), facts);
    case 429:
      return new RateLimitError(text(later(facts)), facts);
    default:
      return status >= 500
        ? new ServerError(text(later(facts)), facts)
        : new InvalidRequestError(
            text(isAboutCredits(facts) ? CREDITS : "Change the request before sending it again."),
            facts,
          );
  }
}

const CREDITS = "The account has not enough credits for this task: add credits, then send it again.";

function isAboutCredits({ bizCode }: ErrorFacts): boolean {
  return businessCode(bizCode).name === "insufficient-credits";
}

/** Returns the error of an answer of the upload host whose `c` is not 0 (spec 2.2). */
export function envelopeError(
  call: CallFacts,
  { c, m }: { readonly c: number; readonly m?: string | null | undefined },
  secrets: Secrets,
): SpatialError {
  const reason = m == null ? undefined : printable(secrets.redact(m));
  return new InvalidRequestError(
    `${call.id}: the upload host refused (code ${c}): ${reason ?? "it gives no reason"}.`,
    {
      endpoint: call.id,
      status: 200,
      problem: `the upload host refused (code ${c}): ${reason ?? "it gives no reason"}`,
      bizCode: String(c),
      reason,
    },
  );
}

interface ErrorBody {
  /** Returns status, code and message as one text. */
  readonly words: string;
  readonly bizCode: string | undefined;
  readonly reason: string | undefined;
  /** Whether the body is the service's own, and not that of a proxy. */
  readonly known: boolean;
}

function readErrorBody({ status, headers, text }: Answer, secrets: Secrets): ErrorBody {
  let body: unknown;
  try {
    body = parseReply(text);
  } catch {
    const type = printable(headers.get("content-type") ?? "no content type", 60);
    const shown = text.trim() === "" ? "and nothing else" : `${type}: ${printable(secrets.redact(text), 120)}`;
    return { words: `the service answered ${status}, ${shown}`, bizCode: undefined, reason: undefined, known: false };
  }
  const clean = (value: string | undefined): string | undefined =>
    value === undefined ? undefined : printable(secrets.redact(value));
  const read = readApiError(body);
  const message = clean(read.message);
  const bizCode = clean(read.bizCode);
  const label = [String(status), clean(read.status), bizCode === undefined ? undefined : `code ${bizCode}`];
  return {
    words: `the service answered ${label.filter((part) => part !== undefined).join(" ")}: ${withoutStop(message) ?? "it gives no reason"}`,
    bizCode,
    reason: message ?? clean(read.reason),
    known: read.status !== undefined || read.message !== undefined || read.bizCode !== undefined,
  };
}

function withoutStop(text: string | undefined): string | undefined {
  return text?.replace(/\.$/, "");
}

function later({ retryAfter }: ErrorFacts): string {
  return retryAfter === undefined || retryAfter === 0
    ? "Try again later."
    : `Try again in ${Math.ceil(retryAfter / 1000)} s.`;
}

function wrongUrl({ url, host }: CallFacts): string {
  const what = host === "gateway" ? "base URL" : "upload host's address";
  return `The answer is not an error of the service: check the ${what}. ${url.origin}${url.pathname} was called.`;
}

function redirected(call: CallFacts, { status, headers }: Answer, facts: ErrorFacts, secrets: Secrets): SpatialError {
  const target = readTarget(headers.get("location"), call.url);
  const where = target === undefined ? "" : ` to ${printable(secrets.redact(target.origin + target.pathname), 120)}`;
  const advice =
    target?.protocol === "https:" && call.url.protocol === "http:" && target.hostname === call.url.hostname
      ? `Use https in the base URL: ${target.origin}.`
      : "Set the base URL to where the service is.";
  return new ProtocolError(
    `${call.id}: the service answered ${status === 0 ? "with a redirect" : `${status}, a redirect`}${where}. Redirects are not followed, as they would take the key elsewhere. ${advice}`,
    facts,
  );
}

function readTarget(location: string | null, base: URL): URL | undefined {
  try {
    return location === null ? undefined : new URL(location, base);
  } catch {
    return undefined;
  }
}
