/**
 * The service as the specification has it: requests in, replies out. It is written from the specification alone,
 * shares no code with the gateway, and imports nothing of the contract; a comment names the section behind each
 * behaviour, "ours" what the specification leaves open. Servers over sockets, clients in process and simulations
 * answer with it.
 */
import { errorReply } from "./errors.ts";
import { JobStates } from "./job-states.ts";
import { fieldOf, type ServiceReply, type ServiceRequest } from "./request.ts";
import { findSpecified, specifiedRoutes, type RouteId, type SpecifiedMatch } from "./routes.ts";
import { SessionStates } from "./session-states.ts";
import type { ServiceChoices, Surroundings } from "./surroundings.ts";
import { TaskStates } from "./task-states.ts";
import { problem, UploadReplies } from "./upload-replies.ts";
import { UploadStates, type UploadToken } from "./upload-states.ts";
import { WorldStates } from "./world-states.ts";

/** Spec 4.3: text/markdown. */
const GUIDE = "# Scenes\n\nA scene is OpenUSD text: it begins with `#usda 1.0`.\n";

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
  readonly #uploadReplies: UploadReplies;
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
    this.#uploadReplies = new UploadReplies(this.uploads, around, choices);
  }

  /** Applies the request and returns the reply. @param match The endpoint, if it is known. */
  answer(request: ServiceRequest, match: SpecifiedMatch | undefined = findSpecified(request)): ServiceReply {
    if (match === undefined) return errorReply("notFound", "unknown endpoint");
    const caller = this.#callerOf(match.id, request);
    if (caller !== undefined) return this.#answer(match, request, caller);
    // Spec 5, rule 1; the body of the upload host's is ours.
    return specifiedRoutes[match.id].access === "key"
      ? errorReply("unauthenticated", "Authorization is missing or invalid")
      : problem(4010, "bad token", 401);
  }

  /** Rejects a request before it takes effect, as a busy service does. */
  reject(request: ServiceRequest, match: SpecifiedMatch | undefined = findSpecified(request)): void {
    if (this.#choices.remembersRejected !== true || match?.id !== "jobs.submit") return;
    const requestId = fieldOf(request.json, "requestId");
    const user = this.#around.userOf(request.authorization ?? "");
    if (typeof requestId === "string" && user !== undefined) this.jobs.remember(user, requestId);
  }

  /** Spec 5. @returns Undefined if the key or token is missing or invalid. */
  #callerOf(id: RouteId, { authorization = "", uploadToken = "" }: ServiceRequest): Caller | undefined {
    const { access } = specifiedRoutes[id];
    if (access === "open") return { user: "", token: undefined };
    if (access === "upload-token") {
      const token = this.uploads.token(uploadToken);
      return token && { user: token.user, token };
    }
    // The key itself, without a prefix.
    const user = this.#around.userOf(authorization);
    return user === undefined ? undefined : { user, token: undefined };
  }

  #answer({ id, value }: SpecifiedMatch, request: ServiceRequest, { user, token }: Caller): ServiceReply {
    switch (id) {
      case "renderFormat":
        return { status: 200, text: GUIDE };
      case "assets.token":
        return this.#uploadReplies.token(user);
      case "worlds.reconstruct":
        return this.worlds.reconstruct(request, user);
      case "worlds.generate":
        return this.worlds.generate(request, user);
      case "worlds.get":
        return this.worlds.get(value, user);
      case "worlds.list":
        return this.worlds.list(request, user);
      case "jobs.submit":
        return this.jobs.submit(request, user);
      case "jobs.get":
        return this.jobs.poll(request, user);
      case "streams.create":
        return this.sessions.create(request, user);
      case "streams.get":
        return this.sessions.poll(request, user);
      case "streams.push":
        return this.sessions.push(request, value, user);
      case "streams.close":
        return this.sessions.close(value, user);
      case "meshes.ingest":
        return this.tasks.create(request, "mesh", user);
      case "meshes.get":
        return this.tasks.get(request, true, user);
      case "gen3d.imageTo3d":
        return this.tasks.create(request, "image-to-3d", user);
      case "gen3d.textTo3d":
        return this.tasks.create(request, "text-to-3d", user);
      case "gen3d.materialTransfer":
        return this.tasks.create(request, "material-transfer", user);
      case "gen3d.get":
        return this.tasks.get(request, false, user);
      default:
        return token === undefined ? errorReply("notFound", "unknown endpoint") : this.#upload(id, request, token);
    }
  }

  #upload(id: RouteId, request: ServiceRequest, token: UploadToken): ServiceReply {
    switch (id) {
      case "assets.uploadSingle":
        return this.#uploadReplies.single(request, token);
      case "assets.uploadInit":
        return this.#uploadReplies.init(request, token);
      case "assets.uploadPart":
        return this.#uploadReplies.part(request);
      default:
        return this.#uploadReplies.status(request, token);
    }
  }
}
