/** Color pickers before the colors that attributes author. */
import { isolateHistory } from "@codemirror/commands";
import { Prec, Transaction, type Extension } from "@codemirror/state";
import { Decoration, WidgetType, keymap, type EditorView } from "@codemirror/view";
import { element } from "../dom.ts";
import { decorationField } from "./decoration-field.ts";
import { offsetAt, rangeOf, type LanguageClient, type LspRange } from "./language-client.ts";
import { languageRequests } from "./language-requests.ts";

/** Milliseconds without a change before colors are requested. */
const DELAY = 300;

/** Components from 0 to 1, encoded for a display. */
interface LspColor {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

interface LspColorInformation {
  readonly range: LspRange;
  readonly color: LspColor;
}

const { field, set } = decorationField();
/** The whole tuple: what a picked color replaces. */
const tuple = Decoration.mark({ class: "cm-color" });

class Picker extends WidgetType {
  readonly #value: string;
  readonly #alpha: number;
  readonly #client: LanguageClient;

  constructor({ red, green, blue, alpha }: LspColor, client: LanguageClient) {
    super();
    this.#value = `#${[red, green, blue].map(hex).join("")}`;
    this.#alpha = alpha;
    this.#client = client;
  }

  /** The element may show a picked color that was undone: it is always updated. */
  override eq(): boolean {
    return false;
  }

  override toDOM(view: EditorView): HTMLElement {
    const attributes = { type: "color", "aria-label": "Color", title: "Shift+Alt+C at a color opens its picker" };
    const input = element("input", { class: "cm-color-picker", attributes });
    this.updateDOM(input);
    input.disabled = view.state.readOnly;
    let isChanged = false;
    let isRunning = false;
    /** The tuple before the first color; undefined while the picker is closed. */
    let original: string | undefined;
    let isClosing = false;
    // A picker reports colors faster than they can be shown: the last one counts.
    const pick = async (): Promise<void> => {
      isChanged = true;
      if (isRunning) return;
      isRunning = true;
      while (isChanged) {
        isChanged = false;
        original ??= textAt(view, input);
        await showColor(this.#client, view, input);
      }
      isRunning = false;
      if (isClosing) close();
    };
    const close = (): void => {
      isClosing = isRunning;
      if (isRunning || original === undefined) return;
      record(view, input, original);
      original = undefined;
    };
    input.addEventListener("input", () => void pick());
    // The picker was closed: the next key is for the text.
    input.addEventListener("change", () => {
      close();
      view.focus();
    });
    input.addEventListener("blur", close);
    input.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") view.focus();
    });
    return input;
  }

  /** Keeps the element, to which an open picker belongs. */
  override updateDOM(dom: HTMLElement): boolean {
    if (!(dom instanceof HTMLInputElement)) return false;
    dom.dataset["alpha"] = String(this.#alpha);
    if (!dom.matches(":focus")) dom.value = this.#value;
    return true;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Returns the extension. */
export function colorPickers(client: LanguageClient): Extension {
  const requests = languageRequests(client, {
    delay: DELAY,
    followsViewport: false,
    request: async () => await client.askAll("textDocument/documentColor", {}),
    show(view, answer) {
      const { doc } = view.state;
      const found = Array.isArray(answer) ? (answer as readonly LspColorInformation[]) : [];
      const shown = found.flatMap(({ range, color }) => {
        const [from, to] = [offsetAt(doc, range.start), offsetAt(doc, range.end)];
        const picker = Decoration.widget({ widget: new Picker(color, client), side: -1 });
        return to > from ? [picker.range(from), tuple.range(from, to)] : [];
      });
      view.dispatch({ effects: set.of(Decoration.set(shown, true)) });
    },
  });
  return [field, requests, Prec.high(keymap.of([{ key: "Shift-Alt-c", run: openColorPicker }]))];
}

/** Opens the picker of the color at the cursor, or of the next one in its line. */
export function openColorPicker(view: EditorView): boolean {
  const { state } = view;
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const found: TupleRange[] = [];
  state.field(field).between(line.from, line.to, (from, to) => {
    if (to > from) found.push({ from, to });
  });
  const chosen = found.find(({ to }) => to >= head) ?? found.at(-1);
  if (chosen === undefined) return true;
  for (const input of view.contentDOM.querySelectorAll<HTMLInputElement>(".cm-color-picker")) {
    if (input.disabled || view.posAtDOM(input) !== chosen.from) continue;
    input.focus();
    try {
      input.showPicker();
    } catch {
      // Not every browser opens it by a script: Enter does, as the swatch is focused.
    }
  }
  return true;
}

/** Replaces the tuple after a swatch by the color of the swatch, outside of the history. */
async function showColor(client: LanguageClient, view: EditorView, input: HTMLInputElement): Promise<void> {
  const { doc, readOnly } = view.state;
  const range = tupleOf(view, input);
  if (range === undefined || readOnly) return;
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(input.value.slice(at, at + 2), 16) / 255);
  const answer = await client.askAll("textDocument/colorPresentation", {
    color: { red, green, blue, alpha: Number(input.dataset["alpha"] ?? 1) },
    range: rangeOf(doc, range),
  });
  const [first] = Array.isArray(answer) ? (answer as readonly { readonly label: string }[]) : [];
  if (first === undefined || view.state.doc !== doc) return;
  view.dispatch({ changes: changeOf(range, first.label), annotations: Transaction.addToHistory.of(false) });
}

/** Makes the colors since the picker was opened one step to undo. */
function record(view: EditorView, input: HTMLInputElement, original: string): void {
  const range = tupleOf(view, input);
  const last = textAt(view, input);
  if (range === undefined || last === undefined || last === original) return;
  view.dispatch({ changes: changeOf(range, original), annotations: Transaction.addToHistory.of(false) });
  const restored = tupleOf(view, input);
  if (restored === undefined) return;
  const annotations = isolateHistory.of("full");
  view.dispatch({ changes: changeOf(restored, last), userEvent: "input.color", annotations });
}

/** The brackets stay, so that the marks of the tuple do. */
function changeOf({ from, to }: TupleRange, text: string): { from: number; to: number; insert: string } {
  return { from: from + 1, to: to - 1, insert: text.slice(1, -1) };
}

function textAt(view: EditorView, input: HTMLInputElement): string | undefined {
  const range = tupleOf(view, input);
  return range === undefined ? undefined : view.state.sliceDoc(range.from, range.to);
}

interface TupleRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the tuple after a swatch; undefined if the swatch is not in the text any more. */
function tupleOf(view: EditorView, input: HTMLInputElement): TupleRange | undefined {
  return input.isConnected ? tupleAt(view, view.posAtDOM(input)) : undefined;
}

function tupleAt({ state }: EditorView, offset: number): TupleRange | undefined {
  let found: TupleRange | undefined;
  state.field(field).between(offset, offset, (from, to) => {
    if (from === offset && to > from) found = { from, to };
  });
  return found;
}

function hex(component: number): string {
  const byte = Math.round(255 * Math.max(0, Math.min(1, component)));
  return byte.toString(16).padStart(2, "0");
}
