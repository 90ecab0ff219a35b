/** The file whose image and stage are shown. */
import type { EditedLayerView } from "../protocol/edit-messages.ts";
import type { UnsavedLayer } from "../protocol/draw-messages.ts";
import type { FileState, ViewState } from "../protocol/view-state.ts";
import type { ViewportPanel } from "./viewport/viewport-panel.ts";

/** What is drawn depends on. */
export interface DrawnRootParts {
  readonly viewport: () => ViewportPanel;
  readonly state: () => ViewState;
  /** Returns the number of the file whose text is shown. */
  readonly shown: () => number;
  /** The root is another file. */
  readonly onRoot: (file: number) => void;
}

/** Draws one file while layers of its stage are open in the text. */
export class DrawnRoot {
  readonly #parts: DrawnRootParts;
  #file = -1;
  #text: Uint8Array | null = null;
  #steps: readonly UnsavedLayer[] = [];

  constructor(parts: DrawnRootParts) {
    this.#parts = parts;
  }

  /** Its number; negative before there is one. */
  get file(): number {
    return this.#file;
  }

  /** Draws another file; that of the text is drawn when it is read. */
  set(file: number): void {
    if (file === this.#file) return;
    this.#file = file;
    this.#steps = [];
    this.#parts.viewport().forget();
    this.#parts.onRoot(file);
    if (file !== this.#parts.shown()) this.draw(null);
  }

  /** Draws the file with the text of the editor, which may be another layer of the stage; null: as it is on disk. */
  draw(text: Uint8Array | null): void {
    this.#text = text;
    const { files, composition } = this.#parts.state();
    const [root, shown]: readonly (FileState | undefined)[] = [files[this.#file], files[this.#parts.shown()]];
    if (root === undefined) return;
    const isRoot = root === shown;
    const isEdited = text !== null && !isRoot && shown !== undefined && !shown.isPacked;
    const ofRoot = this.#steps.find(({ location }) => location === root.location);
    this.#parts.viewport().show({
      file: { location: root.location, composition },
      source: ofRoot?.text ?? (isRoot ? text : null),
      edited: [...(isEdited ? [{ location: shown.location, text }] : []), ...this.#steps],
    });
  }

  /** Draws layers with edits of the stage that are not saved. */
  setSteps(layers: readonly EditedLayerView[]): void {
    if (layers.length === 0 && this.#steps.length === 0) return;
    const encoder = new TextEncoder();
    this.#steps = layers.flatMap(({ layer, text }) =>
      text === null ? [] : [{ location: layer, text: encoder.encode(text) }],
    );
    this.draw(this.#text);
  }
}
