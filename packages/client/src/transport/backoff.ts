import type { RetryPolicy } from "./settings.ts";

/**
 * Milliseconds to wait before retry `retry` (counts from 1): full jitter below an exponential that ends at the policy's cap.
 * What the service asked for comes first, and some jitter on it keeps clients apart that were all told the same.
 */
export function backoff(policy: RetryPolicy, retry: number, random: number, retryAfter?: number): number {
  if (retryAfter !== undefined && retryAfter > 0) return retryAfter + random * policy.baseDelay;
  return random * Math.min(policy.maxDelay, policy.baseDelay * 2 ** Math.min(retry - 1, 30));
}
