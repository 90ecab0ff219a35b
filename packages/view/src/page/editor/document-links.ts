/** Asset paths that name files, as links. */
import type { Extension } from "@codemirror/state";
import { Decoration, type EditorView } from "@codemirror/view";
import { decorationField } from "./decoration-field.ts";
import { offsetAt, type LanguageClient, type LspRange } from "./language-client.ts";
import { languageRequests } from "./language-requests.ts";

/** Milliseconds without a change before links are requested. */
const DELAY = 400;

const { field, set } = decorationField();
const link = Decoration.mark({ class: "cm-asset-link", attributes: { title: "F12 or Ctrl+click opens the file" } });

/** Returns the extension that marks links. */
export function documentLinks(client: LanguageClient): Extension {
  const requests = languageRequests(client, {
    delay: DELAY,
    followsViewport: false,
    request: async () => await client.askAll("textDocument/documentLink", {}),
    show(view, answer) {
      const { doc } = view.state;
      const found = Array.isArray(answer) ? (answer as readonly { readonly range: LspRange }[]) : [];
      const marks = found.flatMap(({ range }) => {
        const [from, to] = [offsetAt(doc, range.start), offsetAt(doc, range.end)];
        return to > from ? [link.range(from, to)] : [];
      });
      view.dispatch({ effects: set.of(Decoration.set(marks, true)) });
    },
  });
  return [field, requests];
}

/** Returns the asset path of the link at an offset; undefined if there is none. */
export function linkAt({ state }: EditorView, offset: number): string | undefined {
  let found: string | undefined;
  state.field(field).between(offset, offset, (from, to) => {
    found = state.sliceDoc(from, to);
  });
  return found;
}
