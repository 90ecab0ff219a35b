/** Shows how far a stage is prepared. */
import type { StageProgress } from "@usdkit/raster";
import { element } from "../dom.ts";

/** A bar over the image, with the number of prims that are ready. */
export class Preparation {
  readonly element: HTMLElement;
  readonly #bar = element("progress", { attributes: { "aria-label": "Preparing the stage", max: "1" } });
  readonly #text = element("span");

  constructor() {
    this.element = element("div", { class: "preparation", attributes: { hidden: "" } }, [this.#bar, this.#text]);
  }

  /** So many prims are composed, of a number that is not known. */
  compose(prims: number): void {
    this.element.hidden = false;
    this.#bar.removeAttribute("value");
    this.#text.textContent = `${prims.toLocaleString("en")} prims composed`;
  }

  show({ prims, found, isCounted }: StageProgress): void {
    this.element.hidden = false;
    this.#bar.value = found === 0 ? 0 : prims / found;
    const ready = prims.toLocaleString("en");
    const all = `${found.toLocaleString("en")}${isCounted ? "" : "+"}`;
    this.#text.textContent = found <= prims && !isCounted ? `${ready} prims ready` : `${ready} of ${all} prims ready`;
  }

  hide(): void {
    this.element.hidden = true;
  }
}
