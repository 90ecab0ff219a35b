import { createHash, randomBytes } from "node:crypto";

/** Returns a token that opens one session's WebSocket: 192 bits. */
export function makeToken(): string {
  return randomBytes(24).toString("base64url");
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token, "utf8").digest();
}
