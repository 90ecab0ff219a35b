import type { RetryPolicy } from "./settings.ts";

/**
 * Returns the milliseconds to wait before retry `retry` (counted from 1): full jitter below an exponential capped by
 * the policy.
 * `Retry-After` takes precedence, plus some jitter to spread clients that got the same value.
 */
export function backoff(policy: RetryPolicy, retry: number, random: number, retryAfter?: number): number {
  if (retryAfter !== undefined && retryAfter > 0) return retryAfter + random * policy.baseDelay;
  return random * Math.min(policy.maxDelay, policy.baseDelay * 2 ** Math.min(retry - 1, 30));
}
