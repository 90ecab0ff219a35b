/** The tree of prims. */
import type { TreeRow } from "../../protocol/document-messages.ts";
import { element, icon } from "../dom.ts";
import { primIcon } from "./prim-icon.ts";
import { VirtualList } from "./virtual-list.ts";

/** Milliseconds before added rows are shown. */
const ADDING = 200;

/** Shows the tree and reports the selected prim. */
export class TreePanel {
  readonly element: HTMLElement;
  readonly #list: VirtualList<TreeRow>;
  readonly #note: HTMLElement;
  readonly #onSelect: (row: TreeRow) => void;
  readonly #onOpen: (row: TreeRow) => void;
  readonly #closed = new Set<string>();
  #rows: TreeRow[] = [];
  #adding: ReturnType<typeof setTimeout> | undefined;
  #shown: readonly TreeRow[] = [];
  #selected: string | null = null;

  constructor(onSelect: (row: TreeRow) => void, onOpen: (row: TreeRow) => void) {
    this.#onSelect = onSelect;
    this.#onOpen = onOpen;
    this.#list = new VirtualList("Prims", "tree", (row) => this.#rowElement(row));
    this.#note = element("p", { class: "note" });
    this.element = element("div", { class: "layer-tree" }, [this.#list.element, this.#note]);
    this.#list.element.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** Shows other rows. Returns them, with those that are added later. */
  show(rows: readonly TreeRow[], hidden: number): readonly TreeRow[] {
    this.#rows = [...rows];
    this.#note.textContent = hidden > 0 ? `${hidden} more prims are not listed` : rows.length === 0 ? "No prims" : "";
    this.#refresh();
    return this.#rows;
  }

  /** Adds rows: those of a large layer arrive in parts. */
  add(rows: readonly TreeRow[]): void {
    this.#rows.push(...rows);
    if (this.#adding === undefined) this.#adding = setTimeout(() => this.#refresh(), ADDING);
  }

  /** Marks a prim, opens what contains it, and scrolls to it. */
  select(path: string | null): void {
    this.#selected = path;
    for (const closed of this.#closed)
      if (path?.startsWith(closed) === true && path !== closed) this.#closed.delete(closed);
    this.#refresh();
    const index = this.#shown.findIndex((row) => row.path === path);
    if (index >= 0) this.#list.reveal(index);
  }

  #refresh(): void {
    clearTimeout(this.#adding);
    this.#adding = undefined;
    const shown: TreeRow[] = [];
    let hiddenBelow = Infinity;
    for (const row of this.#rows) {
      if (row.depth > hiddenBelow) continue;
      hiddenBelow = this.#closed.has(row.path) ? row.depth : Infinity;
      shown.push(row);
    }
    this.#shown = shown;
    this.#list.show(shown);
  }

  #rowElement(row: TreeRow): HTMLElement {
    const isSelected = row.path === this.#selected;
    const isClosed = this.#closed.has(row.path);
    const toggle = element("span", { class: row.hasChildren ? `toggle${isClosed ? "" : " open"}` : "toggle" }, [
      row.hasChildren ? icon("chevron") : null,
    ]);
    toggle.addEventListener("click", (event) => {
      event.stopPropagation();
      this.#toggle(row);
    });
    const made = element(
      "div",
      {
        class: `row tree-row ${row.kind}${isSelected ? " selected" : ""}${row.notes.includes("inactive") ? " inactive" : ""}`,
        title: row.path,
        attributes: { role: "treeitem", "aria-level": String(row.depth + 1), "aria-selected": String(isSelected) },
        on: { click: () => this.#onSelect(row), dblclick: () => this.#onOpen(row) },
      },
      [
        toggle,
        icon(row.kind === "prim" ? primIcon(row.typeName) : "variant"),
        element("span", { class: "name", text: row.kind === "variant" ? `{${row.name}}` : row.name }),
        element("span", { class: "type", text: row.kind === "variantSet" ? "variant set" : row.typeName }),
        ...row.notes.map((text) => element("span", { class: "tag", text })),
      ],
    );
    made.style.paddingLeft = `${6 + 12 * Math.min(row.depth, 30)}px`;
    return made;
  }

  #toggle(row: TreeRow): void {
    if (!this.#closed.delete(row.path)) this.#closed.add(row.path);
    this.#refresh();
  }

  #onKey(event: KeyboardEvent): void {
    const index = this.#shown.findIndex((row) => row.path === this.#selected);
    const row = this.#shown[index];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const next = this.#shown[Math.max(0, Math.min(this.#shown.length - 1, index + step))];
      if (next !== undefined) this.#onSelect(next);
    } else if (row !== undefined && event.key === "Enter") this.#onOpen(row);
    else if (row?.hasChildren === true && event.key === "ArrowRight" && this.#closed.has(row.path)) this.#toggle(row);
    else if (row?.hasChildren === true && event.key === "ArrowLeft" && !this.#closed.has(row.path)) this.#toggle(row);
    else return;
    event.preventDefault();
  }
}
