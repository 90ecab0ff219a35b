/** Determines the content kind of a bracket from the tokens before it. */
import { Word } from "../read/words.ts";
import { TokenKind } from "../scan/token-kinds.ts";
import { FrameKind } from "./frame-stack.ts";

/**
 * Returns the content kind of the bracket that a token opens, or -1 if it opens none.
 *
 * @param previous kind of the token before
 * @param lastWord id of the last name or word before
 * @param around the content kind of the enclosing bracket
 */
export function openedFrame(kind: number, previous: number, lastWord: number, around: FrameKind): FrameKind | -1 {
  const isAssigned = previous === TokenKind.equals;
  switch (kind) {
    case TokenKind.leftBracket:
      return FrameKind.list;
    case TokenKind.leftParenthesis:
      if (isAssigned) return FrameKind.list;
      if (around === FrameKind.list || around === FrameKind.spline) {
        return previous === TokenKind.asset || previous === TokenKind.path ? FrameKind.entries : FrameKind.list;
      }
      return FrameKind.entries;
    case TokenKind.leftBrace:
      if (around === FrameKind.statements) {
        if (!isAssigned) return FrameKind.statements;
        if (lastWord === Word.timeSamples) return FrameKind.list;
        if (lastWord === Word.spline) return FrameKind.spline;
        return lastWord === Word.variantSet ? FrameKind.variants : FrameKind.entries;
      }
      return around === FrameKind.variants ? FrameKind.statements : FrameKind.entries;
    default:
      return -1;
  }
}

export function isOpening(kind: number): boolean {
  return kind === TokenKind.leftBrace || kind === TokenKind.leftParenthesis || kind === TokenKind.leftBracket;
}

export function isClosing(kind: number): boolean {
  return kind === TokenKind.rightBrace || kind === TokenKind.rightParenthesis || kind === TokenKind.rightBracket;
}
