/** The errors of the gateway, spec 7.2 and 7.3, in the contract's form and with its business codes. */
import { makeApiError, type BusinessCodeName } from "@usdkit/contract";
import { jsonReply, type Reply } from "./reply.ts";

/** @param detail What is wrong with this request. */
export function problemReply(
  name: BusinessCodeName,
  options: { detail?: string; http?: number; headers?: Readonly<Record<string, string>>; domain?: string } = {},
): Reply {
  const { headers, domain = "rendercloud", ...content } = options;
  const body = makeApiError({ name, domain, ...content });
  return jsonReply(body.code, body, headers);
}

export const invalid = (detail: string): Reply => problemReply("invalid-parameters", { detail });
export const unauthenticated = (): Reply => problemReply("not-logged-in");
export const forbidden = (): Reply => problemReply("no-permission");
export const notFound = (detail: string): Reply => problemReply("not-found", { detail });
