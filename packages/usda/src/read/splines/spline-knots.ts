/** Knots of splines: `1: 5; pre (1, 2); post curve (1, 2); { … }`. */
import type { DictionaryValue, SplineKnot, SplineTangent, ValueType } from "@usdkit/layer";
import { floatToHalfBits, halfBitsToFloat } from "@usdkit/base";
import { BEFORE_LINE_COMMENT, BEFORE_LINE_END, TokenKind } from "../../scan/token-kinds.ts";
import type { SplineCursor, SplineToken } from "./spline-cursor.ts";
import { SplineFault } from "./spline-cursor.ts";
import { Word } from "../words.ts";

const NO_TANGENT: SplineTangent = { width: 0, slope: 0, algorithm: "none" };

/** Returns `value` rounded to the precision of the attribute's type. */
export function inSplineType(value: number, type: ValueType | undefined): number {
  if (type?.kind === "float") return Math.fround(value);
  if (type?.kind === "half") return halfBitsToFloat(floatToHalfBits(Math.fround(value)));
  return value;
}

export class SplineKnotReader {
  /** The separator before the next item is already consumed, so its comma may be on another line. */
  mayEndLine = false;

  private readonly cursor: SplineCursor;
  private readonly type: ValueType | undefined;
  private readonly dictionaries: readonly (DictionaryValue | undefined)[];
  private dictionaryAt = 0;

  /** @param dictionaries the custom data of the spline's knots, in the order of the text */
  constructor(
    cursor: SplineCursor,
    type: ValueType | undefined,
    dictionaries: readonly (DictionaryValue | undefined)[],
  ) {
    this.cursor = cursor;
    this.type = type;
    this.dictionaries = dictionaries;
  }

  /** Reads the knot at the cursor. */
  read(): SplineKnot {
    const { cursor } = this;
    const timeToken = cursor.peek();
    const time = finite(cursor.time(), timeToken);
    cursor.colon();
    let value = this.typedNumber();
    let preValue: number | undefined;
    if (cursor.peek().kind === TokenKind.ampersand) {
      cursor.inline(cursor.peek());
      cursor.skip();
      preValue = value;
      value = this.typedNumber();
    }
    let next: SplineKnot["next"] = "held";
    let preTangent = NO_TANGENT;
    let postTangent = NO_TANGENT;
    let customData: DictionaryValue | undefined;
    for (let isFirst = true; this.beginsParameter(isFirst); isFirst = false) {
      const token = cursor.peek();
      cursor.skip();
      // As in the reference, a dictionary sets the custom data only if it is the last parameter.
      customData = undefined;
      if (token.kind === TokenKind.leftBrace) customData = this.dictionaries[this.dictionaryAt++];
      else if (token.name === Word.pre) {
        cursor.spaced(cursor.peek());
        preTangent = this.tangent();
      } else {
        next = interpolation(cursor);
        const after = cursor.peek();
        if (after.kind === TokenKind.leftParenthesis) {
          cursor.spaced(after);
          postTangent = this.tangent();
        }
      }
    }
    return {
      time,
      value,
      ...(preValue === undefined ? {} : { preValue }),
      next,
      preTangent,
      postTangent,
      ...(customData === undefined || customData.entries.size === 0 ? {} : { customData }),
    };
  }

  private typedNumber(): number {
    const { cursor } = this;
    const token = cursor.peek();
    return finite(this.typed(cursor.number()), token);
  }

  /**
   * Skips the separator before a parameter of a knot, if there is one. After the knot's value, a `;` or a line's end
   * must be followed directly by a parameter; after a parameter it may also end the knot.
   */
  private beginsParameter(isFirst: boolean): boolean {
    const { cursor } = this;
    this.mayEndLine = false;
    const token = cursor.peek();
    const isSemicolon = token.kind === TokenKind.semicolon;
    const endsLine = (token.before & BEFORE_LINE_END) !== 0;
    if (isSemicolon ? endsLine : !endsLine) {
      if (isSemicolon) throw new SplineFault("`;` must be on the line of the knot.", token);
      return false;
    }
    // A comment at the end of the knot's line: no parameters.
    if (isFirst && !isSemicolon && (token.before & BEFORE_LINE_COMMENT) !== 0) return false;
    if (isSemicolon) cursor.skip();
    const parameter = cursor.peek();
    const isParameter =
      parameter.kind === TokenKind.leftBrace ||
      (parameter.kind === TokenKind.identifier && (parameter.name === Word.pre || parameter.name === Word.post));
    if (isFirst) {
      const lines = cursor.lineEnds(cursor.last().end, parameter.start);
      if (!isParameter || lines > (isSemicolon ? 0 : 1)) {
        throw new SplineFault("A parameter of the knot (pre, post or { … }) was expected.", parameter);
      }
    }
    this.mayEndLine = !isParameter;
    return isParameter;
  }

  /** Reads `(width, slope)` or `(slope)`, with an optional algorithm name last. */
  private tangent(): SplineTangent {
    const { cursor } = this;
    const open = cursor.inline(cursor.take(TokenKind.leftParenthesis, "`(`"));
    const numbers = [cursor.number()];
    let algorithm: SplineTangent["algorithm"] = "none";
    while (cursor.peek().kind === TokenKind.comma) {
      cursor.inline(cursor.take(TokenKind.comma, "`,`"));
      const token = cursor.peek();
      if (token.kind === TokenKind.identifier && !cursor.isMathWord(token)) {
        if (token.name === Word.custom) algorithm = "custom";
        else if (token.name === Word.autoEase) algorithm = "autoEase";
        else throw new SplineFault("custom or autoEase was expected.", token);
        cursor.skip();
        break;
      }
      if (numbers.length === 2) throw new SplineFault("custom or autoEase was expected.", token);
      numbers.push(cursor.number());
    }
    cursor.inline(cursor.take(TokenKind.rightParenthesis, "`)`"));
    const width = numbers.length === 2 ? finite(numbers[0], open) : 0;
    if (width < 0) throw new SplineFault("A tangent's width cannot be negative.", open);
    const slope = finite(this.typed(numbers[numbers.length - 1]), open);
    return { width, slope, algorithm };
  }

  private typed(value: number): number {
    return inSplineType(value, this.type);
  }
}

function finite(value: number, token: SplineToken): number {
  if (Number.isFinite(value)) return value;
  throw new SplineFault("The number must be finite, also in the type of the attribute.", token);
}

function interpolation(cursor: SplineCursor): SplineKnot["next"] {
  const token = cursor.spaced(cursor.take(TokenKind.identifier, "none, held, linear or curve"));
  switch (token.name) {
    case Word.none:
      return "none";
    case Word.held:
      return "held";
    case Word.linear:
      return "linear";
    case Word.curve:
      return "curve";
    default:
      throw new SplineFault("none, held, linear or curve was expected.", token);
  }
}
