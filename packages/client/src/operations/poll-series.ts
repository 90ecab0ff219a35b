import { ConnectionError, NotFoundError, RateLimitError, ServerError, SpatialError } from "../errors/errors.ts";
import { backoff } from "../transport/backoff.ts";
import type { CallOptions } from "../transport/transport.ts";
import type { FollowOptions } from "./follow-options.ts";
import type { Poller } from "./poller.ts";

/** Jitter, as a share of the interval, so that polls that began together do not stay together. */
const JITTER = 0.1;

/** Milliseconds of failing polls after which callers without a deadline get the error. */
const MAX_OUTAGE_MS = 120_000;

/** Milliseconds of failing polls after which followers are notified. */
const OUTAGE_MS = 10_000;

/** Milliseconds after a create in which a service may answer 404 for an operation that it has just accepted. */
const CREATION_MS = 10_000;

/** The result of a poll, and its number. */
export interface Observation<Update> {
  /** Counts from 1. */
  readonly version: number;
  readonly update: Update;
}

interface Waiter<Update> {
  readonly interval: number;
  readonly hasDeadline: boolean;
  readonly options: FollowOptions;
  resolve(observation: Observation<Update>): void;
  reject(error: unknown): void;
}

/**
 * The polls of one operation, shared by all its followers: one at a time while a caller waits, never closer to the
 * last than the interval, and none otherwise.
 */
export class PollSeries<Update> {
  readonly #poller: Poller;
  readonly #poll: (options: CallOptions) => Promise<Update>;
  readonly #waiters = new Set<Waiter<Update>>();
  #latest: Observation<Update> | undefined;
  /** When the last poll ended, or the operation began. */
  #lastPoll: number | undefined;
  /** Time of the create, if it was made here: until the operation is first seen, a 404 may mean "not there yet". */
  #createdAt: number | undefined;
  #isSeen = false;
  #firstPoll: number | undefined;
  #failingSince: number | undefined;
  #failures = 0;
  #lastError: unknown;
  /** When the first poll since the last answered one began, and the timer of its notice. */
  #unansweredSince: number | undefined;
  #stopNotice: (() => void) | undefined;
  /** Cancels the planned or running poll. */
  #cancel: (() => void) | undefined;
  #due = Infinity;

  constructor(poller: Poller, poll: (options: CallOptions) => Promise<Update>) {
    this.#poller = poller;
    this.#poll = poll;
  }

  /** Sets the time of the create or the last poll, and the state that it reported, if any. */
  begin(polledAt: number, update: Update | undefined, isCreated = false): void {
    this.#lastPoll = polledAt;
    if (isCreated) this.#createdAt = polledAt;
    if (update !== undefined) this.#latest = { version: 1, update };
  }

  /** The last observation. */
  get latest(): Observation<Update> | undefined {
    return this.#latest;
  }

