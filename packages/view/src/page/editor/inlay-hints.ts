/** Positions and angles of matrices, fields of view of lenses, after the values. */
import type { Extension } from "@codemirror/state";
import { Decoration, WidgetType } from "@codemirror/view";
import { element } from "../dom.ts";
import { decorationField } from "./decoration-field.ts";
import { offsetAt, rangeOf, type LanguageClient, type LspPosition } from "./language-client.ts";
import { languageRequests } from "./language-requests.ts";

/** Milliseconds without a change before hints are requested. */
const DELAY = 200;

interface LspHint {
  readonly position: LspPosition;
  readonly label: string | readonly { readonly value: string }[];
}

class Hint extends WidgetType {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  override eq(other: Hint): boolean {
    return this.#text === other.#text;
  }

  override toDOM(): HTMLElement {
    return element("span", { class: "cm-inlay-hint", text: this.#text });
  }
}

/** Returns the extension that shows hints. */
export function inlayHints(client: LanguageClient): Extension {
  const { field, set } = decorationField();
  const requests = languageRequests(client, {
    delay: DELAY,
    followsViewport: true,
    request: async ({ state: { doc }, viewport }) =>
      await client.askAll("textDocument/inlayHint", { range: rangeOf(doc, viewport) }),
    show(view, answer) {
      const { doc } = view.state;
      const widgets = (Array.isArray(answer) ? (answer as readonly LspHint[]) : []).map(({ position, label }) => {
        const text = typeof label === "string" ? label : label.map(({ value }) => value).join("");
        return Decoration.widget({ widget: new Hint(text), side: 1 }).range(offsetAt(doc, position));
      });
      view.dispatch({ effects: set.of(Decoration.set(widgets, true)) });
    },
  });
  return [field, requests];
}
