/** The times before and after the knots of a spline: extrapolation and loops. */
import type { Spline, SplineExtrapolation } from "@usdkit/layer";
import { BEFORE_LINE_END, TokenKind } from "../../scan/token-kinds.ts";
import type { SplineCursor, SplineToken } from "./spline-cursor.ts";
import { SplineFault } from "./spline-cursor.ts";
import { Word } from "../words.ts";

/** Reads the part after `pre:` or `post:`. */
export function readExtrapolation(cursor: SplineCursor): SplineExtrapolation {
  const token = cursor.inline(cursor.take(TokenKind.identifier, "none, held, linear, sloped or loop"));
  switch (token.name) {
    case Word.none:
      return { mode: "none" };
    case Word.held:
      return { mode: "held" };
    case Word.linear:
      return { mode: "linear" };
    case Word.sloped: {
      cursor.inline(cursor.take(TokenKind.leftParenthesis, "`(`"));
      const slope = cursor.number();
      cursor.inline(cursor.take(TokenKind.rightParenthesis, "`)`"));
      return { mode: "sloped", slope };
    }
    case Word.loop: {
      const how = cursor.spaced(cursor.take(TokenKind.identifier, "repeat, reset or oscillate"));
      if (how.name === Word.repeat) return { mode: "loop repeat", ...loopBoundary(cursor) };
      if (how.name === Word.reset) return { mode: "loop reset", ...loopBoundary(cursor) };
      if (how.name === Word.oscillate) return { mode: "loop oscillate", ...loopBoundary(cursor) };
      throw new SplineFault("repeat, reset or oscillate was expected.", how);
    }
    default:
      throw new SplineFault("none, held, linear, sloped or loop was expected.", token);
  }
}

/** Reads the time in parentheses that may follow a loop. */
function loopBoundary(cursor: SplineCursor): { boundary?: number } {
  const token = cursor.peek();
  if (token.kind !== TokenKind.leftParenthesis || (token.before & BEFORE_LINE_END) !== 0) return {};
  cursor.skip();
  const boundary = cursor.number();
  cursor.inline(cursor.take(TokenKind.rightParenthesis, "`)`"));
  return { boundary };
}

/** Reads the part after `loop:`; returns undefined if all of it is zero. `token` is its word. */
export function readLoop(cursor: SplineCursor, token: SplineToken): Spline["loop"] {
  cursor.inline(cursor.take(TokenKind.leftParenthesis, "`(`"));
  const parts: number[] = [];
  for (let i = 0; i < 5; i++) {
    if (i > 0) cursor.inline(cursor.take(TokenKind.comma, "`,`"));
    parts.push(cursor.number());
  }
  cursor.inline(cursor.take(TokenKind.rightParenthesis, "`)`"));
  const [protoStart, protoEnd, preLoops, postLoops, valueOffset] = parts;
  if (Math.trunc(preLoops) !== preLoops || Math.trunc(postLoops) !== postLoops) {
    throw new SplineFault("The counts of a loop must be whole numbers.", token);
  }
  const isAuthored = parts.some((part) => part !== 0);
  return isAuthored
    ? { protoStart, protoEnd, preLoops: loopCount(preLoops), postLoops: loopCount(postLoops), valueOffset }
    : undefined;
}

/** Counts that are negative or beyond 32 bits are invalid. */
function loopCount(count: number): number {
  return count >= 0 && count <= 2147483647 ? count : 0;
}
