import { ApiFailure } from "./api-failure.ts";
import { urlsOf } from "../operations/make-with-engine.ts";
import type { Lane, TaskKind } from "../storage/task-storage.ts";
import type { Service } from "./service.ts";

/** Creates a task without a scene. Returns its id. @throws {ApiFailure} */
export async function createTask(
  { storage, fetcher, clock, dispatcher, settings, variants }: Service,
  task: {
    readonly kind: TaskKind;
    readonly lane: Lane;
    readonly user: string;
    readonly name: string;
    readonly input: object;
  },
): Promise<string> {
  for (const { field, url } of urlsOf(task.input)) {
    const problem = await fetcher.problem(url);
    if (problem !== undefined) throw new ApiFailure("invalid-parameters", `body.${field}: ${problem}`);
  }
  const id = variants.makeId();
  const answer = await storage.tasks.add(
    { id, ...task, time: clock.now() },
    { unfinished: settings.unfinishedPerUser },
  );
  if (answer !== "added") throw new ApiFailure("rate-limited", "too many tasks are unfinished", 5);
  dispatcher.wake(task.lane);
  return id;
}
