/** Keys of the viewport, pressed anywhere but in a text. */
import type { ViewportPanel } from "./viewport-panel.ts";

/** Listens on the document. F: frame, I: isolate, B: bounds, 1 to 5: modes, space: play, Escape: `onEscape`. */
export function followKeys(viewport: ViewportPanel, onEscape: () => void): void {
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof Element && target.closest(".editor, input, select, dialog") !== null) return;
    if (key === " " && target instanceof Element && target.closest("button, summary") !== null) return;
    if (key === "f" || key === "F") viewport.frame();
    else if (key === "i" || key === "I") viewport.toggleIsolation();
    else if (key === "b" || key === "B") viewport.toggleBounds();
    else if (key >= "1" && key <= "5") viewport.chooseMode(Number(key) - 1);
    else if (key === " ") viewport.togglePlaying();
    else if (key === "Escape") onEscape();
    else return;
    event.preventDefault();
  });
}
