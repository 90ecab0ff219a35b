/** The controls that edit the stage: target, fields of the selected prim, undo, redo, changes and save. */
import type { EditsView, PageEdit, TargetRow, TransformView } from "../../protocol/edit-messages.ts";
import type { PrimView, PropertyRow } from "../../protocol/stage-messages.ts";
import { element } from "../dom.ts";
import type { EditSession } from "./edit-session.ts";

type Part = "translate" | "rotate" | "scale";

const PARTS: readonly (readonly [Part, string])[] = [
  ["translate", "Move"],
  ["rotate", "Rotate"],
  ["scale", "Scale"],
];

const EDIT = "Edit the stage; nothing is written before Save";

/** What the panel asks for. */
export interface EditPanelOptions {
  readonly session: EditSession;
  /** The time of the values that are edited; null: the default time. */
  readonly time: () => number | null;
  /** The user starts or ends editing. */
  readonly onToggle: (isEditing: boolean) => void;
  /** The part that is dragged in the image. */
  readonly onPart: (part: Part) => void;
}

/** Shows the controls; each change is one step. */
export class EditPanel {
  readonly element: HTMLElement;
  readonly #options: EditPanelOptions;
  readonly #toggle: HTMLButtonElement;
  readonly #controls: HTMLElement;
  readonly #target = element("select", { attributes: { "aria-label": "Edits go to", id: "edit-target" } });
  readonly #undo: HTMLButtonElement;
  readonly #redo: HTMLButtonElement;
  readonly #save: HTMLButtonElement;
  readonly #discard: HTMLButtonElement;
  readonly #fields: HTMLElement = element("div", { class: "edit-fields" });
  readonly #message: HTMLElement = element("p", { class: "edit-message note", attributes: { role: "status" } });
  readonly #changes = element("details", { class: "edit-changes", attributes: { hidden: "" } });
  #isEditing = false;
  #prim: PrimView | null = null;
  #property: PropertyRow | null = null;
  #transform: TransformView | null = null;

