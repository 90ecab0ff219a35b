/** The page: its panels and their synchronization. */
import type { FindingRow } from "../protocol/code-view.ts";
import type { DocumentView, TreeRow } from "../protocol/document-messages.ts";
import type { EditedLayerView } from "../protocol/edit-messages.ts";
import type { PageSettings } from "../protocol/page-settings.ts";
import type { StagePlace } from "../protocol/stage-messages.ts";
import { noState, type FileState, type ViewState } from "../protocol/view-state.ts";
import { decodeExactly } from "../document/decode-text.ts";
import { MAX_EDITOR_BYTES } from "../document/editor-limit.ts";
import { isBinaryLayer } from "@usdkit/usd";
import { CodeRules } from "./code-rules.ts";
import { DocumentClient } from "./document-client.ts";
import { element } from "./dom.ts";
import { Editor } from "./editor/editor.ts";
import { LanguageClient, RENDER_CAMERA } from "./editor/language-client.ts";
import type { ReferenceRow } from "./editor/references.ts";
import { isAssetName } from "../draw/asset-name.ts";
import { baseName } from "./file-names.ts";
import { FileSession } from "./file-session.ts";
import { showImage } from "./layout/image-dialog.ts";
import { BottomPanels } from "./layout/bottom-panels.ts";
import { bottomPanels, type BottomTab } from "./app-panels.ts";
import { DrawnRoot } from "./drawn-root.ts";
import { Badge } from "./layout/badge.ts";
import { Banner } from "./layout/banner.ts";
import { buildFrame } from "./layout/frame.ts";
import type { PageWorkers } from "./start-workers.ts";
import { SaveStatus } from "./layout/save-status.ts";
import { Tabs } from "./layout/tabs.ts";
import { ThemeSwitch } from "./layout/theme.ts";
import { FindingsPanel } from "./panels/findings-panel.ts";
import { PlanPanel } from "./panels/plan-panel.ts";
import { ReferencesPanel } from "./panels/references-panel.ts";
import { primAtLine } from "./panels/prim-at-line.ts";
import { TreePanel } from "./panels/tree-panel.ts";
import type { FileContent, Source } from "./source.ts";
import { PlaceOpener } from "./stage/place-opener.ts";
import { StageTab } from "./stage/stage-tab.ts";
import { followKeys } from "./viewport/keys.ts";
import { ViewportPanel } from "./viewport/viewport-panel.ts";

/** Milliseconds after a keystroke before the text is read. */
const TYPING = 120;
/** Maximum number of milliseconds that text and findings wait for the first image. */
const MAX_WAIT = 1500;

