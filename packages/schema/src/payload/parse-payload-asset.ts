/** The asset path of a payload: `<asset_scheme>:/mesh/<mesh_id>` (spec 2.8). */

/** The parts of a payload's asset path. */
export interface PayloadAsset {
  /** As written, without the colon. */
  readonly scheme: string;
  /** The last path segment, percent-decoded. It comes from a file and may contain any character, including `/`. */
  readonly meshId: string;
}

/** Why an asset path does not have the form that the service requires. */
export interface PayloadProblem {
  /** The last path segment, percent-decoded if possible: the mesh id by rule 1 of spec 2.8. Undefined if there is none. */
  readonly meshId?: string | undefined;
  /** One sentence. It may contain any character of the file. */
  readonly problem: string;
}

/** RFC 3986, 3.1 */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;
const FOLDER = "/mesh/";

/**
 * Parses a payload's asset path: a scheme as in RFC 3986, then exactly `:/mesh/` and one segment, which is the mesh id (spec
 * 2.8 rule 1). A query, a fragment, further segments and a trailing slash are problems.
 *
 * @example
 * parsePayloadAsset("asset:/mesh/chair-01");   // { scheme: "asset", meshId: "chair-01" }
 * parsePayloadAsset("./chair.usd");            // { problem: "…" }
 */
export function parsePayloadAsset(text: string): PayloadAsset | PayloadProblem {
  const parsed = parse(text);
  return "problem" in parsed ? { ...parsed, meshId: lastSegment(text) } : parsed;
}

function parse(text: string): PayloadAsset | PayloadProblem {
  if (text === "") return problem("it names no asset");
  const colon = text.indexOf(":");
  const scheme = text.slice(0, Math.max(0, colon));
  if (colon < 0) return problem("it has no scheme");
  if (!SCHEME.test(scheme)) return problem(`"${scheme}" is not a valid scheme`);
  const path = text.slice(colon + 1);
  if (path.startsWith("//")) return problem("it names a host, where one slash must follow the colon");
  if (!path.startsWith(FOLDER)) return problem('"/mesh/" must follow the colon');
  const id = path.slice(FOLDER.length);
  if (id === "") return problem("the mesh id is empty");
  if (id.includes("?")) return problem("it has a query");
  if (id.includes("#")) return problem("it has a fragment");
  const slash = id.indexOf("/");
  if (slash === id.length - 1) return problem("a slash follows the mesh id");
  if (slash >= 0) return problem('more than the mesh id follows "/mesh/"');
  return decodeId(scheme, id);
}

function decodeId(scheme: string, id: string): PayloadAsset | PayloadProblem {
  let meshId = id;
  try {
    if (id.includes("%")) meshId = decodeURIComponent(id);
  } catch {
    return problem("the mesh id has a % that no two hexadecimal digits of UTF-8 follow");
  }
  // `.` and `..` are steps of a path (RFC 3986, 5.2.4), not names.
  if (meshId === "." || meshId === "..") return problem(`"${meshId}" is not a mesh id`);
  return { scheme, meshId };
}

/** Returns the last segment of a path of any form, without query and fragment. */
function lastSegment(text: string): string | undefined {
  const [path] = text.split(/[?#]/, 1);
  const segment = path.slice(Math.max(path.lastIndexOf("/"), path.indexOf("/") < 0 ? path.indexOf(":") : -1) + 1);
  let id = segment;
  try {
    id = decodeURIComponent(segment);
  } catch {
    // An invalid percent-encoding: returns the segment unchanged.
  }
  return id === "" || id === "." || id === ".." ? undefined : id;
}

function problem(reason: string): PayloadProblem {
  return { problem: `The payload must be <scheme>:/mesh/<mesh id>: ${reason}` };
}
