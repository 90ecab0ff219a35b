import type { Clock } from "../clock/clock.ts";
import type { ClientLogger } from "./log.ts";

/** How often and how fast a call is repeated; all times in milliseconds. */
export interface RetryPolicy {
  /** The most attempts of one call, the first one included. */
  readonly attempts: number;
  /** The first wait is random below this, and each next one below double of the last. */
  readonly baseDelay: number;
  /** What the doubling ends at. */
  readonly maxDelay: number;
  /** Tokens that all calls of the client share: 5 a retry, 10 after a timeout, refilled by successes. */
  readonly budget: number;
  /** The longest `Retry-After` that is waited for; a longer one ends the call. */
  readonly longestRetryAfter: number;
  /**
   * How late after its timeout an attempt may still reach the service. A job is sent again only if even so late an arrival
   * falls into the minute in which the service refuses a second one.
   */
  readonly margin: number;
}

/** What one attempt may take. */
export interface TimeoutPolicy {
  /** Milliseconds for an attempt that sends next to nothing, to the last byte of its answer. */
  readonly attempt: number;
  /** Bytes per second: what is sent adds the time that it takes at this speed. */
  readonly slowestUpload: number;
  /** Milliseconds in which a file that is being downloaded may bring no byte. */
  readonly idle: number;
}

/** Waits as client-behaviour says; how many attempts there are is ours: about 8 s of waiting, 15 s at most. */
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

/** What the client sends with: the platform's `fetch`, or one that is given. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What every call of a client goes by. The key is not among it: nothing that can be printed holds it. */
export interface TransportSettings {
  /** `{base_url}`, without a slash at its end. */
  readonly baseUrl: string;
  readonly fetch: Fetch;
  /** See `Platform`. */
  readonly fetchRepeats?: boolean | undefined;
  readonly timeout: TimeoutPolicy;
  readonly retry: RetryPolicy;
  readonly clock: Clock;
  readonly logger?: ClientLogger | undefined;
  /** Ends every call of the client. */
  readonly signal?: AbortSignal | undefined;
  /** The W3C trace context header of calls that bring none of their own. */
  readonly traceparent?: string | undefined;
}
