/** Scrubs through time samples. */
import type { TimeRange } from "../../protocol/draw-messages.ts";
import { element, icon } from "../dom.ts";

/** A slider over the times of a scene, and a button that plays them. */
export class Timeline {
  readonly element: HTMLElement;
  readonly #slider = element("input", {
    attributes: { type: "range", step: "any", "aria-label": "Time", disabled: "" },
  });
  readonly #label = element("output", { class: "time" });
  readonly #button = element("button", { class: "icon-button", title: "Play", attributes: { type: "button" } });
  readonly #onTime: (time: number) => void;
  #range: TimeRange | null = null;
  #playing: number | undefined;
  #last = 0;

  constructor(onTime: (time: number) => void) {
    this.#onTime = onTime;
    this.element = element("div", { class: "timeline", attributes: { hidden: "" } }, [
      this.#button,
      this.#slider,
      this.#label,
    ]);
    this.#slider.addEventListener("input", () => {
      this.pause();
      this.#go(Number(this.#slider.value));
    });
    this.#slider.addEventListener("keydown", (event) => this.#onKey(event));
    this.#button.addEventListener("click", () => this.toggle());
    this.pause();
  }

  /** Returns the shown time; null if nothing is animated. */
  get time(): number | null {
    return this.#range === null ? null : Number(this.#slider.value);
  }

  show(range: TimeRange | null): void {
    const before = this.#range;
    this.#range = range;
    this.element.hidden = range === null;
    this.#slider.disabled = range === null;
    if (range === null) {
      this.pause();
      return;
    }
    if (before?.start === range.start && before.end === range.end) return;
    this.#slider.min = String(range.start);
    this.#slider.max = String(range.end);
    this.#slider.value = String(range.start);
    this.#write(range.start);
  }

  toggle(): void {
    if (this.#range === null) return;
    if (this.#playing !== undefined) {
      this.pause();
      return;
    }
    this.#button.replaceChildren(icon("pause"));
    this.#button.title = "Pause";
    this.#last = performance.now();
    this.#playing = requestAnimationFrame((now) => this.#step(now));
  }

  /** The arrow keys go from one frame to the next. */
  #onKey(event: KeyboardEvent): void {
    const range = this.#range;
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (range === null || step === undefined) return;
    event.preventDefault();
    this.pause();
    const time = Number(this.#slider.value);
    const next = step > 0 ? Math.floor(time + 1) : Math.ceil(time - 1);
    this.#go(Math.min(range.end, Math.max(range.start, next)));
  }

  #step(now: number): void {
    const range = this.#range;
    if (range === null || this.#playing === undefined) return;
    const seconds = Math.min(0.25, (now - this.#last) / 1000);
    this.#last = now;
    const next = Number(this.#slider.value) + seconds * range.perSecond;
    this.#go(next > range.end ? range.start : next);
    this.#playing = requestAnimationFrame((later) => this.#step(later));
  }

  #go(time: number): void {
    this.#slider.value = String(time);
    this.#write(time);
    this.#onTime(time);
  }

  #write(time: number): void {
    this.#label.textContent = String(Math.round(time * 100) / 100);
  }

  /** Stops playing. */
  pause(): void {
    if (this.#playing !== undefined) cancelAnimationFrame(this.#playing);
    this.#playing = undefined;
    this.#button.replaceChildren(icon("play"));
    this.#button.title = "Play";
  }
}
