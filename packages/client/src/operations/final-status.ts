import { normalized, type ServiceConventions } from "../transport/service-conventions.ts";

/** How an operation ended, by its status. */
export type StatusEnd = "succeeded" | "failed";

/** Statuses that some area of the service uses for an end, or that other services use. */
const SUCCESS: ReadonlySet<string> = new Set(["SUCCEEDED", "SUCCESS", "DONE", "COMPLETED", "COMPLETE", "FINISHED"]);
const FAILURE: ReadonlySet<string> = new Set([
  "FAILED",
  "FAILURE",
  "ERROR",
  "CANCELED",
  "CANCELLED",
  "EXPIRED",
  "ABORTED",
  "REJECTED",
  "TIMEOUT",
  "TIMED_OUT",
  "TERMINATED",
  "DELETED",
]);

/**
 * Returns how an operation with this status ended (client-behaviour 23); undefined for an unknown status, which may be one
 * of an operation that runs.
 */
export function statusEnd(status: unknown, conventions: ServiceConventions): StatusEnd | undefined {
  if (typeof status !== "string" && typeof status !== "number") return undefined;
  const word = normalized(String(status));
  const has = (words: readonly string[]): boolean => words.some((each) => normalized(each) === word);
  if (has(conventions.successStatuses)) return "succeeded";
  if (has(conventions.failureStatuses)) return "failed";
  if (SUCCESS.has(word)) return "succeeded";
  return FAILURE.has(word) ? "failed" : undefined;
}
