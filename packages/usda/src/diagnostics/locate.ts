/** Converts offsets to lines and columns. */
import type { Diagnostic, DiagnosticCode, RelatedRange } from "./types.ts";

export interface UnlocatedDiagnostic {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly primPath: string;
  readonly hint?: string | undefined;
  readonly related?: readonly RelatedRange[] | undefined;
}

/** Returns the findings with lines and columns; `found` is in the order of the text. */
export function locate(bytes: Uint8Array, found: readonly UnlocatedDiagnostic[]): Diagnostic[] {
  let line = 1;
  let lineStart = 0;
  let position = 0;
  return found.map(({ code, message, start, end, primPath, hint, related }) => {
    if (start < position) {
      line = 1;
      lineStart = position = 0;
    }
    for (; position < start; position++) {
      const byte = bytes[position];
      // A carriage return ends a line, together with a line feed that follows it.
      if (byte === 10 || (byte === 13 && bytes[position + 1] !== 10)) {
        line++;
        lineStart = position + 1;
      }
    }
    return {
      code,
      message,
      range: { start, end },
      line,
      column: utf16Length(bytes, lineStart, start) + 1,
      primPath,
      ...(hint === undefined ? {} : { hint }),
      ...(related === undefined ? {} : { related }),
    };
  });
}

/** Returns the number of UTF-16 units of `bytes[start, end)`. */
export function utf16Length(bytes: Uint8Array, start: number, end: number): number {
  let length = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if ((byte & 0xc0) !== 0x80) length += byte >= 0xf0 ? 2 : 1;
  }
  return length;
}
