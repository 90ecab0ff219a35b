import { systemClock, type Clock } from "../platform/clock.ts";
import { InvalidRequestError } from "../errors/errors.ts";
import { keyProblem, type ApiKey } from "./credentials.ts";
import { logWarning, type ClientLogger } from "./log.ts";
import { readConventions, type ConventionOptions } from "./service-conventions.ts";
import {
  defaultRetryPolicy,
  defaultTimeoutPolicy,
  type Fetch,
  type RetryPolicy,
  type TimeoutPolicy,
  type TransportSettings,
} from "./settings.ts";

/** Options of a client. */
export interface ClientOptions {
  /** The gateway's address: `https://host`, with a path only if a proxy in front of the service adds one. */
  readonly baseUrl: string;
  /** The key, or a function that returns it: called for the first call, and again after the service rejects its key. */
  readonly apiKey: ApiKey;
  /** Replaces the platform's `fetch`. Must support `signal` and `redirect: "manual"`. */
  readonly fetch?: Fetch | undefined;
  /** Overrides of {@link defaultTimeoutPolicy}; a number is the timeout of an attempt. */
  readonly timeout?: number | Partial<TimeoutPolicy> | undefined;
  /** Overrides of {@link defaultRetryPolicy}; `false` for one attempt only. */
  readonly retry?: false | Partial<RetryPolicy> | undefined;
  /** What the specification leaves open: numbers of parts, names of fields, final statuses. Default: our assumptions. */
  readonly conventions?: ConventionOptions | undefined;
  readonly logger?: ClientLogger | undefined;
  /** Aborts every call of the client. */
  readonly signal?: AbortSignal | undefined;
  /** Time and randomness, for tests; default: the machine's own. */
  readonly clock?: Clock | undefined;
  /** The W3C trace context header of calls that have none of their own. */
  readonly traceparent?: string | undefined;
}

/**
 * Validates the options of a client.
 *
 * @throws InvalidRequestError that describes the invalid option and contains no secret.
 */
export function readSettings(options: ClientOptions): TransportSettings {
  const { apiKey, fetch = globalThis.fetch, logger } = options;
  if (typeof apiKey !== "function") {
    const problem = apiKey === undefined ? "is missing" : keyProblem(apiKey);
    if (problem !== undefined) throw refuse(`apiKey ${problem}`);
  }
  if (typeof fetch !== "function") throw refuse("fetch is not a function, and the platform has no fetch");
  const retry = { ...defaultRetryPolicy, ...defined(options.retry === false ? { attempts: 1 } : options.retry) };
  const timeout = {
    ...defaultTimeoutPolicy,
    ...defined(typeof options.timeout === "number" ? { attempt: options.timeout } : options.timeout),
  };
  checkNumbers("retry", retry, new Set(["baseDelay", "maxDelay", "budget", "longestRetryAfter", "margin"]));
  checkNumbers("timeout", timeout, new Set());
  if (!Number.isInteger(retry.attempts)) throw refuse("retry.attempts: expected a whole number");

  const baseUrl = readBaseUrl(options.baseUrl);
  if (baseUrl.protocol === "http:" && !isLoopback(baseUrl.hostname)) warnOfHttp(logger, baseUrl.origin);
  return {
    baseUrl: baseUrl.origin + withoutSlashes(baseUrl.pathname),
    // Called without a receiver: the platform's own must not get our object as `this`.
    fetch: (url, init) => fetch(url, init),
    timeout,
    retry,
    conventions: readConventions(options.conventions),
    clock: options.clock ?? systemClock,
    logger,
    signal: options.signal,
    traceparent: options.traceparent,
  };
}

function readBaseUrl(text: unknown): URL {
  if (typeof text !== "string" || text === "") throw refuse("baseUrl is missing; expected https://host");
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    // Not printed: it may be a key in the wrong place.
    throw refuse("baseUrl is not a URL; expected https://host");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw refuse(`baseUrl begins with ${url.protocol}; expected https://host`);
  }
  if (url.username !== "" || url.password !== "")
    throw refuse("baseUrl contains a user name or password; set the key as apiKey");
  if (url.search !== "" || url.hash !== "") throw refuse("baseUrl has a query or a fragment; expected https://host");
  if (/\/(?:global|ous)(?:\/|$)/.test(url.pathname)) {
    const end = url.pathname.search(/\/(?:global|ous)(?:\/|$)/);
    throw refuse(
      `baseUrl has a path too many; it ends before ${url.pathname.slice(end, end + 40)}: ${url.origin}${url.pathname.slice(0, end)}`,
    );
  }
  return url;
}

/** Hosts whose traffic does not leave the machine. */
function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}

function warnOfHttp(logger: ClientLogger | undefined, origin: string): void {
  const message = `The API key goes to ${origin} unencrypted: use https unless everything between is yours.`;
  logWarning(logger, message);
}

function checkNumbers(name: string, values: object, zero: ReadonlySet<string>): void {
  for (const [key, value] of Object.entries(values) as [string, unknown][]) {
    const least = zero.has(key) ? 0 : 1;
    if (typeof value === "number" && value >= least && !Number.isNaN(value)) continue;
    throw refuse(`${name}.${key}: expected a number of at least ${least}`);
  }
}

/** Removes values that are given as undefined: they mean the default. */
function defined(values: object | undefined): object {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined));
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end--;
  return path.slice(0, end);
}

function refuse(problem: string): InvalidRequestError {
  return new InvalidRequestError(`SpatialClient: ${problem}.`);
}
