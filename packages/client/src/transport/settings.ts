import type { Clock } from "../platform/clock.ts";
import type { ClientLogger } from "./log.ts";
import type { ServiceConventions } from "./service-conventions.ts";

/** Number and timing of retries; all times in milliseconds. */
export interface RetryPolicy {
  /** Maximum attempts of one call, including the first. */
  readonly attempts: number;
  /** The first wait is random below this value, and the bound doubles for each later one. */
  readonly baseDelay: number;
  /** Upper bound of the doubling. */
  readonly maxDelay: number;
  /** Tokens shared by all calls of the client: 5 per retry, 10 after a timeout, refilled by successes. */
  readonly budget: number;
  /** The longest `Retry-After` that is waited for; a longer one ends the call. */
  readonly longestRetryAfter: number;
  /**
   * How late after its timeout an attempt may still reach the service. A job is sent again only if even such a late
   * arrival falls within the minute in which the service rejects duplicates.
   */
  readonly margin: number;
}

/** Timeouts of one attempt. */
export interface TimeoutPolicy {
  /** Milliseconds for an attempt with a small request, to the last byte of its answer. */
  readonly attempt: number;
  /** Bytes per second: a large request extends the timeout by its size at this speed. */
  readonly slowestUpload: number;
  /** Maximum milliseconds without a byte while a file is downloaded. */
  readonly idle: number;
}

/** Waits as in client-behaviour; the number of attempts is ours: about 8 s of waiting, 15 s at most. */
export const defaultRetryPolicy: RetryPolicy = {
  attempts: 6,
  baseDelay: 500,
  maxDelay: 20_000,
  budget: 500,
  longestRetryAfter: 60_000,
  margin: 5_000,
};

/** Three attempts that all time out still fit into the minute of a job. */
export const defaultTimeoutPolicy: TimeoutPolicy = {
  attempt: 15_000,
  slowestUpload: 131_072,
  idle: 30_000,
};

/** The `fetch` of the platform, or an injected one. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The resolved settings of a client. The key is not included, so nothing printable contains it. */
export interface TransportSettings {
  /** `{base_url}`, without a trailing slash. */
  readonly baseUrl: string;
  readonly fetch: Fetch;
  /** See `Platform`. */
  readonly fetchRepeats?: boolean | undefined;
  readonly timeout: TimeoutPolicy;
  readonly retry: RetryPolicy;
  readonly clock: Clock;
  readonly logger?: ClientLogger | undefined;
  /** See `ClientOptions`. */
  readonly conventions: ServiceConventions;
  /** Aborts every call of the client. */
  readonly signal?: AbortSignal | undefined;
  /** The W3C trace context header of calls that have none of their own. */
  readonly traceparent?: string | undefined;
}
