/** What can be made to go wrong, on request: by a header, or by a rule. */
import * as z from "zod";

/** The header that asks for a fault of its own request: `latency=200, status=503`. */
export const FAULT_HEADER = "x-spatial-fault";

const MAX_LATENCY = 120_000;

/** Several may be combined; latency comes first. */
export interface Fault {
  /** Milliseconds, by the machine's clock, before anything is done. */
  readonly latency?: number | undefined;
  /** Answers with this error, and does nothing. */
  readonly status?: number | undefined;
  /** Ends the connection before anything is done. */
  readonly reset?: boolean | undefined;
  /** Does all that was asked, and sends half of the reply. */
  readonly truncate?: boolean | undefined;
  /** Does all that was asked, and ends the connection without a reply. */
  readonly dropAfterAccept?: boolean | undefined;
}

const shape = {
  latency: z.int().min(0).max(MAX_LATENCY).optional(),
  status: z.literal([400, 401, 403, 404, 409, 429, 500, 502, 503, 504]).optional(),
  reset: z.boolean().optional(),
  truncate: z.boolean().optional(),
  dropAfterAccept: z.boolean().optional(),
};

/** Of a fault. */
const faultSchema: z.ZodType<Fault> = z.strictObject(shape);

/** A fault for requests that fit; it is used up after `times`. */
export interface FaultRule {
  /** The endpoint's id in the contract (`jobs.submit`); any where it is left out. */
  readonly endpoint?: string | undefined;
  readonly user?: string | undefined;
  /** How often it still happens; without end where it is left out. */
  readonly times?: number | undefined;
  /** How many that fit are let through first. */
  readonly after?: number | undefined;
  readonly fault: Fault;
}

/** Of the rules that are set at a time. */
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
 * Reads the header.
 *
 * @throws {RangeError} for what is no fault.
 */
export function parseFault(header: string): Fault {
  const entries = header.split(",").map((part): [string, unknown] => {
    const [name = "", value] = part.trim().split("=", 2);
    if (name === "drop-after-accept") return ["dropAfterAccept", value === undefined ? true : value];
    return [name, value === undefined ? true : /^\d{1,6}$/.test(value) ? Number(value) : value];
  });
  const parsed = faultSchema.safeParse(Object.fromEntries(entries));
  if (parsed.success) return parsed.data;
  const known = "latency=MS, status=CODE, reset, truncate, drop-after-accept";
  throw new RangeError(`expected some of ${known}`);
}

/** The rules that are set, and how often each has happened. */
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

  /** The fault of the first rule that fits, which is used up by it. */
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
