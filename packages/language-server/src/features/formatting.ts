/** The layout of `usda fmt`, for a document or a range of it. */
import { FormatError, formatUsdaEdits } from "@usdkit/usda";
import type { TextEdit } from "vscode-languageserver-types";
import type { DocumentState } from "../document/document-state.ts";
import type { Session } from "../document/session.ts";
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
        const first = text.lineStarts[range.start.line] ?? 0;
        const last = text.bytesOf(range).end;
        const end = text.lineEnd(text.lineAt(last));
        // The white space before the first line of the range is its indentation.
        const edits = editsOf(session, document)?.filter((edit) => edit.end >= first && edit.end <= end);
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
