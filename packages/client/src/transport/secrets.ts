/** The secrets that a client knows, and texts without them. Servers, proxies and injected `fetch`es echo what they are sent. */

/** Shorter ones are no secrets, and taking them out would only garble texts. */
const SHORTEST = 4;

/** Tokens come with every upload and stream; the old ones are not kept for ever. */
const MAX_SECRETS = 256;

/** Keys and tokens. Shows none of them. */
export class Secrets {
  /** Each with the forms in which texts can hold it. */
  readonly #known = new Map<string, ReadonlySet<string>>();

  /** From now on taken out of every text. */
  add(secret: string): void {
    if (secret.length < SHORTEST) return;
    const forms = this.#known.get(secret) ?? formsOf(secret);
    // Once more at the end: the newest are kept.
    this.#known.delete(secret);
    this.#known.set(secret, forms);
    if (this.#known.size <= MAX_SECRETS) return;
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest);
      return;
    }
  }

  /** The text with `[redacted]` in place of each secret, as it is and as JSON and URLs write it. */
  redact(text: string): string {
    let clean = text;
    for (const forms of this.#known.values()) {
      for (const form of forms) {
        if (clean.includes(form)) clean = clean.replaceAll(form, "[redacted]");
      }
    }
    return clean;
  }
}

function formsOf(secret: string): ReadonlySet<string> {
  const written = [secret, JSON.stringify(secret).slice(1, -1)];
  return new Set(written.flatMap((form) => [form, encodeURIComponent(form), encodeURI(form)]));
}
