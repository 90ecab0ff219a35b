/** Files where URLs are wanted: everything is checked, then uploaded, then asked for by its URL. */
import { InvalidRequestError } from "@usdkit/client";
import { path } from "@usdkit/command/process/builtins";
import { UsageError } from "@usdkit/command/cli/errors";
import { isWebUrl, type RequestSchemas } from "@usdkit/contract";
import type { Context } from "../context/context.ts";
import type { TimeLimit } from "../context/time-limit.ts";
import { uploadFiles } from "./upload-files.ts";

/**
 * A body with URLs in place of files.
 *
 * @param build Makes it; `urlOf` gives a URL for what the user wrote.
 * @throws {UsageError} before anything is sent, where the body breaks a rule of the endpoint.
 */
export async function withUploads<Body extends object>(
  { client, report, signal }: Context,
  endpoint: { readonly request: Pick<RequestSchemas<{ readonly body: Body }>, "body"> },
  limit: TimeLimit,
  build: (urlOf: (source: string) => string) => Body,
): Promise<Body> {
  const files = new Map<string, string>();
  const planned = build((source) => {
    if (isUrl(source)) return source;
    const name = encodeURIComponent(path.basename(source));
    files.set(source, name);
    // The rules look at its extension alone.
    return `https://upload.invalid/${name}`;
  });
  const checked = endpoint.request.body.safeParse(planned);
  if (!checked.success) {
    const problems = checked.error.issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => {
      return `${path.join(".") || "the request"}: ${message}`;
    });
    throw new UsageError(`${problems.join("\n")}\nNothing was sent.`);
  }
  if (files.size === 0) return planned;
  const names = Array.from(files.keys());
  const results = await uploadFiles({ client, report, signal }, names, limit);
  const urls = new Map<string, string>();
  for (const [i, result] of results.entries()) {
    if (result.status === "rejected") throw result.reason as Error;
    urls.set(names[i] ?? "", result.value.url);
  }
  return build((source) => urls.get(source) ?? source);
}

const MAX_PROBLEMS = 10;

/** Whether it is one, not the name of a file. @throws {InvalidRequestError} for a URL that is none of the web. */
export function isUrl(source: string): boolean {
  if (isWebUrl(source)) return true;
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(source)) {
    throw new InvalidRequestError(`${source}: expected a file, or a URL that begins with http:// or https://`);
  }
  return false;
}