/** Shows the files of a source. */
export class App {
  readonly #source: Source;
  readonly #session: FileSession;
  readonly #language: LanguageClient;
  readonly #editor: Editor;
  readonly #documents: DocumentClient;
  readonly #codeRules: CodeRules;
  readonly #viewport: ViewportPanel;
  readonly #tree: TreePanel;
  readonly #findings: FindingsPanel;
  readonly #plan: PlanPanel;
  readonly #references: ReferencesPanel;
  readonly #stage: StageTab;
  readonly #places: PlaceOpener;
  readonly #root: DrawnRoot;
  readonly #files: Tabs<string>;
  readonly #bottom: BottomPanels<BottomTab>;
  readonly #banner = new Banner();
  readonly #saving: SaveStatus;
  readonly #badge = new Badge();
  readonly #theme: ThemeSwitch;
  #state: ViewState = noState;
  /** Whether the file is opened as a layer of the stage. */
  #isPlace = false;
  /** Whether the tree of the stage was shown because the file is one. */
  #hasShownStage = false;
  /** Counts contents of files: only the last one is shown. */
  #content = 0;
  #isTextNew = true;
  /** Whether the text that is being checked was typed: others are drawn already. */
  #isTyped = false;
  #rows: readonly TreeRow[] = [];
  #selected: string | null = null;
  #isReadOnly = false;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(source: Source, workers: PageWorkers) {
    this.#source = source;
    this.#theme = new ThemeSwitch(() => this.#onTheme());
    const listener = {
      onChange: (text: () => string) => this.#onEdit(text),
      onTooLong: (length: number) => {
        const [size, limit] = [length, MAX_EDITOR_BYTES].map((units) => Math.round(units / 2 ** 20));
        this.#banner.showBriefly(
          `The text would have ${size} MiB; the editor shows at most ${limit} MiB. Nothing was changed.`,
        );
      },
      onCommand: (command: string, parameters: readonly unknown[]) => this.#onCommand(command, parameters),
      onReferences: (rows: readonly ReferenceRow[], isNew: boolean) => this.#showReferences(rows, isNew),
      onOpenLink: (assetPath: string) => void this.#openLink(assetPath),
      onCursor: (line: number) => this.#selectAt(line),
    };
    this.#language = new LanguageClient(workers.language, (message) => this.#banner.showBriefly(message));
    this.#editor = new Editor(listener, this.#language);
    this.#session = new FileSession(source, {
      onOpen: (file, index) => this.#onOpen(file, index),
      onContent: (content) => this.#onContent(content),
      onSettings: (settings) => this.#onSettings(settings),
      onMessage: (message, actions) => this.#banner.show(message, actions),
      onStatus: () => this.#showStatus(),
      readText: () => this.#editor.text,
    });
    this.#saving = new SaveStatus(this.#session);
    this.#tree = new TreePanel(
      (row) => this.#select(row.path, true),
      (row) => {
        this.#select(row.path, true);
        this.#viewport.frame();
      },
    );
    this.#findings = new FindingsPanel((finding) => this.#openFinding(finding));
    this.#plan = new PlanPanel((path) => this.#select(path.replace(/\.[^./]*$/, ""), true));
    this.#references = new ReferencesPanel((index, hasFocus) => this.#editor.showReference(index, hasFocus));
    this.#places = new PlaceOpener({
      source,
      session: this.#session,
      rows: () => this.#rows,
      reveal: (place) => this.#editor.reveal(place, true),
    });
    this.#stage = new StageTab(source.stages, this.#tree.element, {
      onOpen: (file, place) => void this.#openPlace(file, place),
      onSelect: (path) => {
        this.#selected = path;
        this.#viewport.select(path);
      },
      onFrame: () => this.#viewport.frame(),
      onChoices: (choices) => this.#viewport.setChoices(choices),
      onRoot: (file) => this.#root.set(file),
      onShow: (panel) => this.#bottom.show(panel),
      onProblems: (count) => this.#bottom.count("stage", count),
      onUnsaved: (layers) => this.#onUnsaved(layers),
      canSave: () => this.#state.canSave,
      readTexture: (path, size) => this.#viewport.client.texture(path, size),
      shownFile: () => Math.max(0, this.#root.file),
    });
    this.#documents = new DocumentClient(workers.document, {
      onView: (view) => this.#onView(view),
      onRows: (rows) => this.#tree.add(rows),
      onProblem: (problem) => this.#banner.show(problem),
    });
    this.#codeRules = new CodeRules(source, (view) => this.#showFindings(view));
    this.#viewport = new ViewportPanel({
      theme: this.#theme,
      worker: workers.draw,
      onPick: (path) => this.#select(path, true),
      onStage: () => this.#showStage(),
      onTime: (time) => this.#stage.setTime(time),
      onChange: () => this.#stage.updateGizmo(),
    });
    const gizmo = this.#stage.createGizmo(this.#viewport.viewport);
    if (gizmo !== undefined) this.#viewport.viewport.element.append(gizmo);
    this.#root = new DrawnRoot({
      viewport: () => this.#viewport,
      state: () => this.#state,
      shown: () => this.#session.shown,
      onRoot: (file) => {
        this.#hasShownStage = false;
        this.#stage.setRoot(file);
      },
    });
    this.#files = new Tabs("files", "Files", (index) => void this.open(Number(index)));
    this.#bottom = new BottomPanels<BottomTab>(
      "Findings, plan, references and stage",
      bottomPanels(this.#stage, this.#findings, this.#plan, this.#references),
      (name) => {
        if (name === "prim" || name === "stage") this.#stage.start();
      },
    );
  }

  /** Shows the page in an element. */
  start(root: HTMLElement): void {
    root.replaceChildren(this.#layout());
    followKeys(this.#viewport, () => this.#select(null, false));
    const onState = this.#onState.bind(this);
    this.#source.listen(onState, (isConnected) => this.#saving.setConnected(isConnected));
  }

  /** Returns the text of the editor. */
  get text(): string {
    return this.#editor.text;
  }

  #layout(): HTMLElement {
    return buildFrame({
      header: [
        element("h1", { class: "brand", text: "usda" }),
        this.#files.element,
        element("span", { class: "grow" }),
        this.#badge.element,
        this.#saving.status,
        this.#saving.button,
        this.#theme.button,
      ],
      tree: this.#stage.element,
      banner: this.#banner.element,
      editor: this.#editor.element,
      bottom: this.#bottom.elements,
      viewport: this.#viewport.element,
    });
  }

  #onState(state: ViewState): void {
    const before = this.#state;
    this.#state = state;
    if (before.files.length !== state.files.length) {
      const choices = state.files.map(({ name }, i) => ({ value: String(i), label: baseName(name), title: name }));
      this.#files.show(choices, String(Math.max(0, this.#session.shown)));
    }
    this.#stage.follow(state);
    if (this.#session.shown >= 0 && before.assets !== state.assets) this.#viewport.reloadAssets();
    if (before.stages !== state.stages) this.#viewport.refreshFiles();
    void this.#session.setState(state);
  }

  /** Draws edits of the stage that are not saved; the text cannot be typed in until they are. */
  #onUnsaved(layers: readonly EditedLayerView[]): void {
    this.#editor.setReadOnly(this.#isReadOnly || this.#stage.hasEdits);
    this.#root.setSteps(layers);
  }

  /** Stages are shown with their composed prims. */
  #showStage(): void {
    if (this.#hasShownStage) return;
    this.#hasShownStage = true;
    this.#stage.showTree();
  }

  /** Shows a file of the source. */
  async open(index: number): Promise<void> {
    if (index === this.#session.shown || this.#stage.mayLeave()) await this.#session.open(index);
    this.#files.choose(String(this.#session.shown));
  }

  /** Opens the file that an asset path of the shown file names. */
  async #openLink(assetPath: string): Promise<void> {
    const from = this.#session.shown;
    try {
      const target = await this.#source.openLink(from, assetPath);
      if (from !== this.#session.shown) return;
      if ("image" in target) showImage(target.image, assetPath);
      else await this.open(target.index);
    } catch (error) {
      this.#banner.showBriefly(`${assetPath}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Opens a layer of the stage of a file, at a statement. */
  async #openPlace(file: number, place: StagePlace): Promise<void> {
    try {
      this.#isPlace = true;
      await this.#places.open(file, place);
      this.#files.choose(String(this.#session.shown));
    } catch (error) {
      this.#banner.showBriefly(`${place.name}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      this.#isPlace = false;
    }
  }

  /** Clears the panels for another file. */
  #onOpen(file: FileState | undefined, index: number): void {
    this.#selected = null;
    this.#content++;
    this.#files.choose(String(index));
    document.title = `${baseName(file?.name ?? "")} – usda view`;
    this.#rows = [];
    this.#editor.show("");
    this.#editor.setReadOnly(file?.isPacked === true);
    this.#isTextNew = true;
    this.#tree.show([], 0);
    this.#codeRules.forget(index);
    this.#findings.show({ findings: [], counts: { error: 0, warning: 0, info: 0 }, inBaseline: 0, problem: null });
    this.#badge.show(null);
    if (!this.#isPlace) this.#root.set(index);
  }

  /** Shows a content: the image, then the text, then everything that the workers find out. */
  async #onContent({ bytes }: FileContent): Promise<void> {
    const content = ++this.#content;
    this.#isTyped = false;
    const name = this.#state.files[this.#session.shown]?.name ?? "";
    this.#root.draw(this.#root.file === this.#session.shown ? bytes : null);
    // Text and findings would delay it.
    await Promise.race([this.#viewport.firstImage, new Promise((resolve) => setTimeout(resolve, MAX_WAIT))]);
    if (content !== this.#content) return;
    if (isAssetName(name)) {
      this.#editor.setReadOnly(true);
      return;
    }
    const text = isBinaryLayer(bytes) || bytes.length > MAX_EDITOR_BYTES ? null : decodeExactly(bytes);
    if (text !== null) await this.#editor.prepare(text);
    if (content !== this.#content) return;
    if (text !== null && !this.#session.isEdited) this.#showText(text);
    await this.#session.needSettings();
    if (content === this.#content && !this.#session.isEdited) this.#documents.readFile(new Uint8Array(bytes));
  }

  #onSettings(settings: PageSettings): void {
    this.#findings.setSettings(settings);
    this.#codeRules.setRules(settings.isIgnored ? [] : settings.codeRules);
    this.#documents.setSettings(settings);
    this.#language.setSettings(settings);
  }

  #onView(view: DocumentView): void {
    this.#rows = this.#tree.show(view.tree, view.hiddenPrims);
    if (view.text !== null && !this.#session.isEdited) this.#showText(view.text);
    else if (view.readOnly !== null) this.#editor.show("");
    if (!this.#session.isEdited) {
      const isPacked = this.#state.files[this.#session.shown]?.isPacked === true;
      const readOnly = view.readOnly ?? (isPacked ? "A layer in a package: read-only" : null);
      this.#isReadOnly = readOnly !== null;
      this.#editor.setReadOnly(this.#isReadOnly || this.#stage.hasEdits);
      if (readOnly !== null) this.#banner.show(readOnly);
    }
    this.#places.show();
    this.#showFindings(this.#codeRules.add(view));
    this.#plan.show(view.plan);
    if (this.#isTyped) this.#root.draw(view.source);
  }

  #showFindings(view: DocumentView): void {
    this.#editor.mark(view.text === null && view.readOnly !== null ? [] : view.findings, view.source);
    this.#findings.show(view);
    this.#showCounts(view.counts);
  }

  /** Sends the first text of a file to the language server as a whole. */
  #showText(text: string): void {
    if (this.#isTextNew) this.#editor.open(text);
    else this.#editor.show(text);
    this.#isTextNew = false;
    this.#places.show();
  }

  #onEdit(text: () => string): void {
    this.#session.edit();
    this.#banner.hideBrief();
    clearTimeout(this.#typing);
    this.#isTyped = true;
    this.#stage.edit(this.#session.shown, text);
    this.#typing = setTimeout(() => this.#documents.readText(text()), TYPING);
  }

  #onCommand(command: string, [, path]: readonly unknown[]): void {
    if (command !== RENDER_CAMERA || typeof path !== "string") return;
    this.#viewport.lookThrough(path);
    this.#select(path, false);
  }

  /** Selects a prim in all panels. */
  #select(path: string | null, isTextFollowing: boolean): void {
    this.#selected = path;
    this.#tree.select(path);
    this.#viewport.select(path);
    if (path !== null && isTextFollowing) this.#stage.reveal(path);
    const row = this.#rows.find((each) => each.path === path);
    if (row !== undefined && isTextFollowing) this.#editor.reveal(row.start, false);
  }

  /** Selects the innermost prim of a line. */
  #selectAt(line: number): void {
    const found = primAtLine(this.#rows, line);
    if (found !== undefined && found.path !== this.#selected) this.#select(found.path, false);
  }

  #openFinding({ start, primPath }: FindingRow): void {
    this.#editor.reveal(start, true);
    if (primPath !== "/") this.#select(primPath, false);
  }

  #showCounts(counts: DocumentView["counts"]): void {
    this.#badge.show(counts);
    this.#bottom.count("findings", counts.error + counts.warning + counts.info);
  }

  #showReferences(rows: readonly ReferenceRow[], isNew: boolean): void {
    this.#references.show(rows, isNew);
    this.#bottom.count("references", rows.length);
    if (isNew) this.#bottom.show("references");
  }

  #showStatus(): void {
    this.#saving.show();
    if (!this.#session.isEdited) (this.#stage as StageTab | undefined)?.edit(this.#session.shown, null);
  }

  #onTheme(): void {
    // The constructor calls this before the viewport exists.
    (this.#viewport as ViewportPanel | undefined)?.viewport.invalidate();
  }
}
