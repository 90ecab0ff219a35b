import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** SHA-256 of a secret: what is compared and kept in place of it. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret, "utf8").digest();
}

/** A secret that cannot be guessed: 192 bits, in letters that a URL may have. */
export function makeSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** Finds users by their keys, in constant time: neither the key nor how much of it matched can be measured. */
export class ApiKeys {
  private readonly rows: readonly { readonly hash: Buffer; readonly user: string }[];

  /** @param keys The key → its user. */
  constructor(keys: ReadonlyMap<string, string>) {
    this.rows = Array.from(keys, ([key, user]) => ({ hash: hashSecret(key), user }));
  }

  /** The user of a key, or undefined. */
  userOf(key: string): string | undefined {
    const hash = hashSecret(key);
    let user: string | undefined;
    // All of them, always.
    for (const row of this.rows) if (timingSafeEqual(row.hash, hash)) user = row.user;
    return user;
  }
}
