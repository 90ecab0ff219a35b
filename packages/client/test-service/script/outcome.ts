/** What becomes of an operation: how many polls it takes, what it tells meanwhile, and how it ends. */

export interface Failure {
  readonly code: number;
  readonly message: string;
  readonly reason?: string;
}

export interface Outcome {
  /** Polls that find it unfinished. */
  readonly polls: number;
  readonly failure?: Failure;
  /** Told by the unfinished polls in turn, the last one by all that follow. */
  readonly statuses?: readonly string[];
}

/** Where an operation stands after so many polls. */
export interface Standing {
  readonly state: "running" | "succeeded" | "failed";
  /** 0 to 1. */
  readonly progress: number;
  /** What the script wants told, where it says. */
  readonly status: string | undefined;
}

/** An outcome on its way. */
export class Course {
  readonly outcome: Outcome;
  #polls = 0;

  constructor(outcome: Outcome) {
    this.outcome = outcome;
  }

  /** Where it stands now; looking changes nothing. */
  get standing(): Standing {
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

  poll(): Standing {
    this.#polls++;
    return this.standing;
  }
}
