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

/** What an error has in addition to its status. */
export interface ApiErrorDetails {
  /** `BIZ_` and the business code. */
  readonly reason?: string | null | undefined;
  /** The part of the service that it comes from: `rendercloud`. */
  readonly domain?: string | null | undefined;
  readonly message?: string | null | undefined;
  readonly metaData?: ApiErrorMetaData | null | undefined;
}

/** Where an error holds its business code. */
export interface ApiErrorMetaData {
  /** The business code, in digits. */
  readonly bizCode?: string | null | undefined;
}

/** Of the object that holds the business code. */
export const apiErrorMetaDataSchema: z.ZodType<ApiErrorMetaData> = /*#__PURE__*/ z.looseObject({ bizCode: maybeId });

/** Of the details of an error. */
export const apiErrorDetailsSchema: z.ZodType<ApiErrorDetails> = /*#__PURE__*/ z.looseObject({
  reason: maybeText,
  domain: maybeText,
  message: maybeText,
  metaData: apiErrorMetaDataSchema.nullish(),
});

/** Of an error's body. Nothing in it is required: {@link readApiError} takes what is there. */
export const apiErrorSchema: z.ZodType<ApiError> = /*#__PURE__*/ z.looseObject({
  code: maybeNumber,
  message: maybeText,
  status: maybeText,
  details: apiErrorDetailsSchema.nullish(),
});

/** What an error is to say. */
export interface ApiErrorContent {
  readonly name: BusinessCodeName;
  /** The part of the service: {@link serviceDomain}. */
  readonly domain: string;
  /** What is wrong with this request, and what was expected. */
  readonly detail?: string;
  /** Instead of the HTTP status of the table. */
  readonly http?: number;
  /** Instead of the symbolic status of the table. */
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

/** What could be read of an error's body. */
export interface ApiErrorFacts {
  readonly status: string | undefined;
  /** The most telling text: that of the details, else the error's own. */
  readonly message: string | undefined;
  readonly reason: string | undefined;
  readonly domain: string | undefined;
  /** From its own field, else from the reason (`BIZ_10001`). */
  readonly bizCode: string | undefined;
}

/**
 * Reads an error's body field by field, so that one which is missing or wrong does not hide the others.
 *
 * @param body Whatever came: parsed JSON, or anything else.
 */
export function readApiError(body: unknown): ApiErrorFacts {
  const details = field(body, "details");
  const reason = text(field(details, "reason"));
  return {
    status: text(field(body, "status")),
    message: text(field(details, "message")) ?? text(field(body, "message")),
    reason,
    domain: text(field(details, "domain")),
    bizCode: digits(field(field(details, "metaData"), "bizCode")) ?? reasonCode(reason),
  };
}

/**
 * The part of the service that a path belongs to, as errors name it: `rendercloud` of `/global/rendercloud/v1/jobs`.
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

/** A code is text by the specification; a number says the same. */
function digits(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : text(value);
}

function reasonCode(reason: string | undefined): string | undefined {
  return reason?.startsWith("BIZ_") === true ? text(reason.slice("BIZ_".length)) : undefined;
}
