import { AuthenticationError } from "../errors/errors.ts";
import type { Secrets } from "./secrets.ts";

/** A key, or a function that returns one: called for the first call, and again after the service rejects its key. */
export type ApiKey = string | (() => string | Promise<string>);

/** The key of a client. It is read once for all calls, and again once for all calls that were rejected with it. */
export class Credentials {
  readonly #source: ApiKey;
  readonly #secrets: Secrets;
  #key: string | undefined;
  #reading: Promise<string> | undefined;

  constructor(source: ApiKey, secrets: Secrets) {
    this.#source = source;
    this.#secrets = secrets;
    // Known before the first call, so that earlier messages are redacted too.
    if (typeof source === "string") secrets.add(source);
  }

  /** @throws AuthenticationError If the key cannot be read or cannot be sent in a header. */
  key(): string | Promise<string> {
    return this.#key ?? (this.#reading ??= this.#read());
  }

  /** Reports that the service rejected this key: it is read again, unless another call has already done so. */
  renew(refused: string): void {
    if (this.#key === refused) this.#key = undefined;
  }

  async #read(): Promise<string> {
    try {
      const key = typeof this.#source === "string" ? this.#source : await this.#ask(this.#source);
      const problem = keyProblem(key);
      if (problem !== undefined) throw new AuthenticationError(`The API key ${problem}. Nothing was sent.`);
      this.#secrets.add(key);
      this.#key = key;
      return key;
    } finally {
      // A failed read is not cached: the next call tries again.
      this.#reading = undefined;
    }
  }

  async #ask(source: () => string | Promise<string>): Promise<string> {
    try {
      return await source();
    } catch (error) {
      // An exception of the caller's own function may contain anything, the key included: only its name is reported.
      const name = error instanceof Error ? error.name : typeof error;
      throw new AuthenticationError(
        `The API key could not be read: the function for it threw (${name}). Nothing was sent.`,
      );
    }
  }
}

/** Returns why a text is not a valid key, without showing it; undefined if it is valid. */
export function keyProblem(key: unknown): string | undefined {
  if (typeof key !== "string") return `is ${typeof key}, expected text`;
  if (key === "") return "is empty";
  if (key.trim() !== key) return "has white space around it";
  if (/^Bearer\s/i.test(key)) return 'begins with "Bearer": it is sent by itself';
  return /^[\x21-\x7e]{1,8192}$/.test(key)
    ? undefined
    : "contains characters that a header cannot: expected visible ASCII";
}
