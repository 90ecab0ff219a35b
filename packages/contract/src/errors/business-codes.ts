/** The meaning of a business code, as a name for use in conditions. */
export type BusinessCodeName =
  | "invalid-parameters"
  | "not-logged-in"
  | "insufficient-credits"
  | "task-error"
  | "rate-limited"
  | "no-permission"
  | "not-found"
  | "method-not-allowed"
  | "already-exists"
  | "session-not-active"
  | "internal";

/** A row of the table of business codes. */
export interface BusinessCodeRow {
  readonly name: BusinessCodeName;
  /** The code in an error (`details.metaData.bizCode`). */
  readonly bizCode: string;
  /** Its HTTP status. */
  readonly http: number;
  /** Its symbolic status. */
  readonly status: string;
  readonly message: string;
  /** The condition under which the service answers with it. */
  readonly condition: string;
  /** Whether the code is from the specification (7.2), or ours for an error that it leaves without a code. */
  readonly source: "spec" | "ours";
}

/** The row that {@link businessCode} returns for an unknown or missing code. */
export interface UnknownBusinessCode {
  readonly name: "unknown";
  readonly bizCode: string | undefined;
}

const spec = "spec" as const;
const ours = "ours" as const;

/** The business codes by name: those of spec 7.2, and ours for the errors of 7.3, which has none. */
export const businessCodes: Readonly<Record<BusinessCodeName, BusinessCodeRow>> = {
  "invalid-parameters": {
    name: "invalid-parameters",
    bizCode: "10001",
    http: 400,
    status: "INVALID_ARGUMENT",
    message: "Invalid request parameters",
    condition: "The body, a parameter or the path is wrong",
    source: spec,
  },
  "not-logged-in": {
    name: "not-logged-in",
    bizCode: "10004",
    http: 401,
    status: "UNAUTHENTICATED",
    message: "Not logged in",
    condition: "Authorization is missing or invalid",
    source: spec,
  },
  "insufficient-credits": {
    name: "insufficient-credits",
    bizCode: "11003",
    http: 400,
    status: "FAILED_PRECONDITION",
    message: "insufficient credits to complete task",
    condition: "Not enough credits",
    source: spec,
  },
  "task-error": {
    name: "task-error",
    bizCode: "11004",
    http: 400,
    status: "FAILED_PRECONDITION",
    message: "matting error",
    condition: "Another error of the task",
    source: spec,
  },
  "rate-limited": {
    name: "rate-limited",
    bizCode: "11001",
    http: 429,
    status: "RESOURCE_EXHAUSTED",
    message: "task global rate limit",
    condition: "Too many long tasks at once, or too many requests",
    source: spec,
  },
  "no-permission": {
    name: "no-permission",
    bizCode: "12003",
    http: 403,
    status: "PERMISSION_DENIED",
    message: "no permission",
    condition: "The world belongs to another user",
    source: spec,
  },
  "not-found": {
    name: "not-found",
    bizCode: "12001",
    http: 404,
    status: "NOT_FOUND",
    message: "project not exist",
    condition: "The world does not exist; ours: or the job, session or task",
    source: spec,
  },
  "method-not-allowed": {
    name: "method-not-allowed",
    bizCode: "10405",
    http: 405,
    status: "METHOD_NOT_ALLOWED",
    message: "method not allowed",
    condition: "The path exists, but not with this method",
    source: ours,
  },
  "already-exists": {
    name: "already-exists",
    bizCode: "14009",
    http: 409,
    status: "ALREADY_EXISTS",
    message: "requestId was used within the last minute",
    condition: "The same user submitted the same requestId within a minute (jobs)",
    source: ours,
  },
  "session-not-active": {
    name: "session-not-active",
    bizCode: "14010",
    http: 409,
    status: "FAILED_PRECONDITION",
    message: "session is not active",
    condition: "A patch for a session that is not ACTIVE",
    source: ours,
  },
  internal: {
    name: "internal",
    bizCode: "10500",
    http: 500,
    status: "INTERNAL",
    message: "internal error",
    condition: "The service failed",
    source: ours,
  },
};

/**
 * Returns the row of a business code. The table is closed: any other code is `unknown`.
 *
 * ```ts
 * if (businessCode(error.bizCode).name === "insufficient-credits") …
 * ```
 */
export function businessCode(bizCode: string | null | undefined): BusinessCodeRow | UnknownBusinessCode {
  const row = Object.values(businessCodes).find((each) => each.bizCode === bizCode);
  return row ?? { name: "unknown", bizCode: bizCode ?? undefined };
}
