/** Uploads local files in place of URLs: validates everything, then uploads, then sends the request with the URLs. */
import { InvalidRequestError } from "@usdkit/client";
import { path } from "@usdkit/command/process/builtins";
import { UsageError } from "@usdkit/command/cli/errors";
import { isWebUrl, type RequestSchemas } from "@usdkit/contract";
import type { Context } from "../context/context.ts";
import type { TimeLimit } from "../context/time-limit.ts";
import { mergeFields, readExtra, readFlags, type ExtraArguments } from "./request-flags.ts";
import { uploadFiles } from "./upload-files.ts";

/** A request that a command builds from its arguments. */
export interface UploadedRequest<Body extends object> {
  readonly endpoint: { readonly request: Pick<RequestSchemas<{ readonly body: Body }>, "body"> };
  /** The type of the body, and its fields that are not flags: see `FlaggedPart`. */
  readonly type: string;
  readonly own?: readonly string[];
  readonly args: ExtraArguments;
}

const MAX_PROBLEMS = 10;

/**
 * Returns the body of a request with URLs in place of files.
 *
 * @param build Returns the fields that are not flags; `urlOf` returns the URL of the user's argument.
 * @throws {UsageError} before anything is sent, if the body breaks a rule of the endpoint.
 */
export async function withUploads<Body extends object>(
  { client, report, signal }: Context,
  { endpoint, type, own, args }: UploadedRequest<Body>,
  limit: TimeLimit,
  build: (urlOf: (source: string) => string) => object = () => ({}),
): Promise<Body> {
  /** Files by their placeholder URLs, used until they are uploaded. */
  const files = new Map<string, string>();
  const urlOf = (source: string): string => {
    if (isUrl(source)) return source;
    const known = [...files].find(([, file]) => file === source)?.[0];
    // The rules check only the extension.
    const url = known ?? `https://upload.invalid/${files.size}/${encodeURIComponent(path.basename(source))}`;
    files.set(url, source);
    return url;
  };
  const schema = endpoint.request.body;
  const { known, extra, entryExtra } = readExtra({ schema }, args);
  const fields = { ...build(urlOf), ...readFlags({ schema, type, own: own ?? [] }, args, urlOf) };
  const checked = schema.safeParse(mergeFields(fields, known));
  if (!checked.success) {
    const problems = checked.error.issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => {
      return `${path.join(".") || "the request"}: ${message}`;
    });
    throw new UsageError(`${problems.join("\n")}\nNothing was sent.`);
  }
  const names = Array.from(files.values());
  const results = names.length === 0 ? [] : await uploadFiles({ client, report, signal }, names, limit);
  const urls = new Map<string, string>();
  for (const [i, [placeholder]] of Array.from(files).entries()) {
    const result = results[i];
    if (result?.status === "rejected") throw result.reason as Error;
    if (result !== undefined) urls.set(placeholder, result.value.url);
  }
  const body = mapTexts(checked.data, (text) => urls.get(text) ?? text);
  return { ...withEntries(body, entryExtra), ...(extra && { extra }) };
}

/** Returns a copy with every string replaced; its type is that of the original. */
function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  const map = (each: unknown): unknown => {
    if (typeof each === "string") return change(each);
    if (Array.isArray(each)) return each.map(map);
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, member]) => [name, map(member)]));
  };
  return map(value) as Value;
}

/** Adds further fields to each entry of `resources`. */
function withEntries<Body extends object>(body: Body, extra: Readonly<Record<string, unknown>> | undefined): Body {
  if (extra === undefined || !("resources" in body) || !Array.isArray(body.resources)) return body;
  return { ...body, resources: body.resources.map((entry: object) => ({ ...entry, extra })) };
}

/** Returns whether the text is a URL, not a file name. @throws {InvalidRequestError} for a URL other than http(s). */
export function isUrl(source: string): boolean {
  if (isWebUrl(source)) return true;
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(source)) {
    throw new InvalidRequestError(`${source}: expected a file, or a URL that begins with http:// or https://`);
  }
  return false;
}
