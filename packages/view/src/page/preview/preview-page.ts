/** The page of a preview in an editor: the image of a document that the editor shows as text. */
import { noFile } from "../../protocol/draw-messages.ts";
import type { PreviewState, ToPreview } from "../../protocol/preview-messages.ts";
import { element } from "../dom.ts";
import { Banner } from "../layout/banner.ts";
import { noChoices } from "../../stage/stage-choices.ts";
import { followKeys } from "../viewport/keys.ts";
import { ViewportPanel } from "../viewport/viewport-panel.ts";
import type { EditorLink } from "./editor-link.ts";
import { EditorColors } from "./editor-colors.ts";
import type { PreviewFiles } from "./preview-files.ts";
import { PreviewStage } from "./preview-stage.ts";
import { savedView, type SavedPreview } from "./saved-preview.ts";

/** Milliseconds after a change before the state is saved. */
const SAVE = 300;

/** Shows the texts that the extension sends. */
export class PreviewPage {
  readonly #editor: EditorLink;
  readonly #files: PreviewFiles;
  readonly #viewport: ViewportPanel;
  readonly #stage: PreviewStage;
  readonly #banner = new Banner();
  #state: PreviewState | undefined;
  #isFirst = true;
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(root: HTMLElement, editor: EditorLink, files: PreviewFiles) {
    this.#editor = editor;
    this.#files = files;
    this.#viewport = new ViewportPanel({
      theme: new EditorColors(() => this.#viewport.viewport.invalidate()),
      worker: files.worker,
      onPick: (path) => {
        this.#viewport.select(path);
        this.#stage.reveal(path);
        editor.send({ kind: "pick", path });
      },
      onTime: (time) => this.#stage.setTime(time),
      onLoad: () => editor.send({ kind: "loaded" }),
      onChange: () => this.#saveSoon(),
    });
    this.#stage = new PreviewStage({
      startWorker: () => files.startStages(),
      onSelect: (path) => {
        this.#viewport.select(path);
        editor.send({ kind: "pick", path });
      },
      onFrame: () => this.#viewport.frame(),
      onChoices: (choices) => this.#viewport.setChoices(choices),
      onOpen: ({ layer, line }) => editor.send({ kind: "place", location: layer, line: line ?? 1 }),
      readTexture: (path, size) => this.#viewport.client.texture(path, size),
    });
    const body = element("div", { class: "preview-body" }, [this.#stage.element, this.#viewport.element]);
    root.replaceChildren(element("div", { class: "preview" }, [this.#banner.element, body]));
    followKeys(this.#viewport, () => this.#viewport.select(null));
    editor.send({ kind: "ready" });
  }

  /** Handles a message of the extension. */
  receive(message: ToPreview): void {
    switch (message.kind) {
      case "open":
        this.#open(message.state);
        break;
      case "text":
        this.#show(message.text);
        break;
      case "select":
        this.#viewport.select(message.path);
        this.#stage.reveal(message.path);
        break;
      case "frame":
        this.#viewport.select(message.path);
        this.#viewport.frame();
        break;
      case "asset":
      case "layer":
        this.#files.receive(message);
        break;
      case "files-changed":
        this.#viewport.refreshFiles();
        this.#stage.filesChanged();
        break;
      case "forget-assets":
        this.#viewport.reloadAssets();
        break;
      case "problem":
        this.#banner.show(message.problem);
        break;
    }
  }

  #open(state: PreviewState): void {
    const isOther = state.uri !== this.#state?.uri;
    this.#state = state;
    if (isOther) {
      this.#viewport.forget();
      this.#viewport.select(null);
      this.#viewport.setChoices(noChoices);
      this.#stage.show(state.file);
      this.#isFirst = true;
      const view = savedView(this.#editor.read(), state.uri);
      if (view !== undefined) this.#viewport.restore(view);
    }
    this.#saveSoon();
  }

  #show(text: string): void {
    const file = this.#state?.file ?? noFile;
    // The text of a package is that of its first layer: the rest is on disk.
    const isPackage = file.location.endsWith(".usdz");
    const source = new TextEncoder().encode(text);
    // Threads start while it is read.
    if (this.#isFirst) this.#files.prepare(source);
    this.#isFirst = false;
    this.#stage.edit(isPackage ? null : text);
    this.#viewport.show({ file, source: isPackage ? null : source, edited: [] });
  }

  #saveSoon(): void {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => {
      if (this.#state === undefined) return;
      const saved: SavedPreview = { ...this.#state, view: this.#viewport.state };
      this.#editor.save(saved);
    }, SAVE);
  }
}
