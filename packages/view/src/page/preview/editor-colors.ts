/** The colors of the editor's theme. The editor sets them as custom properties, which the style sheet uses. */
import type { DrawColors, Rgb } from "../../protocol/draw-messages.ts";
import { imageColors } from "../layout/theme.ts";

/** Follows the theme of the editor. */
export class EditorColors {
  #colors: DrawColors = imageColors.dark;

  /** @param onChange Called when the theme has changed. */
  constructor(onChange: () => void) {
    this.#read();
    const observer = new MutationObserver(() => {
      this.#read();
      onChange();
    });
    observer.observe(document.documentElement, { attributeFilter: ["style", "class"] });
    observer.observe(document.body, { attributeFilter: ["class"] });
  }

  get colors(): DrawColors {
    return this.#colors;
  }

  /** The background is the editor's; other colors are those of the page's theme that is as dark. */
  #read(): void {
    const background = parseColor(getComputedStyle(document.body).backgroundColor) ?? imageColors.dark.background;
    const theme = luminance(background) > 0.5 ? "light" : "dark";
    document.documentElement.dataset["theme"] = theme;
    this.#colors = { ...imageColors[theme], background };
  }
}

/** Returns the components of a computed color, `rgb(…)` or `rgba(…)`; undefined for a transparent one and other notations. */
function parseColor(text: string): Rgb | undefined {
  if (!text.startsWith("rgb")) return undefined;
  const [r, g, b, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return r === undefined || g === undefined || b === undefined || alpha === 0 ? undefined : [r, g, b];
}

function luminance([r, g, b]: Rgb): number {
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
}
