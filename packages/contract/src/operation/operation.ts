import * as z from "zod";
import { businessCodes, type BusinessCodeName } from "../errors/business-codes.ts";
import type { Received } from "../fields/received.ts";
import { id, maybeNumber, maybeText } from "../fields/reply-fields.ts";

/**
 * The reply of every render endpoint (spec 2.7).
 *
 * @typeParam Result Its result after success.
 */
export interface RenderOperation<Result> extends Received {
  /** The id of the task (offline) or of the session (realtime). */
  readonly operationId: string;
  /** Null in every example of the specification. */
  readonly metaData?: unknown;
  /** Whether it has ended: with `result` it succeeded, with `error` it failed, even if the HTTP status is 200. */
  readonly done: boolean;
  readonly result?: Result | null | undefined;
  readonly error?: OperationError | null | undefined;
}

/** Why an operation failed. */
export interface OperationError extends Received {
  readonly code?: number | null | undefined;
  readonly message?: string | null | undefined;
  /** The symbolic status. */
  readonly status?: string | null | undefined;
  readonly details?: OperationErrorDetails | null | undefined;
}

/** Details of an operation's error, in addition to its status. */
export interface OperationErrorDetails {
  /** `BIZ_` followed by the business code. */
  readonly reason?: string | null | undefined;
  /** The part of the service that reports it: `rendercloud`. */
  readonly domain?: string | null | undefined;
}

/** Schema of the details of an operation's error. */
export const operationErrorDetailsSchema: z.ZodType<OperationErrorDetails> = /*#__PURE__*/ z.looseObject({
  reason: maybeText,
  domain: maybeText,
});

/** Schema of an operation's error. */
export const operationErrorSchema: z.ZodType<OperationError> = /*#__PURE__*/ z.looseObject({
  code: maybeNumber,
  message: maybeText,
  status: maybeText,
  details: operationErrorDetailsSchema.nullish(),
});

/** Returns the schema of an operation with this result. A finished operation must have a result or an error. */
export function operationSchema<Result>(result: z.ZodType<Result>): z.ZodType<RenderOperation<Result>> {
  return z
    .looseObject({
      operationId: id,
      metaData: z.unknown().optional(),
      done: z.boolean(),
      result: result.nullish(),
      error: operationErrorSchema.nullish(),
    })
    .check(({ value, issues }) => {
      if (!value.done || (value.result ?? value.error) != null) return;
      const message = "expected a result or an error of an operation that is done, found neither";
      issues.push({ code: "custom", path: ["result"], message, input: value.result });
    });
}

/** Makes the error of a failed operation, with every field of spec 2.7. */
export function makeOperationError(
  name: BusinessCodeName,
  domain: string,
  message: string,
): Required<Omit<OperationError, "raw">> & { readonly code: number } {
  const { bizCode, http, status } = businessCodes[name];
  return { code: http, message, status, details: { reason: `BIZ_${bizCode}`, domain } };
}
