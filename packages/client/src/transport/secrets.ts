/** The secrets that a client knows, and texts without them. Servers, proxies and injected `fetch`es echo what they are sent. */

/** Shorter ones are no secrets, and taking them out would only garble texts. */
const SHORTEST = 4;

/** Tokens come with every upload and stream; the old ones are not kept for ever. */
const MOST = 256;

/** Keys and tokens. Shows none of them. */
export class Secrets {
  readonly #known = new Set<string>();

  /** From now on taken out of every text. */
  add(secret: string): void {
    if (secret.length < SHORTEST) return;
    // Once more at the end: the newest are kept.
    this.#known.delete(secret);
    this.#known.add(secret);
    if (this.#known.size > MOST) {
      for (const oldest of this.#known) {
        this.#known.delete(oldest);
        break;
      }
    }
  }

  /** The text with `[redacted]` in place of each secret, as it is and as JSON and URLs write it. */
  redact(text: string): string {
    let clean = text;
    for (const secret of this.#known) {
      for (const form of formsOf(secret)) {
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
