/** What every render endpoint answers with, spec 2.7. */
import type { Failure } from "../script/outcome.ts";

export function processing(operationId: string, result: object | null = null): object {
  return { operationId, metaData: null, done: false, result, error: null };
}

export function succeeded(operationId: string, result: object): object {
  return { operationId, metaData: null, done: true, result, error: null };
}

export function failed(operationId: string, failure: Failure): object {
  const { code, message, reason = "BIZ_10500" } = failure;
  const error = { code, message, status: "INTERNAL", details: { reason, domain: "rendercloud" } };
  return { operationId, metaData: null, done: true, result: null, error };
}
