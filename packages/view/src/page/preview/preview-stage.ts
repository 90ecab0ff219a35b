/** The composed stage beside the image of a preview: its tree and the selected prim, composed once the user opens it. */
import type { StageChoices, StagePlace } from "../../protocol/stage-messages.ts";
import type { DrawnFile } from "../../protocol/draw-messages.ts";
import { noChoices } from "../../stage/stage-choices.ts";
import { element } from "../dom.ts";
import { PrimPanel } from "../stage/prim-panel.ts";
import { StageClient } from "../stage/stage-client.ts";
import { StagePanel } from "../stage/stage-panel.ts";
import { TexturePictures, type ReadTexture } from "../stage/texture-pictures.ts";
import { WorkerStages, type StageWorker } from "../stage/worker-stages.ts";
import type { FilesChanged } from "../workers/preview-file-messages.ts";

/** Milliseconds after an edit, or between values while the stage plays. */
const SETTLE = 300;

/** A worker that can be told of changes, and ended. */
export interface PreviewStageWorker extends Omit<StageWorker, "postMessage"> {
  postMessage(request: Parameters<StageWorker["postMessage"]>[0] | FilesChanged, moved: Transferable[]): void;
  terminate(): void;
}

/** Events of the user, and what the panel needs. */
export interface PreviewStageListener {
  /** Starts the worker that composes the stage. */
  startWorker(): PreviewStageWorker;
  onSelect(path: string): void;
  /** The selected prim is to fill the image. */
  onFrame(): void;
  onChoices(choices: StageChoices): void;
  /** Shows the place of an opinion in its layer. */
  onOpen(place: StagePlace): void;
  readonly readTexture: ReadTexture;
}

/** Shows the stage of one document at a time. */
export class PreviewStage {
  readonly element: HTMLDetailsElement;
  readonly #listener: PreviewStageListener;
  readonly #panel: StagePanel;
  readonly #prim: PrimPanel;
  readonly #textures: TexturePictures;
  #file: DrawnFile | undefined;
  #text: string | null = null;
  #time: number | null = null;
  #client: StageClient | undefined;
  #worker: PreviewStageWorker | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;

  constructor(listener: PreviewStageListener) {
    this.#listener = listener;
    this.#textures = new TexturePictures((path, size) => listener.readTexture(path, size));
    this.#prim = new PrimPanel(
      {
        onProperty: (property) => void this.#showOpinions(property),
        onOpen: (place) => listener.onOpen(place),
        onChoose: (change) => this.#choose(change),
        onReset: () => this.#choose(() => noChoices),
        onPrim: (path) => this.#select(path),
      },
      this.#textures,
    );
    this.#panel = new StagePanel(element("span"), {
      loadPage: async (prim, from) => await this.#client?.askCurrent<"children">({ kind: "children", prim, from }),
      locate: async (prim) => (await this.#client?.askCurrent<"locate">({ kind: "locate", prim }))?.numbers,
      search: async (text) => await this.#client?.askCurrent<"search">({ kind: "search", text }),
      onSelect: (path) => this.#select(path),
      onEnter: () => this.#prim.focus(),
      onFrame: () => listener.onFrame(),
    });
    this.element = element("details", { class: "preview-stage", on: { toggle: () => void this.#start() } }, [
      element("summary", { text: "Stage", title: "The composed prims of the stage, and the values of one" }),
      element("section", { class: "panel tree", attributes: { "aria-label": "Prims" } }, [this.#panel.element]),
      this.#prim.element,
    ]);
  }

  /** Shows the stage of another document; undefined: its files cannot be read. */
  show(file: DrawnFile | undefined): void {
    this.#file = file;
    this.#text = null;
    this.#client = undefined;
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#textures.forget();
    this.#prim.show(null);
    this.#prim.setChoices(noChoices);
    this.element.hidden = file === undefined;
    void this.#start();
  }

  /** The document has another text; null: the stage is that of the file itself. */
  edit(text: string | null): void {
    this.#text = text;
    this.#soon(() => this.#client?.edit(0, text));
  }

  /** Files of the stage have changed. */
  filesChanged(): void {
    this.#worker?.postMessage({ kind: "files-changed" }, []);
    this.#textures.forget();
    this.#soon(() => undefined);
  }

  /** Selects a prim. */
  reveal(path: string | null): void {
    if (path === null || this.#client === undefined) return;
    void this.#panel.reveal(path);
    void this.#showPrim(path);
  }

  /** Shows the values of another time; null: the default values. */
  setTime(time: number | null): void {
    if (time === this.#time) return;
    this.#time = time;
    if (this.#client !== undefined) this.#soon(() => void this.#showPrim());
  }

  /** Composes the stage, if it is open. */
  async #start(): Promise<void> {
    const file = this.#file;
    if (!this.element.open || file === undefined || this.#client !== undefined) return;
    const worker = this.#listener.startWorker();
    this.#worker = worker;
    // The worker fetches the files, also that of the document.
    const files = [{ location: file.location, bytes: new Uint8Array() }];
    const host = new WorkerStages(() => worker, files, file.composition);
    this.#client = new StageClient(host, {
      onRevision: () => void Promise.all([this.#panel.rebuild(), this.#showPrim()]),
      onProblem: (problem) => this.#panel.setProblem(problem),
    });
    if (this.#text !== null) this.#client.edit(0, this.#text);
    await this.#refresh();
  }

  /** Does something and asks for the stage after events that often follow each other. */
  #soon(change: () => void): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      change();
      void this.#refresh();
    }, SETTLE);
  }

  /** Another revision of the stage is then shown. */
  async #refresh(): Promise<void> {
    await this.#client?.ask<"stage">({ kind: "stage" });
  }

  #choose(change: (choices: StageChoices) => StageChoices): void {
    const client = this.#client;
    if (client === undefined) return;
    client.choices = change(client.choices);
    this.#prim.setChoices(client.choices);
    this.#listener.onChoices(client.choices);
    void this.#refresh();
  }

  #select(path: string): void {
    this.reveal(path);
    this.#listener.onSelect(path);
  }

  async #showPrim(path: string | null = this.#panel.selected): Promise<void> {
    if (path === null) return;
    const view = await this.#client?.askCurrent<"prim">({ kind: "prim", prim: path, time: this.#time });
    if (view === undefined || path !== this.#panel.selected) return;
    this.#prim.show(view.prim);
    if (view.prim !== null) await this.#showOpinions(this.#prim.property);
  }

  async #showOpinions(name: string | null): Promise<void> {
    const prim = this.#panel.selected;
    if (name === null || prim === null) return;
    const answer = await this.#client?.askCurrent<"opinions">({ kind: "opinions", property: `${prim}.${name}` });
    if (answer === undefined || name !== this.#prim.property || prim !== this.#panel.selected) return;
    this.#prim.showOpinions(`Opinions about ${name}, strongest first`, answer.opinions);
  }
}
