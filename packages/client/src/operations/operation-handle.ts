import { DeadlineError, OperationFailedError, ResultMissingError, SpatialError } from "../errors/errors.ts";
import { printable } from "../transport/printable.ts";
import { checkFollowOptions, type FollowOptions } from "./follow-options.ts";
import type { KindName, OperationFailure, OperationKind } from "./operation-kind.ts";
import { PollSeries, type Observation } from "./poll-series.ts";
import type { Poller } from "./poller.ts";
import type { StoredOperation } from "./stored-operation.ts";

/**
 * An operation of the service: it runs there, whatever becomes of this object.
 *
 * ```ts
 * for await (const update of handle) console.log(update);   // leaving the loop ends the polling
 * const result = await handle.result({ timeout: 600_000 });
 * await writeFile("job.json", JSON.stringify(handle));      // later, elsewhere: client.resume(text)
 * ```
 *
 * All who follow it share its polls, which are never closer than the interval.
 */
export interface OperationHandle<Result, Update, Kind extends KindName = KindName> extends AsyncIterable<Update> {
  readonly kind: Kind;
  /** The id by which the service knows it. */
  readonly id: string;
  /** Of a job or session that was begun here. */
  readonly requestId: string | undefined;
  /** What the service said last; undefined before the first poll. */
  readonly latest: Update | undefined;
  /**
   * Follows it to its end.
   *
   * @throws OperationFailedError When it failed. ResultMissingError when it ended without its result. DeadlineError, with `handle`, when `timeout` is over; it runs on. NotFoundError
   *   and the like, when there is no use in asking again. The reason of `signal`.
   */
  result(options?: FollowOptions): Promise<Result>;
  /**
   * What the service says of it, poll by poll, to its end; the newest for who reads slowly. Throws as {@link result} does,
   * OperationFailedError after the update that says so.
   */
  updates(options?: FollowOptions): AsyncGenerator<Update, void, undefined>;
  /** {@link updates} without options. */
  [Symbol.asyncIterator](): AsyncGenerator<Update, void, undefined>;
  /** For storing: `client.resume` takes it up again. */
  toJSON(): StoredOperation;
}

/** What is known of an operation when its handle is made. */
export interface KnownOperation<Update> {
  readonly id: string;
  readonly requestId?: string | undefined;
  /** Whether it was begun just now: then the first poll comes after the interval. */
  readonly begun?: boolean;
  /** When it was asked for last, in milliseconds of the clock, where another handle did that. */
  readonly polledAt?: number | undefined;
  /** What the service said when it was begun. */
  readonly update?: Update | undefined;
}

/** The handle of an operation of any kind. */
export class Operation<Result, Update, Kind extends KindName> implements OperationHandle<Result, Update, Kind> {
  readonly id: string;
  readonly requestId: string | undefined;
  readonly #kind: OperationKind<Result, Update, Kind>;
  readonly #poller: Poller;
  readonly #series: PollSeries<Update>;

  constructor(kind: OperationKind<Result, Update, Kind>, poller: Poller, known: KnownOperation<Update>) {
    this.id = known.id;
    this.requestId = known.requestId;
    this.#kind = kind;
    this.#poller = poller;
    this.#series = new PollSeries(poller, (options) => kind.poll(poller.transport, known.id, options));
    const polledAt = known.begun === true ? poller.transport.clock.now() : known.polledAt;
    if (polledAt !== undefined) this.#series.begin(polledAt, known.update, known.begun);
  }

  get kind(): Kind {
    return this.#kind.kind;
  }

  get latest(): Update | undefined {
    return this.#series.latest?.update;
  }

  async result(options: FollowOptions = {}): Promise<Result> {
    for await (const { update } of this.#observations(options)) {
      const state = this.#kind.read(update);
      if (state.kind === "succeeded") return state.result;
      if (state.kind === "failed") throw this.#failedError(state.failure);
      if (state.kind === "empty") throw this.#emptyError(state.missing, update);
    }
    throw new Error("unreachable: what is observed has no end before the operation's");
  }

