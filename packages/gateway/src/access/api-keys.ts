import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Returns the SHA-256 of a secret, which is stored and compared in its place. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret, "utf8").digest();
}

/** Returns a secret of 192 random bits, URL-safe. */
export function makeSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** Finds users by API key in constant time: timing reveals neither a key nor how much of it matched. */
export class ApiKeys {
  private readonly rows: readonly { readonly hash: Buffer; readonly user: string }[];

  /** @param keys API key → user. */
  constructor(keys: ReadonlyMap<string, string>) {
    this.rows = Array.from(keys, ([key, user]) => ({ hash: hashSecret(key), user }));
  }

  /** Returns the user of a key, or undefined. */
  userOf(key: string): string | undefined {
    const hash = hashSecret(key);
    let user: string | undefined;
    // Compares with all keys, for constant time.
    for (const row of this.rows) if (timingSafeEqual(row.hash, hash)) user = row.user;
    return user;
  }
}