  constructor(options: EditPanelOptions) {
    this.#options = options;
    const { session } = options;
    const button = (text: string, title: string, click: () => void): HTMLButtonElement =>
      element("button", { class: "payload", text, title, attributes: { type: "button" }, on: { click } });
    this.#toggle = button("Edit", EDIT, () => this.toggle());
    this.#undo = button("Undo", "Take the last edit back (Ctrl+Z)", () => void session.undo());
    this.#redo = button("Redo", "Make it again (Ctrl+Shift+Z)", () => void session.redo());
    this.#save = button("Save edits", "Write the files", () => void session.save());
    this.#discard = button("Discard", "Take all edits back", () => {
      if (confirm("Take all edits of the stage back? They are not saved.")) void session.discard();
    });
    this.#target.addEventListener("change", () => (session.target = this.#target.value || null));
    const target = element("label", { class: "variant" }, [element("span", { text: "to" }), this.#target]);
    const buttons = [this.#undo, this.#redo, this.#save, this.#discard];
    this.#controls = element("span", { class: "edit-controls", attributes: { hidden: "" } }, [target, ...buttons]);
    this.element = element("section", { class: "edit-panel", attributes: { "aria-label": "Edit the stage" } }, [
      element("div", { class: "prim-head" }, [this.#toggle, this.#controls]),
      this.#fields,
      this.#message,
      this.#changes,
    ]);
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
    this.#showButtons();
  }

  get isEditing(): boolean {
    return this.#isEditing;
  }

  /** Whether edits can be saved; otherwise there is nothing to edit with. */
  setAvailable(isAvailable: boolean): void {
    this.#toggle.disabled = !isAvailable;
    this.#toggle.title = isAvailable ? EDIT : "This page is read-only: edits could not be saved";
  }

  toggle(): void {
    this.#isEditing = !this.#isEditing;
    this.#toggle.setAttribute("aria-pressed", String(this.#isEditing));
    this.#options.onToggle(this.#isEditing);
    this.#render();
  }

  /** Shows where edits of the prim may go. */
  showTargets(rows: readonly TargetRow[]): void {
    const { session } = this.#options;
    if (!rows.some(({ target }) => target === session.target)) session.target = null;
    this.#target.replaceChildren(
      ...rows.map(({ target, label }) => element("option", { text: label, attributes: { value: target ?? "" } })),
    );
    this.#target.value = session.target ?? "";
  }

  /** Shows the fields of a prim and of a property of it. */
  show(prim: PrimView | null, property: string | null, transform: TransformView | null): void {
    this.#prim = prim;
    this.#property = prim?.properties.find(({ name }) => name === property) ?? null;
    this.#transform = transform;
    this.#render();
  }

  showMessage(message: string | null): void {
    this.#message.textContent = message ?? "";
    this.#showButtons();
  }

  /** Shows what is not saved, as patches. */
  showEdits({ layers }: EditsView): void {
    const changed = layers.filter(({ diff }) => diff !== "");
    this.#changes.hidden = changed.length === 0;
    const wasOpen = this.#changes.open;
    const names = changed.map(({ name }) => name).join(", ");
    this.#changes.replaceChildren(
      element("summary", { text: `Changes that are not saved: ${names}` }),
      ...changed.map(({ diff, name }) =>
        element(
          "pre",
          { class: "diff", attributes: { tabindex: "0", "aria-label": `Changes of ${name}` } },
          diffLines(diff),
        ),
      ),
    );
    this.#changes.open = wasOpen || this.#options.session.count === 1;
    this.#showButtons();
  }

  #showButtons(): void {
    const { session } = this.#options;
    this.#controls.hidden = !this.#isEditing && !session.hasEdits;
    this.#undo.disabled = this.#save.disabled = this.#discard.disabled = !session.hasEdits;
    this.#redo.disabled = !session.canRedo;
    this.#save.textContent =
      session.count > 0 ? `Save ${session.count} ${session.count === 1 ? "edit" : "edits"}` : "Save";
  }

  #render(): void {
    this.#showButtons();
    const prim = this.#prim;
    const focused = this.#fields.contains(document.activeElement) ? document.activeElement?.id : undefined;
    const isShown = this.#isEditing && prim !== null;
    this.#fields.replaceChildren(...(isShown ? this.#fieldsOf(prim) : []));
    if (focused) document.getElementById(focused)?.focus();
  }

  #fieldsOf(prim: PrimView): readonly Node[] {
    if (prim.row.isInstanceProxy) {
      return [element("p", { class: "note", text: "Part of an instance: edit the prim that the instances share" })];
    }
    const nodes: Node[] = [];
    const visibility = prim.properties.find(({ name }) => name === "visibility");
    if (visibility !== undefined) nodes.push(this.#visibility(prim.row.path, visibility));
    for (const { name, variants, selected } of prim.variantSets)
      nodes.push(this.#variant(prim.row.path, name, variants, selected));
    const transform = this.#transform;
    if (transform !== null && prim.properties.some(({ name }) => name === "xformOpOrder")) {
      const { problem } = transform;
      const parts = problem === null ? PARTS : PARTS.slice(0, 1);
      for (const [part, label] of parts) nodes.push(this.#vector(prim.row.path, part, label, transform));
      if (problem !== null)
        nodes.push(element("p", { class: "note", text: `No fields to rotate and scale: ${problem}` }));
    }
    if (this.#property !== null && this.#property.name !== "visibility")
      nodes.push(this.#value(prim.row.path, this.#property));
    return nodes;
  }

  #visibility(path: string, { field }: PropertyRow): Node {
    const isHidden = field === "invisible";
    return element("button", {
      class: "payload",
      text: isHidden ? "Show" : "Hide",
      title: `${path}.visibility is ${field ?? "inherited"}`,
      attributes: { type: "button", id: "edit-visibility" },
      on: {
        click: () => {
          const value = isHidden ? "inherited" : "invisible";
          void this.#make([{ op: "set", path: `${path}.visibility`, value }]);
        },
      },
    });
  }

  #variant(path: string, set: string, variants: readonly string[], selected: string): Node {
    const options = ["", ...variants].map((variant) =>
      element("option", { text: variant === "" ? "none" : variant, attributes: { value: variant } }),
    );
    const select = element("select", { attributes: { id: `edit-variant-${set}` } }, options);
    select.value = selected;
    select.addEventListener("change", () => void this.#make([{ op: "select", path, set, variant: select.value }]));
    return element("label", { class: "variant" }, [element("span", { text: `author ${set}` }), select]);
  }

  #vector(path: string, part: Part, label: string, transform: TransformView): Node {
    const inputs = ["x", "y", "z"].map((axis, i) => {
      const value = numberText(transform[part][i] ?? 0);
      const attributes = {
        type: "text",
        inputmode: "decimal",
        id: `edit-${part}-${axis}`,
        "aria-label": `${label} ${axis}`,
        value,
      };
      const input = element("input", { class: "number", attributes });
      input.addEventListener("focus", () => this.#options.onPart(part));
      input.addEventListener("change", () => {
        const numbers = inputs.map((each) => (each.value.trim() === "" ? Number.NaN : Number(each.value)));
        const [x = 0, y = 0, z = 0] = numbers;
        if (!numbers.every(Number.isFinite)) return this.showMessage(`${label}: expected three numbers`);
        void this.#make([{ op: "transform", path, [part]: [x, y, z], time: this.#options.time() }]);
      });
      return input;
    });
    const title = part === "rotate" ? "Degrees about x, y and z" : "";
    return element("fieldset", { class: "vector", title }, [element("legend", { text: label }), ...inputs]);
  }

  #value(path: string, { name, typeName, field, samples }: PropertyRow): Node {
    const property = `${path}.${name}`;
    if (field === null) {
      const what = typeName === "rel" ? "Targets" : "Arrays";
      return element("p", { class: "note", text: `${what} are edited in the text: choose an opinion below` });
    }
    const input = element("input", {
      class: "value",
      attributes: {
        type: "text",
        id: "edit-value",
        value: field,
        spellcheck: "false",
        "aria-label": `Value of ${name}`,
      },
    });
    const set = (): void => {
      const time = samples > 0 ? this.#options.time() : null;
      void this.#make([{ op: "type", path: property, text: input.value, time }]);
    };
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") set();
    });
    const button = element("button", {
      class: "payload",
      text: "Set",
      attributes: { type: "button" },
      on: { click: set },
    });
    const color = /^color[34][fdh]$/u.test(typeName) ? [colorInput(input, set)] : [];
    const label = element("label", { class: "variant" }, [element("span", { text: `${typeName} ${name}` }), input]);
    return element("span", { class: "edit-value" }, [label, ...color, button]);
  }

  async #make(edits: readonly PageEdit[]): Promise<void> {
    const problem = await this.#options.session.make(edits);
    if (problem === null) return;
    this.showMessage(problem);
    this.#render();
  }

  #onKey(event: KeyboardEvent): void {
    const { key, target } = event;
    if (!(event.ctrlKey || event.metaKey) || key.toLowerCase() !== "z") return;
    // In a field that was changed, the browser takes the typing back.
    if (target instanceof HTMLInputElement && target.value !== target.defaultValue) return;
    event.preventDefault();
    event.stopPropagation();
    void (event.shiftKey ? this.#options.session.redo() : this.#options.session.undo());
  }
}

