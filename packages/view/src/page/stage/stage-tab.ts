/** The composed stage on the page: its tree, the selected prim, and the stage itself. */
import type { StageChoices, StagePlace } from "../../protocol/stage-messages.ts";
import type { ViewState } from "../../protocol/view-state.ts";
import type { EditedLayerView } from "../../protocol/edit-messages.ts";
import { isAssetName } from "../../draw/asset-name.ts";
import { element } from "../dom.ts";
import { baseName } from "../file-names.ts";
import { StageEditing, type GizmoViewport } from "./stage-editing.ts";
import { Tabs } from "../layout/tabs.ts";
import { PrimPanel } from "./prim-panel.ts";
import { noChoices } from "../../stage/stage-choices.ts";
import { StageClient } from "./stage-client.ts";
import type { StageHost } from "./stage-host.ts";
import { StageInfoPanel } from "./stage-info-panel.ts";
import { StagePanel } from "./stage-panel.ts";
import { TexturePictures, type ReadTexture } from "./texture-pictures.ts";

/** Milliseconds after a keystroke before the stage is composed with the text. */
const TYPING = 300;

/** Milliseconds between values while the stage plays. */
const PLAYING = 250;

/** Events of the user. */
export interface StageTabListener {
  /** Opens a layer of the stage of a file. */
  onOpen(file: number, place: StagePlace): void;
  onSelect(path: string): void;
  /** The selected prim is to fill the image. */
  onFrame(): void;
  onChoices(choices: StageChoices): void;
  /** The user chose another root layer. */
  onRoot(file: number): void;
  /** The panel of the prim or of the stage is to be seen. */
  onShow(panel: "prim" | "stage"): void;
  /** The panel of the stage has another number of errors. */
  onProblems(count: number): void;
  /** Layers have edits of the stage that are not saved. */
  onUnsaved(layers: readonly EditedLayerView[]): void;
  /** Whether edits of the stage can be saved. */
  canSave(): boolean;
  /** Returns a picture of the texture that an attribute of the stage names. */
  readonly readTexture: ReadTexture;
  /** Returns the number of the file whose stage is shown. */
  shownFile(): number;
}

/** Shows the stage of one file; composes nothing before the user looks at it. */
export class StageTab {
  /** The tree of the layer or of the stage, with the choice between them. */
  readonly element: HTMLElement;
  readonly prim: PrimPanel;
  readonly info: StageInfoPanel;
  readonly #listener: StageTabListener;
  readonly #client: StageClient | undefined;
  readonly #editing: StageEditing | undefined;
  readonly #panel: StagePanel;
  readonly #textures: TexturePictures;
  readonly #trees: Tabs<"layer-tree" | "stage-tree">;
  readonly #layerTree: HTMLElement;
  readonly #roots: HTMLSelectElement;
  #names: readonly string[] = [];
  #stamp = "";
  #isStarted = false;
  #typing: ReturnType<typeof setTimeout> | undefined;
  /** The shown time. */
  #time: number | null = null;
  /** Whether its values are shown soon. */
  #isWaiting = false;

