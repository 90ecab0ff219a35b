/**
 * The secrets that a client knows, and their redaction from texts. Servers, proxies and injected `fetch`es echo
 * requests.
 */

/** Minimum length of a secret; redacting shorter ones would only garble texts. */
const SHORTEST = 4;

/** Maximum number of remembered tokens: every upload and stream adds one. */
const MAX_SECRETS = 256;

/** Keys and tokens. Exposes none of them. */
export class Secrets {
  /** Each secret with the forms in which texts can contain it. */
  readonly #known = new Map<string, ReadonlySet<string>>();

  /** Redacts a secret from all later texts. */
  add(secret: string): void {
    if (secret.length < SHORTEST) return;
    const forms = this.#known.get(secret) ?? formsOf(secret);
    // Moved to the end: the newest are kept.
    this.#known.delete(secret);
    this.#known.set(secret, forms);
    if (this.#known.size <= MAX_SECRETS) return;
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest);
      return;
    }
  }

  /** Returns the text with `[redacted]` in place of each secret, plain or as encoded in JSON and URLs. */
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
