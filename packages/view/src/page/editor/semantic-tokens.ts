/** Colors by what a word is in its statement, as the language server finds it; the grammar knows only words. */
import { Prec, type Extension, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet } from "@codemirror/view";
import { decorationField } from "./decoration-field.ts";
import { rangeOf, type LanguageClient } from "./language-client.ts";
import { languageRequests } from "./language-requests.ts";

/** Milliseconds without a change before tokens are requested. */
const DELAY = 100;
/** Numbers per token: lines and characters since the token before it, length, type, modifiers. */
const STRIDE = 5;
/** Types of tokens that need a statement to be known. The grammar finds all others. */
const MARKS: Readonly<Record<string, Decoration>> = Object.fromEntries(
  ["class", "decorator", "keyword", "property", "type"].map((type) => [
    type,
    Decoration.mark({ class: `cm-token-${type}` }),
  ]),
);

/** Returns the extension that colors the visible text. */
export function semanticTokens(client: LanguageClient): Extension {
  const { field, set } = decorationField();
  const requests = languageRequests(client, {
    delay: DELAY,
    followsViewport: true,
    request: async ({ state: { doc }, viewport }) =>
      await client.askAll("textDocument/semanticTokens/range", { range: rangeOf(doc, viewport) }),
    show(view, answer) {
      const { data = [] } = (answer ?? {}) as { readonly data?: readonly number[] };
      view.dispatch({ effects: set.of(marksOf(data, client.tokenTypes, view.state.doc)) });
    },
  });
  // The innermost element of a word has its color.
  return [Prec.highest(field), requests];
}

function marksOf(data: readonly number[], types: readonly string[], doc: Text): DecorationSet {
  const marks = [];
  let line = 1;
  let character = 0;
  for (let i = 0; i + STRIDE <= data.length; i += STRIDE) {
    if (data[i] > 0) character = 0;
    line += data[i];
    character += data[i + 1];
    const mark = MARKS[types[data[i + 3]] ?? ""];
    if (mark === undefined || line > doc.lines) continue;
    const { from, to } = doc.line(line);
    const start = Math.min(to, from + character);
    const end = Math.min(to, start + data[i + 2]);
    if (end > start) marks.push(mark.range(start, end));
  }
  return Decoration.set(marks);
}
