/** Lines between panels that can be dragged. */
import { element } from "../dom.ts";

/** What a splitter changes. */
export interface SplitterOptions {
  /** The element whose style has the length, as a custom property. */
  readonly of: HTMLElement;
  readonly property: string;
  readonly direction: "columns" | "rows";
  /** The panel before (1) or behind (-1) the splitter gets the length. */
  readonly side: 1 | -1;
  readonly min: number;
  readonly max: number;
  /** Pixels at the start. */
  readonly length: number;
  readonly label: string;
}

/** Pixels of an arrow key. */
const STEP = 24;

/** Returns a splitter. */
export function splitter(options: SplitterOptions): HTMLElement {
  const { of, property, direction, side, min, max, label } = options;
  let length = options.length;
  const made = element("div", {
    class: `splitter ${direction}`,
    attributes: {
      role: "separator",
      tabindex: "0",
      "aria-label": label,
      "aria-orientation": direction === "columns" ? "vertical" : "horizontal",
    },
  });
  const apply = (wanted: number): void => {
    length = Math.max(min, Math.min(max, wanted));
    of.style.setProperty(property, `${length}px`);
    made.setAttribute("aria-valuenow", String(Math.round(length)));
  };
  made.addEventListener("pointerdown", (event) => made.setPointerCapture(event.pointerId));
  made.addEventListener("pointermove", (event) => {
    if (made.hasPointerCapture(event.pointerId)) {
      apply(length + side * (direction === "columns" ? event.movementX : event.movementY));
    }
  });
  made.addEventListener("keydown", (event) => {
    const step = { ArrowRight: STEP, ArrowDown: STEP, ArrowLeft: -STEP, ArrowUp: -STEP }[event.key];
    if (step !== undefined) apply(length + side * step);
  });
  apply(length);
  return made;
}
