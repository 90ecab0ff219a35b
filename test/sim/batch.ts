import { settle } from "@usdkit/test-service/time/virtual-clock";
import { startRun, type Run, type RunOptions } from "./simulate.ts";

/** Runs at the same time: each round of the event loop serves all of them, and more of them outlive the young generation. */
const AT_ONCE = 16;

/** A seed whose run broke a rule. */
export interface Failure {
  readonly seed: number;
  readonly problems: readonly string[];
}

/** Runs the seeds from `first` on, so many, and gives those that failed; stops early after `most` of them. */
export async function runSeeds(first: number, count: number, options: RunOptions = {}, most = 10): Promise<Failure[]> {
  const failures: Failure[] = [];
  let open: Run[] = [];
  let next = first;
  while (failures.length < most && (next < first + count || open.length > 0)) {
    while (open.length < AT_ONCE && next < first + count) open.push(startRun(next++, options));
    await settle();
    open = open.filter((run) => {
      if (run.step()) return true;
      const problems = run.finish();
      if (problems.length > 0) failures.push({ seed: run.seed, problems });
      return false;
    });
  }
  return failures;
}
