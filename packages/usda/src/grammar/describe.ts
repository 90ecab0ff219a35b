/** What a fault says to a person. */
import type { DiagnosticCode } from "../diagnostics/types.ts";
import { TokenKind } from "../scan/token-kinds.ts";
import { decodeUtf8 } from "@usdkit/layer";
import type { RawDiagnostic } from "./actions-base.ts";
import type { Fault } from "./fault.ts";

const SHOWN = 40;

/** The text of a token, quoted and cut; `the end of the file` at the end. */
export function describeToken(bytes: Uint8Array, kind: number, start: number, end: number): string {
  if (kind === TokenKind.endOfFile) return "the end of the file";
  const cut = Math.min(end, start + SHOWN);
  const text = escapeControls(decodeUtf8(bytes, start, cut));
  return `\`${text}${cut < end ? "…" : ""}\``;
}

/** Control and direction characters as escapes, so that text of a file is safe to print. */
export function escapeControls(text: string): string {
  return text.replace(
    // eslint-disable-next-line no-control-regex
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]/g,
    (character, offset: number, whole: string) => {
      const code = character.charCodeAt(0);
      if (code >= 0xd800 && code <= 0xdfff && isPaired(whole, offset)) return character;
      return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16)}`;
    },
  );
}

function isPaired(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  const isLead = code < 0xdc00;
  const other = text.charCodeAt(isLead ? offset + 1 : offset - 1);
  return isLead ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other <= 0xdbff;
}

const TOKEN_PROBLEMS: Partial<Record<DiagnosticCode, { message: string; hint?: string }>> = {
  USDA_CHARACTER: { message: "cannot stand here" },
  USDA_STRING_UNTERMINATED: {
    message: "is a string without an end",
    hint: "Close it with the same quotes; a string of several lines needs three of them on each side.",
  },
  USDA_ASSET_UNTERMINATED: { message: "is an asset path without an end", hint: "Close it with `@` on the same line." },
  USDA_PATH_UNTERMINATED: { message: "is a path without an end", hint: "Close it with `>` on the same line." },
  USDA_COMMENT_UNTERMINATED: { message: "is a comment without an end", hint: "Close it with `*/`." },
  USDA_NUMBER: { message: "is no number", hint: "Write 1, 1.5, .5, 1e-3, inf, -inf or nan." },
  USDA_NAME: { message: "is no name: it has characters that names cannot have" },
  USDA_LIMIT_TOKEN: { message: "is longer than a token may be", hint: "Raise `maxTokenBytes`." },
};

function capital(text: string): string {
  return text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

/** The finding for a fault; `code` is the scanner's own where its token is invalid. */
export function describeFault(fault: Fault, code: DiagnosticCode, bytes: Uint8Array): Omit<RawDiagnostic, "primPath"> {
  const shown = describeToken(bytes, fault.kind, fault.start, fault.end);
  if (fault.kind === TokenKind.invalid) {
    const problem = TOKEN_PROBLEMS[code];
    return {
      code,
      message: `${shown} ${problem?.message ?? "is no part of the format"}.`,
      start: fault.start,
      end: fault.end,
      hint: problem?.hint,
    };
  }
  if (fault.after !== undefined && fault.detail === undefined) {
    const { start, end, kind } = fault.after;
    const rest = fault.kind === TokenKind.endOfFile ? "the file ends" : "the line ends";
    const text = `${fault.expected} was expected after ${describeToken(bytes, kind, start, end)}, but ${rest}.`;
    return { code, message: capital(text), start, end, hint: fault.hint, related: fault.related };
  }
  const message = fault.detail ?? `${fault.expected} was expected, but ${shown} stands here.`;
  return {
    code,
    message: capital(message),
    start: fault.start,
    end: Math.max(fault.end, fault.start),
    hint: fault.hint,
    related: fault.related,
  };
}
