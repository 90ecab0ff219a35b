/** The stage of one page: its choices, and the stage that is composed with them. */
import { Stage, StageError, StageValues } from "@usdkit/usd";
import type { StageAnswer, StageAsk, StageChoices } from "../protocol/stage-messages.ts";
import { findProblems } from "./find-problems.ts";
import { propertyOpinionRows } from "./opinion-rows.ts";
import { locatePrim, primPage, type ViewedStage } from "./prim-rows.ts";
import { primView } from "./prim-view.ts";
import { relativeTo } from "./relative-to.ts";
import { searchStage } from "./search-stage.ts";
import { StageFiles, type FileSystem } from "./stage-files.ts";
import { stageView } from "./stage-view.ts";

/** The root layer of a stage and how it is composed, as of the command line. */
export interface StageRoot {
  /** Absolute path with `/`, of a layer in a package with its path there. */
  readonly location: string;
  readonly session?: string | undefined;
  readonly searchPaths: readonly string[];
  /** By prim path and variant set. */
  readonly variants: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A stage that cannot be opened; its message is for the user. */
export class StageProblem extends Error {
  override readonly name = "StageProblem";
}

const noChoices: StageChoices = { variants: [], payloads: [] };

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
    this.#files = new StageFiles(system, root.searchPaths);
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
        return { kind: "prim", prim: primView(viewed, ask.prim, this.#choices.variants, this.#prototypes) };
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
    const isLoaded = loadedBy(this.#choices);
    const revision = this.#revision;
    try {
      const stage = await Stage.open(location, {
        resolver: this.#files.resolver,
        session,
        hasOwnSession: true,
        load: isLoaded,
        variants: this.#variants(),
      });
      const viewed = { stage, values: new StageValues(stage), isLoaded, name: relativeTo(location) };
      if (revision === this.#revision) this.#current = viewed;
      return viewed;
    } catch (error) {
      throw error instanceof StageError ? new StageProblem(error.message) : error;
    }
  }

  #variants(): Readonly<Record<string, Readonly<Record<string, string>>>> {
    const found = new Map<string, Map<string, string>>();
    const add = (prim: string, set: string, variant: string): void => {
      const sets = found.get(prim) ?? new Map<string, string>();
      found.set(prim, sets.set(set, variant));
    };
    for (const [prim, sets] of Object.entries(this.#root.variants)) {
      for (const [set, variant] of Object.entries(sets)) add(prim, set, variant);
    }
    for (const { prim, set, variant } of this.#choices.variants) add(prim, set, variant);
    return Object.fromEntries([...found].map(([prim, sets]) => [prim, Object.fromEntries(sets)]));
  }
}

/** Returns whether payloads of a prim are loaded: the choice of the closest prim at or above it. */
function loadedBy({ payloads }: StageChoices): (prim: string) => boolean {
  const chosen = new Map(payloads.map(({ prim, isLoaded }) => [prim, isLoaded]));
  return (prim) => {
    for (let path = prim; path !== ""; path = path.slice(0, path.lastIndexOf("/"))) {
      const isLoaded = chosen.get(path);
      if (isLoaded !== undefined) return isLoaded;
    }
    return chosen.get("/") ?? true;
  };
}