  /**
   * Returns the newest observation after `seen`: immediately if there is one, otherwise that of the next poll.
   *
   * @param deadline In milliseconds of the clock; `onDeadline` makes the error.
   * @throws The error of the poll, if it is final; the reason of a signal.
   */
  next(
    seen: number,
    options: FollowOptions,
    {
      interval,
      deadline,
      onDeadline,
    }: { interval: number; deadline: number; onDeadline: (last: unknown, outage: number) => Error },
  ): Promise<Observation<Update>> {
    const latest = this.#latest;
    const signals = [options.signal, this.#poller.transport.settings.signal];
    return new Promise((resolve, reject) => {
      for (const signal of signals) signal?.throwIfAborted();
      if (latest !== undefined && latest.version > seen) {
        resolve(latest);
        return;
      }
      const leave = (): void => {
        this.#waiters.delete(waiter);
        stopTimer?.();
        for (const signal of signals) signal?.removeEventListener("abort", onAbort);
        if (this.#waiters.size === 0) this.#stop();
      };
      const waiter: Waiter<Update> = {
        interval,
        options,
        hasDeadline: deadline < Infinity,
        resolve: (observation) => {
          leave();
          resolve(observation);
        },
        reject: (error) => {
          leave();
          reject(error);
        },
      };
      const onAbort = (): void => waiter.reject(signals.find((signal) => signal?.aborted)?.reason);
      const stopTimer =
        deadline < Infinity
          ? this.#poller.wheel.add(deadline, () => waiter.reject(onDeadline(this.#lastError, this.#outage())))
          : undefined;
      for (const signal of signals) signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiters.add(waiter);
      this.#plan();
    });
  }

  #plan(): void {
    if (this.#waiters.size === 0) return;
    const { clock, settings } = this.#poller.transport;
    const interval = Math.min(...Array.from(this.#waiters, (waiter) => waiter.interval));
    const random = clock.random();
    const spread = random * JITTER * interval;
    let due: number;
    if (this.#lastPoll === undefined) due = this.#firstPoll ??= this.#poller.takeFirstPoll();
    else if (this.#failures === 0) due = this.#lastPoll + interval + spread;
    else due = this.#lastPoll + Math.max(interval, backoff(settings.retry, this.#failures, random));
    // A poll that is planned for earlier, or running, is kept.
    if (this.#cancel !== undefined && this.#due <= due) return;
    this.#cancel?.();
    this.#due = due;
    this.#cancel = this.#poller.wheel.add(due, () => this.#start());
  }

  #start(): void {
    this.#due = -Infinity;
    const controller = new AbortController();
    const { gate } = this.#poller;
    let entered = false;
    const giveUp = gate.wait(() => {
      entered = true;
      this.#cancel = () => controller.abort(LEFT);
      void this.#run(controller.signal).finally(() => gate.leave());
    });
    if (!entered) this.#cancel = giveUp;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const [first] = this.#waiters;
    if (first === undefined) return;
    const { attemptTimeout, traceparent } = first.options;
    const onFailure = (error: SpatialError): void => {
      this.#lastError = error;
    };
    const options: CallOptions = { signal, spacing: first.interval, attemptTimeout, traceparent, onFailure };
    this.#expectAnswer();
    let update: Update;
    try {
      update = await this.#poll(options);
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
      return;
    }
    if (signal.aborted) return;
    this.#rest();
    this.#isSeen = true;
    this.#failures = 0;
    this.#failingSince = undefined;
    this.#lastError = undefined;
    this.#answered();
    const observation: Observation<Update> = { version: (this.#latest?.version ?? 0) + 1, update };
    this.#latest = observation;
    for (const waiter of this.#waiters) waiter.resolve(observation);
  }

  /** A poll begins: if none is answered in time, the followers are notified. */
  #expectAnswer(): void {
    if (this.#unansweredSince !== undefined) return;
    const since = this.#poller.transport.clock.now();
    this.#unansweredSince = since;
    this.#stopNotice = this.#poller.wheel.add(since + OUTAGE_MS, () => {
      const { clock } = this.#poller.transport;
      const error = this.#lastError instanceof SpatialError ? this.#lastError : undefined;
      for (const waiter of this.#waiters) {
        try {
          waiter.options.onOutage?.({ milliseconds: clock.now() - since, error });
        } catch (thrown) {
          waiter.reject(thrown);
        }
      }
    });
  }

  #answered(): void {
    this.#stopNotice?.();
    this.#unansweredSince = undefined;
  }

  /** Returns for how long polls have failed, in milliseconds; 0 if it is not long. */
  #outage(): number {
    const { clock } = this.#poller.transport;
    const milliseconds = this.#unansweredSince === undefined ? 0 : clock.now() - this.#unansweredSince;
    return milliseconds < OUTAGE_MS ? 0 : milliseconds;
  }

  #failed(error: unknown): void {
    this.#rest();
    const now = this.#poller.transport.clock.now();
    this.#failures++;
    this.#failingSince ??= now;
    this.#lastError = error;
    const over = now - this.#failingSince >= MAX_OUTAGE_MS;
    const isTransient =
      isOutage(error, this.#poller.transport.settings.retry.longestRetryAfter) || this.#isNotThereYet(error, now);
    for (const waiter of this.#waiters) {
      if (!isTransient || (over && !waiter.hasDeadline)) waiter.reject(error);
    }
    this.#plan();
  }

  /** client-behaviour 17. */
  #isNotThereYet(error: unknown, now: number): boolean {
    if (this.#createdAt === undefined || this.#isSeen || !(error instanceof NotFoundError)) return false;
    return now - this.#createdAt < CREATION_MS;
  }

  /** The poll has ended; the next one is not planned yet. */
  #rest(): void {
    this.#lastPoll = this.#poller.transport.clock.now();
    this.#cancel = undefined;
    this.#due = Infinity;
  }

  /** No caller waits any more. */
  #stop(): void {
    this.#answered();
    const cancel = this.#cancel;
    if (cancel === undefined) return;
    // A running poll counts as ended: the next one keeps its interval from it.
    if (this.#due === -Infinity) this.#rest();
    this.#cancel = undefined;
    this.#due = Infinity;
    cancel();
  }
}

/** Whether an error carries no information about the operation, so that the poll is repeated. */
function isOutage(error: unknown, longestRetryAfter: number): boolean {
  if (error instanceof ConnectionError || error instanceof ServerError) return true;
  return error instanceof RateLimitError && (error.retryAfter ?? 0) <= longestRetryAfter;
}

const LEFT = new Error("no caller waits for this poll");
