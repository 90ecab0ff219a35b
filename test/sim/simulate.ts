import type { Activity } from "./activities/activity.ts";
import { activities as allActivities } from "./activities/index.ts";
import { checkSent } from "./invariants.ts";
import { realSubject, type Subject } from "./subject.ts";
import { makeWorld, type SimWorld } from "./world.ts";

/** A run under way. */
export interface Run {
  readonly seed: number;
  /** Goes on to the next event; false if there is none left. */
  step(): boolean;
  /** Returns the problems; called once, at the end. */
  finish(): readonly string[];
}

/** Options of a run. */
export interface RunOptions {
  readonly subject?: Subject | undefined;
  /** What users do; all that they can do unless given. */
  readonly activities?: readonly [Activity, ...Activity[]] | undefined;
  readonly trace?: ((line: string) => void) | undefined;
}

/** Sets up what happens in the run of a seed: concurrent activities of several users, in some weather. */
export function startRun(
  seed: number,
  { subject = realSubject, activities = allActivities, trace }: RunOptions = {},
): Run {
  const world = makeWorld(seed, subject, trace);
  const { random, clock, problems } = world;
  const user = world.makeClient();
  const checks: (() => void)[] = [];
  let open = 0;
  for (let i = random.between(1, 3); i > 0; i--) {
    const activity = random.pick(activities);
    open++;
    const begin = async (): Promise<void> => {
      await clock.sleep(random.between(0, 20_000));
      checks.push(await activity(world, user));
    };
    begin()
      .catch((error: unknown) => problems.push(`it threw ${error instanceof Error ? error.stack : String(error)}`))
      .finally(() => open--);
  }
  return {
    seed,
    step: () => clock.step(),
    finish: () => {
      if (open > 0) problems.push(`${open} of its doings never came to an end`);
      for (const check of checks) check();
      if (world.openSockets() > 0) problems.push(`${world.openSockets()} WebSockets were left open`);
      checkSent(world);
      return noSecrets(world);
    },
  };
}

/** Line 13: no log line contains a key. */
function noSecrets({ log, problems }: SimWorld): readonly string[] {
  for (const { record } of log) {
    if (`${record.path} ${record.error}`.includes("sim-key"))
      problems.push(`a key was logged: ${JSON.stringify(record)}`);
  }
  return problems;
}
