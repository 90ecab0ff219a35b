/** The stage of one page: its choices, and the stage that is composed with them. */
import { Collections, MaterialBindings, Stage, StageError, StageReader, StageValues, transformOf } from "@usdkit/usd";
import type { EditStep, SaveView } from "../protocol/edit-messages.ts";
import type { StageAnswer, StageAsk, StageChoices } from "../protocol/stage-messages.ts";
import type { Composition } from "../protocol/view-state.ts";
import { findProblems } from "./find-problems.ts";
import { propertyOpinionRows } from "./opinion-rows.ts";
import { locatePrim, primPage, type ViewedStage } from "./prim-rows.ts";
import { primView } from "./prim-view.ts";
import { relativeTo } from "./relative-to.ts";
import { searchStage } from "./search-stage.ts";
import { isLoadedBy, noChoices, selectionsOf } from "./stage-choices.ts";
import { StageFiles, type FileSystem } from "./stage-files.ts";
import { StageSteps } from "./stage-steps.ts";
import { stageView } from "./stage-view.ts";
import { targetRows } from "./target-rows.ts";

/** The root layer of a stage and how it is composed, as of the command line. */
export interface StageRoot extends Composition {
  /** Absolute path with `/`, of a layer in a package with its path there. */
  readonly location: string;
}

/** A stage that cannot be opened; its message is for the user. */
export class StageProblem extends Error {
  override readonly name = "StageProblem";
}

/** Bytes of changed files up to which a stage follows them; comparing larger ones takes longer than composing again. */
const MAX_FOLLOWED = 2 ** 22;
/** Changes that a stage follows before it is opened again: it keeps the paths of prims that edits have removed. */
const MAX_CHANGES = 500;

/** Composes the stage of a page. */
export class StageSession {
  readonly #root: StageRoot;
  readonly #files: StageFiles;
  readonly #nextRevision: () => number;
  #choices = noChoices;
  #opened: Promise<ViewedStage> | undefined;
  /** Files that have changed since the stage was composed, or chosen variants and payloads; undefined if nothing has. */
  #changed: Set<string> | undefined;
  /** Changes that the stage has followed. */
  #followed = 0;
  #revision: number;
  /** By instance, once all prims were composed. */
  #prototypes: ReadonlyMap<string, string> = new Map();
  #search = 0;
  /** The edits of the page that are not saved. */
  #steps: readonly EditStep[] = [];
  #made: StageSteps | undefined;
  /** Whether variants or payloads were chosen since the stage was composed. */
  #hasChosen = false;
  readonly #save: FileSystem["save"];
  /** Number of texts that the page has sent. */
  edits = 0;
  /** What the files were compared with last. */
  #stamp = "";

  constructor(root: StageRoot, system: FileSystem, nextRevision: () => number) {
    this.#root = root;
    // The default resolver of the reference searches the folder of the root layer first.
    const folder = root.location.slice(0, root.location.lastIndexOf("/"));
    this.#files = new StageFiles(system, [folder, ...root.searchPaths]);
    this.#nextRevision = nextRevision;
    this.#save = system.save;
    this.#revision = nextRevision();
  }

  get revision(): number {
    return this.#revision;
  }

  /** Every file that the stage depends on, and the version that was read. */
  get read(): StageFiles["read"] {
    return this.#files.read;
  }

  /** Compares the files with those that were read, if the stamp is another one. */
  follow(stamp: string): void {
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    const changed = this.#files.refresh();
    if (changed.length > 0) this.#recompose(changed);
  }

