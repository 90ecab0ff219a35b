/** A message above the text, with what the user can do about it. */
import { element } from "../dom.ts";

/** A button of a message. */
export interface BannerAction {
  readonly label: string;
  readonly onClick: () => void;
}

/** Shows one message at a time. */
export class Banner {
  readonly element: HTMLElement = element("div", { class: "banner", attributes: { role: "alert", hidden: "" } });

  #isBrief = false;

  /** Shows a message about an edit, until the next one. */
  showBriefly(message: string): void {
    this.show(message);
    this.#isBrief = true;
  }

  /** The user edited the text: hides a message about a previous edit. */
  hideBrief(): void {
    if (this.#isBrief) this.show(null);
  }

  /** Shows a message; null hides it. */
  show(message: string | null, actions: readonly BannerAction[] = []): void {
    this.#isBrief = false;
    this.element.hidden = message === null;
    this.element.replaceChildren(
      ...(message === null ? [] : [element("span", { text: message })]),
      ...actions.map(({ label, onClick }) =>
        element("button", { text: label, attributes: { type: "button" }, on: { click: onClick } }),
      ),
    );
  }
}
