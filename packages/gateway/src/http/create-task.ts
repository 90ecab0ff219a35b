import { ApiFailure } from "./api-failure.ts";
import { urlsOf } from "../operations/make-with-engine.ts";
import type { Guard, Lane, TaskKind } from "../storage/task-storage.ts";
import { noteTask } from "../tracing/spans.ts";
import type { Service } from "./service.ts";

interface TaskInput {
  readonly kind: TaskKind;
  readonly lane: Lane;
  readonly user: string;
  readonly name: string;
  readonly input: object;
}

/** Creates a task without a scene. Returns its id; undefined if the guard rejects it. @throws {ApiFailure} */
export async function createTask(service: Service, task: TaskInput): Promise<string>;
export async function createTask(service: Service, task: TaskInput, guard: Guard): Promise<string | undefined>;
export async function createTask(
  { storage, fetcher, clock, dispatcher, settings, variants }: Service,
  task: TaskInput,
  guard?: Guard,
): Promise<string | undefined> {
  for (const { field, url } of urlsOf(task.input)) {
    const problem = await fetcher.problem(url);
    if (problem !== undefined) throw new ApiFailure("invalid-parameters", `body.${field}: ${problem}`);
  }
  const id = variants.makeId();
  const answer = await storage.tasks.add(
    { id, ...task, time: clock.now() },
    { unfinished: settings.unfinishedPerUser, ...(guard === undefined ? {} : { guard }) },
  );
  if (answer === "duplicate") return undefined;
  if (answer !== "added") throw new ApiFailure("rate-limited", "too many tasks are unfinished", 5);
  noteTask(id);
  dispatcher.wake(task.lane);
  return id;
}
