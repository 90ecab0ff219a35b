import { DeadlineError, OperationFailedError, ResultMissingError, SpatialError } from "../errors/errors.ts";
import { printable } from "../transport/printable.ts";
import { checkFollowOptions, type FollowOptions } from "./follow-options.ts";
import type { KindName, OperationFailure, OperationKind } from "./operation-kind.ts";
import { PollSeries, type Observation } from "./poll-series.ts";
import type { Poller } from "./poller.ts";
import type { StoredOperation } from "./stored-operation.ts";

/**
 * An operation of the service. It runs there independently of this object.
 *
 * ```ts
 * for await (const update of handle) console.log(update);   // leaving the loop ends the polling
 * const result = await handle.result({ timeout: 600_000 });
 * await writeFile("job.json", JSON.stringify(handle));      // later, elsewhere: client.resume(text)
 * ```
 *
 * All followers of a handle share its polls, which are never closer together than the interval.
 */
export interface OperationHandle<Result, Update, Kind extends KindName = KindName> extends AsyncIterable<Update> {
  readonly kind: Kind;
  /** The operation's id at the service. */
  readonly id: string;
  /** The `requestId`, for a job or session that was created here. */
  readonly requestId: string | undefined;
  /** The last state that the service reported; undefined before the first poll. */
  readonly latest: Update | undefined;
  /**
   * Follows the operation to its end and returns its result.
   *
   * @throws OperationFailedError if it failed. ResultMissingError if it ended without its result. DeadlineError, with
   *   `handle`, if `timeout` passed. NotFoundError and the like, if another poll cannot help. The reason
   *   of `signal`.
   */
  result(options?: FollowOptions): Promise<Result>;
  /**
   * Yields the state of each poll until the operation ends; a slow reader gets the newest. Throws as {@link result}
   * does: OperationFailedError comes after the update that reports the failure.
   */
  updates(options?: FollowOptions): AsyncGenerator<Update, void, undefined>;
  /** {@link updates} without options. */
  [Symbol.asyncIterator](): AsyncGenerator<Update, void, undefined>;
  /** Serializes the operation: `client.resume` resumes it. */
  toJSON(): StoredOperation;
}

/** The known facts of an operation when its handle is made. */
export interface KnownOperation<Update> {
  readonly id: string;
  readonly requestId?: string | undefined;
  /** Whether it was just created: then the first poll comes after the interval. */
  readonly begun?: boolean;
  /** Time of the last poll, in milliseconds of the clock, if another handle made it. */
  readonly polledAt?: number | undefined;
  /** The state in the reply to the create. */
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
      const state = this.#kind.read(update, this.#poller.transport.settings.conventions);
      if (state.kind === "succeeded") return state.result;
      if (state.kind === "failed") throw this.#failedError(state.failure);
      if (state.kind === "empty") throw this.#emptyError(state.missing, update);
    }
    throw new Error("unreachable: what is observed has no end before the operation's");
  }

  async *updates(options: FollowOptions = {}): AsyncGenerator<Update, void, undefined> {
    for await (const { update } of this.#observations(options)) {
      yield update;
      const state = this.#kind.read(update, this.#poller.transport.settings.conventions);
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
    const onDeadline = (last: unknown, outage: number): Error => this.#deadlineError(timeout, last, outage);
    // A final state is returned to every caller, without polling again.
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

  /** The last status that the service reported, as a sentence after a space. */
  get #lastStatus(): string {
    const { latest } = this;
    const status = latest === undefined ? undefined : this.#kind.statusOf(latest);
    return status === undefined ? "" : ` Its last status is ${this.#clean(status)}.`;
  }

  /** @param outage Milliseconds for which polls have failed; 0 if they have not, or not for long. */
  #deadlineError(timeout: number, last: unknown, outage: number): DeadlineError {
    const { noun, endpoint } = this.#kind;
    const failing = outage === 0 ? "" : ` Polls have failed for ${Math.round(outage / 1000)} s.`;
    const why = `${failing}${last instanceof Error ? ` Last: ${last.message}` : ""}`;
    const state = this.#lastStatus;
    return new DeadlineError(
      `The ${noun} ${printable(this.id, 80)} was not done within ${timeout / 1000} s, and can be resumed.${state}${why}`,
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
      error.message += this.#lastStatus;
    }
    return error;
  }
}
