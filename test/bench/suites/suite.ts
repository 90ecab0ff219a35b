import type { Report } from "../report.ts";

export interface SuiteOptions {
  /** Smaller inputs and fewer repeats. */
  quick: boolean;
  /** Measure `dist` instead of the source. */
  built: boolean;
  /** Another checkout of this repository, which takes part as the peer `before`. */
  before: string | undefined;
  /** Inputs to take; all when empty. */
  inputs: readonly string[];
  report: Report;
}

export type Suite = (options: SuiteOptions) => Promise<void>;
