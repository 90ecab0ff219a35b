/** The outcome of an operation: number of polls, statuses, and result. */

import type { Course, Failure, RunState } from "../states/course.ts";

export type { Failure } from "../states/course.ts";

export interface Outcome {
  /** Polls that report it as unfinished. */
  readonly polls: number;
  readonly failure?: Failure;
  /** Statuses of the unfinished polls in turn; the last one repeats. */
  readonly statuses?: readonly string[];
}

/** A running outcome, which polls advance. */
export class PolledCourse implements Course {
  readonly outcome: Outcome;
  #polls = 0;

  constructor(outcome: Outcome) {
    this.outcome = outcome;
  }

  get failure(): Failure | undefined {
    return this.outcome.failure;
  }

  get now(): RunState {
    const { polls, failure, statuses } = this.outcome;
    if (this.#polls <= polls) {
      const status = statuses?.[Math.min(Math.max(this.#polls - 1, 0), statuses.length - 1)];
      const progress = Number.isFinite(polls) ? this.#polls / (polls + 1) : 1 - 1 / (this.#polls + 1);
      return { state: "running", progress, status };
    }
    return failure === undefined
      ? { state: "succeeded", progress: 1, status: undefined }
      : { state: "failed", progress: 1, status: undefined };
  }

  poll(): RunState {
    this.#polls++;
    return this.now;
  }
}
