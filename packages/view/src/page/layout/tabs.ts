/** A group of buttons, one of which is selected. */
import { element } from "../dom.ts";

/** A choice. */
export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly title?: string | undefined;
}

/** Shows choices and reports the selected one. */
export class Tabs<Value extends string> {
  readonly element: HTMLElement;
  readonly #onChoose: (value: Value) => void;
  #buttons: readonly (readonly [Value, HTMLButtonElement])[] = [];

  constructor(name: string, label: string, onChoose: (value: Value) => void) {
    this.#onChoose = onChoose;
    this.element = element("div", { class: `tabs ${name}`, attributes: { role: "tablist", "aria-label": label } });
  }

  /** Replaces the choices. */
  show(choices: readonly Choice<Value>[], chosen: Value): void {
    this.#buttons = choices.map(({ value, label, title }) => [
      value,
      element("button", {
        text: label,
        title: title ?? label,
        attributes: { type: "button", role: "tab", "data-value": value },
        on: { click: () => this.#onChoose(value) },
      }),
    ]);
    this.element.replaceChildren(...this.#buttons.map(([, button]) => button));
    this.choose(chosen);
  }

  /** Selects a choice without reporting it. */
  choose(chosen: Value): void {
    for (const [value, button] of this.#buttons) {
      button.setAttribute("aria-selected", String(value === chosen));
      button.classList.toggle("chosen", value === chosen);
    }
  }

  /** Changes the label of a choice. */
  relabel(value: Value, label: string): void {
    const button = this.#buttons.find(([each]) => each === value)?.[1];
    if (button !== undefined) button.textContent = label;
  }
}
