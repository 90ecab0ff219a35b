/** Authenticates callers. */
import type { IncomingMessage } from "node:http";
import type { AnyEndpoint } from "@usdkit/contract";
import { hashSecret } from "../access/api-keys.ts";
import { ApiFailure, UploadFailure } from "./api-failure.ts";
import type { HeldToken } from "./handler.ts";
import type { Service } from "./service.ts";

export interface Caller {
  readonly user: string;
  readonly token: HeldToken | undefined;
}

/** Runs before any of the body is read. @throws {ApiFailure} @throws {UploadFailure} */
export async function identify(
  endpoint: AnyEndpoint,
  { headers }: IncomingMessage,
  { keys, storage, clock }: Service,
): Promise<Caller> {
  if (endpoint.access === "open") return { user: "", token: undefined };
  if (endpoint.access === "key") {
    const { authorization } = headers;
    const user = authorization === undefined ? undefined : keys.userOf(authorization);
    if (user !== undefined) return { user, token: undefined };
    const reason = authorization === undefined ? "the header Authorization is missing" : "the key is unknown";
    const hint = authorization?.startsWith("Bearer ") === true ? '; send the key alone, without "Bearer "' : "";
    throw new ApiFailure("not-logged-in", reason + hint);
  }
  const given = headers["ous-token-v2"];
  const hash = typeof given === "string" ? hashSecret(given) : undefined;
  const token = hash === undefined ? undefined : await storage.uploads.getToken(hash);
  if (hash === undefined || token === undefined || token.expires <= clock.now()) {
    throw new UploadFailure(401, 401, "the upload token is missing, unknown or expired: take a new one");
  }
  return { user: token.user, token: { ...token, hash } };
}