  constructor(host: StageHost | undefined, layerTree: HTMLElement, listener: StageTabListener) {
    this.#listener = listener;
    this.#layerTree = layerTree;
    this.#roots = element("select", { attributes: { "aria-label": "Root layer of the stage" } });
    this.#roots.addEventListener("change", () => {
      if (this.mayLeave()) listener.onRoot(Number(this.#roots.value));
      else this.#showRoots();
    });
    this.#textures = new TexturePictures((path, size) => listener.readTexture(path, size));
    this.prim = new PrimPanel(
      {
        onProperty: (property) => void this.#showOpinions(property),
        onOpen: (place) => this.#open(place),
        onChoose: (change) => this.#choose(change),
        onReset: () => this.#choose(() => noChoices),
        onPrim: (path) => this.#goTo(path),
      },
      this.#textures,
    );
    this.info = new StageInfoPanel({
      onOpen: (place) => this.#open(place),
      onPrim: (path) => this.#goTo(path),
    });
    this.#panel = new StagePanel(this.#roots, {
      loadPage: async (prim, from) => await this.#client?.askCurrent<"children">({ kind: "children", prim, from }),
      locate: async (prim) => (await this.#client?.askCurrent<"locate">({ kind: "locate", prim }))?.numbers,
      search: async (text) => await this.#client?.askCurrent<"search">({ kind: "search", text }),
      onSelect: (path) => this.#select(path),
      onEnter: () => this.prim.focus(),
      onFrame: () => listener.onFrame(),
    });
    this.#client =
      host &&
      new StageClient(host, {
        onRevision: () => void this.#onRevision(),
        onProblem: (problem) => this.#panel.setProblem(problem),
      });
    this.#editing =
      this.#client &&
      new StageEditing(this.#client, {
        time: () => this.#time,
        onEdits: (view) => {
          listener.onUnsaved(view.layers);
          void this.#refresh();
        },
        onToggle: () => void this.#showPrim(),
      });
    if (this.#editing !== undefined) this.prim.element.prepend(this.#editing.panel.element);
    this.#trees = new Tabs("trees", "Prims of the layer or of the stage", (tree) => this.#showTree(tree));
    this.#trees.show(
      [
        { value: "layer-tree", label: "Layer", title: "The prims of the shown file" },
        { value: "stage-tree", label: "Stage", title: "The composed prims of the stage" },
      ],
      "layer-tree",
    );
    this.#trees.element.hidden = host === undefined;
    this.element = element("section", { class: "panel tree", attributes: { "aria-label": "Prims" } }, [
      element("div", { class: "trees-head" }, [element("h2", { text: "Prims" }), this.#trees.element]),
      layerTree,
      this.#panel.element,
    ]);
    this.#panel.element.hidden = true;
  }

  /** The handles over the image; undefined if the page cannot compose stages. */
  createGizmo(viewport: GizmoViewport): SVGSVGElement | undefined {
    return this.#editing?.createGizmo(viewport, () => this.#panel.selected);
  }

  /** The image is seen from elsewhere. */
  updateGizmo(): void {
    this.#editing?.gizmo?.update();
  }

  /** Whether there are edits of the stage that are not saved. */
  get hasEdits(): boolean {
    return this.#editing?.session.hasEdits === true;
  }

  /** Whether another stage may be shown: the user is asked about edits that are not saved. */
  mayLeave(): boolean {
    if (!this.hasEdits) return true;
    if (!confirm("Drop the edits of this stage? They are not saved.")) return false;
    void this.#editing?.session.discard();
    return true;
  }

  /** Whether the page can compose stages. */
  get isAvailable(): boolean {
    return this.#client !== undefined;
  }

  /** Follows the files of the server. */
  follow({ files, stages }: ViewState): void {
    this.#names = files.map(({ name }) => name);
    if (this.#editing !== undefined) this.#editing.panel.setAvailable(this.#listener.canSave());
    this.#showRoots();
    if (stages === this.#stamp) return;
    this.#stamp = stages;
    this.#textures.forget();
    void this.#refresh();
    void this.#editing?.session.refresh();
  }

  /** Shows the stage of another file, if it shows one. */
  setRoot(file: number): void {
    if (this.#isStarted) this.#setRoot(file);
  }

  /** Shows the tree of the stage. */
  showTree(): void {
    if (this.#client !== undefined) this.#showTree("stage-tree");
  }

  /** Selects a prim, if the stage is shown. */
  reveal(path: string): void {
    if (!this.#isStarted) return;
    void this.#panel.reveal(path);
    void this.#showPrim(path);
    // The user looks at a prim now; findings and plans stay.
    if (this.info.element.offsetParent !== null) this.#listener.onShow("prim");
  }

  /** Shows the values of another time; null: the default values. */
  setTime(time: number | null): void {
    if (time === this.#time) return;
    this.#time = time;
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => {
      this.#isWaiting = false;
      if (this.#isStarted) void this.#showPrim();
    }, PLAYING);
  }

  /** The text of the editor has changed; null: the file is shown as it is. */
  edit(file: number, text: (() => string) | null): void {
    const client = this.#client;
    if (client === undefined) return;
    clearTimeout(this.#typing);
    const apply = (): void => {
      client.edit(file, text === null ? null : text());
      void this.#refresh();
    };
    if (text === null) apply();
    else this.#typing = setTimeout(apply, TYPING);
  }

  /** Composes the stage, from now on. */
  start(): void {
    if (this.#client === undefined || this.#isStarted) return;
    this.#isStarted = true;
    this.#setRoot(Math.max(0, this.#listener.shownFile()));
  }

  #showTree(tree: "layer-tree" | "stage-tree"): void {
    const isStage = tree === "stage-tree";
    this.#trees.choose(tree);
    this.#layerTree.hidden = isStage;
    this.#panel.element.hidden = !isStage;
    if (!isStage) return;
    this.start();
    this.#listener.onShow(this.#panel.selected === null ? "stage" : "prim");
  }

  #setRoot(file: number): void {
    if (this.#client === undefined) return;
    this.#client.file = file;
    this.info.clear();
    this.prim.show(null);
    this.prim.setChoices(noChoices);
    this.#showRoots();
    void this.#refresh();
  }

  #showRoots(): void {
    const chosen = String(this.#client?.file ?? 0);
    this.#roots.replaceChildren(
      ...this.#names.map((name, i) => element("option", { text: name, attributes: { value: String(i) } })),
    );
    this.#roots.value = chosen;
    this.#roots.hidden = this.#names.length < 2;
  }

  #choose(change: (choices: StageChoices) => StageChoices): void {
    const client = this.#client;
    if (client === undefined) return;
    client.choices = change(client.choices);
    this.prim.setChoices(client.choices);
    this.#listener.onChoices(client.choices);
    void this.#refresh();
  }

  /** Asks for the stage: another revision of it is then shown. */
  async #refresh(): Promise<void> {
    if (this.#client === undefined || !this.#isStarted) return;
    const name = this.#names[this.#client.file] ?? "";
    if (isAssetName(name)) {
      this.#panel.setProblem(`${baseName(name)} is a model without a stage. Convert it to USD to see its prims`);
      return;
    }
    const view = await this.#client.ask<"stage">({ kind: "stage" });
    if (view !== undefined) this.info.show(view);
  }

  async #onRevision(): Promise<void> {
    this.info.showProblems(null);
    await Promise.all([this.#panel.rebuild(), this.#showPrim()]);
    const problems = await this.#client?.ask<"problems">({ kind: "problems" });
    if (problems === undefined) return;
    this.info.showProblems(problems);
    this.#listener.onProblems(problems.count);
    // Prototypes and layers of arcs are known now.
    await Promise.all([this.#showPrim(), this.#refresh()]);
  }

  /** Selects a prim that the tree may not show yet. */
  #goTo(path: string): void {
    void this.#panel.reveal(path);
    this.#select(path);
  }

  #select(path: string): void {
    void this.#showPrim(path);
    this.#listener.onSelect(path);
    this.#listener.onShow("prim");
  }

  async #showPrim(path: string | null = this.#panel.selected): Promise<void> {
    if (path === null) return;
    const view = await this.#client?.askCurrent<"prim">({ kind: "prim", prim: path, time: this.#time });
    if (view === undefined || path !== this.#panel.selected) return;
    this.prim.show(view.prim);
    await this.#editing?.show(view.prim, this.prim.property);
    const { property } = this.prim;
    if (view.prim !== null && property !== null) await this.#showOpinions(property);
  }

  async #showOpinions(name: string | null): Promise<void> {
    const prim = this.#panel.selected;
    this.#editing?.showProperty(name);
    if (name === null || prim === null) return;
    const answer = await this.#client?.askCurrent<"opinions">({ kind: "opinions", property: `${prim}.${name}` });
    if (answer === undefined || name !== this.prim.property || prim !== this.#panel.selected) return;
    this.prim.showOpinions(`Opinions about ${name}, strongest first`, answer.opinions);
  }

  #open(place: StagePlace): void {
    this.#listener.onOpen(this.#client?.file ?? 0, place);
  }
}
