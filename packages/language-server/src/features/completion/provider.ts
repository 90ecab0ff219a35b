/** A source of completions. */
import type { CompletionItem, CompletionItemKind } from "vscode-languageserver-types";
import { InsertTextFormat } from "vscode-languageserver-types";
import type { Session } from "../../document/session.ts";
import type { SchemaContext } from "../../scene/document-context.ts";

export interface CompletionContext extends SchemaContext {
  readonly session: Session;
}

/** Returns completions, or undefined if the position does not apply: then the next provider is asked. */
export type CompletionProvider = (
  context: CompletionContext,
) => readonly CompletionItem[] | undefined | Promise<readonly CompletionItem[] | undefined>;

/** Options of {@link item}. */
export interface ItemOptions {
  readonly detail?: string | undefined;
  /** Markdown. */
  readonly documentation?: string | undefined;
  /** The text to insert; the label by default. */
  readonly text?: string | undefined;
  /** `text` with `$1` and `${1:x}` places, for clients that have snippets. */
  readonly snippet?: string | undefined;
  /** The text replaces everything from this offset to the cursor (to `end`, if given). */
  readonly start: number;
  readonly end?: number | undefined;
  /** Items are sorted by it. */
  readonly rank?: number | undefined;
}

/** Returns a completion that replaces the text from `start` to the cursor. */
export function item(
  { document, cursor, session }: CompletionContext,
  label: string,
  kind: CompletionItemKind,
  options: ItemOptions,
): CompletionItem {
  const { detail, documentation, text = label, snippet, start, end = cursor.offset, rank } = options;
  const isSnippet = snippet !== undefined && session.traits.hasSnippets;
  return {
    label,
    kind,
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined ? {} : { documentation: { kind: "markdown", value: documentation } }),
    ...(rank === undefined ? {} : { sortText: `${String(rank).padStart(5, "0")} ${label}` }),
    filterText: label,
    ...(isSnippet ? { insertTextFormat: InsertTextFormat.Snippet } : {}),
    textEdit: { range: document.text.rangeOf({ start, end }), newText: isSnippet ? snippet : text },
  };
}

/** Escapes text of a snippet that is not a place of it. */
export function snippetText(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}

/** Returns what a quoted token contains up to the cursor, if the cursor is in a token that begins with one of the marks. */
export function insideQuotes(
  { cursor }: CompletionContext,
  marks: string,
): { readonly text: string; readonly start: number } | undefined {
  const { token, prefix } = cursor;
  if (token === undefined || !marks.includes(prefix[0])) return undefined;
  if (token.type === "word" || token.type === "mark" || token.type === "number") return undefined;
  let length = 1;
  if (prefix.startsWith(prefix[0].repeat(3)) && prefix[0] !== "<") length = 3;
  return { text: prefix.slice(length), start: token.start + length };
}
