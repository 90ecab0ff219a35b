/**
 * The service as the specification has it: requests in, replies out. It is written from the specification alone,
 * shares no code with the gateway, and imports nothing of the contract; a comment names the section behind each
 * behaviour, "ours" what the specification leaves open. Servers over sockets, clients in process and simulations
 * answer with it.
 */
import { errorReply } from "./errors.ts";
import { JobStates } from "./job-states.ts";
import { fieldOf, type ServiceReply, type ServiceRequest } from "./request.ts";
import { findSpecified, type Access, type Areas, type SpecifiedMatch } from "./routes.ts";
import { SessionStates } from "./session-states.ts";
import type { ServiceChoices, Surroundings } from "./surroundings.ts";
import { TaskStates } from "./task-states.ts";
import { problem, UploadReplies } from "./upload-replies.ts";
import { UploadStates, type UploadToken } from "./upload-states.ts";
import { WorldStates } from "./world-states.ts";

/** The caller: a user by key, or an upload token. */
interface Caller {
  readonly user: string;
  readonly token: UploadToken | undefined;
}

export class ServiceStates {
  readonly jobs: JobStates;
  readonly sessions: SessionStates;
  readonly worlds: WorldStates;
  readonly tasks: TaskStates;
  readonly uploads: UploadStates;
  readonly #areas: Areas;
  readonly #around: Surroundings;
  readonly #choices: ServiceChoices;

  constructor(around: Surroundings, choices: ServiceChoices) {
    this.#around = around;
    this.#choices = choices;
    this.jobs = new JobStates(around, choices);
    this.sessions = new SessionStates(around, choices);
    this.worlds = new WorldStates(around);
    this.tasks = new TaskStates(around);
    this.uploads = new UploadStates(around, choices);
    const { jobs, sessions, tasks, worlds } = this;
    this.#areas = { jobs, sessions, tasks, worlds, uploads: new UploadReplies(this.uploads, around, choices) };
  }

  /** Applies the request and returns the reply. @param match The endpoint, if it is known. */
  answer(request: ServiceRequest, match: SpecifiedMatch | undefined = findSpecified(request)): ServiceReply {
    if (match === undefined) return errorReply("notFound", "unknown endpoint");
    const { route, value } = match;
    const caller = this.#callerOf(route.access, request);
    if (caller !== undefined) return route.answer(this.#areas, { request, value, ...caller });
    // Spec 5, rule 1; the body of the upload host's is ours.
    return route.access === "key"
      ? errorReply("unauthenticated", "Authorization is missing or invalid")
      : problem(4010, "bad token", 401);
  }

  /** Rejects a request before it takes effect, as a busy service does. */
  reject(request: ServiceRequest, match: SpecifiedMatch | undefined = findSpecified(request)): void {
    if (this.#choices.remembersRejected !== true || match?.route.id !== "jobs.submit") return;
    const requestId = fieldOf(request.json, "requestId");
    const user = this.#around.userOf(request.authorization ?? "");
    if (typeof requestId === "string" && user !== undefined) this.jobs.remember(user, requestId);
  }

  /** Spec 5. @returns Undefined if the key or token is missing or invalid. */
  #callerOf(access: Access, { authorization = "", uploadToken = "" }: ServiceRequest): Caller | undefined {
    if (access === "open") return { user: "", token: undefined };
    if (access === "upload-token") {
      const token = this.uploads.token(uploadToken);
      return token && { user: token.user, token };
    }
    // The key itself, without a prefix.
    const user = this.#around.userOf(authorization);
    return user === undefined ? undefined : { user, token: undefined };
  }
}
