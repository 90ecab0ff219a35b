/** Commands of the language server above lines of the text. */
import type { Extension } from "@codemirror/state";
import { Decoration, WidgetType } from "@codemirror/view";
import { element } from "../dom.ts";
import { decorationField } from "./decoration-field.ts";
import { offsetAt, RENDER_CAMERA, type LanguageClient, type LspRange } from "./language-client.ts";
import { languageRequests } from "./language-requests.ts";

/** Milliseconds without a change before lenses are requested. */
const DELAY = 400;

/** Runs a command, with its arguments of the server. */
export type RunCommand = (command: string, parameters: readonly unknown[]) => void;

interface LspLens {
  readonly range: LspRange;
  readonly command?: { readonly title: string; readonly command: string; readonly arguments?: readonly unknown[] };
}

class Lens extends WidgetType {
  readonly #command: NonNullable<LspLens["command"]>;
  readonly #run: RunCommand;

  constructor(command: NonNullable<LspLens["command"]>, run: RunCommand) {
    super();
    this.#command = command;
    this.#run = run;
  }

  override eq(other: Lens): boolean {
    return JSON.stringify(this.#command) === JSON.stringify(other.#command);
  }

  override toDOM(): HTMLElement {
    const { title, command, arguments: parameters = [] } = this.#command;
    const click = (): void => this.#run(command, parameters);
    const button = element("button", { text: title, attributes: { type: "button" }, on: { click } });
    return element("div", { class: "cm-code-lens" }, [button]);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Returns the extension that shows lenses. */
export function codeLenses(client: LanguageClient, onCommand: RunCommand): Extension {
  const { field, set } = decorationField();
  const requests = languageRequests(client, {
    delay: DELAY,
    followsViewport: false,
    request: async () => await client.askAll("textDocument/codeLens", {}),
    show(view, answer) {
      const { doc } = view.state;
      const widgets = (Array.isArray(answer) ? (answer as readonly LspLens[]) : []).flatMap(({ range, command }) => {
        // The others repeat what other panels show.
        if (command?.command !== RENDER_CAMERA) return [];
        const line = doc.lineAt(offsetAt(doc, range.start));
        return [Decoration.widget({ widget: new Lens(command, onCommand), side: -1, block: true }).range(line.from)];
      });
      view.dispatch({ effects: set.of(Decoration.set(widgets, true)) });
    },
  });
  return [field, requests];
}
