/** Positions and angles of matrices, fields of view of lenses, after the values. */
import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, WidgetType, type DecorationSet } from "@codemirror/view";
import { element } from "../dom.ts";
import { offsetAt, positionOf, type LanguageClient, type LspPosition } from "./language-client.ts";
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
  const setHints = StateEffect.define<DecorationSet>();
  const hints = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(shown, transaction) {
      for (const effect of transaction.effects) if (effect.is(setHints)) return effect.value;
      return shown.map(transaction.changes);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
  const requests = languageRequests(client, {
    delay: DELAY,
    followsViewport: true,
    request: async ({ state: { doc }, viewport: { from, to } }) => {
      const range = { start: positionOf(doc, from), end: positionOf(doc, to) };
      return await client.askAll("textDocument/inlayHint", { range });
    },
    show(view, answer) {
      const { doc } = view.state;
      const widgets = (Array.isArray(answer) ? (answer as readonly LspHint[]) : []).map(({ position, label }) => {
        const text = typeof label === "string" ? label : label.map(({ value }) => value).join("");
        return Decoration.widget({ widget: new Hint(text), side: 1 }).range(offsetAt(doc, position));
      });
      view.dispatch({ effects: setHints.of(Decoration.set(widgets, true)) });
    },
  });
  return [hints, requests];
}
