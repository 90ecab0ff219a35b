/** The composed prims of a stage as a tree, with a search. */
import type { PrimPage, PrimRow, SearchView } from "../../protocol/stage-messages.ts";
import { counted } from "@usdkit/base";
import { element, icon } from "../dom.ts";
import { primIcon } from "../panels/prim-icon.ts";
import { VirtualList } from "../panels/virtual-list.ts";
import { pageStart, PrimTree, type TreeEntry } from "./prim-tree.ts";

/** Milliseconds after a keystroke before a search. */
const TYPING = 200;
/** Maximum number of root prims of which the only defined one is opened. */
const MAX_ROOTS = 50;
/** Maximum depth that is indented. */
const MAX_INDENT = 30;

/** Questions of the panel, and events of the user. */
export interface StagePanelListener {
  loadPage(prim: string, from: number): Promise<PrimPage | undefined>;
  locate(prim: string): Promise<readonly number[] | null | undefined>;
  search(text: string): Promise<SearchView | undefined>;
  onSelect(path: string): void;
  /** The selected prim is to fill the image. */
  onFrame(): void;
  /** The user goes on with the selected prim. */
  onEnter(): void;
}

/** Shows the tree, or the results of a search. */
export class StagePanel {
  readonly element: HTMLElement;
  readonly #listener: StagePanelListener;
  readonly #list: VirtualList<TreeEntry>;
  readonly #input: HTMLInputElement;
  readonly #note: HTMLElement;
  #tree = new PrimTree();
  /** The results, while there is a search. */
  #results: readonly TreeEntry[] | undefined;
  readonly #loading = new Set<string>();
  /** Counts rebuilt trees: an earlier one is dropped. */
  #builds = 0;
  #selected: string | null = null;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #problem: string | null = null;

