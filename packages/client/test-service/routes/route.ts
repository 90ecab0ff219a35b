/** What an endpoint does, as one function of a request. */
import type { ReceivedRequest } from "../http/received-request.ts";
import type { Reply } from "../http/reply.ts";

export interface Route {
  /** The endpoint's id in the contract. */
  readonly id: string;
  readonly host: "gateway" | "upload" | "files" | "elsewhere";
  readonly method: string;
  /** `{name}` stands for one segment, a last `{name...}` for all that follow. */
  readonly path: string;
  readonly access: "key" | "upload-token" | "open";
  /** Where the answer has what its reader cannot do without. */
  readonly idField: readonly string[];
  /** Of several routes at one place: whether this one is meant. */
  readonly takes?: (request: ReceivedRequest) => boolean;
  /** Takes effect, and answers. */
  readonly answer: (request: ReceivedRequest, about: Caller) => Reply;
}

export interface Caller {
  /** Values of the path's `{…}`, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Whose key or token it is; empty where the endpoint is open. */
  readonly user: string;
}

/** @returns The values of the path's `{…}`; `undefined` where the path is another. */
export function matchPath(template: string, path: string): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  const wanted = template.split("/");
  const given = path.split("/");
  const last = wanted.at(-1) ?? "";
  const takesRest = last.endsWith("...}");
  if (takesRest ? given.length < wanted.length : given.length !== wanted.length) return undefined;
  for (const [index, segment] of wanted.entries()) {
    const start = segment.indexOf("{");
    if (start < 0) {
      if (segment !== given[index]) return undefined;
      continue;
    }
    const end = segment.indexOf("}");
    const suffix = segment.slice(end + 1);
    const text = takesRest && index === wanted.length - 1 ? given.slice(index).join("/") : (given[index] ?? "");
    if (!text.startsWith(segment.slice(0, start)) || !text.endsWith(suffix)) return undefined;
    const value = text.slice(start, text.length - suffix.length);
    if (value === "") return undefined;
    try {
      params[segment.slice(start + 1, end).replace("...", "")] = decodeURIComponent(value);
    } catch {
      return undefined;
    }
  }
  return params;
}
