import { limits, type Repetition } from "@usdkit/contract";
import type { SpatialError } from "../errors/errors.ts";
import { AttemptHistory } from "./attempt-history.ts";
import { backoff } from "./backoff.ts";
import { acceptedIdUnknown, deadlinePassed, outcomeUnknown, tooLongToWait, withNote } from "./call-errors.ts";
import type { RetryBudget } from "./retry-budget.ts";
import type { TransportSettings } from "./settings.ts";
import type { LongWait } from "./transport.ts";
import type { AttemptResult } from "./attempt-result.ts";
import { pause, within, type Limits } from "./within.ts";

/** A call that may take several attempts. `Access` is the credential, which can change between attempts. */
export interface RepeatedCall<Reply, Access> {
  readonly id: string;
  readonly repetition: Repetition;
  readonly requestId?: string | undefined;
  /** The hint if the outcome is unknown, in place of the general one. */
  readonly advice?: string | undefined;
  /** Whether an unguarded call is repeated after an attempt that may have been accepted. */
  readonly retryAmbiguous?: boolean | undefined;
  readonly onWait?: ((wait: LongWait) => void) | undefined;
  readonly onFailure?: ((error: SpatialError) => void) | undefined;
  /** Whether a 409 on a first attempt can only mean that the platform sent the request twice. */
  readonly wasRepeated?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether the client's own signal is ignored. */
  readonly regardless?: boolean | undefined;
  readonly deadline?: number | undefined;
  /** Timeout of one attempt, in milliseconds. */
  readonly attemptTimeout: number;
  /** Minimum milliseconds between an attempt and the next one. */
  readonly spacing: number;
  access(): Access | Promise<Access>;
  /** Reports that `access` was rejected and returns the next one; undefined if there is none. */
  renew?(access: Access): void;
  /** Sends once. `place` is for the log. */
  send(access: Access, limits: Limits, place: AttemptPlace): Promise<AttemptResult<Reply>>;
}

/** Position of an attempt in the call. */
export interface AttemptPlace {
  /** Counts from 1. */
  readonly attempt: number;
  /** Milliseconds waited before it. */
  readonly wait: number;
}

/**
 * Sends until the outcome is known, as often as is safe:
 *
 * - `safe`: again on network errors, 429 and 5xx.
 * - `guarded`: the same, while even a late arrival falls within the minute in which the service rejects duplicates.
 *   Attempts that were certainly not accepted do not start that minute.
 * - `unguarded`: again only if it is certain that nothing was accepted, or with `retryAmbiguous`.
 *
 * @throws The error of the last attempt; OutcomeUnknownError if an earlier attempt may have been accepted;
 *   AcceptedIdUnknownError after a 409 that follows a lost reply; the signal's reason, if nothing can have been
 *   accepted.
 */