  /** @param header What is above the search. */
  constructor(header: Node, listener: StagePanelListener) {
    this.#listener = listener;
    this.#list = new VirtualList("Composed prims", "tree", (entry, index) => this.#rowElement(entry, index));
    this.#list.element.addEventListener("keydown", (event) => this.#onKey(event));
    this.#input = element("input", {
      class: "search",
      attributes: {
        type: "search",
        placeholder: "Name or //{isa:Mesh}",
        "aria-label": "Search prims by name or path expression",
        spellcheck: "false",
      },
      on: { input: () => this.#onType() },
    });
    this.#input.addEventListener("keydown", (event) => this.#onSearchKey(event));
    this.#note = element("p", { class: "note", attributes: { role: "status" } });
    this.element = element("div", { class: "stage-tree" }, [header, this.#input, this.#note, this.#list.element]);
  }

  get selected(): string | null {
    return this.#selected;
  }

  /** Shows why there is no stage; null: there is one. */
  setProblem(problem: string | null): void {
    if (this.#problem === problem) return;
    this.#problem = problem;
    this.#refresh();
  }

  /** Loads the tree of another revision, with the same prims open, and shows it when it is complete. */
  async rebuild(): Promise<void> {
    const build = ++this.#builds;
    const before = this.#tree;
    const tree = new PrimTree();
    const isOutdated = (): boolean => build !== this.#builds;
    const load = async (prim: string, from: number): Promise<boolean> => {
      const page = await this.#listener.loadPage(prim, from);
      if (page === undefined || isOutdated()) return false;
      tree.receive(page);
      return true;
    };
    if (!(await load("/", 0))) return;
    for (const path of before.open) {
      // Where it was: on the page that is loaded already, for most.
      const parent = path.slice(0, path.lastIndexOf("/")) || "/";
      const from = pageStart(before.numberOf(path) ?? 0);
      if (tree.row(path) === undefined && !(await load(parent, from)) && isOutdated()) return;
      if ((tree.row(path)?.children ?? 0) === 0) continue;
      tree.openPrim(path);
      if (!(await load(path, 0)) && isOutdated()) return;
    }
    // At first, the only root prim that is not a class or an override is open.
    const roots = before.length > 0 || tree.length > MAX_ROOTS ? [] : tree.slice(0, MAX_ROOTS);
    const defined = roots.filter(({ row }) => row?.specifier === "def");
    const only = defined.length === 1 ? defined[0]?.row : undefined;
    if (only !== undefined && only.children > 0) {
      tree.openPrim(only.path);
      await load(only.path, 0);
    }
    if (isOutdated()) return;
    this.#tree = tree;
    this.#loading.clear();
    if (this.#input.value.trim() === "") this.#refresh();
    else await this.#search();
  }

  /** Selects a prim, opens those above it and scrolls to it. */
  async reveal(path: string): Promise<void> {
    this.#selected = path;
    const numbers = await this.#listener.locate(path);
    if (!Array.isArray(numbers)) return;
    const tree = this.#tree;
    let parent = "/";
    const names = path.split("/").slice(1);
    for (const [i, number] of (numbers as readonly number[]).entries()) {
      const child = parent === "/" ? `/${names[i]}` : `${parent}/${names[i]}`;
      if (tree.row(child) === undefined) {
        const page = await this.#listener.loadPage(parent, pageStart(number));
        if (page !== undefined) tree.receive(page);
      }
      if (i < numbers.length - 1) tree.openPrim(child);
      parent = child;
    }
    this.#refresh();
    this.#scroll(this.#tree.indexOf(path));
  }

  #refresh(): void {
    this.#list.show(this.#problem !== null ? [] : (this.#results ?? this.#tree));
    if (this.#problem !== null) this.#note.textContent = this.#problem;
    else if (this.#results === undefined) this.#note.textContent = this.#tree.length === 0 ? "No prims" : "";
  }

  #onType(): void {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.#search(), TYPING);
  }

  async #search(): Promise<void> {
    const text = this.#input.value.trim();
    if (text === "") {
      this.#results = undefined;
      if (this.#selected === null) this.#refresh();
      else await this.reveal(this.#selected);
      return;
    }
    const found = await this.#listener.search(text);
    if (found === undefined || this.#input.value.trim() !== text) return;
    this.#results = found.rows.map((row, number) => ({ row, depth: 0, isOpen: false, parent: "", number }));
    this.#refresh();
    const count = found.rows.length;
    const matched = found.hasMore ? `The first ${count} prims` : counted(count, "prim");
    this.#note.textContent =
      found.problem ?? (found.omitsInstances ? `${matched}; parts of instances are found by their names` : matched);
  }

  #rowElement({ row, depth, isOpen, parent, number }: TreeEntry, index: number): HTMLElement {
    const level = { role: "treeitem", "aria-level": String(depth + 1) };
    if (row === undefined) {
      this.#load(parent, pageStart(number));
      return element("div", { class: "row prim-row", attributes: level }, [
        element("span", { class: "dim", text: "…" }),
      ]);
    }
    const isTree = this.#results === undefined;
    const isSelected = row.path === this.#selected;
    const hasToggle = isTree && row.children > 0;
    const toggle = element("span", { class: isOpen ? "toggle open" : "toggle" }, [hasToggle ? icon("chevron") : null]);
    toggle.addEventListener("click", (event) => {
      event.stopPropagation();
      if (hasToggle) this.#toggle(row);
    });
    const made = element(
      "div",
      {
        class: `row prim-row${isSelected ? " selected" : ""}${row.isActive ? "" : " inactive"}${row.isInstanceProxy ? " proxy" : ""}`,
        title: row.path,
        attributes: {
          ...level,
          "aria-selected": String(isSelected),
          ...(hasToggle && { "aria-expanded": String(isOpen) }),
        },
        on: { click: () => this.#select(index), dblclick: () => this.#listener.onFrame() },
      },
      [
        toggle,
        icon(primIcon(row.typeName)),
        element("span", { class: "name", text: row.name }),
        element("span", { class: "type", text: row.typeName }),
        isTree ? null : aboveElement(row),
        ...tagsOf(row),
      ],
    );
    made.style.paddingLeft = `${6 + 12 * Math.min(depth, MAX_INDENT)}px`;
    return made;
  }

  /** Loads a page of children that is seen. */
  #load(prim: string, from: number): void {
    const key = `${from} ${prim}`;
    if (this.#loading.has(key)) return;
    this.#loading.add(key);
    const tree = this.#tree;
    void this.#listener.loadPage(prim, from).then((page) => {
      if (page === undefined || tree !== this.#tree) {
        this.#loading.delete(key);
        return;
      }
      tree.receive(page);
      this.#refresh();
    });
  }

  #toggle({ path }: PrimRow): void {
    if (this.#tree.toggle(path)) this.#load(path, 0);
    this.#refresh();
  }

  #select(index: number): void {
    const row = (this.#results ?? this.#tree).slice(index, index + 1)[0]?.row;
    this.#scroll(index);
    if (row === undefined) return;
    this.#selected = row.path;
    this.#list.update();
    this.#listener.onSelect(row.path);
  }

  #scroll(index: number): void {
    if (index >= 0) this.#list.reveal(index);
  }

  #index(): number {
    const { selected } = this;
    if (selected === null) return -1;
    return this.#results?.findIndex(({ row }) => row?.path === selected) ?? this.#tree.indexOf(selected);
  }

  #onKey(event: KeyboardEvent): void {
    const index = this.#index();
    const { length } = this.#results ?? this.#tree;
    const row = this.#selected === null ? undefined : this.#tree.row(this.#selected);
    const isTree = this.#results === undefined;
    const target = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + 20,
      PageUp: index - 20,
      Home: 0,
      End: length - 1,
    }[event.key];
    if (target !== undefined) this.#select(Math.max(0, Math.min(length - 1, target)));
    else if (event.key === "Enter") this.#listener.onEnter();
    else if (!isTree || row === undefined || index < 0) return;
    else if (event.key === "ArrowRight" && row.children > 0) {
      if (this.#tree.isOpen(row.path)) this.#select(index + 1);
      else this.#toggle(row);
    } else if (event.key === "ArrowLeft") {
      if (this.#tree.isOpen(row.path)) this.#toggle(row);
      else this.#select(this.#tree.indexOf(row.path.slice(0, row.path.lastIndexOf("/"))));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #onSearchKey(event: KeyboardEvent): void {
    if (event.key === "ArrowDown") {
      this.#list.element.focus();
      if (this.#index() < 0) this.#select(0);
    } else if (event.key === "Escape") {
      this.#input.value = "";
      void this.#search();
    } else return;
    event.preventDefault();
  }
}

/** Returns where a result is: its name may be that of many. A long path loses its beginning. */
function aboveElement({ path }: PrimRow): HTMLElement {
  const parent = path.slice(0, path.lastIndexOf("/")) || "/";
  return element("span", { class: "above" }, [element("bdi", { text: parent })]);
}

/** Returns the kind of a prim, and what is special about it. */
export function tagsOf(row: PrimRow): readonly HTMLElement[] {
  const marks: string[] = [];
  if (row.specifier !== "def") marks.push(row.specifier);
  if (row.isInstance) marks.push("instance");
  if (!row.isActive) marks.push("inactive");
  if (row.payload === "unloaded") marks.push("unloaded");
  const kind = row.primKind === null ? [] : [element("span", { class: "tag kind", text: row.primKind })];
  return [...kind, ...marks.map((text) => element("span", { class: "tag", text }))];
}
