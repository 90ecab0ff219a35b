/** Ways in which operations end, used as `outcome.fails()`. */
import type { Failure, Outcome } from "./outcome.ts";

export const succeeds = (polls = 0): Outcome => ({ polls });

export const fails = (failure: Failure = { code: 500, message: "engine trouble" }, polls = 0): Outcome => ({
  polls,
  failure,
});

/** Stays unfinished. */
export const never = (): Outcome => ({ polls: Infinity });

/** Has statuses that the specification does not name, one a poll, before it succeeds. */
export const tells = (...statuses: string[]): Outcome => ({ polls: statuses.length, statuses });
