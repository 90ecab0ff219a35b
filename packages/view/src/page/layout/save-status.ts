/** Whether edits are saved, with the button and the key that save them. */
import { element } from "../dom.ts";

/** What is saved. */
export interface SavedText {
  readonly isEdited: boolean;
  readonly isSaving: boolean;
  readonly canSave: boolean;
  save(): Promise<void>;
}

/** Saves with its button and with Ctrl+S, and warns before edits are lost. */
export class SaveStatus {
  readonly button: HTMLButtonElement = element("button", {
    class: "save",
    text: "Save",
    title: "Ctrl+S",
    attributes: { type: "button", hidden: "" },
  });
  readonly status: HTMLElement = element("span", { class: "connection", text: "connecting" });
  readonly #text: SavedText;
  #isConnected = false;

  constructor(text: SavedText) {
    this.#text = text;
    this.button.addEventListener("click", () => void text.save());
    document.addEventListener("keydown", (event) => this.#onKey(event), true);
    addEventListener("beforeunload", (event) => {
      if (text.isEdited && text.canSave) event.preventDefault();
    });
  }

  setConnected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    this.show();
  }

  /** Shows the state of the text. */
  show(): void {
    const { isEdited, isSaving, canSave } = this.#text;
    const edits = isSaving ? "saving" : isEdited ? "edited, not saved" : null;
    this.status.textContent = edits ?? (this.#isConnected ? "live" : "disconnected");
    this.status.classList.toggle("lost", !this.#isConnected);
    this.button.hidden = !canSave || !isEdited;
    this.button.disabled = isSaving;
  }

  #onKey(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== "s") return;
    // Also if nothing is edited: the browser would save the page.
    event.preventDefault();
    event.stopPropagation();
    void this.#text.save();
  }
}
