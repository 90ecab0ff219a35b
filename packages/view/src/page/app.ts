/** The page: its panels and their synchronization. */
import type { DocumentView, FindingRow, TextPlace, TreeRow } from "../protocol/document-messages.ts";
import type { FileState, ViewState } from "../protocol/view-state.ts";
import { MAX_EDITOR_BYTES } from "../document/editor-limit.ts";
import { isBinary } from "../document/is-binary.ts";
import { DocumentClient } from "./document-client.ts";
import { element, icon } from "./dom.ts";
import { Editor } from "./editor/editor.ts";
import { LanguageClient } from "./editor/language-client.ts";
import { buildFrame } from "./layout/frame.ts";
import type { PageWorkers } from "./start-workers.ts";
import { Tabs } from "./layout/tabs.ts";
import { ThemeSwitch } from "./layout/theme.ts";
import { FindingsPanel } from "./panels/findings-panel.ts";
import { PlanPanel } from "./panels/plan-panel.ts";
import { TreePanel } from "./panels/tree-panel.ts";
import type { Source } from "./source.ts";
import { ViewportPanel } from "./viewport/viewport-panel.ts";

/** Milliseconds after a keystroke before the text is read. */
const TYPING = 120;
/** Maximum number of milliseconds that text and findings wait for the first image. */
const MAX_WAIT = 1500;