  async *updates(options: FollowOptions = {}): AsyncGenerator<Update, void, undefined> {
    for await (const { update } of this.#observations(options)) {
      yield update;
      const state = this.#kind.read(update);
      if (state.kind === "failed") throw this.#failedError(state.failure);
      if (state.kind === "empty") throw this.#emptyError(state.missing, update);
      if (state.kind === "succeeded") return;
    }
  }

  [Symbol.asyncIterator](): AsyncGenerator<Update, void, undefined> {
    return this.updates();
  }

  toJSON(): StoredOperation {
    const { kind, id, requestId } = this;
    return { version: 1, kind, id, ...(requestId === undefined ? {} : { requestId }) };
  }

  async *#observations(options: FollowOptions): AsyncGenerator<Observation<Update>, void, undefined> {
    checkFollowOptions(options);
    const { timeout = this.#kind.timeout, interval = this.#kind.interval } = options;
    const deadline = this.#poller.transport.clock.now() + timeout;
    const onDeadline = (last: unknown): Error => this.#deadlineError(timeout, last);
    // A final state is repeated to every caller, and not polled again.
    for (let seen = 0; ;) {
      const observation = await this.#series
        .next(seen, options, { interval, deadline, onDeadline })
        .catch((error: unknown) => {
          throw this.#withHandle(error);
        });
      seen = observation.version;
      yield observation;
    }
  }

  #deadlineError(timeout: number, last: unknown): DeadlineError {
    const { noun, endpoint } = this.#kind;
    const why = last instanceof Error ? ` Last: ${last.message}` : "";
    const { latest } = this;
    const status = latest === undefined ? undefined : this.#kind.statusOf(latest);
    const state = status === undefined ? "" : ` Its last status is ${this.#clean(status)}.`;
    return new DeadlineError(
      `The ${noun} ${printable(this.id, 80)} was not done within ${timeout / 1000} s; it runs on, and can be resumed.${state}${why}`,
      { endpoint, operationId: this.id, requestId: this.requestId, handle: this.toJSON(), cause: last },
    );
  }

  #failedError(failure: OperationFailure): OperationFailedError {
    const { noun, endpoint } = this.#kind;
    const clean = (text: string | null | undefined): string | undefined => this.#clean(text);
    const message = clean(failure.message);
    const status = clean(failure.status);
    const bizCode = clean(failure.reason)?.match(/^BIZ_(.+)$/)?.[1];
    const label = [failure.code ?? undefined, status, bizCode === undefined ? undefined : `code ${bizCode}`]
      .filter((part) => part !== undefined)
      .join(" ");
    return new OperationFailedError(
      `The ${noun} ${printable(this.id, 80)} failed${label === "" ? "" : ` (${label})`}: ${message ?? "the service gives no reason"}`,
      {
        endpoint,
        operationId: this.id,
        requestId: this.requestId,
        bizCode,
        reason: message ?? clean(failure.reason),
        handle: this.toJSON(),
      },
    );
  }

  #emptyError(missing: string, update: Update): ResultMissingError {
    const { noun, endpoint } = this.#kind;
    const record: unknown = typeof update === "object" && update !== null && "raw" in update ? update.raw : update;
    const shown = this.#clean(JSON.stringify(record));
    return new ResultMissingError(
      `The ${noun} ${printable(this.id, 80)} is done and has no ${missing}. The service answered: ${shown}`,
      record,
      { endpoint, operationId: this.id, requestId: this.requestId, handle: this.toJSON() },
    );
  }

  #clean(text: string | null | undefined): string | undefined {
    return text == null || text === "" ? undefined : printable(this.#poller.transport.redact(text));
  }

  /** Adds the operation to an error. */
  #withHandle(error: unknown): unknown {
    if (error instanceof SpatialError && error.handle === undefined) {
      Object.assign(error, {
        handle: this.toJSON(),
        operationId: this.id,
        requestId: error.requestId ?? this.requestId,
      });
    }
    return error;
  }
}
