import { applyEdits } from "@usdkit/usda";
import type { TextEdit } from "vscode-languageserver-types";
import { SourceText } from "../document/source-text.ts";

/** Returns the text after edits of the protocol. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  const source = SourceText.of(text);
  return applyEdits(
    text,
    edits.map(({ range, newText }) => ({ ...source.bytesOf(range), text: newText })),
  );
}
