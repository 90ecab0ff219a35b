/** The endpoints of spec 4, from its tables. A test compares them with the contract; they are written without it. */
import type { JobStates } from "./job-states.ts";
import { textOf, type ServiceReply, type ServiceRequest, type SpecifiedHost } from "./request.ts";
import type { SessionStates } from "./session-states.ts";
import type { TaskStates } from "./task-states.ts";
import type { UploadReplies } from "./upload-replies.ts";
import type { UploadToken } from "./upload-states.ts";
import type { WorldStates } from "./world-states.ts";

/** Spec 5: the key, the upload token, or nothing. */
export type Access = "key" | "upload-token" | "open";

/** The areas of the service, which answer. */
export interface Areas {
  readonly jobs: JobStates;
  readonly sessions: SessionStates;
  readonly tasks: TaskStates;
  readonly uploads: UploadReplies;
  readonly worlds: WorldStates;
}

/** A request whose caller may make it. */
export interface SpecifiedCall {
  readonly request: ServiceRequest;
  /** The value in the path, decoded; empty if there is none. */
  readonly value: string;
  /** The user of the key or of the upload token; empty for an open endpoint. */
  readonly user: string;
}

interface Answered<Call> {
  /** The path of the field that a caller continues with, in the reply; empty if the reply is not JSON. */
  readonly idField: readonly string[];
  answer(areas: Areas, call: Call): ServiceReply;
}

export interface SpecifiedRoute extends Answered<SpecifiedCall & { readonly token: UploadToken | undefined }> {
  /** Names it in scripts and records. */
  readonly id: string;
  readonly method: string;
  readonly host: SpecifiedHost;
  /** With `{name}` in place of a value. */
  readonly path: string;
  readonly access: Access;
}

/** @param target Method and path below `/global`. */
function gateway(
  id: string,
  target: string,
  answered: Answered<SpecifiedCall>,
  access: Access = "key",
): SpecifiedRoute {
  const [method = "", path = ""] = target.split(" ");
  return { id, method, host: "gateway", path: `/global/${path}`, access, ...answered };
}

/** Spec 4.1: the paths under /ous/api are called on {upload_url} and have no prefix /global. */
function upload(
  id: string,
  target: string,
  idField: readonly string[],
  answer: (uploads: UploadReplies, request: ServiceRequest, token: UploadToken) => ServiceReply,
): SpecifiedRoute {
  const [method = "", path = ""] = target.split(" ");
  return {
    id,
    method,
    host: "upload",
    path: `/ous/api/v2/${path}`,
    access: "upload-token",
    idField,
    answer(areas, { request, token }) {
      if (token === undefined) throw new Error(`${id} was called without an upload token`);
      return answer(areas.uploads, request, token);
    },
  };
}

/** Spec 4.3: text/markdown. */
const GUIDE = "# Scenes\n\nA scene is OpenUSD text: it begins with `#usda 1.0`.\n";

const world = ["worldId"];
const operation = ["operationId"];
const task = ["taskId"];

