/** The layout of the page: its header and columns. */
import { element } from "../dom.ts";
import { splitter } from "./splitter.ts";

/** The elements of the layout. */
export interface FrameParts {
  /** In the header, from left to right. */
  readonly header: readonly Node[];
  readonly tree: HTMLElement;
  readonly banner: HTMLElement;
  readonly editor: HTMLElement;
  /** Below the text. */
  readonly bottom: readonly Node[];
  readonly viewport: HTMLElement;
}

/** Returns the layout with its parts. */
export function buildFrame({ header, tree, banner, editor, bottom, viewport }: FrameParts): HTMLElement {
  const text = element("section", { class: "text-column" });
  text.append(
    element("section", { class: "panel text", attributes: { "aria-label": "Text" } }, [banner, editor]),
    splitter({
      of: text,
      property: "--bottom",
      direction: "rows",
      side: -1,
      min: 60,
      max: 700,
      label: "Height of the findings",
    }),
    element("section", { class: "panel bottom" }, bottom),
  );
  const main = element("main");
  main.append(
    tree,
    splitter({
      of: main,
      property: "--tree",
      direction: "columns",
      side: 1,
      min: 120,
      max: 600,
      label: "Width of the tree",
    }),
    text,
    splitter({
      of: main,
      property: "--viewport",
      direction: "columns",
      side: -1,
      min: 240,
      max: 2400,
      label: "Width of the image",
    }),
    viewport,
  );
  return element("div", { class: "app" }, [element("header", {}, header), main]);
}
