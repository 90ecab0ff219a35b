/** Outcomes of operations, used as `outcome.fails()`. */
import type { Failure, Outcome } from "./outcome.ts";

export const succeeds = (polls = 0): Outcome => ({ polls });

export const fails = (failure: Failure = { code: 500, message: "engine trouble" }, polls = 0): Outcome => ({
  polls,
  failure,
});

/** Never finishes. */
export const never = (): Outcome => ({ polls: Infinity });

/** Reports statuses that the specification does not define, one per poll, before it succeeds. */
export const tells = (...statuses: string[]): Outcome => ({ polls: statuses.length, statuses });
