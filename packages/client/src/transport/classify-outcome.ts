import { uploadMessage, type Endpoint, type EndpointRequest } from "@usdkit/contract";
import { ConnectionError, type ErrorFacts } from "../errors/errors.ts";
import { answerError, envelopeError, type CallFacts } from "./answer-error.ts";
import type { Answer, Outcome } from "./attempt.ts";
import { printable } from "./printable.ts";
import { readAnswer } from "./read-answer.ts";
import type { Secrets } from "./secrets.ts";
import type { AttemptResult } from "./attempt-result.ts";

/** The inputs of the classification. */
export interface ClassifyContext {
  readonly call: CallFacts;
  readonly now: number;
  /** Timeout of the attempt, in milliseconds. */
  readonly timeout: number;
  readonly secrets: Secrets;
  /** See `CallOptions.known`. */
  readonly known?: object | undefined;
}

/** Classifies the outcome of an attempt at an endpoint. */
export function classifyOutcome<Reply>(
  endpoint: Omit<Endpoint<EndpointRequest, Reply>, "request">,
  outcome: Outcome,
  context: ClassifyContext,
): AttemptResult<Reply> {
  if (outcome.kind !== "answer") return classifyNoAnswer(outcome, context);
  const { call, secrets } = context;
  const { status } = outcome;
  if (status >= 200 && status < 300) {
    const read = readAnswer(endpoint, outcome, secrets, context.known);
    if (read.kind === "invalid") {
      return { kind: "unknown", status, error: read.error, timeout: false, nonRetryable: read.complete };
    }
    const refusal = endpoint.host === "upload" ? refusalOf(read.reply) : undefined;
    if (refusal !== undefined) return { kind: "refused", status, error: envelopeError(call, refusal, secrets) };
    return { kind: "accepted", status, reply: read.reply };
  }
  // The object of a DELETE is already gone.
  if (endpoint.method === "DELETE" && status === 404) {
    const gone = endpoint.replies[204]?.schema.safeParse(undefined);
    if (gone?.success === true) return { kind: "accepted", status, reply: gone.data };
  }
  return classifyStatus(outcome, context);
}

/** Classifies an answer by its status alone, which is not 2xx. */
export function classifyStatus(answer: Answer, { call, now, secrets }: ClassifyContext): AttemptResult<never> {
  const { status } = answer;
  const error = answerError(call, answer, now, secrets);
  if (status === 429 || status === 503)
    return { kind: "not accepted", status, error, timeout: false, nonRetryable: false };
  // 408: a proxy timed out, on either side.
  if (status >= 500 || status === 408) return { kind: "unknown", status, error, timeout: false, nonRetryable: false };
  if (status === 401 && call.host === "gateway") return { kind: "unauthorized", status, error };
  if (status === 409 && call.repetition === "guarded") return { kind: "duplicate", status, error };
  return { kind: "refused", status, error };
}

/**
 * Maximum attempts at a port of this machine that nothing listens on. A service that restarts is back within the
 * second that they take; a longer wait only delays the error.
 */
const LOCAL_ATTEMPTS = 3;

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}

/** Classifies an attempt without a complete answer. */
export function classifyNoAnswer(
  outcome: Exclude<Outcome, Answer>,
  { call, timeout, secrets }: ClassifyContext,
): AttemptResult<never> {
  if (outcome.kind === "aborted") return outcome;
  const facts: ErrorFacts = { endpoint: call.id, requestId: call.requestId, cause: causeOf(outcome, secrets) };
  const say = (what: string, advice: string): ConnectionError => {
    const problem = `${what} (${call.url.origin})`;
    return new ConnectionError(`${call.id}: ${problem}. ${advice}`, { ...facts, problem });
  };
  const why = printable(secrets.redact(outcome.failure?.text ?? ""));
  if (outcome.kind === "unreached") {
    const { permanent, code } = outcome.failure;
    const maxAttempts = code === "ECONNREFUSED" && isLoopback(call.url) ? LOCAL_ATTEMPTS : undefined;
    const error = say(
      `the service could not be reached: ${why}`,
      "Check the base URL and the network; nothing was sent.",
    );
    return { kind: "not accepted", error, timeout: false, nonRetryable: permanent, maxAttempts };
  }
  switch (outcome.why) {
    case "timeout": {
      const error = say(
        `no whole answer within ${inSeconds(timeout)}`,
        "Try again later, or with a longer time for an attempt.",
      );
      return { kind: "unknown", status: outcome.status, error, timeout: true, nonRetryable: false };
    }
    case "connection": {
      const error = say(`the connection broke before an answer came: ${why}`, "Check the base URL and the network.");
      return { kind: "unknown", error, timeout: false, nonRetryable: false };
    }
    case "cut": {
      const error = say(`the connection broke in the middle of the answer: ${why}`, "Try again.");
      return { kind: "unknown", status: outcome.status, error, timeout: false, nonRetryable: false };
    }
    case "too large": {
      const error = say("the answer is larger than any of the service's", "Is the base URL the service's own?");
      return { kind: "unknown", status: outcome.status, error, timeout: false, nonRetryable: true };
    }
  }
}

/** Returns milliseconds as text in seconds, or in whole milliseconds below a second. */
function inSeconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.ceil(milliseconds)} ms` : `${Math.round(milliseconds / 100) / 10} s`;
}

/** Returns the platform's error text without secrets: its own errors may contain anything. */
function causeOf(outcome: Exclude<Outcome, Answer>, secrets: Secrets): Error | undefined {
  if (outcome.kind === "aborted" || outcome.failure === undefined) return undefined;
  const { code, text } = outcome.failure;
  return Object.assign(new Error(printable(secrets.redact(text))), code === undefined ? {} : { code });
}

function refusalOf(reply: unknown): { readonly c: number; readonly m?: string | null | undefined } | undefined {
  if (typeof reply !== "object" || reply === null || !("c" in reply) || typeof reply.c !== "number") return undefined;
  const { c } = reply;
  return c === 0 ? undefined : { c, m: uploadMessage(reply) };
}
