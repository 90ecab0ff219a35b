/** The course of an operation: the specification defines states (spec 3) and not when they change. */

/** The outcome of an operation. */
export interface Failure {
  readonly code: number;
  readonly message: string;
  readonly reason?: string;
}

/** The state of an operation at one moment. */
export interface RunState {
  readonly state: "running" | "succeeded" | "failed";
  /** 0 to 1. */
  readonly progress: number;
  /** Replaces the status that the state has in the specification. */
  readonly status?: string | number | undefined;
}

/** The course of one operation: by polls, or by a clock. */
export interface Course {
  /** Why it fails, if it does. */
  readonly failure: Failure | undefined;
  /** The state now; reading it changes nothing. */
  readonly now: RunState;
  /** Returns the state that a poll finds. */
  poll(): RunState;
}

/** The kinds of work that take time in the service. */
export type Area = "uploads" | "worlds" | "jobs" | "streams" | "meshes" | "gen3d";
