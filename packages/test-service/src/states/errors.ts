/** Error replies of the gateway: the body of spec 7.1, the codes of spec 7.2 and 7.3. */
import type { ServiceReply } from "./request.ts";

/** Rows of the table of errors. */
export type ErrorName =
  | "invalid"
  | "unauthenticated"
  | "noCredits"
  | "taskError"
  | "rateLimited"
  | "forbidden"
  | "notFound"
  | "methodNotAllowed"
  | "alreadyExists"
  | "notActive"
  | "internal";

export interface ErrorRow {
  readonly http: number;
  readonly status: string;
  readonly bizCode: string;
  readonly message: string;
}

/** Spec 7.2, row by row; spec 7.3 has no business codes and no status except ALREADY_EXISTS, so those are ours. */
export const errorRows: Readonly<Record<ErrorName, ErrorRow>> = {
  invalid: { http: 400, status: "INVALID_ARGUMENT", bizCode: "10001", message: "Invalid request parameters" },
  unauthenticated: { http: 401, status: "UNAUTHENTICATED", bizCode: "10004", message: "Not logged in" },
  noCredits: {
    http: 400,
    status: "FAILED_PRECONDITION",
    bizCode: "11003",
    message: "insufficient credits to complete task",
  },
  taskError: { http: 400, status: "FAILED_PRECONDITION", bizCode: "11004", message: "matting error" },
  rateLimited: { http: 429, status: "RESOURCE_EXHAUSTED", bizCode: "11001", message: "task global rate limit" },
  forbidden: { http: 403, status: "PERMISSION_DENIED", bizCode: "12003", message: "no permission" },
  notFound: { http: 404, status: "NOT_FOUND", bizCode: "12001", message: "project not exist" },
  methodNotAllowed: { http: 405, status: "METHOD_NOT_ALLOWED", bizCode: "10405", message: "method not allowed" },
  alreadyExists: {
    http: 409,
    status: "ALREADY_EXISTS",
    bizCode: "14009",
    message: "requestId was used within the last minute",
  },
  notActive: { http: 409, status: "FAILED_PRECONDITION", bizCode: "14010", message: "session is not active" },
  internal: { http: 500, status: "INTERNAL", bizCode: "10500", message: "internal error" },
};

/**
 * Returns an error reply with every field of spec 7.1.
 *
 * @param detail The problem of this request.
 * @param instead An HTTP status that replaces the table's; a domain that replaces `rendercloud`, which is ours: the
 *   specification shows none.
 */
export function errorReply(
  name: ErrorName,
  detail: string,
  instead: { readonly http?: number | undefined; readonly domain?: string | undefined } = {},
): ServiceReply {
  const { status, bizCode, message, http } = errorRows[name];
  const { http: code = http, domain = "rendercloud" } = instead;
  const details = { reason: `BIZ_${bizCode}`, domain, message: detail, metaData: { bizCode } };
  return { status: code, json: { code, message, status, details } };
}
