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
  /**
   * Whether it is `<scheme>:/mesh/<id>` apart from details: characters of the scheme, a query, a fragment, further segments, an
   * invalid percent-encoding.
   */
  readonly hasForm: boolean;
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
  const meshId = lastSegment(text);
  const problem = formProblem(text, meshId);
  if (problem !== undefined) return { meshId, hasForm: false, problem: sentence(problem) };
  const parsed = parseForm(text);
  return typeof parsed === "string" ? { meshId, hasForm: true, problem: sentence(parsed) } : parsed;
}

/** Returns why a path does not have the form, details aside. */
function formProblem(text: string, meshId: string | undefined): string | undefined {
  if (text === "") return "it names no asset";
  const colon = text.indexOf(":");
  if (colon <= 0) return "it has no scheme";
  const path = text.slice(colon + 1);
  if (path.startsWith("//")) return "it names a host, where one slash must follow the colon";
  if (!path.startsWith(FOLDER)) return '"/mesh/" must follow the colon';
  const id = beforeQuery(path.slice(FOLDER.length));
  if (id === "") return "the mesh id is empty";
  if (id.endsWith("/")) return "a slash follows the mesh id";
  // `.` and `..` are steps of a path (RFC 3986, 5.2.4), not names.
  if (meshId === undefined) return `"${id.slice(id.lastIndexOf("/") + 1)}" is not a mesh id`;
  return undefined;
}

/** Returns the parts of a path that has the form, or which detail is wrong. */
function parseForm(text: string): PayloadAsset | string {
  const colon = text.indexOf(":");
  const scheme = text.slice(0, colon);
  if (!SCHEME.test(scheme)) return `"${scheme}" is not a valid scheme`;
  const id = text.slice(colon + 1 + FOLDER.length);
  if (id.includes("?")) return "it has a query";
  if (id.includes("#")) return "it has a fragment";
  if (id.includes("/")) return 'more than the mesh id follows "/mesh/"';
  try {
    return { scheme, meshId: id.includes("%") ? decodeURIComponent(id) : id };
  } catch {
    return "the mesh id has a % that no two hexadecimal digits of UTF-8 follow";
  }
}

/** Returns the last segment of a path of any form, without query and fragment. */
function lastSegment(text: string): string | undefined {
  const path = beforeQuery(text);
  const segment = path.slice(Math.max(path.lastIndexOf("/"), path.indexOf("/") < 0 ? path.indexOf(":") : -1) + 1);
  let id = segment;
  try {
    if (segment.includes("%")) id = decodeURIComponent(segment);
  } catch {
    // An invalid percent-encoding: returns the segment unchanged.
  }
  return id === "" || id === "." || id === ".." ? undefined : id;
}

/** Returns a path without query and fragment. */
function beforeQuery(path: string): string {
  const end = path.search(/[?#]/);
  return end < 0 ? path : path.slice(0, end);
}

function sentence(problem: string): string {
  return `The payload must be <scheme>:/mesh/<mesh id>: ${problem}`;
}
