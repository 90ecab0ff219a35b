/** One way in which a service can differ from ours without breaking the specification. */

/** An answer before it is sent. */
export interface VariantReply {
  readonly status: number;
  /** A JSON value, Markdown text, or undefined for no body. */
  readonly body: unknown;
}

/** How a service that answers with a variant behaves beyond the shape of its replies. */
export interface VariantBehaviour {
  /** It remembers the ids of submissions that it rejected with 429, and answers 409 for them within a minute. */
  readonly remembersRejected?: boolean;
  /** So many first polls of a new operation are answered with 404. */
  readonly pollsNotFound?: number;
  /** Ids consist of digits, so that {@link Variant.reply} can make numbers of them. */
  readonly numericIds?: boolean;
  /** The `result` of a session that is not ready has its place in the queue. */
  readonly queueInResult?: boolean;
  /** The first frame of a connection precedes the message with code 0. */
  readonly frameBeforeReady?: boolean;
  /** Status messages of a WebSocket have their code as a number. */
  readonly numericCodes?: boolean;
}

/** What a right client makes of a variant. */
export type VariantEffect =
  /** The same results as without it. */
  | "same"
  /** Operations end without their result: the record is all there is. */
  | "no-result"
  /** Creates are accepted and their id cannot be read: the outcome is unknown. */
  | "no-id";

/** A variant: data and one function, so that any model of the service can answer with it. */
export interface Variant {
  /** In kebab case: `numbers-as-text`. */
  readonly name: string;
  readonly describe: string;
  /** Where the specification leaves this open: `spec 2.2`. */
  readonly source: string;
  readonly effect: VariantEffect;
  readonly behaviour?: VariantBehaviour;
  /**
   * Changes an answer; returns it unchanged where the variant does not concern it.
   *
   * @param endpoint The endpoint's id: `jobs.get`.
   */
  readonly reply?: (reply: VariantReply, endpoint: string) => VariantReply;
}

/** Applies variants to an answer, in their order. */
export function applyVariants(variants: readonly Variant[], reply: VariantReply, endpoint: string): VariantReply {
  return variants.reduce((changed, { reply: change }) => change?.(changed, endpoint) ?? changed, reply);
}
