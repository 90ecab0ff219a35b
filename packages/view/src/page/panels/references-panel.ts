/** The list of uses of a prim, property or file. */
import { element } from "../dom.ts";
import type { ReferenceRow } from "../editor/references.ts";
import { VirtualList } from "./virtual-list.ts";

/** Shows uses and reports the selected one, by its number. */
export class ReferencesPanel {
  readonly element: HTMLElement;
  readonly #list: VirtualList<ReferenceRow>;
  readonly #note: HTMLElement;
  readonly #onSelect: (index: number, hasFocus: boolean) => void;
  #count = 0;
  #selected = -1;

  /** @param onSelect `hasFocus` if the user goes on in the text. */
  constructor(onSelect: (index: number, hasFocus: boolean) => void) {
    this.#onSelect = onSelect;
    this.#list = new VirtualList("References", "listbox", (row, index) => this.#row(row, index));
    this.#list.element.addEventListener("keydown", (event) => this.#onKey(event));
    this.#note = element("p", { class: "note" });
    this.element = element("div", { class: "tab-content references" }, [this.#list.element, this.#note]);
    this.show([], false);
  }

  /** @param isNew Whether these are other uses, not the same ones after an edit. */
  show(rows: readonly ReferenceRow[], isNew: boolean): void {
    this.#count = rows.length;
    if (isNew) this.#selected = -1;
    this.#list.show(rows);
    const hint = "Shift+F12 in the text lists the uses of the prim, property or file at the cursor";
    this.#note.textContent = rows.length > 0 ? "" : isNew ? "No prim, property or file that is used here" : hint;
  }

  #row({ line, column, text: [before, use, after] }: ReferenceRow, index: number): HTMLElement {
    const isSelected = index === this.#selected;
    return element(
      "div",
      {
        class: isSelected ? "row reference selected" : "row reference",
        attributes: { role: "option", "aria-selected": String(isSelected) },
        on: { click: () => this.#select(index, true) },
      },
      [
        element("code", {}, [
          document.createTextNode(before),
          element("mark", { text: use }),
          document.createTextNode(after),
        ]),
        element("span", { class: "place", text: `${line}:${column}` }),
      ],
    );
  }

  #onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) this.#select(Math.max(0, Math.min(this.#count - 1, this.#selected + step)), false);
    else if (event.key === "Enter" && this.#selected >= 0) this.#select(this.#selected, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #select(index: number, hasFocus: boolean): void {
    if (this.#count === 0) return;
    this.#selected = index;
    this.#list.reveal(index);
    this.#list.update();
    this.#onSelect(index, hasFocus);
  }
}
