/** The layout of `usda fmt`, for a document or a range of it. */
import { decodeUtf8 } from "@usdkit/base";
import { type ByteRange } from "@usdkit/layer";
import { FormatError, formatUsdaEdits, type TextEdit as ByteEdit } from "@usdkit/usda";
import type { Range, TextEdit } from "vscode-languageserver-types";
import type { DocumentState } from "../document/document-state.ts";
import type { Session } from "../document/session.ts";
import type { SourceText } from "../document/source-text.ts";
import { plain } from "../protocol/markdown.ts";
import { toTextEdits } from "../protocol/text-edits.ts";
import { onDocument, type Feature } from "./feature.ts";

export const formatting: Feature = {
  capabilities: { documentFormattingProvider: true, documentRangeFormattingProvider: true },
  register(session) {
    // The editor's own indentation is not asked: what CI checks with `usda fmt --check` has one layout.
    session.connection.onDocumentFormatting(
      onDocument(session, null, (document) => {
        const edits = editsOf(session, document);
        return edits === undefined ? null : toTextEdits(document.text, edits);
      }),
    );
    session.connection.onDocumentRangeFormatting(
      onDocument(session, null, (document, { range }): TextEdit[] | null => {
        const { text } = document;
        const lines = linesOf(text, range);
        const edits = editsOf(session, document)?.flatMap((edit) => within(text.bytes, edit, lines));
        return edits === undefined ? null : toTextEdits(text, edits);
      }),
    );
  },
};

function editsOf(session: Session, { text }: DocumentState): ReturnType<typeof formatUsdaEdits> | undefined {
  try {
    return formatUsdaEdits(text.bytes);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    session.showMessage("info", `The document was not formatted. ${plain(error.message)}`);
    return undefined;
  }
}

/** Returns the bytes of the lines of a range. A selection of whole lines ends at the start of the line after them. */
function linesOf(text: SourceText, range: Range): ByteRange {
  const { start, end } = text.bytesOf(range);
  const first = text.lineAt(start);
  const line = text.lineAt(end);
  const last = line > first && end === text.lineStarts[line] ? line - 1 : line;
  return { start: text.lineStarts[first], end: text.lineEnd(last) };
}

/**
 * Returns the part of an edit that is within some lines. An edit of white space may cover the lines before or after them: then
 * the indentation of the first line, and the blanks at the end of the last line.
 */
function within(bytes: Uint8Array, { start, end, text }: ByteEdit, lines: ByteRange): ByteEdit[] {
  if (start >= lines.start && end <= lines.end) return [{ start, end, text }];
  if (end < lines.start || start > lines.end || /\S/.test(decodeUtf8(bytes, start, end) + text)) return [];
  const breaks = /\r\n|\n|\r/g;
  const parts = text.split(breaks);
  // Without a line break in the new text, lines would be joined.
  if (parts.length === 1) return [];
  const isBefore = start < lines.start;
  const isAfter = end > lines.end;
  if (isBefore && isAfter) return [];
  const clipped = isBefore
    ? { start: lines.start, end, text: parts.at(-1) ?? "" }
    : { start, end: lines.end, text: parts[0] };
  return decodeUtf8(bytes, clipped.start, clipped.end) === clipped.text ? [] : [clipped];
}
