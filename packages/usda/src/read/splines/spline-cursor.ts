/** Reads the tokens of a spline one after the other. */
import { decimalToDouble } from "../../scan/decimal.ts";
import { BEFORE_BLOCK_COMMENT, BEFORE_LINE_END, BEFORE_SPACE, TokenKind } from "../../scan/token-kinds.ts";
import { Word } from "../words.ts";

export interface SplineToken {
  readonly kind: number;
  readonly start: number;
  readonly end: number;
  readonly before: number;
  readonly name: number;
}

/** Thrown internally to leave an invalid spline. */
export class SplineFault extends Error {
  readonly token: SplineToken;
  constructor(message: string, token: SplineToken) {
    super(message);
    this.token = token;
  }
}

export class SplineCursor {
  private readonly tokens: SplineToken[] = [];
  private at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Appends a token, words of every kind as identifiers. */
  push({ kind, start, end, before, name }: SplineToken): void {
    this.tokens.push({ kind: kind === TokenKind.headWord ? TokenKind.identifier : kind, start, end, before, name });
  }

  /** Start of the first token; undefined if there is none. */
  firstStart(): number | undefined {
    return this.tokens[0]?.start;
  }

  peek(): SplineToken {
    return this.tokens[this.at];
  }

  skip(): void {
    this.at++;
  }

  /** The last token that was read. */
  last(): SplineToken {
    return this.tokens[this.at - 1];
  }

  /** Reads the next token, which must be of this kind. `what` is the expected syntax for the message. */
  take(kind: number, what: string): SplineToken {
    const token = this.peek();
    if (token.kind !== kind) throw new SplineFault(`${what} was expected here.`, token);
    if (this.at < this.tokens.length - 1) this.at++;
    return token;
  }

  /** Reads a token on the line of the one before. */
  inline(token: SplineToken): SplineToken {
    if ((token.before & BEFORE_LINE_END) !== 0) throw new SplineFault("This must be on the line before.", token);
    return token;
  }

  /** Reads a token after a blank, on the same line. */
  spaced(token: SplineToken): SplineToken {
    if ((token.before & (BEFORE_SPACE | BEFORE_BLOCK_COMMENT)) === 0)
      throw new SplineFault("A blank is needed before this.", token);
    return this.inline(token);
  }

  isMathWord(token: SplineToken): boolean {
    return token.kind === TokenKind.identifier && (token.name === Word.inf || token.name === Word.nan);
  }

  /** Reads `:` and requires the text after it on the same line. */
  colon(): void {
    this.inline(this.take(TokenKind.colon, "`:`"));
    this.inline(this.peek());
  }

  number(): number {
    const token = this.inline(this.peek());
    if (token.kind === TokenKind.number) {
      this.at++;
      return decimalToDouble(this.bytes, token.start, token.end);
    }
    if (this.isMathWord(token)) {
      this.at++;
      return token.name === Word.inf ? Infinity : NaN;
    }
    throw new SplineFault("A number was expected.", token);
  }

  /** Reads a knot's time: a number, or a word for one. */
  time(): number {
    const token = this.peek();
    this.at++;
    if (token.kind === TokenKind.number) return decimalToDouble(this.bytes, token.start, token.end);
    return token.name === Word.inf ? Infinity : NaN;
  }

  /** Returns the number of line ends between two positions. */
  lineEnds(start: number, end: number): number {
    let count = 0;
    for (let i = start; i < end; i++) if (this.bytes[i] === 10 || this.bytes[i] === 13) count++;
    return count;
  }
}
