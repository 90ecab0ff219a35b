/** The endpoints of spec 4, from its tables. A test compares them with the contract; they are written without it. */
import { textOf, type ServiceRequest, type SpecifiedHost } from "./request.ts";

/** Spec 5: the key, the upload token, or nothing. */
export type Access = "key" | "upload-token" | "open";

export interface SpecifiedRoute {
  readonly method: string;
  readonly host: SpecifiedHost;
  /** With `{name}` in place of a value. */
  readonly path: string;
  readonly access: Access;
}

const gateway = (method: string, path: string, access: Access = "key"): SpecifiedRoute => ({
  method,
  host: "gateway",
  path: `/global/${path}`,
  access,
});
// Spec 4.1: the paths under /ous/api are called on {upload_url} and carry no /global prefix.
const upload = (method: string, path: string): SpecifiedRoute => ({
  method,
  host: "upload",
  path: `/ous/api/v2/${path}`,
  access: "upload-token",
});

const jobs = gateway("POST", "rendercloud/v1/jobs");
const streams = gateway("POST", "rendercloud/v1/streams");

/** Ids of endpoints, for scripts and records. */
export type RouteId =
  | "assets.token"
  | "assets.uploadSingle"
  | "assets.uploadInit"
  | "assets.uploadPart"
  | "assets.uploadStatus"
  | "worlds.reconstruct"
  | "worlds.generate"
  | "worlds.get"
  | "worlds.list"
  | "renderFormat"
  | "jobs.submit"
  | "jobs.get"
  | "streams.create"
  | "streams.get"
  | "streams.push"
  | "streams.close"
  | "meshes.ingest"
  | "meshes.get"
  | "gen3d.imageTo3d"
  | "gen3d.textTo3d"
  | "gen3d.materialTransfer"
  | "gen3d.get";

export const specifiedRoutes: Readonly<Record<RouteId, SpecifiedRoute>> = {
  // Spec 4.1.
  "assets.token": gateway("GET", "asset/v1/token"),
  "assets.uploadSingle": upload("POST", "single/upload"),
  "assets.uploadInit": upload("POST", "block/upload/init"),
  "assets.uploadPart": upload("POST", "block/upload/part"),
  "assets.uploadStatus": upload("GET", "upload/status"),
  // Spec 4.2.
  "worlds.reconstruct": gateway("POST", "world/v1/reconstructions"),
  "worlds.generate": gateway("POST", "world/v1/generations"),
  "worlds.get": gateway("GET", "world/v1/{worldId}"),
  "worlds.list": gateway("POST", "world/v1/list"),
  // Spec 4.3. The same path submits and polls: poll mode has an operationId.
  renderFormat: gateway("GET", "rendercloud/v1/openusd-format", "open"),
  "jobs.submit": jobs,
  "jobs.get": jobs,
  "streams.create": streams,
  "streams.get": streams,
  // Spec 4.4.
  "streams.push": gateway("POST", "rendercloud/v1/streams/{sessionId}:push"),
  "streams.close": gateway("DELETE", "rendercloud/v1/streams/{sessionId}"),
  "meshes.ingest": gateway("POST", "rendercloud/v1/mesh-upload-process/task/create"),
  "meshes.get": gateway("GET", "rendercloud/v1/mesh-upload-process/task/get"),
  "gen3d.imageTo3d": gateway("POST", "gen3d/v1/generate/img-to-3d/task/create"),
  "gen3d.textTo3d": gateway("POST", "gen3d/v1/generate/text-to-3d/task/create"),
  "gen3d.materialTransfer": gateway("POST", "gen3d/v1/generate/material-transfer/task/create"),
  "gen3d.get": gateway("GET", "gen3d/v1/generate/task/get"),
};

export interface SpecifiedMatch {
  readonly id: RouteId;
  /** The value in the path, decoded; empty if there is none. */
  readonly value: string;
}

const compiled = Object.entries(specifiedRoutes).map(([id, { method, host, path }]) => {
  const [before = "", after] = path.split(/\{\w+\}/);
  return { id: id as RouteId, method, host, before, after };
});

/** Returns the endpoint of a request; between submit and poll, `operationId` in the body decides (spec 4.3). */
export function findSpecified({
  host,
  method,
  path,
  json,
}: Pick<ServiceRequest, "host" | "method" | "path" | "json">): SpecifiedMatch | undefined {
  const found = compiled.filter(
    (route) => route.method === method && route.host === host && valueIn(path, route) !== undefined,
  );
  const [first, second] = found;
  if (first === undefined) return undefined;
  const isPoll = second !== undefined && !first.before.includes("/world/") && textOf(json, "operationId") !== undefined;
  const chosen = isPoll ? second : first;
  return { id: chosen.id, value: valueIn(path, chosen) ?? "" };
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
