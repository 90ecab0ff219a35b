/** Draggable splitters between panels. */
import { element } from "../dom.ts";

/** Options of a splitter. */
export interface SplitterOptions {
  /** The element whose custom property contains the length. */
  readonly of: HTMLElement;
  readonly property: string;
  readonly direction: "columns" | "rows";
  /** The resized panel: before (1) or after (-1) the splitter. Until it is resized, the style sheet defines its length. */
  readonly side: 1 | -1;
  readonly min: number;
  readonly max: number;
  readonly label: string;
}

/** Pixels per press of an arrow key. */
const STEP = 24;

/** Returns a splitter. */
export function splitter(options: SplitterOptions): HTMLElement {
  const { of, property, direction, side, min, max, label } = options;
  const lengthNow = (): number => {
    const panel = side > 0 ? made.previousElementSibling : made.nextElementSibling;
    const { width = 0, height = 0 } = panel?.getBoundingClientRect() ?? {};
    return direction === "columns" ? width : height;
  };
  const made = element("div", {
    class: `splitter ${direction}`,
    attributes: {
      role: "separator",
      tabindex: "0",
      "aria-label": label,
      "aria-orientation": direction === "columns" ? "vertical" : "horizontal",
      "aria-valuenow": String(min),
      "aria-valuemin": String(min),
      "aria-valuemax": String(max),
    },
  });
  const apply = (wanted: number): void => {
    const length = Math.max(min, Math.min(max, wanted));
    of.style.setProperty(property, `${length}px`);
    made.setAttribute("aria-valuenow", String(Math.round(length)));
  };
  made.addEventListener("pointerdown", (event) => made.setPointerCapture(event.pointerId));
  made.addEventListener("pointermove", (event) => {
    if (made.hasPointerCapture(event.pointerId)) {
      apply(lengthNow() + side * (direction === "columns" ? event.movementX : event.movementY));
    }
  });
  made.addEventListener("keydown", (event) => {
    const step = { ArrowRight: STEP, ArrowDown: STEP, ArrowLeft: -STEP, ArrowUp: -STEP }[event.key];
    if (step !== undefined) apply(lengthNow() + side * step);
  });
  made.addEventListener("focus", () => made.setAttribute("aria-valuenow", String(Math.round(lengthNow()))));
  return made;
}
