/** Gateway errors as HTTP replies, for faults of a script. */
import { errorReply, type ErrorName } from "../states/errors.ts";
import { jsonReply, type Reply } from "./reply.ts";

/** @param options Replacements for the row of the error table, and headers. */
export function problemReply(
  name: ErrorName,
  options: { detail?: string; http?: number; headers?: Readonly<Record<string, string>>; domain?: string } = {},
): Reply {
  const { status, json } = errorReply(name, options.detail ?? "", { http: options.http, domain: options.domain });
  return jsonReply(status, json, options.headers);
}
