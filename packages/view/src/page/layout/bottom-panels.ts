/** The panels below the text. */
import { Tabs, type Choice } from "./tabs.ts";

/** A panel, with its tab. */
export interface BottomPanel<Name extends string> extends Choice<Name> {
  readonly panel: HTMLElement;
}

/** Shows one of several panels. */
export class BottomPanels<Name extends string> {
  readonly #tabs: Tabs<Name>;
  readonly #panels: readonly BottomPanel<Name>[];
  readonly #onShow: (name: Name) => void;

  constructor(
    label: string,
    panels: readonly [BottomPanel<Name>, ...BottomPanel<Name>[]],
    onShow: (name: Name) => void,
  ) {
    this.#panels = panels;
    this.#onShow = onShow;
    this.#tabs = new Tabs("bottom-tabs", label, (name) => this.show(name));
    this.#tabs.show(panels, panels[0].value);
    this.show(panels[0].value);
  }

  /** The tabs, and the panels. */
  get elements(): readonly HTMLElement[] {
    return [this.#tabs.element, ...this.#panels.map(({ panel }) => panel)];
  }

  show(name: Name): void {
    this.#tabs.choose(name);
    for (const { value, panel } of this.#panels) panel.hidden = value !== name;
    this.#onShow(name);
  }

  /** Shows a number in the label of a panel; none if it is 0. */
  count(name: Name, count: number): void {
    const label = this.#panels.find(({ value }) => value === name)?.label ?? name;
    this.#tabs.relabel(name, count === 0 ? label : `${label} (${count})`);
  }
}
