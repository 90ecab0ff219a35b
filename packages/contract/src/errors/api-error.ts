import * as z from "zod";
import { maybeId, maybeNumber, maybeText } from "../fields/reply-fields.ts";
import { businessCodes, type BusinessCodeName } from "./business-codes.ts";

/** The body of an error of the gateway (spec 7.1). */
export interface ApiError {
  /** The HTTP status. */
  readonly code?: number | null | undefined;
  readonly message?: string | null | undefined;
  /** The symbolic status: `INVALID_ARGUMENT`, `NOT_FOUND`, … */
  readonly status?: string | null | undefined;
  readonly details?: ApiErrorDetails | null | undefined;
}

/** Details of an error, in addition to its status. */
export interface ApiErrorDetails {
  /** `BIZ_` followed by the business code. */
  readonly reason?: string | null | undefined;
  /** The part of the service that reports it: `rendercloud`. */
  readonly domain?: string | null | undefined;
  readonly message?: string | null | undefined;
  readonly metaData?: ApiErrorMetaData | null | undefined;
}

/** The object that contains an error's business code. */
export interface ApiErrorMetaData {
  /** The business code, in digits. */
  readonly bizCode?: string | null | undefined;
}

/** Schema of the object that holds the business code. */
export const apiErrorMetaDataSchema: z.ZodType<ApiErrorMetaData> = /*#__PURE__*/ z.looseObject({ bizCode: maybeId });

/** Schema of the details of an error. */
export const apiErrorDetailsSchema: z.ZodType<ApiErrorDetails> = /*#__PURE__*/ z.looseObject({
  reason: maybeText,
  domain: maybeText,
  message: maybeText,
  metaData: apiErrorMetaDataSchema.nullish(),
});

/** Schema of an error's body. Nothing in it is required: {@link readApiError} reads the fields that are present. */
export const apiErrorSchema: z.ZodType<ApiError> = /*#__PURE__*/ z.looseObject({
  code: maybeNumber,
  message: maybeText,
  status: maybeText,
  details: apiErrorDetailsSchema.nullish(),
});

/** The input of {@link makeApiError}. */
export interface ApiErrorContent {
  readonly name: BusinessCodeName;
  /** The part of the service: {@link serviceDomain}. */
  readonly domain: string;
  /** What is wrong with this request, and what was expected. */
  readonly detail?: string;
  /** Replaces the HTTP status of the table. */
  readonly http?: number;
  /** Replaces the symbolic status of the table. */
  readonly status?: string;
}

/** Makes the body of an error, with every field of spec 7.1. */
export function makeApiError({ name, domain, detail, ...instead }: ApiErrorContent): {
  readonly code: number;
  readonly message: string;
  readonly status: string;
  readonly details: Required<ApiErrorDetails> & { readonly message: string };
} {
  const row = businessCodes[name];
  return {
    code: instead.http ?? row.http,
    message: row.message,
    status: instead.status ?? row.status,
    details: {
      reason: `BIZ_${row.bizCode}`,
      domain,
      message: detail ?? row.condition,
      metaData: { bizCode: row.bizCode },
    },
  };
}

/** The readable fields of an error's body. */
export interface ApiErrorFacts {
  readonly status: string | undefined;
  /** The most specific text: that of the details, otherwise the error's own; `m` and `msg` for the upload host. */
  readonly message: string | undefined;
  readonly reason: string | undefined;
  readonly domain: string | undefined;
  /** From its own field, otherwise from the reason (`BIZ_10001`). */
  readonly bizCode: string | undefined;
}

/**
 * Reads an error's body field by field, so that a missing or invalid field does not hide the others.
 *
 * @param body Any value: parsed JSON, or anything else.
 */
export function readApiError(body: unknown): ApiErrorFacts {
  const details = field(body, "details");
  const reason = text(field(details, "reason"));
  return {
    status: text(field(body, "status")),
    message: text(field(details, "message")) ?? uploadMessage(body),
    reason,
    domain: text(field(details, "domain")),
    bizCode: digits(field(field(details, "metaData"), "bizCode")) ?? reasonCode(reason),
  };
}

/** Returns the message of an object of the upload host, which may be in `message`, `msg` or `m`: spec 2.2 shows none. */
export function uploadMessage(value: unknown): string | undefined {
  return text(field(value, "message")) ?? text(field(value, "msg")) ?? text(field(value, "m"));
}

/**
 * Returns the part of the service for a path, as in errors: `rendercloud` for `/global/rendercloud/v1/jobs`.
 *
 * Ours, but for `rendercloud`: the specification names no other.
 */
export function serviceDomain(path: string): string {
  return path.split("/")[2] ?? "";
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The specification defines a code as text; a number is accepted too. */
function digits(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : text(value);
}

function reasonCode(reason: string | undefined): string | undefined {
  return reason?.startsWith("BIZ_") === true ? text(reason.slice("BIZ_".length)) : undefined;
}
