/** Tokens that the parser passes to the readers. */
import type { ByteRange } from "@usdkit/layer";

/** A token of the text, valid until eight more have been read. Its range includes its quotes or brackets. */
export interface Token extends ByteRange {
  readonly kind: number;
  /** Bits of `BEFORE_…`: what separates the token from the one before it. */
  readonly before: number;
  /** Identifiers: the id in the name table; 0 if brackets follow (`int[]`), so that it equals no word of the grammar. */
  readonly name: number;
  readonly hasArraySuffix: boolean;
  readonly hasColon: boolean;
  readonly hasEscape: boolean;
  readonly isTriple: boolean;
}

/** The interface of the parser for the readers. */
export interface TokenSource {
  /** Returns the next token without consuming it. */
  peek(): Token;
  /** Returns a consumed token: the last one for 0, the one before it for 1. */
  consumedToken(back: number): Token;
  /** Sets the kind of the next token to `assignment`, if it is `=` (see {@link Assignment}). */
  relabel(assignment: number): void;
}
