/** The selected prim: its variants, payload and properties, and the opinions about one of them. */
import type { OpinionRow, PrimView, PropertyRow, StageChoices, StagePlace } from "../../protocol/stage-messages.ts";
import { element } from "../dom.ts";
import { VirtualList } from "../panels/virtual-list.ts";
import { chooseVariant, choosePayload, describeChoices } from "./choices.ts";
import { tagsOf } from "./stage-panel.ts";
import type { TexturePictures } from "./texture-pictures.ts";

/** The choice of no variant of the page. */
const AS_AUTHORED = "";

/** Events of the user. */
export interface PrimPanelListener {
  onProperty(property: string | null): void;
  onOpen(place: StagePlace): void;
  onChoose(change: (choices: StageChoices) => StageChoices): void;
  onReset(): void;
  /** Selects another prim. */
  onPrim(path: string): void;
}

/** Shows a prim, and reports what the user selects and chooses. */
export class PrimPanel {
  readonly element: HTMLElement;
  readonly #listener: PrimPanelListener;
  readonly #textures: TexturePictures;
  readonly #head: HTMLElement = element("div", { class: "prim-head" });
  readonly #choices: HTMLElement = element("p", { class: "choices note", attributes: { role: "status" } });
  readonly #properties: VirtualList<PropertyRow>;
  readonly #opinions: VirtualList<OpinionRow>;
  readonly #about: HTMLElement = element("h3");
  /** The whole value of the selected property, of which its row has the first part. */
  readonly #value: HTMLElement = element("pre", { class: "property-value", attributes: { tabindex: "0" } });
  readonly #body: HTMLElement;
  readonly #note: HTMLElement = element("p", { class: "note" });
  #prim: PrimView | null = null;
  #rows: readonly PropertyRow[] = [];
  #shown: readonly OpinionRow[] = [];
  /** Name of the selected property. */
  #selected: string | null = null;
  #opinion = -1;

