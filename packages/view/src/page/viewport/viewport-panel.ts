/** The viewport with its controls. */
import { FREE_VIEW } from "../../draw/page-message.ts";
import {
  defaultSettings,
  type DrawColors,
  type DrawMode,
  type DrawnContent,
  type SceneInfo,
} from "../../protocol/draw-messages.ts";
import type { StageChoices } from "../../protocol/stage-messages.ts";
import { noChoices } from "../../stage/stage-choices.ts";
import { element, icon } from "../dom.ts";
import { Tabs } from "../layout/tabs.ts";
import { DelayedCall } from "./delayed-call.ts";
import { DrawClient } from "./draw-client.ts";
import { Preparation } from "./preparation.ts";
import { Statistics } from "./statistics.ts";
import { Timeline } from "./timeline.ts";
import { ViewMenu } from "./view-menu.ts";
import { Viewport, type ViewPlacement } from "./viewport.ts";

/** Events and requests of the panel. */
export interface ViewportPanelOptions {
  /** The current colors, read for each image. */
  readonly theme: { readonly colors: DrawColors };
  readonly worker: Worker;
  readonly onPick: (path: string | null) => void;
  /** The last text was read, or cannot be. */
  readonly onLoad?: () => void;
  /** The state may have changed. */
  readonly onChange?: () => void;
  /** The scene is a stage, or will be one when it is prepared. */
  readonly onStage?: () => void;
  /** Another time is shown; null without any. */
  readonly onTime?: (time: number | null) => void;
}

/** A file, or a text without files, and what of it is not saved. */
export type ShownContent = Pick<DrawnContent, "file" | "source" | "edited">;

/** What the user chose, without the scene. */
export interface ViewportState extends ViewPlacement {
  readonly mode: DrawMode;
}

/** The modes, in the order of their keys. */
export const MODES: readonly { readonly value: DrawMode; readonly label: string; readonly title: string }[] = [
  { value: "full", label: "Full", title: "Materials, environment and shadows (1)" },
  { value: "plain", label: "Plain", title: "Base colors (2)" },
  { value: "wireframe", label: "Wire", title: "Wireframe (3)" },
  { value: "normals", label: "Normals", title: "Normals: x, y, z as red, green, blue (4)" },
  { value: "depth", label: "Depth", title: "Depth: near is bright (5)" },
];
const FREE = "";
/** Milliseconds after which a stage that is being prepared is announced. */
const PREPARING = 500;
/** Maximum number of listed prims that are not drawn. */
const MAX_NOT_DRAWN = 50;

