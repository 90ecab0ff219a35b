import type { DiagnosticCode, RelatedRange } from "../diagnostics/types.ts";
import { TokenKind } from "../scan/token-kinds.ts";

/** A token, or a place like one. */
export interface FaultPlace {
  readonly start: number;
  readonly end: number;
  readonly kind: number;
}

/**
 * Thrown by the grammar to leave a statement that it cannot go on with; the driver reports it and resumes at the next
 * one. Never leaves the parser.
 */
export class Fault extends Error {
  readonly code: DiagnosticCode;
  readonly start: number;
  readonly end: number;
  readonly kind: number;
  /** What the grammar could have taken instead. */
  readonly expected: string;
  /** The whole message, where `expected` is not enough. */
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  readonly related: readonly RelatedRange[] | undefined;
  /** The token before, where what was found stands on a later line: the error belongs to its line. */
  readonly after: FaultPlace | undefined;
  /** Where the next statement begins, where that is known. */
  readonly resume: number | undefined;

  constructor(
    code: DiagnosticCode,
    token: FaultPlace,
    expected: string,
    details?: {
      message?: string;
      hint?: string | undefined;
      related?: readonly RelatedRange[];
      after?: FaultPlace | undefined;
      resume?: number | undefined;
    },
  ) {
    super(details?.message ?? expected);
    this.code = code;
    this.start = token.start;
    this.end = token.end;
    this.kind = token.kind;
    this.expected = expected;
    this.detail = details?.message;
    this.hint = details?.hint;
    this.related = details?.related;
    this.after = details?.after;
    this.resume = details?.resume;
  }
}

interface Opener {
  readonly code: DiagnosticCode;
  readonly mark: string;
  readonly closer: string;
}

const OPENERS: Readonly<Record<number, Opener>> = {
  [TokenKind.leftBrace]: { code: "USDA_UNCLOSED_BRACE", mark: "{", closer: "}" },
  [TokenKind.leftBracket]: { code: "USDA_UNCLOSED_BRACKET", mark: "[", closer: "]" },
  [TokenKind.leftParenthesis]: { code: "USDA_UNCLOSED_PARENTHESIS", mark: "(", closer: ")" },
};

/** The bracket of `kind` at `start` is not closed before `found`; what is next begins there, where it is a word or `}`. */
export function unclosedFault(kind: number, start: number, found: FaultPlace): Fault {
  const { code, mark, closer } = OPENERS[kind];
  return new Fault(code, { start, end: start + 1, kind }, "", {
    message: `\`${mark}\` is never closed.`,
    hint: `Add the \`${closer}\` that is missing.`,
    related: [{ range: { start: found.start, end: found.end }, message: "this can be no part of it" }],
    resume: found.kind === TokenKind.headWord || found.kind === TokenKind.rightBrace ? found.start : undefined,
  });
}
