/** Faults that are injected on request, by a header or by a rule. */
import { businessCodes } from "@usdkit/contract";
import * as z from "zod";

/** The header that requests a fault for its own request: `latency=200, status=503`. */
export const FAULT_HEADER = "x-spatial-fault";

const MAX_LATENCY = 120_000;

/** A fault. Several may be combined; latency comes first. */
export interface Fault {
  /** Milliseconds of the machine's clock, before the request is handled. */
  readonly latency?: number | undefined;
  /** Responds with the error of this HTTP status without handling the request. */
  readonly status?: number | undefined;
  /** Responds with the error of this business code (`"11003"`) without handling the request. */
  readonly code?: string | undefined;
  /** Closes the connection before the request is handled. */
  readonly reset?: boolean | undefined;
  /** Handles the request and sends half of the response. */
  readonly truncate?: boolean | undefined;
  /** Handles the request and closes the connection without a response. */
  readonly dropAfterAccept?: boolean | undefined;
}

const shape = {
  latency: z.int().min(0).max(MAX_LATENCY).optional(),
  status: z.literal([400, 401, 403, 404, 409, 429, 500, 502, 503, 504]).optional(),
  code: z.literal(Object.values(businessCodes).map(({ bizCode }) => bizCode)).optional(),
  reset: z.boolean().optional(),
  truncate: z.boolean().optional(),
  dropAfterAccept: z.boolean().optional(),
};

/** Validates a fault. */
const faultSchema: z.ZodType<Fault> = z
  .strictObject(shape)
  .refine(({ status, code }) => status === undefined || code === undefined, "expected status or code, not both");

/** A fault for matching requests; it is used up after `times`. */
export interface FaultRule {
  /** The endpoint's id in the contract (`jobs.submit`); any if omitted. */
  readonly endpoint?: string | undefined;
  readonly user?: string | undefined;
  /** How often it still occurs; unlimited if omitted. */
  readonly times?: number | undefined;
  /** Number of matching requests that pass first. */
  readonly after?: number | undefined;
  readonly fault: Fault;
}

/** Maximum number of rules. */
export const faultRulesSchema: z.ZodType<readonly FaultRule[]> = z
  .array(
    z.strictObject({
      endpoint: z.string().optional(),
      user: z.string().optional(),
      times: z.int().min(1).optional(),
      after: z.int().min(0).optional(),
      fault: faultSchema,
    }),
  )
  .max(1000);

/**
 * Parses the header.
 *
 * @throws {RangeError} for an invalid fault.
 */
export function parseFault(header: string): Fault {
  const entries = header.split(",").map((part): [string, unknown] => {
    const [name = "", value] = part.trim().split("=", 2);
    if (name === "drop-after-accept") return ["dropAfterAccept", value === undefined ? true : value];
    if (name === "code") return [name, value ?? ""];
    return [name, value === undefined ? true : /^\d{1,6}$/.test(value) ? Number(value) : value];
  });
  const parsed = faultSchema.safeParse(Object.fromEntries(entries));
  if (parsed.success) return parsed.data;
  const known = "latency=MS, status=HTTP_STATUS, code=BUSINESS_CODE, reset, truncate, drop-after-accept";
  throw new RangeError(`expected some of ${known}; not both status and code`);
}

/** The active rules and how often each has occurred. */
export class FaultRules {
  private rules: { rule: FaultRule; skip: number; left: number }[] = [];

  set(rules: readonly FaultRule[]): void {
    this.rules = rules.map((rule) => ({ rule, skip: rule.after ?? 0, left: rule.times ?? Infinity }));
  }

  list(): readonly FaultRule[] {
    return this.rules.map(({ rule, skip, left }) => ({
      ...rule,
      ...(rule.after !== undefined && { after: skip }),
      ...(rule.times !== undefined && { times: left }),
    }));
  }

  /** Returns the fault of the first matching rule, and counts it as used. */
  take(endpoint: string, user: string | undefined): Fault | undefined {
    for (const row of this.rules) {
      const { rule } = row;
      const fits = (rule.endpoint ?? endpoint) === endpoint && (rule.user ?? user) === user;
      if (!fits || row.left === 0) continue;
      if (row.skip > 0) {
        row.skip--;
        continue;
      }
      row.left--;
      return rule.fault;
    }
    return undefined;
  }
}
