/** Comments that show the version of theirs in a conflict. */
import type { Layer } from "@usdkit/layer";
import { beginsLine, indentAt, indentUnit, lineEndAt, lineStart } from "../edit/lines.ts";
import { sourceOf } from "../edit/statement-parts.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";

/** Returns the lines of a comment; `text` is the version of theirs, "" if it is absent. */
export function conflictLines(message: string, text: string): string[] {
  const shown = text === "" ? [] : text.split(/\r\n|\n|\r/).map((line) => `#     ${line}`.trimEnd());
  return [`# Merge conflict: ${message}`, ...shown];
}

/** Writes the comment above the statement at `position`. */
export function commentAbove(layer: Layer, position: number, lines: readonly string[]): TextEdit {
  const bytes = sourceOf(layer);
  const next = lineEndAt(bytes, position) + indentAt(bytes, position);
  return { start: position, end: position, text: lines.map((line) => line + next).join("") };
}

/** Writes the comment before the `}` at `close`, or at the end of the text. */
export function commentAtEnd(layer: Layer, close: number | undefined, lines: readonly string[]): TextEdit {
  const bytes = sourceOf(layer);
  const at = close ?? bytes.length;
  const lineEnd = lineEndAt(bytes, at);
  if (close === undefined) {
    const isEnded = bytes[at - 1] === 10;
    return { start: at, end: at, text: (isEnded ? "" : lineEnd) + lines.map((line) => line + lineEnd).join("") };
  }
  const outer = indentAt(bytes, close);
  const text = lines.map((line) => outer + indentUnit(bytes) + line + lineEnd).join("");
  if (!beginsLine(bytes, close)) return { start: close, end: close, text: lineEnd + text + outer };
  const start = lineStart(bytes, close);
  return { start, end: start, text };
}
