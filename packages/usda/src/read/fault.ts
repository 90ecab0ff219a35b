import type { DiagnosticCode, RelatedRange } from "../diagnostics/types.ts";
import { TokenKind } from "../scan/token-kinds.ts";

/** A token, or a range like one. */
export interface FaultPlace {
  readonly start: number;
  readonly end: number;
  readonly kind: number;
}

/**
 * Thrown to leave a statement that cannot be parsed further; the driver reports it and resumes at the next statement.
 * Never leaves the parser.
 */
export class Fault extends Error {
  readonly code: DiagnosticCode;
  readonly start: number;
  readonly end: number;
  readonly kind: number;
  /** The text that the grammar expected. */
  readonly expected: string;
  /** The whole message, if `expected` is not enough. */
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  readonly related: readonly RelatedRange[] | undefined;
  /** The token before, if the found one is on a later line: the error belongs to its line. */
  readonly after: FaultPlace | undefined;
  /** The start of the next statement, if known. */
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

/** Returns the fault of a bracket that is not closed before `found`; the parse resumes there at a word or `}`. */
export function unclosedFault(kind: number, start: number, found: FaultPlace): Fault {
  const { code, mark, closer } = OPENERS[kind];
  return new Fault(code, { start, end: start + 1, kind }, "", {
    message: `\`${mark}\` is never closed.`,
    hint: `Add the missing \`${closer}\`.`,
    related: [
      { range: { start: found.start, end: found.end }, message: "unexpected token before the closing bracket" },
    ],
    resume: found.kind === TokenKind.headWord || found.kind === TokenKind.rightBrace ? found.start : undefined,
  });
}