  choose(choices: StageChoices): void {
    if (JSON.stringify(choices) === JSON.stringify(this.#choices)) return;
    this.#choices = choices;
    this.#hasChosen = true;
    this.#recompose([]);
  }

  /** Makes the stage have the edits of the page. */
  setSteps(steps: readonly EditStep[]): void {
    if (JSON.stringify(steps) === JSON.stringify(this.#steps)) return;
    this.#steps = steps;
    this.#recompose([]);
  }

  /** Sets the text of the editor in the place of a file; null: the file itself. */
  edit(location: string, text: string | null): void {
    const changed = this.#files.edit(location, text);
    if (changed.length > 0) this.#recompose(changed);
  }

  /**
   * Answers a question about the stage.
   *
   * @throws StageProblem if the stage cannot be opened
   */
  async answer(ask: Exclude<StageAsk, { readonly kind: "text" }>): Promise<StageAnswer> {
    const viewed = await this.#composed();
    const { stage } = viewed;
    switch (ask.kind) {
      case "stage":
        return { kind: "stage", ...stageView(viewed, this.#files.textProblem) };
      case "children":
        return { kind: "children", ...primPage(viewed, ask.prim, ask.from) };
      case "locate":
        return { kind: "locate", numbers: locatePrim(stage, ask.prim) };
      case "prim":
        return {
          kind: "prim",
          prim: primView(viewed, ask.prim, {
            time: ask.time,
            chosen: this.#choices.variants,
            prototypes: this.#prototypes,
          }),
        };
      case "edits":
        return { kind: "edits", ...this.#stepsOf(viewed).view(viewed.name) };
      case "save":
        return { kind: "save", ...this.#saveSteps(viewed) };
      case "targets":
        return { kind: "targets", rows: targetRows(viewed, ask.prim) };
      case "transform":
        return { kind: "transform", transform: transformOf(viewed.reader, ask.prim, ask.time) ?? null };
      case "opinions":
        return { kind: "opinions", opinions: propertyOpinionRows(viewed, ask.property) };
      case "search": {
        const search = ++this.#search;
        const isObsolete = (): boolean => search !== this.#search || this.#isOutdated(viewed);
        return { kind: "search", ...(await searchStage(viewed, ask.text, isObsolete)) };
      }
      case "problems": {
        const problems = await findProblems(viewed, () => this.#isOutdated(viewed));
        if (problems.isComplete && !this.#isOutdated(viewed)) {
          this.#prototypes = new Map(
            stage.prototypes.flatMap(({ path, instances }) => instances.map((instance) => [instance, path] as const)),
          );
        }
        return { kind: "problems", ...problems };
      }
    }
  }

  #current: ViewedStage | undefined;

  #isOutdated(viewed: ViewedStage): boolean {
    return viewed !== this.#current;
  }

  /** The stage is another one from the next question on. */
  #recompose(changed: Iterable<string>): void {
    if (this.#opened !== undefined) this.#changed = new Set([...(this.#changed ?? []), ...changed]);
    this.#current = undefined;
    this.#prototypes = new Map();
    this.#revision = this.#nextRevision();
  }

  /** Returns the stage with all changes. */
  #composed(): Promise<ViewedStage> {
    const opened = this.#opened;
    const changed = this.#changed;
    this.#changed = undefined;
    if (opened !== undefined && changed === undefined) return opened;
    const composing =
      opened === undefined || changed === undefined
        ? this.#open()
        : opened.then((viewed) => this.#follow(viewed, changed));
    return (this.#opened = this.#keep(composing.then((viewed) => this.#withSteps(viewed))));
  }

  /** Returns the stage with the edits of the page. */
  async #withSteps(viewed: ViewedStage): Promise<ViewedStage> {
    const { stage, isLoaded, name } = viewed;
    return (await this.#stepsOf(viewed).follow(this.#steps)) ? viewedStage(stage, isLoaded, name) : viewed;
  }

  #stepsOf({ stage }: ViewedStage): StageSteps {
    return (this.#made ??= new StageSteps(stage));
  }

  #saveSteps(viewed: ViewedStage): SaveView {
    const steps = this.#stepsOf(viewed);
    const { problem } = steps.view(viewed.name);
    if (problem !== null) return { saved: [], problem: problem.message };
    if (this.#save === undefined) return { saved: [], problem: "Edits of the stage cannot be saved here" };
    try {
      const saved = this.#save(viewed.stage).map(viewed.name);
      steps.forget();
      this.#steps = [];
      return { saved, problem: null };
    } catch (error) {
      return { saved: [], problem: error instanceof Error ? error.message : String(error) };
    }
  }

  /** A stage that could not be composed is opened again with the next change. */
  async #keep(composing: Promise<ViewedStage>): Promise<ViewedStage> {
    const revision = this.#revision;
    try {
      const viewed = await composing;
      if (revision === this.#revision) this.#current = viewed;
      return viewed;
    } catch (error) {
      this.#opened = undefined;
      throw error instanceof StageError ? new StageProblem(error.message) : error;
    }
  }

  /** Composes again what changes of files, variants and payloads concern, and keeps the rest. */
  async #follow(before: ViewedStage, changed: ReadonlySet<string>): Promise<ViewedStage> {
    const { stage } = before;
    const files = this.#contents(changed);
    if (files === undefined || ++this.#followed > MAX_CHANGES) return await this.#open();
    if (files.size === 0 && !this.#hasChosen) return before;
    // Files of steps are read as they are on disk; the steps are then made again.
    if (files.size > 0) await this.#stepsOf(before).takeBack();
    this.#hasChosen = false;
    const isLoaded = isLoadedBy(this.#choices);
    await stage.update({ layers: files, load: isLoaded, variants: selectionsOf(this.#root.variants, this.#choices) });
    return viewedStage(stage, isLoaded, before.name);
  }

  /** Returns the contents of changed files; undefined if they are too large to be compared, or one cannot be read. */
  #contents(changed: ReadonlySet<string>): ReadonlyMap<string, Uint8Array | undefined> | undefined {
    try {
      const files = this.#files.contentsOf(changed);
      let size = 0;
      for (const bytes of files.values()) size += bytes?.length ?? 0;
      return size > MAX_FOLLOWED ? undefined : files;
    } catch {
      // Opening the stage reports it.
      return undefined;
    }
  }

  async #open(): Promise<ViewedStage> {
    const { location, session } = this.#root;
    this.#made = undefined;
    this.#hasChosen = false;
    const isLoaded = isLoadedBy(this.#choices);
    const stage = await Stage.open(location, {
      resolver: this.#files.resolver,
      session,
      hasOwnSession: true,
      load: isLoaded,
      variants: selectionsOf(this.#root.variants, this.#choices),
    });
    this.#followed = 0;
    return viewedStage(stage, isLoaded, relativeTo(location));
  }
}

/** Returns what questions about a stage are answered from: readers keep what they have read, and a changed stage needs others. */
function viewedStage(stage: Stage, isLoaded: ViewedStage["isLoaded"], name: ViewedStage["name"]): ViewedStage {
  const reader = new StageReader(stage);
  const bindings = new MaterialBindings(reader, new Collections(reader));
  return { stage, reader, bindings, values: new StageValues(stage), isLoaded, name };
}