export async function repeat<Reply, Access>(
  settings: Pick<TransportSettings, "clock" | "retry" | "signal">,
  budget: RetryBudget,
  call: RepeatedCall<Reply, Access>,
): Promise<Reply> {
  const { clock, retry } = settings;
  const { repetition } = call;
  const signals = call.regardless === true ? [call.signal] : [settings.signal, call.signal];
  const deadline = call.deadline ?? Infinity;
  /** Time of the first attempt that may have been accepted. */
  let uncertainSince: number | undefined;
  let last: SpatialError | undefined;
  const history = new AttemptHistory();
  let lastCost: number | undefined;
  let renewed = false;
  /** What the call waited for, for the error of its deadline. */
  let note = "";
  let wait = 0;

  const fail = (error: SpatialError): SpatialError =>
    uncertainSince === undefined ? error : outcomeUnknown(call, error);
  const aborted = (reason: unknown): Error =>
    uncertainSince === undefined ? (reason as Error) : outcomeUnknown(call, reason);
  /** Whether an attempt started at that time would be rejected if an earlier one was accepted. */
  const isGuarded = (start: number): boolean =>
    repetition !== "guarded" ||
    uncertainSince === undefined ||
    start + Math.min(call.attemptTimeout, deadline - start) <= uncertainSince + limits.duplicateGuardMs - retry.margin;

  /** Returns the meaning of a 409 after the earlier attempts; milliseconds to wait if the same id may be sent again. */
  const duplicateWait = (error: SpatialError, now: number): number => {
    const { lost, failed, rejected } = history;
    if (lost !== undefined) throw acceptedIdUnknown(call, lost, error);
    if (failed !== undefined) throw outcomeUnknown(call, failed);
    if (rejected === undefined) throw call.wasRepeated === true ? acceptedIdUnknown(call, undefined, error) : error;
    // Nothing was accepted; the service remembers rejected ids. Counted from now, as the answer is later than the request.
    const milliseconds = limits.duplicateGuardMs + clock.random() * retry.baseDelay;
    if (now + milliseconds >= deadline) throw deadlinePassed(call, rejected, GUARD_TOO_LONG);
    lastCost = budget.take(false);
    if (lastCost === undefined) throw withNote(rejected, "The client's retries are spent for now.");
    history.forgetRejected();
    last = rejected;
    const reason =
      "The service remembers the requestId of a rejected attempt for a minute; it is sent again after that.";
    call.onWait?.({ milliseconds, reason });
    note = GUARD_WAITED;
    return milliseconds;
  };

  const getAccess = async (): Promise<Access> => {
    const stopped = signals.find((signal) => signal?.aborted);
    if (stopped !== undefined) throw aborted(stopped.reason);
    const got = call.access();
    if (!(got instanceof Promise)) return got;
    const ended = await within(
      { clock, timeout: Math.min(call.attemptTimeout, deadline - clock.now()), signals },
      () => got,
    ).catch((error: unknown) => {
      throw fail(error as SpatialError);
    });
    if (ended.kind === "done") return ended.value;
    throw ended.kind === "aborted" ? aborted(ended.reason) : fail(deadlinePassed(call, last, note));
  };

  for (let attempt = 1; ; attempt++) {
    const access = await getAccess();
    const sent = clock.now();
    const timeout = Math.min(call.attemptTimeout, deadline - sent);
    if (timeout <= 0) throw fail(deadlinePassed(call, last, note));
    // Checked again: a wait can be longer than intended, as when a machine slept.
    if (last !== undefined && !isGuarded(sent)) throw fail(last);

    const result = await call.send(access, { clock, timeout, signals }, { attempt, wait });
    const now = clock.now();
    switch (result.kind) {
      case "accepted":
        budget.refill(lastCost);
        return result.reply;
      case "aborted":
        // The attempt was in flight.
        if (repetition !== "safe") uncertainSince ??= sent;
        throw aborted(result.reason);
      case "duplicate":
        wait = duplicateWait(result.error, now);
        break;
      case "refused":
        // The same bytes are always rejected, so the earlier attempt was rejected too.
        throw isAboutRequest(result.error) ? result.error : fail(result.error);
      case "unauthorized":
        if (renewed || call.renew === undefined) throw fail(result.error);
        renewed = true;
        last = result.error;
        call.renew(access);
        wait = call.spacing;
        break;
      case "not accepted":
      case "unknown": {
        const { error, timeout: timedOut, nonRetryable, maxAttempts = Infinity } = result;
        // An attempt that the deadline ended shows nothing; an earlier error is the reason why there is no reply.
        if (!(timedOut && timeout < call.attemptTimeout && last !== undefined)) last = error;
        call.onFailure?.(last);
        history.add(result);
        if (result.kind === "unknown" && repetition !== "safe") uncertainSince ??= sent;
        // Repeat such an answer: a 409 in its place would show that the job exists.
        if (nonRetryable && !(result.kind === "unknown" && repetition === "guarded")) throw fail(error);
        if (uncertainSince !== undefined && repetition === "unguarded" && call.retryAmbiguous !== true) {
          throw fail(error);
        }
        if (attempt >= Math.min(retry.attempts, maxAttempts)) throw fail(error);
        const retryAfter = error.retryAfter;
        if (retryAfter !== undefined && retryAfter > retry.longestRetryAfter) {
          throw fail(tooLongToWait(error));
        }
        wait = Math.max(call.spacing, backoff(retry, attempt, clock.random(), retryAfter));
        if (now + wait >= deadline) throw fail(deadlinePassed(call, last, note));
        if (!isGuarded(now + wait)) throw fail(error);
        lastCost = budget.take(timedOut);
        if (lastCost === undefined) throw fail(withNote(error, "The client's retries are spent for now."));
        break;
      }
    }
    if (wait > 0 && !(await pause({ clock, timeout: wait, signals }))) {
      throw aborted(signals.find((signal) => signal?.aborted)?.reason);
    }
  }
}

/** Notes of a deadline that passes after a 409 for an id whose earlier attempts were rejected. */
const GUARD_TOO_LONG =
  " The service remembers the requestId of a rejected attempt for a minute (409), and the deadline is before its end.";
const GUARD_WAITED =
  " It waited for the minute in which the service remembers the requestId of a rejected attempt (409).";

/** Whether an error depends on nothing but the bytes that were sent. Credits, permissions and ids change. */
function isAboutRequest({ status, bizCode }: SpatialError): boolean {
  if (status === 400) return bizCode === undefined || bizCode === "10001";
  return status === 413 || status === 414 || status === 415 || status === 422;
}
