/** The stage itself: its errors, metadata and layers. */
import type { LayerRow, ProblemRow, ProblemsView, StagePlace, StageView } from "../../protocol/stage-messages.ts";
import { element } from "../dom.ts";

/** The session layer that a program made: it has no file. */
const IN_MEMORY = /^anon:/;

/** Events of the user. */
export interface StageInfoListener {
  onOpen(place: StagePlace): void;
  onPrim(path: string): void;
}

/** Shows the stage, and reports the places that the user opens. */
export class StageInfoPanel {
  readonly element: HTMLElement;
  readonly #listener: StageInfoListener;
  readonly #text: HTMLElement = element("p", { class: "note" });
  readonly #problems: HTMLElement = element("div");
  readonly #metadata: HTMLElement = element("div");
  readonly #layers: HTMLElement = element("div");

  constructor(listener: StageInfoListener) {
    this.#listener = listener;
    this.element = element("div", { class: "tab-content stage-info" }, [
      this.#text,
      this.#problems,
      this.#metadata,
      this.#layers,
    ]);
  }

  show({ metadata, layers, hiddenLayers, textProblem }: StageView): void {
    this.#text.textContent = textProblem ?? "";
    this.#metadata.replaceChildren(
      element("h3", { text: "Metadata" }),
      ...metadata.map(({ name, value, isAuthored }) =>
        element("p", { class: isAuthored ? "" : "dim" }, [
          element("span", { class: "dim", text: `${name} ` }),
          element("code", { text: value === "" ? "none" : value }),
          element("span", { class: "dim", text: isAuthored ? "" : " (not authored)" }),
        ]),
      ),
    );
    this.#layers.replaceChildren(
      element("h3", { text: `Layers (${layers.length + hiddenLayers})` }),
      ...layers.map((row) => this.#layer(row)),
      ...more(hiddenLayers, "layers"),
    );
  }

  /** Shows nothing: there is no stage. */
  clear(): void {
    for (const part of [this.#text, this.#problems, this.#metadata, this.#layers]) part.replaceChildren();
  }

  /** Shows the errors; null: they are not known yet. */
  showProblems(view: ProblemsView | null): void {
    if (view === null) {
      this.#problems.replaceChildren(element("p", { class: "note", text: "Composing all prims…" }));
      return;
    }
    const { rows, count, prims, isComplete } = view;
    const scope = isComplete ? `${prims} prims` : `the first ${prims} prims`;
    this.#problems.replaceChildren(
      element("h3", { text: count === 0 ? "No composition errors" : `Composition errors (${count})` }),
      element("p", { class: "dim", text: `Checked: ${scope}` }),
      ...rows.map((row) => this.#problem(row)),
      ...more(count - rows.length, "errors"),
    );
  }

  #layer({ layer, name, depth, kind, offset }: LayerRow): HTMLElement {
    const isInMemory = IN_MEMORY.test(layer);
    const place = { layer, name, line: 1, column: 1, specPath: "/" };
    const label = isInMemory
      ? element("span", { text: "in memory" })
      : this.#button(name, () => this.#listener.onOpen(place));
    const row = element("div", { class: "plan-row" }, [
      label,
      element("span", { class: "dim", text: [kind === "arc" ? "by arcs" : kind, offset].filter(Boolean).join(", ") }),
    ]);
    row.style.paddingLeft = `${12 + 14 * Math.min(depth, 20)}px`;
    return row;
  }

  #problem({ code, message, prim, place }: ProblemRow): HTMLElement {
    const at = place === null || place.line === null ? place?.name : `${place.name}:${place.line}:${place.column ?? 1}`;
    return element("div", { class: "plan-row problem", title: code }, [
      ...(place === null || at === undefined ? [] : [this.#button(at, () => this.#listener.onOpen(place))]),
      ...(prim === "/" ? [] : [this.#button(prim, () => this.#listener.onPrim(prim))]),
      element("span", { text: message }),
    ]);
  }

  #button(text: string, onClick: () => void): HTMLElement {
    return element("button", { class: "path", text, attributes: { type: "button" }, on: { click: onClick } });
  }
}

function more(count: number, name: string): readonly Node[] {
  return count > 0 ? [element("p", { class: "note", text: `${count} more ${name} are not listed` })] : [];
}