/** The viewport, its toolbar, messages and timeline. */
export class ViewportPanel {
  readonly element: HTMLElement;
  readonly viewport: Viewport;
  readonly client: DrawClient;
  readonly #modes: Tabs<DrawMode>;
  readonly #cameras = element(
    "select",
    { class: "cameras", title: "Look through a camera", attributes: { "aria-label": "Camera" } },
    [element("option", { text: FREE_VIEW, attributes: { value: FREE } })],
  );
  readonly #status = element("div", { class: "image-status" });
  readonly #message = element("div", { class: "image-message", attributes: { role: "status", hidden: "" } });
  readonly #preparation = new Preparation();
  readonly #notDrawn = element("details", { class: "not-drawn", attributes: { hidden: "" } });
  readonly #timeline: Timeline;
  #mode: DrawMode = "full";
  readonly #menu: ViewMenu;
  readonly #statistics = new Statistics();
  readonly #isolation: HTMLElement = element("button", {
    class: "isolation",
    title: "Show everything (I)",
    attributes: { type: "button", hidden: "" },
    on: { click: () => this.#isolate(null) },
  });
  readonly #onStage: () => void;
  #shown: ShownContent | undefined;
  #choices = noChoices;
  #settings = defaultSettings;
  #isolated: string | null = null;
  #selected: string | null = null;
  #counts = "";
  /** Whether a stage takes so long to be prepared that the user sees how far it is. */
  #isPreparing = false;
  /** A scene may be requested again before the first answer: one message waits for all. */
  readonly #preparing = new DelayedCall(PREPARING, () => this.#waitForStage());
  /** Resolves when something was drawn, or cannot be. */
  readonly firstImage: Promise<void>;

  constructor(options: ViewportPanelOptions) {
    const { theme, worker, onPick, onLoad = () => undefined, onChange = () => undefined } = options;
    this.#onStage = options.onStage ?? (() => undefined);
    const onTime = options.onTime ?? (() => undefined);
    let settle = (): void => undefined;
    this.firstImage = new Promise((resolve) => (settle = resolve));
    this.viewport = new Viewport({
      onPick,
      onChange,
      onCamera: (path) => (this.#cameras.value = path ?? FREE),
      readColors: () => theme.colors,
      onImage: ({ width, height, milliseconds, threads, quality }, rate) => {
        const speed = quality === "sharp" || rate === 0 ? `${Math.round(milliseconds)} ms` : `${rate.toFixed(0)} fps`;
        const used = `${threads} ${threads === 1 ? "thread" : "threads"}`;
        this.#status.textContent = [`${width} × ${height}`, speed, used, this.#counts].filter(Boolean).join("  ·  ");
        this.element.dataset["rate"] = rate.toFixed(2);
        settle();
      },
    });
    this.client = new DrawClient(worker, {
      onStage: () => this.#preparing.start(),
      onComposing: (prims) => {
        if (this.#isPreparing) this.#preparation.compose(prims);
      },
      onProgress: (progress) => {
        if (this.#isPreparing) this.#preparation.show(progress);
      },
      onScene: (scene) => {
        if (scene.isPart) {
          this.#showMessage(null);
          this.viewport.show(scene);
          return;
        }
        this.#endPreparing();
        this.#onScene(scene);
        if (!scene.canDraw) settle();
        onLoad();
      },
      onSameScene: () => {
        this.#endPreparing();
        onLoad();
      },
      onImage: (image) => this.viewport.paint(image),
      onNoImage: (problem) => {
        if (problem !== null) {
          this.#endPreparing();
          this.#showMessage(problem);
        }
        this.viewport.skip();
        settle();
        if (problem !== null) onLoad();
      },
    });
    this.viewport.connect(this.client);
    this.#modes = new Tabs("modes", "What is shown", (mode) => this.setMode(mode));
    this.#modes.show(MODES, this.#mode);
    this.#timeline = new Timeline((time) => {
      this.viewport.setTime(time);
      onTime(time);
    });
    this.#menu = new ViewMenu({
      onSettings: (settings) => {
        this.#settings = settings;
        this.#load(false);
      },
      onBounds: (hasBounds) => this.viewport.setBounds(hasBounds),
    });
    this.#cameras.addEventListener("change", () => {
      this.viewport.lookThrough(this.#cameras.value === FREE ? null : this.#cameras.value);
    });
    const frame = element(
      "button",
      {
        class: "icon-button",
        title: "Frame the selected prim, or everything (F)",
        attributes: { type: "button" },
        on: { click: () => this.frame() },
      },
      [icon("frame")],
    );
    this.element = element("section", { class: "panel viewport", attributes: { "aria-label": "Image" } }, [
      element("div", { class: "toolbar" }, [
        this.#modes.element,
        element("span", { class: "grow" }),
        this.#isolation,
        this.#statistics.element,
        this.#menu.element,
        this.#cameras,
        frame,
      ]),
      element("div", { class: "stage" }, [
        this.viewport.element,
        this.#message,
        this.#preparation.element,
        this.#status,
        this.#notDrawn,
      ]),
      this.#timeline.element,
    ]);
  }

  /** Draws another content. */
  show(shown: ShownContent): void {
    this.#shown = shown;
    this.#load(false);
  }

  /** Draws a stage with what the user chose. */
  setChoices(choices: StageChoices): void {
    if (JSON.stringify(choices) === JSON.stringify(this.#choices)) return;
    this.#choices = choices;
    this.#load(false);
  }

  /** Files of the stage may have changed. */
  refreshFiles(): void {
    this.#load(true);
  }

  get state(): ViewportState {
    return { mode: this.#mode, ...this.viewport.placement };
  }

  /** Restores the state for the first scene. */
  restore({ mode, ...placement }: ViewportState): void {
    this.setMode(mode);
    this.viewport.restore(placement);
  }

  /** Resets the panel for another file. */
  forget(): void {
    this.#endPreparing();
    this.#shown = undefined;
    this.#choices = noChoices;
    this.client.forgetScene();
    this.viewport.forget();
    this.#isolate(null);
    this.#statistics.show(null);
    this.#status.textContent = "";
    this.#showMessage(null);
  }

  setMode(mode: DrawMode): void {
    this.#mode = mode;
    this.#modes.choose(mode);
    this.viewport.setMode(mode);
  }

  /** Selects a mode by its number key. */
  chooseMode(index: number): void {
    const mode = MODES[index];
    if (mode !== undefined) this.setMode(mode.value);
  }

  select(path: string | null): void {
    this.#selected = path;
    this.viewport.select(path);
  }

  /** Looks through a camera of the scene. */
  lookThrough(path: string): void {
    this.viewport.lookThrough(path);
  }

  frame(): void {
    void this.viewport.frame(this.#selected);
  }

  /** Draws the selected prim alone, or everything again. */
  toggleIsolation(): void {
    this.#isolate(this.#isolated === null ? this.#selected : null);
  }

  toggleBounds(): void {
    this.#menu.toggleBounds();
  }

  togglePlaying(): void {
    this.#timeline.toggle();
  }

  /** Asset files changed. */
  reloadAssets(): void {
    this.client.forgetAssets();
    this.#load(false);
  }

  #load(mayHaveChanged: boolean): void {
    if (this.#shown === undefined) return;
    const content = { ...this.#shown, choices: this.#choices, settings: this.#settings };
    this.client.load(content, mayHaveChanged);
  }

  #isolate(path: string | null): void {
    this.#isolated = path;
    this.#isolation.hidden = path === null;
    this.#isolation.textContent = path === null ? "" : `Only ${path.slice(path.lastIndexOf("/") + 1)} ×`;
    this.viewport.isolate(path);
  }

  #waitForStage(): void {
    this.#isPreparing = true;
    if (this.viewport.hasScene) return;
    this.#showMessage("Composing the stage and preparing its geometry…");
    this.#message.classList.add("notice");
    this.#onStage();
  }

  #endPreparing(): void {
    this.#preparing.cancel();
    this.#isPreparing = false;
    this.#preparation.hide();
  }

  #onScene(scene: SceneInfo): void {
    this.#showMessage(scene.problem ?? scene.notice);
    this.#message.classList.toggle("notice", scene.problem === null);
    this.#counts = countsText(scene);
    this.#statistics.show(scene.statistics);
    this.#menu.setStage(scene.kind === "stage");
    const options = [
      element("option", { text: FREE_VIEW, attributes: { value: FREE } }),
      ...scene.cameras.map(({ path }) => element("option", { text: path, attributes: { value: path } })),
    ];
    this.#cameras.replaceChildren(...options);
    this.#showNotDrawn(scene);
    this.#timeline.show(scene.time);
    this.viewport.setTime(this.#timeline.time);
    this.viewport.show(scene);
    this.#cameras.value = this.viewport.cameraPath ?? FREE;
    if (scene.kind === "stage" && scene.canDraw) this.#onStage();
  }

  #showNotDrawn({ notDrawn, notDrawnCount: count, notices }: SceneInfo): void {
    this.#notDrawn.hidden = count === 0 && notices.length === 0;
    const prims = count === 1 ? "prim is" : "prims are";
    const shown = notDrawn.slice(0, MAX_NOT_DRAWN);
    const more = count - shown.length;
    const problems = notices.length === 1 ? "1 problem" : `${notices.length} problems`;
    const title = [count === 0 ? "" : `${count} ${prims} not drawn`, notices.length === 0 ? "" : problems];
    this.#notDrawn.replaceChildren(
      element("summary", {}, [icon("warning"), element("span", { text: title.filter(Boolean).join(", ") })]),
      ...notices.map((text) => element("p", { text })),
      ...shown.map(({ path, reason }) => element("p", { text: `${path}: ${reason}` })),
      ...(more > 0 ? [element("p", { text: `and ${more} more` })] : []),
    );
  }

  #showMessage(problem: string | null): void {
    this.#message.hidden = problem === null;
    this.#message.textContent = problem ?? "";
  }
}

function countsText({ statistics }: SceneInfo): string {
  if (statistics === null) return "";
  const { triangles, splats, points } = statistics;
  return Object.entries({ triangles, splats, points })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count.toLocaleString("en")} ${name}`)
    .join(", ");
}
