import { AuthenticationError } from "../errors/errors.ts";
import type { Secrets } from "./secrets.ts";

/** A key, or what gives one: asked when the first call is made, and again when the service refuses what it gave. */
export type ApiKey = string | (() => string | Promise<string>);

/** The key of a client. It is read once for all calls, and read again once for all of those that were refused with it. */
export class Credentials {
  readonly #source: ApiKey;
  readonly #secrets: Secrets;
  #key: string | undefined;
  #reading: Promise<string> | undefined;

  constructor(source: ApiKey, secrets: Secrets) {
    this.#source = source;
    this.#secrets = secrets;
    // Known before the first call: whatever is said until then is free of it as well.
    if (typeof source === "string") secrets.add(source);
  }

  /** @throws AuthenticationError When it cannot be read, or is none that a header can hold. */
  key(): string | Promise<string> {
    return this.#key ?? (this.#reading ??= this.#read());
  }

  /** The service refused this key: it is read again, unless another call has done so by now. */
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
      // A failed reading is not kept either: the next call tries again.
      this.#reading = undefined;
    }
  }

  async #ask(source: () => string | Promise<string>): Promise<string> {
    try {
      return await source();
    } catch (error) {
      // What the caller's own function throws may hold anything, the key included: only its name goes on.
      const name = error instanceof Error ? error.name : typeof error;
      throw new AuthenticationError(
        `The API key could not be read: the function for it threw (${name}). Nothing was sent.`,
      );
    }
  }
}

/** Why a text is no key, without showing it; undefined where it can be one. */
export function keyProblem(key: unknown): string | undefined {
  if (typeof key !== "string") return `is ${typeof key}, expected text`;
  if (key === "") return "is empty";
  if (key.trim() !== key) return "has white space around it";
  if (/^Bearer\s/i.test(key)) return 'begins with "Bearer": it is sent by itself';
  return /^[\x21-\x7e]{1,8192}$/.test(key)
    ? undefined
    : "contains characters that a header cannot: expected visible ASCII";
}