/** Shows the files of a source. */
export class App {
  readonly #source: Source;
  readonly #editor: Editor;
  readonly #documents: DocumentClient;
  readonly #picture: ViewportPanel;
  readonly #tree: TreePanel;
  readonly #findings: FindingsPanel;
  readonly #plan: PlanPanel;
  readonly #files: Tabs<string>;
  readonly #bottom: Tabs<"findings" | "plan">;
  readonly #banner = element("div", { class: "banner", attributes: { role: "alert", hidden: "" } });
  readonly #badge = element("div", { class: "badge", attributes: { role: "status" } });
  readonly #connection = element("span", { class: "connection", text: "connecting" });
  readonly #theme: ThemeSwitch;
  #state: ViewState = { files: [], assets: "" };
  #shown = -1;
  #version = "";
  #isEdited = false;
  #isTextNew = true;
  /** Whether the text that is being checked is drawn already. */
  #isPictureAhead = false;
  #rows: readonly TreeRow[] = [];
  #selected: string | null = null;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(root: HTMLElement, source: Source, workers: PageWorkers) {
    this.#source = source;
    this.#theme = new ThemeSwitch(() => this.#onTheme());
    const listener = {
      onChange: (text: () => string) => this.#onEdit(text),
      onCursor: (line: number) => this.#selectAt(line),
    };
    this.#editor = new Editor(listener, new LanguageClient(workers.language));
    this.#tree = new TreePanel(
      (row) => this.#select(row.path, true),
      (row) => {
        this.#select(row.path, true);
        this.#picture.frame();
      },
    );
    this.#findings = new FindingsPanel((finding) => this.#openFinding(finding));
    this.#plan = new PlanPanel((path) => this.#select(path.replace(/\.[^./]*$/, ""), true));
    this.#documents = new DocumentClient(workers.document, {
      onView: (view) => this.#onView(view),
      onProblem: (problem) => this.#say(problem),
    });
    this.#picture = new ViewportPanel({
      theme: this.#theme,
      worker: workers.draw,
      onPick: (path) => this.#select(path, true),
    });
    this.#files = new Tabs("files", "Files", (index) => void this.#open(Number(index)));
    this.#bottom = new Tabs("bottom-tabs", "Findings and plan", (name) => this.#showBottom(name));
    root.replaceChildren(this.#layout());
    this.#showBottom("findings");
    document.addEventListener("keydown", (event) => this.#onKey(event));
    source.listen(
      (state) => void this.#onState(state),
      (isConnected) => this.#onConnection(isConnected),
    );
  }

  /** Returns the text of the editor. */
  get text(): string {
    return this.#editor.text;
  }

  /** Passes asset bytes to a page without a server. */
  giveAsset(meshId: string, bytes: Uint8Array): void {
    this.#picture.client.giveAsset(meshId, bytes);
    this.#picture.reloadAssets();
  }

  #layout(): HTMLElement {
    const themeButton = element(
      "button",
      {
        class: "icon-button theme",
        title: "Dark or light",
        attributes: { type: "button" },
        on: { click: () => this.#theme.toggle() },
      },
      [icon("sun"), icon("moon")],
    );
    this.#bottom.show(
      [
        { value: "findings", label: "Findings" },
        { value: "plan", label: "Plan" },
      ],
      "findings",
    );
    return buildFrame({
      header: [
        element("span", { class: "brand", text: "usda" }),
        this.#files.element,
        element("span", { class: "grow" }),
        this.#badge,
        this.#connection,
        themeButton,
      ],
      tree: this.#tree.element,
      banner: this.#banner,
      editor: this.#editor.element,
      bottom: [this.#bottom.element, this.#findings.element, this.#plan.element],
      picture: this.#picture.element,
    });
  }

  async #onState(state: ViewState): Promise<void> {
    const before = this.#state;
    this.#state = state;
    const isFirst = this.#shown < 0;
    if (before.files.length !== state.files.length) {
      const choices = state.files.map(({ name }, i) => ({ value: String(i), label: baseName(name), title: name }));
      this.#files.show(choices, "0");
    }
    if (!isFirst && before.assets !== state.assets) this.#picture.reloadAssets();
    if (isFirst) await this.#open(0);
    else await this.#refresh();
  }

  async #open(index: number): Promise<void> {
    if (index === this.#shown) return;
    if (this.#isEdited && !confirm("Drop the changes of this text? They are not saved.")) {
      this.#files.choose(String(this.#shown));
      return;
    }
    this.#shown = index;
    this.#version = "";
    this.#isEdited = false;
    this.#selected = null;
    this.#files.choose(String(index));
    document.title = `${baseName(this.#state.files[index]?.name ?? "")} – usda view`;
    this.#clear();
    await this.#refresh();
  }

  /** Clears the panels for another file. */
  #clear(): void {
    this.#rows = [];
    this.#editor.show("");
    this.#isTextNew = true;
    this.#tree.show([], 0);
    this.#findings.show({ findings: [], counts: { error: 0, warning: 0, info: 0 } });
    this.#badge.replaceChildren();
    this.#picture.forget();
  }

  /** Reads the shown file, if it changed. */
  async #refresh(): Promise<void> {
    const file = this.#file();
    if (file === undefined) return;
    if (file.problem !== null) {
      // Keeps the previous content: the file may come back.
      this.#version = "";
      this.#say(`${file.name}: ${file.problem}`);
      return;
    }
    if (file.version === this.#version) return;
    if (this.#isEdited) {
      this.#offerFile(file);
      return;
    }
    this.#version = file.version;
    await this.#read(file);
  }

  async #read(file: FileState): Promise<void> {
    const index = this.#shown;
    try {
      const { bytes, version } = await this.#source.read(index, file.version);
      if (index !== this.#shown) return;
      this.#version = version;
      this.#say(null);
      // A text can be drawn before it is checked.
      this.#isPictureAhead = !isBinary(bytes);
      if (this.#isPictureAhead) {
        this.#picture.show(bytes, null);
        // Text and findings would delay it.
        await Promise.race([this.#picture.firstImage, new Promise((resolve) => setTimeout(resolve, MAX_WAIT))]);
        if (index !== this.#shown || version !== this.#version) return;
        if (bytes.length <= MAX_EDITOR_BYTES) this.#showText(new TextDecoder().decode(bytes));
      }
      this.#documents.readFile(new Uint8Array(bytes));
    } catch (error) {
      this.#say(`${file.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #onView(view: DocumentView): void {
    this.#rows = view.tree;
    if (view.text !== null && !this.#isEdited) this.#showText(view.text);
    else if (view.readOnly !== null) this.#editor.show("");
    if (!this.#isEdited) {
      this.#editor.setReadOnly(view.readOnly !== null);
      if (view.readOnly !== null) this.#say(view.readOnly);
    }
    this.#editor.mark(view.text === null && view.readOnly !== null ? [] : view.findings);
    this.#tree.show(view.tree, view.hiddenPrims);
    this.#findings.show(view);
    this.#plan.show(view.plan);
    this.#showCounts(view.counts);
    if (this.#isPictureAhead) this.#picture.showTimes(view.time);
    else this.#picture.show(view.source, view.time);
    this.#isPictureAhead = false;
  }

  /** Sends the first text of a file to the language server as a whole. */
  #showText(text: string): void {
    if (this.#isTextNew) this.#editor.open(text);
    else this.#editor.show(text);
    this.#isTextNew = false;
  }

  #onEdit(text: () => string): void {
    this.#isEdited = true;
    this.#connection.textContent = "edited, not saved";
    clearTimeout(this.#typing);
    this.#isPictureAhead = false;
    this.#typing = setTimeout(() => this.#documents.readText(text()), TYPING);
  }

  #offerFile(file: FileState): void {
    this.#say(`${file.name} changed on disk. Your changes on this page are not saved.`, {
      label: "Show the file",
      onClick: () => {
        this.#isEdited = false;
        void this.#refresh();
        this.#onConnection(true);
      },
    });
  }

  /** Selects a prim in all panels. */
  #select(path: string | null, isTextFollowing: boolean): void {
    this.#selected = path;
    this.#tree.select(path);
    this.#picture.select(path);
    const row = this.#rows.find((each) => each.path === path);
    if (row !== undefined && isTextFollowing) this.#editor.reveal(row.start, false);
  }

  /** Returns the innermost prim of a line. */
  #selectAt(line: number): void {
    let found: TreeRow | undefined;
    for (const row of this.#rows) {
      if (row.start.line > line) break;
      if (row.kind === "prim" && row.endLine >= line) found = row;
    }
    if (found !== undefined && found.path !== this.#selected) this.#select(found.path, false);
  }

  #openFinding({ start, primPath }: FindingRow): void {
    this.#reveal(start);
    if (primPath !== "/") this.#select(primPath, false);
  }

  #reveal(place: TextPlace): void {
    this.#editor.reveal(place, true);
  }

  #showCounts({ error, warning, info }: DocumentView["counts"]): void {
    const parts = Object.entries({ error, warning, info }).filter(([, count]) => count > 0);
    this.#badge.className = `badge ${error > 0 ? "error" : warning > 0 ? "warning" : "good"}`;
    this.#badge.replaceChildren(
      icon(error > 0 ? "error" : warning > 0 ? "warning" : "check"),
      element("span", {
        text:
          parts.length === 0
            ? "No problems"
            : parts.map(([name, count]) => `${count} ${name}${count === 1 ? "" : "s"}`).join(", "),
      }),
    );
    const total = error + warning + info;
    this.#bottom.relabel("findings", total === 0 ? "Findings" : `Findings (${total})`);
  }

  #showBottom(name: "findings" | "plan"): void {
    this.#bottom.choose(name);
    this.#findings.element.hidden = name !== "findings";
    this.#plan.element.hidden = name !== "plan";
  }

  #onConnection(isConnected: boolean): void {
    this.#connection.textContent = this.#isEdited ? "edited, not saved" : isConnected ? "live" : "disconnected";
    this.#connection.classList.toggle("lost", !isConnected);
  }

  #onTheme(): void {
    // The constructor calls this before the viewport exists.
    (this.#picture as ViewportPanel | undefined)?.viewport.invalidate();
  }

  #onKey(event: KeyboardEvent): void {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof Element && target.closest(".editor, input, select") !== null) return;
    if (key === " " && target instanceof HTMLButtonElement) return;
    if (key === "f" || key === "F") this.#picture.frame();
    else if (key >= "1" && key <= "5") this.#picture.chooseMode(Number(key) - 1);
    else if (key === " ") this.#picture.togglePlaying();
    else if (key === "Escape") this.#select(null, false);
    else return;
    event.preventDefault();
  }

  #file(): FileState | undefined {
    return this.#state.files[this.#shown];
  }

  #say(message: string | null, action?: { readonly label: string; readonly onClick: () => void }): void {
    this.#banner.hidden = message === null;
    this.#banner.replaceChildren(
      ...(message === null ? [] : [element("span", { text: message })]),
      ...(action === undefined
        ? []
        : [element("button", { text: action.label, attributes: { type: "button" }, on: { click: action.onClick } })]),
    );
  }
}

function baseName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
}
