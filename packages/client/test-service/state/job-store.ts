/** Render jobs, and the guard against a second submit with the same `requestId`. */
import { makePng } from "../images/png.ts";
import type { Course } from "../script/outcome.ts";
import { failed, processing, succeeded } from "./render-operation.ts";
import { newCourse, type Parts } from "./parts.ts";

/** Milliseconds: spec 4.3, jobs, rule 2. */
const GUARD = 60_000;

export interface Job {
  readonly operationId: string;
  readonly user: string;
  readonly resolution: readonly [number, number];
  readonly course: Course;
  imageUrl: string | undefined;
}

export class JobStore {
  readonly #parts: Parts;
  readonly #jobs = new Map<string, Job>();
  /** When each user submitted each `requestId` last. */
  readonly #submitted = new Map<string, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  isGuarded(user: string, requestId: string): boolean {
    const at = this.#submitted.get(`${user} ${requestId}`);
    return at !== undefined && this.#parts.clock.now() - at < GUARD;
  }

  /** The id of a submission that was rejected. */
  remember(user: string, requestId: string): void {
    this.#submitted.set(`${user} ${requestId}`, this.#parts.clock.now());
  }

  /** Renders: once more for every call. */
  add(user: string, requestId: string, resolution: readonly [number, number]): Job {
    this.#submitted.set(`${user} ${requestId}`, this.#parts.clock.now());
    this.#parts.record.addRender(requestId);
    const job: Job = {
      operationId: this.#parts.names.next("job"),
      user,
      resolution,
      course: newCourse(this.#parts, "jobs"),
      imageUrl: undefined,
    };
    this.#jobs.set(job.operationId, job);
    return job;
  }

  get(operationId: string): Job | undefined {
    return this.#jobs.get(operationId);
  }

  poll(job: Job): object {
    const { operationId, course } = job;
    const { state } = course.poll();
    if (state === "running") return processing(operationId);
    if (state === "failed") return failed(operationId, course.outcome.failure ?? { code: 500, message: "" });
    job.imageUrl ??= this.#parts.files.put(`${operationId}.png`, makePng(...job.resolution));
    return succeeded(operationId, { taskId: operationId, resultUrl: job.imageUrl });
  }
}
