/** The reply of every render endpoint, spec 2.7 and 3. */
import type { Failure } from "./course.ts";

/** Spec 3: `operationId`, and `metaData`, `result` and `error` null. */
export function processing(operationId: string, result: object | null = null): object {
  return { operationId, metaData: null, done: false, result, error: null };
}

export function succeeded(operationId: string, result: object): object {
  return { operationId, metaData: null, done: true, result, error: null };
}

/** Spec 7.3: a failure during processing has HTTP 200, `done` true, `result` null and `error` set. */
export function failed(operationId: string, failure: Failure | undefined): object {
  const { code = 500, message = "", reason = "BIZ_10500" } = failure ?? {};
  const error = { code, message, status: "INTERNAL", details: { reason, domain: "rendercloud" } };
  return { operationId, metaData: null, done: true, result: null, error };
}