/** Returns a number as it was written: one of type float without the digits of its double. */
function numberText(value: number): string {
  const short = Number(value.toPrecision(7));
  return String(Math.fround(short) === value ? short : value);
}

/** A picker whose color, from sRGB to the linear values of the format, goes to a field. */
function colorInput(input: HTMLInputElement, set: () => void): HTMLInputElement {
  const parts = (input.value.match(/-?[\d.]+(?:e[-+]?\d+)?/giu) ?? []).map(Number);
  const [r = 0, g = 0, b = 0] = parts;
  const hex = [r, g, b].map((value) =>
    Math.round(255 * toSrgb(value))
      .toString(16)
      .padStart(2, "0"),
  );
  const picker = element("input", { attributes: { type: "color", value: `#${hex.join("")}`, "aria-label": "Color" } });
  picker.addEventListener("change", () => {
    const numbers = [1, 3, 5].map((at) => toLinear(Number.parseInt(picker.value.slice(at, at + 2), 16) / 255));
    input.value = `(${[...numbers.map((value) => Number(value.toFixed(6))), ...parts.slice(3)].join(", ")})`;
    set();
  });
  return picker;
}

function toSrgb(value: number): number {
  const v = Math.max(0, Math.min(1, value));
  return v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055;
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function diffLines(diff: string): readonly Node[] {
  return diff.split("\n").map((line) => {
    const kind = line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "same";
    return element("span", { class: kind, text: `${line}\n` });
  });
}