  constructor(listener: PrimPanelListener, textures: TexturePictures) {
    this.#listener = listener;
    this.#textures = textures;
    this.#properties = new VirtualList("Properties", "listbox", (row) => this.#property(row));
    this.#properties.element.addEventListener("keydown", (event) => this.#onPropertyKey(event));
    this.#opinions = new VirtualList("Opinions, strongest first", "listbox", (row, i) => this.#opinionRow(row, i));
    this.#opinions.element.addEventListener("keydown", (event) => this.#onOpinionKey(event));
    this.#body = element("div", { class: "prim-body" }, [
      this.#properties.element,
      element("div", { class: "opinions" }, [this.#value, this.#about, this.#opinions.element]),
    ]);
    this.element = element("div", { class: "tab-content prim" }, [this.#choices, this.#head, this.#body, this.#note]);
    this.show(null);
  }

  /** The name of the selected property; null if the prim itself is. */
  get property(): string | null {
    return this.#selected;
  }

  /** Shows a prim; null: none is selected. A property of the same name stays selected. */
  show(prim: PrimView | null): void {
    this.#prim = prim;
    this.#rows = prim?.properties ?? [];
    if (!this.#rows.some(({ name }) => name === this.#selected)) this.#selected = null;
    this.#body.hidden = prim === null;
    // A choice shows the prim again: the next choice is made with the same control.
    const focused = this.#head.contains(document.activeElement) ? document.activeElement?.id : undefined;
    this.#head.replaceChildren(...(prim === null ? [] : this.#headOf(prim)));
    if (focused) document.getElementById(focused)?.focus();
    this.#properties.show(this.#rows);
    this.#showValue();
    const hidden = prim?.hiddenProperties ?? 0;
    this.#note.textContent =
      prim === null
        ? "Select a prim in the tree of the stage"
        : hidden > 0
          ? `${hidden} more properties are not listed`
          : "";
    if (prim !== null && this.#selected === null) this.showOpinions("Specs of the prim", prim.specs);
  }

  /** Shows opinions, strongest first. */
  showOpinions(about: string, rows: readonly OpinionRow[]): void {
    this.#shown = rows;
    this.#opinion = -1;
    this.#about.textContent = rows.length === 0 ? `${about}: no opinion of a layer` : about;
    this.#opinions.show(rows);
  }

  /** Shows what the user chose. */
  setChoices(choices: StageChoices): void {
    const text = describeChoices(choices);
    const reset = element("button", {
      class: "link",
      text: "Reset",
      attributes: { type: "button" },
      on: { click: () => this.#listener.onReset() },
    });
    this.#choices.replaceChildren(...(text === null ? [] : [document.createTextNode(`${text} `), reset]));
  }

  focus(): void {
    this.#properties.element.focus();
  }

  #headOf({ row, apiSchemas, variantSets, prototype, materials }: PrimView): readonly Node[] {
    return [
      element("span", { class: "prim-path", text: row.path }),
      element("span", { class: "type", text: [row.typeName, ...apiSchemas].filter(Boolean).join(", ") }),
      ...tagsOf(row),
      ...(row.isInstanceProxy ? [element("span", { class: "tag", text: "in an instance" })] : []),
      ...(prototype === null ? [] : [element("span", { class: "dim", text: `prototype ${prototype}` })]),
      ...variantSets.map((set) => this.#variantSet(row.path, set, row.isInstanceProxy)),
      ...(row.payload === null ? [] : [this.#payload(row.path, row.payload === "loaded")]),
      ...materials.map((material) => this.#material(material)),
    ];
  }

  /** A material with its textures. */
  #material({ path, purpose, textures }: PrimView["materials"][number]): Node {
    const name = element("button", {
      class: "link",
      text: path,
      title: "Select the material",
      attributes: { type: "button" },
      on: { click: () => this.#listener.onPrim(path) },
    });
    return element("span", { class: "material" }, [
      element("span", { class: "dim", text: purpose === "" ? "material " : `material (${purpose}) ` }),
      name,
      ...textures.map((texture) => this.#textures.show(texture)),
    ]);
  }

  #variantSet(
    prim: string,
    { name, variants, selected, isChosen }: PrimView["variantSets"][number],
    isFixed: boolean,
  ): Node {
    const authored = isChosen ? "as in the layers" : selected === "" ? "no selection" : `${selected} (in the layers)`;
    const options = [AS_AUTHORED, ...variants].map((variant) =>
      element("option", { text: variant === AS_AUTHORED ? authored : variant, attributes: { value: variant } }),
    );
    const attributes = { id: `variant-of-${name}`, ...(isFixed && { disabled: "" }) };
    const select = element("select", { attributes }, options);
    select.value = isChosen ? selected : AS_AUTHORED;
    select.addEventListener("change", () => {
      const variant = select.value === AS_AUTHORED ? null : select.value;
      this.#listener.onChoose((choices) => chooseVariant(choices, { prim, set: name }, variant));
    });
    return element("label", { class: isChosen ? "variant chosen" : "variant" }, [
      element("span", { text: name }),
      select,
    ]);
  }

  #payload(prim: string, isLoaded: boolean): Node {
    return element("button", {
      class: "payload",
      text: isLoaded ? "Unload payloads" : "Load payloads",
      title: "Of this prim and of those below it, on this page only",
      attributes: { type: "button", id: "payload" },
      on: { click: () => this.#listener.onChoose((choices) => choosePayload(choices, prim, !isLoaded)) },
    });
  }

  #property(row: PropertyRow): HTMLElement {
    const { name, typeName, value, source, samples, isAuthored } = row;
    const isSelected = name === this.#selected;
    const origin = isAuthored ? source : "fallback";
    return element(
      "div",
      {
        class: `row property${isSelected ? " selected" : ""}${isAuthored ? "" : " fallback"}`,
        title: `${typeName} ${name} = ${value}`,
        attributes: { role: "option", "aria-selected": String(isSelected) },
        on: { click: () => this.#select(name) },
      },
      [
        element("span", { class: "name", text: name }),
        element("code", { text: value }),
        element("span", { class: "type", text: typeName }),
        element("span", { class: "place", text: samples > 0 ? `${samples} samples` : origin }),
      ],
    );
  }

  #opinionRow(row: OpinionRow, index: number): HTMLElement {
    const { name, line, column, arc, field, value, specPath } = row;
    const isSelected = index === this.#opinion;
    return element(
      "div",
      {
        class: `row opinion${isSelected ? " selected" : ""}`,
        title: `${specPath}\n${field} = ${value}`,
        attributes: { role: "option", "aria-selected": String(isSelected) },
        on: { click: () => this.#open(index) },
      },
      [
        element("span", { class: "file", text: line === null ? name : `${name}:${line}:${column ?? 1}` }),
        element("span", { class: "type", text: arc }),
        element("span", { class: "dim", text: field }),
        element("code", { text: value }),
      ],
    );
  }

  #showValue(): void {
    const row = this.#rows.find(({ name }) => name === this.#selected);
    this.#value.textContent = row === undefined ? "" : `${row.typeName} ${row.name} = ${row.value}`;
  }

  #select(name: string | null): void {
    this.#selected = name;
    this.#showValue();
    this.#properties.update();
    this.#listener.onProperty(name);
  }

  #open(index: number): void {
    const row = this.#shown[index];
    if (row === undefined) return;
    this.#opinion = index;
    this.#opinions.update();
    this.#listener.onOpen(row);
  }

  #onPropertyKey(event: KeyboardEvent): void {
    const index = this.#rows.findIndex(({ name }) => name === this.#selected);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const next = Math.max(0, Math.min(this.#rows.length - 1, index + step));
      const row = this.#rows[next];
      if (row === undefined) return;
      this.#properties.reveal(next);
      this.#select(row.name);
    } else if (event.key === "Escape") {
      this.#select(null);
      if (this.#prim !== null) this.showOpinions("Specs of the prim", this.#prim.specs);
    } else if (event.key === "Enter" || event.key === "ArrowRight") this.#opinions.element.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #onOpinionKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      this.#opinion = Math.max(0, Math.min(this.#shown.length - 1, this.#opinion + step));
      this.#opinions.reveal(this.#opinion);
      this.#opinions.update();
    } else if (event.key === "Enter") this.#open(this.#opinion);
    else if (event.key === "ArrowLeft") this.#properties.element.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
