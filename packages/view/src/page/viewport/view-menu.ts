/** What of a stage is drawn: purposes, subdivision, draw modes, boxes. */
import { defaultSettings, type StageSettings } from "../../protocol/draw-messages.ts";
import { element } from "../dom.ts";

/** Purposes besides `default`, with the words of the menu. */
const PURPOSES = [
  ["render", "Render"],
  ["proxy", "Proxy"],
  ["guide", "Guides"],
] as const;
/** Levels by the names of `usda render --complexity`. */
const LEVELS = [
  ["Low", "control cages"],
  ["Medium", "subdivided once"],
  ["High", "subdivided twice"],
  ["Very high", "subdivided three times"],
] as const;

/** Events of the user. */
export interface ViewMenuListener {
  onSettings(settings: StageSettings): void;
  onBounds(hasBounds: boolean): void;
}

/** A menu of checkboxes. */
export class ViewMenu {
  readonly element: HTMLDetailsElement;
  readonly #listener: ViewMenuListener;
  readonly #bounds: HTMLInputElement;
  readonly #stageParts: HTMLElement;
  #settings = defaultSettings;

  constructor(listener: ViewMenuListener) {
    this.#listener = listener;
    const [bounds, boundsLabel] = checkbox("Bounds", "The box around the selected prim, or around everything (B)");
    bounds.addEventListener("change", () => listener.onBounds(bounds.checked));
    this.#bounds = bounds;
    const purposes = PURPOSES.map(([purpose, label]) => {
      const [box, made] = checkbox(label, `Prims of the purpose "${purpose}"`);
      box.checked = defaultSettings.purposes.includes(purpose);
      box.addEventListener("change", () => this.#setPurpose(purpose, box.checked));
      return made;
    });
    const [modes, modesLabel] = checkbox("Draw modes", "Models that author bounds or cards are drawn as those");
    modes.checked = defaultSettings.hasDrawModes;
    modes.addEventListener("change", () => this.#set({ hasDrawModes: modes.checked }));
    const level = element(
      "select",
      { title: "How often meshes are subdivided" },
      LEVELS.map(([label, title], i) => element("option", { text: label, title, attributes: { value: String(i) } })),
    );
    level.addEventListener("change", () => this.#set({ subdivisionLevel: Number(level.value) }));
    this.#stageParts = element("div", { class: "menu-parts" }, [
      ...purposes,
      modesLabel,
      element("label", {}, [element("span", { text: "Complexity" }), level]),
    ]);
    this.element = element("details", { class: "menu" }, [
      element("summary", { text: "Show", title: "Purposes, complexity, draw modes, bounds" }),
      element("div", { class: "menu-body" }, [boundsLabel, this.#stageParts]),
    ]);
    closeOutside(this.element);
  }

  /** Whether the parts of stages can be chosen. */
  setStage(isStage: boolean): void {
    this.#stageParts.hidden = !isStage;
  }

  toggleBounds(): void {
    this.#bounds.checked = !this.#bounds.checked;
    this.#listener.onBounds(this.#bounds.checked);
  }

  #setPurpose(purpose: string, isShown: boolean): void {
    const others = this.#settings.purposes.filter((each) => each !== purpose);
    this.#set({ purposes: isShown ? [...others, purpose].toSorted() : others });
  }

  #set(change: Partial<StageSettings>): void {
    this.#settings = { ...this.#settings, ...change };
    this.#listener.onSettings(this.#settings);
  }
}

function checkbox(label: string, title: string): readonly [HTMLInputElement, HTMLElement] {
  const box = element("input", { attributes: { type: "checkbox" } });
  return [box, element("label", { title }, [box, element("span", { text: label })])];
}

/** Closes a menu with Escape, and with a click elsewhere. */
export function closeOutside(menu: HTMLDetailsElement): void {
  document.addEventListener("pointerdown", ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
    event.stopPropagation();
  });
}
