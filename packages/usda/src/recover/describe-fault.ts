/** Messages of faults. */
import type { DiagnosticCode } from "../diagnostics/types.ts";
import { TokenKind } from "../scan/token-kinds.ts";
import { quoteText } from "../diagnostics/quote-text.ts";
import type { RawDiagnostic } from "../diagnostics/raw-diagnostic.ts";
import type { Fault, FaultPlace } from "../read/fault.ts";

/** Messages for invalid tokens; `$` is the token. */
const TOKEN_PROBLEMS: Partial<Record<DiagnosticCode, { message: string; hint?: string }>> = {
  USDA_CHARACTER: { message: "$ is unexpected here." },
  USDA_STRING_UNTERMINATED: {
    message: "Unterminated string: $.",
    hint: "Close it with the same quotes; a string of several lines needs three of them on each side.",
  },
  USDA_ASSET_UNTERMINATED: { message: "Unterminated asset path: $.", hint: "Close it with `@` on the same line." },
  USDA_PATH_UNTERMINATED: { message: "Unterminated path: $.", hint: "Close it with `>` on the same line." },
  USDA_COMMENT_UNTERMINATED: { message: "Unterminated comment: $.", hint: "Close it with `*/`." },
  USDA_NUMBER: { message: "$ is not a valid number.", hint: "Write 1, 1.5, .5, 1e-3, inf, -inf or nan." },
  USDA_NAME: { message: "$ is not a valid name: it contains characters that are not allowed in names." },
  USDA_LIMIT_TOKEN: { message: "$ exceeds the maximum length of a token.", hint: "Raise `maxTokenBytes`." },
};

function capital(text: string): string {
  return text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

/** Returns the finding for a fault; an invalid token has the scanner's `code`. */
export function describeFault(fault: Fault, code: DiagnosticCode, bytes: Uint8Array): Omit<RawDiagnostic, "primPath"> {
  const { start, end, hint, related } = fault;
  if (fault.kind === TokenKind.invalid) {
    const problem = TOKEN_PROBLEMS[code];
    const shown = describeToken(bytes, fault);
    const message = (problem?.message ?? "$ is not part of the format.").replace("$", () => shown);
    return { code, message, start, end, hint: problem?.hint };
  }
  const { after, detail, expected } = fault;
  if (after !== undefined && detail === undefined) {
    const found = fault.kind === TokenKind.endOfFile ? "the end of the file" : "the end of the line";
    const message = `Expected ${expected} after ${describeToken(bytes, after)}, found ${found}.`;
    return { code, message, start: after.start, end: after.end, hint, related };
  }
  const message = detail ?? `Expected ${expected}, found ${describeToken(bytes, fault)}.`;
  return { code, message: capital(message), start, end: Math.max(end, start), hint, related };
}

function describeToken(bytes: Uint8Array, { kind, start, end }: FaultPlace): string {
  return kind === TokenKind.endOfFile ? "the end of the file" : quoteText(bytes, start, end);
}
