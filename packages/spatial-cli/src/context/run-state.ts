import type { StoredOperation } from "@usdkit/client";
import type { Report } from "../report/report.ts";

/** An operation that the service accepted, with the call that resumes it. */
export interface AcceptedOperation {
  /** For messages: `job`. */
  readonly noun: string;
  readonly id: string;
  /** The command line that resumes it, or ends it. */
  readonly resume: string;
  /** Whether that command ends it: a session cannot be resumed. */
  readonly isEndedBy?: true;
  readonly handle?: StoredOperation | undefined;
}

/** Returns the purpose of an operation's command line. */
export function adviceOf({ isEndedBy }: AcceptedOperation): string {
  return isEndedBy === true ? "close with" : "resume with";
}

/** The progress of a command, which determines the exit code of a failure. */
export type RunStage =
  /** No operation is known to be accepted. */
  | "starting"
  /** The service has accepted an operation, which may be running. */
  | "accepted"
  /** The operation succeeded; its result has not been fetched. */
  | "done";

/** The run state and the operation to resume. Accepted ids are printed immediately, so that they survive a lost terminal. */
export class RunState {
  readonly #report: Report;
  #stage: RunStage = "starting";
  #accepted: AcceptedOperation | undefined;

  constructor(report: Report) {
    this.#report = report;
  }

  get stage(): RunStage {
    return this.#stage;
  }

  /** The operation that was accepted last. */
  get accepted(): AcceptedOperation | undefined {
    return this.#accepted;
  }

  /** Records that the service accepted an operation. Prints its id. */
  accept(operation: AcceptedOperation): void {
    this.follow(operation);
    this.#report.note(`${operation.noun} ${operation.id} (${adviceOf(operation)}: ${operation.resume})`);
  }

  /** Like {@link accept}, without printing: the user passed the operation. */
  follow(operation: AcceptedOperation): void {
    this.#accepted = operation;
    this.#stage = "accepted";
  }

  /** Records that the operation succeeded; the rest of the command fetches its result. */
  done(): void {
    this.#stage = "done";
  }

  /** Records that nothing is left to resume. */
  over(stage: RunStage = "starting"): void {
    this.#accepted = undefined;
    this.#stage = stage;
  }
}
