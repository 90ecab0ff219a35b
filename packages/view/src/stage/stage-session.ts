/** The stage of one page: its choices, and the stage that is composed with them. */
import { Collections, MaterialBindings, Stage, StageError, StageReader, StageValues } from "@usdkit/usd";
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
import { stageView } from "./stage-view.ts";

/** The root layer of a stage and how it is composed, as of the command line. */
export interface StageRoot extends Composition {
  /** Absolute path with `/`, of a layer in a package with its path there. */
  readonly location: string;
}

/** A stage that cannot be opened; its message is for the user. */
export class StageProblem extends Error {
  override readonly name = "StageProblem";
}

/** Composes the stage of a page. */
export class StageSession {
  readonly #root: StageRoot;
  readonly #files: StageFiles;
  readonly #nextRevision: () => number;
  #choices = noChoices;
  #opened: Promise<ViewedStage> | undefined;
  #revision: number;
  /** By instance, once all prims were composed. */
  #prototypes: ReadonlyMap<string, string> = new Map();
  #search = 0;
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
    this.#revision = nextRevision();
  }

  get revision(): number {
    return this.#revision;
  }

  /** Every file that the stage depends on. */
  get locations(): readonly string[] {
    return this.#files.locations;
  }

  /** Compares the files with those that were read, if the stamp is another one. */
  follow(stamp: string): void {
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    if (this.#files.refresh()) this.#recompose();
  }

  choose(choices: StageChoices): void {
    if (JSON.stringify(choices) === JSON.stringify(this.#choices)) return;
    this.#choices = choices;
    this.#recompose();
  }

  /** Sets the text of the editor in the place of a file; null: the file itself. */
  edit(location: string, text: string | null): void {
    if (this.#files.edit(location, text)) this.#recompose();
  }

  /**
   * Answers a question about the stage.
   *
   * @throws StageProblem if the stage cannot be opened
   */
  async answer(ask: Exclude<StageAsk, { readonly kind: "text" }>): Promise<StageAnswer> {
    const viewed = await (this.#opened ??= this.#open());
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

  /** The stage is another one from the next question on. The only place where a changed stage is composed again. */
  #recompose(): void {
    this.#opened = undefined;
    this.#current = undefined;
    this.#prototypes = new Map();
    this.#revision = this.#nextRevision();
  }

  async #open(): Promise<ViewedStage> {
    const { location, session } = this.#root;
    const isLoaded = isLoadedBy(this.#choices);
    const revision = this.#revision;
    try {
      const stage = await Stage.open(location, {
        resolver: this.#files.resolver,
        session,
        hasOwnSession: true,
        load: isLoaded,
        variants: selectionsOf(this.#root.variants, this.#choices),
      });
      const reader = new StageReader(stage);
      const bindings = new MaterialBindings(reader, new Collections(reader));
      const viewed = { stage, reader, bindings, values: new StageValues(stage), isLoaded, name: relativeTo(location) };
      if (revision === this.#revision) this.#current = viewed;
      return viewed;
    } catch (error) {
      throw error instanceof StageError ? new StageProblem(error.message) : error;
    }
  }
}
