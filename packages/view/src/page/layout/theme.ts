/** Dark and light themes. */
import type { DrawColors, Rgb } from "../../protocol/draw-messages.ts";
import { element, icon } from "../dom.ts";

/** A theme of the page. */
export type Theme = "dark" | "light";

const KEY = "usda-view-theme";
const PREFERS_LIGHT = "(prefers-color-scheme: light)";

/** The colors of the image. */
export const imageColors: Readonly<Record<Theme, DrawColors>> = {
  dark: { background: rgb(0x17191e), selection: rgb(0xffb020), wire: rgb(0x8fc7ff) },
  light: { background: rgb(0xe9ecf1), selection: rgb(0xe07000), wire: rgb(0x1f5fbf) },
};

/** The theme of the page, toggled by a button. */
export class ThemeSwitch {
  readonly button: HTMLElement = element(
    "button",
    {
      class: "icon-button theme",
      title: "Dark or light",
      attributes: { type: "button" },
      on: { click: () => this.toggle() },
    },
    [icon("sun"), icon("moon")],
  );
  #theme: Theme;
  #isChosen = read() !== undefined;
  readonly #onChange: (theme: Theme) => void;

  constructor(onChange: (theme: Theme) => void) {
    const preferred = matchMedia(PREFERS_LIGHT);
    this.#theme = read() ?? themeOf(preferred);
    this.#onChange = onChange;
    // The system's theme may change at sunset; one that was chosen by the button stays.
    preferred.addEventListener("change", () => {
      if (this.#isChosen) return;
      this.#theme = themeOf(preferred);
      this.#apply();
    });
    this.#apply();
  }

  get theme(): Theme {
    return this.#theme;
  }

  /** Returns the colors of the viewport. */
  get colors(): DrawColors {
    return imageColors[this.#theme];
  }

  toggle(): void {
    this.#theme = this.#theme === "dark" ? "light" : "dark";
    this.#isChosen = true;
    write(this.#theme);
    this.#apply();
  }

  #apply(): void {
    document.documentElement.dataset["theme"] = this.#theme;
    this.#onChange(this.#theme);
  }
}

function themeOf(prefersLight: MediaQueryList): Theme {
  return prefersLight.matches ? "light" : "dark";
}

function rgb(color: number): Rgb {
  return [color >> 16, (color >> 8) & 255, color & 255];
}

/** Browsers may forbid storage. */
function read(): Theme | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === "dark" || stored === "light" ? stored : undefined;
  } catch {
    return undefined;
  }
}

function write(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The theme lasts until the page is closed.
  }
}
