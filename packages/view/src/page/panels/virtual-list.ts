/** A list that has elements only for the rows that are seen. */
import { element } from "../dom.ts";

/** Pixels; the same as in the style sheet. */
const ROW_HEIGHT = 24;
/** Rows above and below the seen ones. */
const MARGIN = 8;
/** Browsers cut off elements that are higher. */
const MAX_HEIGHT = 15_000_000;

/** Rows by their numbers: an array, or rows that are found when they are seen. */
export interface RowList<Row> {
  readonly length: number;
  slice(start: number, end: number): readonly Row[];
}

/** Shows rows of equal height. */
export class VirtualList<Row> {
  readonly element: HTMLElement;
  readonly #space: HTMLElement;
  readonly #render: (row: Row, index: number) => HTMLElement;
  #rows: RowList<Row> = [];
  #isScheduled = false;

  constructor(label: string, role: string, render: (row: Row, index: number) => HTMLElement) {
    this.#render = render;
    this.#space = element("div", { class: "list-space" });
    this.element = element("div", { class: "list", attributes: { role, "aria-label": label, tabindex: "0" } }, [
      this.#space,
    ]);
    this.element.addEventListener("scroll", () => this.update(), { passive: true });
    new ResizeObserver(() => this.update()).observe(this.element);
  }

  /** Shows other rows. */
  show(rows: RowList<Row>): void {
    this.#rows = rows;
    this.#space.style.height = `${Math.min(MAX_HEIGHT, rows.length * ROW_HEIGHT)}px`;
    this.update();
  }

  /** Shows the same rows again: how they look has changed. */
  update(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.#draw();
    });
  }

  /** Scrolls as little as is needed to see a row. */
  reveal(index: number): void {
    const [top, bottom] = [index * ROW_HEIGHT, (index + 1) * ROW_HEIGHT];
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = Math.max(0, top - ROW_HEIGHT);
    else if (bottom > scrollTop + clientHeight) this.element.scrollTop = bottom - clientHeight + ROW_HEIGHT;
  }

  #draw(): void {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - MARGIN);
    const end = Math.min(this.#rows.length, Math.ceil((scrollTop + clientHeight) / ROW_HEIGHT) + MARGIN);
    const shown = this.#rows.slice(first, end).map((row, i) => {
      const made = this.#render(row, first + i);
      made.style.transform = `translateY(${(first + i) * ROW_HEIGHT}px)`;
      return made;
    });
    this.#space.replaceChildren(...shown);
  }
}
