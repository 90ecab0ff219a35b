/** Render jobs: spec 2.7, 3, 4.3. */
import type { Course } from "./course.ts";
import { errorReply } from "./errors.ts";
import { failed, processing, succeeded } from "./operation.ts";
import { textOf, type ServiceReply, type ServiceRequest } from "./request.ts";
import { readScene, resolutionOf } from "./scene-text.ts";
import type { ServiceChoices, Surroundings } from "./surroundings.ts";

/** Milliseconds: spec 4.3, jobs, rule 2, and spec 8. */
const GUARD = 60_000;

export interface Job {
  readonly id: string;
  readonly user: string;
  readonly requestId: string;
  readonly resolution: readonly [number, number];
  readonly course: Course;
  imageUrl: string | undefined;
}

export class JobStates {
  readonly jobs: Map<string, Job> = new Map();
  readonly #around: Surroundings;
  readonly #choices: ServiceChoices;
  /** Time of the last use of each requestId, by user. */
  readonly #used = new Map<string, number>();

  constructor(around: Surroundings, choices: ServiceChoices) {
    this.#around = around;
    this.#choices = choices;
  }

  /** Submit mode. */
  submit(request: ServiceRequest, user: string): ServiceReply {
    const { json } = request;
    const requestId = textOf(json, "requestId");
    const usdContent = textOf(json, "usdContent");
    // Rule 3: 400 for a missing field, invalid Base64, a parse failure, a missing or invalid resolution.
    if (requestId === undefined) return errorReply("invalid", "requestId is missing");
    if (usdContent === undefined) return errorReply("invalid", "usdContent is missing");
    const text = readScene(usdContent);
    if (text === undefined) return errorReply("invalid", "usdContent is not Base64 of a scene");
    const resolution = resolutionOf(text);
    if (resolution === undefined) return errorReply("invalid", "resolution is missing or out of range");
    const now = this.#around.now();
    const used = this.#used.get(`${user} ${requestId}`);
    // Rule 2: the same user, the same requestId, within 1 minute.
    if (used !== undefined && now - used < GUARD) {
      if (this.#choices.remembersRejected === true) this.remember(user, requestId);
      return errorReply("alreadyExists", `requestId ${requestId}`);
    }
    this.#used.set(`${user} ${requestId}`, now);
    const id = this.#around.id("job");
    const course = this.#around.course("jobs");
    this.jobs.set(id, { id, user, requestId, resolution, course, imageUrl: undefined });
    this.#around.happened({ kind: "job-accepted", id, requestId, request });
    return { status: 202, json: processing(id) };
  }

  /** Poll mode. */
  poll({ json }: ServiceRequest, user: string): ServiceReply {
    const job = this.jobs.get(textOf(json, "operationId") ?? "");
    // Rule 4: 404 if no job exists for operationId.
    if (job?.user !== user) return errorReply("notFound", "unknown operationId");
    const { id, course, resolution } = job;
    const { state } = course.poll();
    if (state === "running") return { status: 200, json: processing(id) };
    if (state === "failed") return { status: 200, json: failed(id, course.failure) };
    job.imageUrl ??= this.#around.publish({ kind: "image", name: `${id}.png`, resolution });
    return { status: 200, json: succeeded(id, { taskId: id, resultUrl: job.imageUrl }) };
  }

  /** Remembers the requestId of a rejected submission, as some services do. */
  remember(user: string, requestId: string): void {
    this.#used.set(`${user} ${requestId}`, this.#around.now());
  }
}
