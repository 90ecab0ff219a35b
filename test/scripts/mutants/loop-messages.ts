// What the runner of Stryker and the thread that has the tests say to each other.

export interface TestOutcome {
  id: string;
  name: string;
  file: string;
  failure: string | undefined;
  /** Milliseconds. */
  time: number;
}

export type LoopRequest =
  | { kind: "dry" }
  | { kind: "mutant"; mutant: string; tests: string[] | undefined; hitLimit: number | undefined }
  | { kind: "end" };

export type LoopReply =
  | { kind: "ready" }
  | { kind: "dry"; outcomes: TestOutcome[]; coverage: unknown }
  | {
      kind: "mutant";
      outcomes: TestOutcome[];
      /** Whether the test that failed passes again without the change: otherwise the modules keep something of it. */
      clean: boolean;
    };