export const specifiedRoutes: readonly SpecifiedRoute[] = [
  // Spec 4.1.
  gateway("assets.token", "GET asset/v1/token", {
    idField: ["ousToken"],
    answer: ({ uploads }, { user }) => uploads.token(user),
  }),
  upload("assets.uploadSingle", "POST single/upload", ["d", "taskId"], (uploads, request, token) =>
    uploads.single(request, token),
  ),
  upload("assets.uploadInit", "POST block/upload/init", ["d", "taskId"], (uploads, request, token) =>
    uploads.init(request, token),
  ),
  upload("assets.uploadPart", "POST block/upload/part", ["c"], (uploads, request) => uploads.part(request)),
  upload("assets.uploadStatus", "GET upload/status", ["d", "status"], (uploads, request, token) =>
    uploads.status(request, token),
  ),
  // Spec 4.2.
  gateway("worlds.reconstruct", "POST world/v1/reconstructions", {
    idField: world,
    answer: ({ worlds }, { request, user }) => worlds.reconstruct(request, user),
  }),
  gateway("worlds.generate", "POST world/v1/generations", {
    idField: world,
    answer: ({ worlds }, { request, user }) => worlds.generate(request, user),
  }),
  gateway("worlds.get", "GET world/v1/{worldId}", {
    idField: world,
    answer: ({ worlds }, { value, user }) => worlds.get(value, user),
  }),
  gateway("worlds.list", "POST world/v1/list", {
    idField: ["result"],
    answer: ({ worlds }, { request, user }) => worlds.list(request, user),
  }),
  // Spec 4.3. The same path submits and polls: poll mode has an operationId.
  gateway(
    "renderFormat",
    "GET rendercloud/v1/openusd-format",
    { idField: [], answer: () => ({ status: 200, text: GUIDE }) },
    "open",
  ),
  gateway("jobs.submit", "POST rendercloud/v1/jobs", {
    idField: operation,
    answer: ({ jobs }, { request, user }) => jobs.submit(request, user),
  }),
  gateway("jobs.get", "POST rendercloud/v1/jobs", {
    idField: operation,
    answer: ({ jobs }, { request, user }) => jobs.poll(request, user),
  }),
  gateway("streams.create", "POST rendercloud/v1/streams", {
    idField: operation,
    answer: ({ sessions }, { request, user }) => sessions.create(request, user),
  }),
  gateway("streams.get", "POST rendercloud/v1/streams", {
    idField: operation,
    answer: ({ sessions }, { request, user }) => sessions.poll(request, user),
  }),
  // Spec 4.4.
  gateway("streams.push", "POST rendercloud/v1/streams/{sessionId}:push", {
    idField: operation,
    answer: ({ sessions }, { request, value, user }) => sessions.push(request, value, user),
  }),
  gateway("streams.close", "DELETE rendercloud/v1/streams/{sessionId}", {
    idField: [],
    answer: ({ sessions }, { value, user }) => sessions.close(value, user),
  }),
  gateway("meshes.ingest", "POST rendercloud/v1/mesh-upload-process/task/create", {
    idField: task,
    answer: ({ tasks }, { request, user }) => tasks.create(request, "mesh", user),
  }),
  gateway("meshes.get", "GET rendercloud/v1/mesh-upload-process/task/get", {
    idField: task,
    answer: ({ tasks }, { request, user }) => tasks.get(request, true, user),
  }),
  gateway("gen3d.imageTo3d", "POST gen3d/v1/generate/img-to-3d/task/create", {
    idField: task,
    answer: ({ tasks }, { request, user }) => tasks.create(request, "image-to-3d", user),
  }),
  gateway("gen3d.textTo3d", "POST gen3d/v1/generate/text-to-3d/task/create", {
    idField: task,
    answer: ({ tasks }, { request, user }) => tasks.create(request, "text-to-3d", user),
  }),
  gateway("gen3d.materialTransfer", "POST gen3d/v1/generate/material-transfer/task/create", {
    idField: task,
    answer: ({ tasks }, { request, user }) => tasks.create(request, "material-transfer", user),
  }),
  gateway("gen3d.get", "GET gen3d/v1/generate/task/get", {
    idField: task,
    answer: ({ tasks }, { request, user }) => tasks.get(request, false, user),
  }),
];

export interface SpecifiedMatch {
  readonly route: SpecifiedRoute;
  /** The value in the path, decoded; empty if there is none. */
  readonly value: string;
}

const compiled = specifiedRoutes.map((route) => {
  const [before = "", after] = route.path.split(/\{\w+\}/);
  return { route, before, after };
});

/** Returns the endpoint of a request; between submit and poll, `operationId` in the body decides (spec 4.3). */
export function findSpecified({
  host,
  method,
  path,
  json,
}: Pick<ServiceRequest, "host" | "method" | "path" | "json">): SpecifiedMatch | undefined {
  const found = compiled.filter(
    ({ route, ...parts }) => route.method === method && route.host === host && valueIn(path, parts) !== undefined,
  );
  const [first, second] = found;
  if (first === undefined) return undefined;
  const isPoll = second !== undefined && !first.before.includes("/world/") && textOf(json, "operationId") !== undefined;
  const { route, ...parts } = isPoll ? second : first;
  return { route, value: valueIn(path, parts) ?? "" };
}

/** Returns the value of a path in a template, empty if the template has none; undefined if they do not match. */
function valueIn(path: string, { before, after }: { before: string; after: string | undefined }): string | undefined {
  if (after === undefined) return path === before ? "" : undefined;
  if (!path.startsWith(before) || !path.endsWith(after) || path.length <= before.length + after.length)
    return undefined;
  const value = path.slice(before.length, path.length - after.length);
  if (value.includes("/")) return undefined;
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
