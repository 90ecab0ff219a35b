/** A way in which a service can differ from ours and still conform to the specification. */

/** A reply before it is sent. */
export interface VariantReply {
  readonly status: number;
  /** A JSON value, Markdown text, or undefined for no body. */
  readonly body: unknown;
}

/** The behaviour of a service with a variant, beyond the shape of its replies. */
export interface VariantBehaviour {
  /**
   * Whether it remembers the ids of submissions that it rejected with 429, and answers 409 for them within a minute.
   */
  readonly remembersRejected?: boolean;
  /** The number of first polls of a new operation that are answered with 404. */
  readonly pollsNotFound?: number;
  /**
   * Ids consist of digits, so that {@link Variant.reply} can convert them to numbers: `safe` ones, which JavaScript
   * represents exactly, or ones of 64 bits, beyond 2^53.
   */
  readonly numericIds?: "safe" | "64-bit";
  /** Whether the `result` of a session that is not ready contains its queue position. */
  readonly queueInResult?: boolean;
  /** Whether the first frame of a connection precedes the message with code 0. */
  readonly frameBeforeReady?: boolean;
  /** Whether status messages of a WebSocket have a numeric code. */
  readonly numericCodes?: boolean;
}

/** The expected effect of a variant on a correct client. */
export type VariantEffect =
  /** The same results as without it. */
  | "same"
  /** Operations end without their result: only the record is available. */
  | "no-result"
  /** Creates are accepted and their id cannot be read: the outcome is unknown. */
  | "no-id";

/** A variant: data and one function, so that any model of the service can use it. */
export interface Variant {
  /** In kebab case: `numbers-as-text`. */
  readonly name: string;
  readonly describe: string;
  /** The section of the specification that leaves this open: `spec 2.2`. */
  readonly source: string;
  readonly effect: VariantEffect;
  readonly behaviour?: VariantBehaviour;
  /**
   * Changes a reply; returns it unchanged if the variant does not affect it.
   *
   * @param endpoint The endpoint's id: `jobs.get`.
   */
  readonly reply?: (reply: VariantReply, endpoint: string) => VariantReply;
}

/** Applies variants to a reply, in order. */
export function applyVariants(variants: readonly Variant[], reply: VariantReply, endpoint: string): VariantReply {
  return variants.reduce((changed, { reply: change }) => change?.(changed, endpoint) ?? changed, reply);
}
