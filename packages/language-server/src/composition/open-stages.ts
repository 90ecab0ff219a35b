/** Stages of open documents: opened when they are needed, with the files that they turn out to need. */
import { Stage, StageError } from "@usdkit/usd";
import type { StageFiles, Wanted } from "./stage-files.ts";

/** Stages that are kept until something changes. */
const MAX_STAGES = 4;
/** Arcs that lead to arcs of other files, each of which is read only when the one before it was. */
const MAX_ROUNDS = 64;

interface OpenStage {
  readonly stage: Stage;
  readonly wanted: Wanted;
}

/** Opens stages, and opens them again while work on them needs further files. */
export class OpenStages {
  readonly #files: StageFiles;
  readonly #stages = new Map<string, OpenStage>();
  #revision = 0;

  constructor(files: StageFiles) {
    this.#files = files;
  }

  /** A document or a file changed: all stages are opened again. */
  changed(): void {
    this.#revision++;
    this.#stages.clear();
    this.#files.changed();
  }

  /**
   * Returns the result of work on the stage of a root layer; undefined if that cannot be opened, or the work returned undefined.
   * It may be done several times.
   */
  async use<Result>(
    rootUri: string,
    work: (stage: Stage) => Result | undefined | Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const opened = await this.#open(rootUri);
      const result = opened.stage === undefined ? undefined : await work(opened.stage);
      if (opened.wanted.read.size + opened.wanted.looked.size === 0) return result;
      this.#stages.delete(rootUri);
      await this.#files.settle(opened.wanted);
    }
    return undefined;
  }

  /** Drops a stage, and what was read of documents for it. */
  forget(rootUri: string): void {
    this.#stages.delete(rootUri);
    this.#files.release();
  }

  async #open(rootUri: string): Promise<Omit<OpenStage, "stage"> & { readonly stage: Stage | undefined }> {
    const known = this.#stages.get(rootUri);
    if (known !== undefined) return known;
    const revision = this.#revision;
    await this.#files.refresh();
    const wanted: Wanted = { read: new Set(), looked: new Set() };
    try {
      const stage = await Stage.open(rootUri, { resolver: this.#files.resolver(rootUri, wanted) });
      const opened = { stage, wanted };
      if (revision === this.#revision) this.#stages.set(rootUri, opened);
      for (const oldest of this.#stages.keys()) {
        if (this.#stages.size <= MAX_STAGES) break;
        this.#stages.delete(oldest);
      }
      return opened;
    } catch (error) {
      if (error instanceof StageError) return { stage: undefined, wanted };
      throw error;
    }
  }
}
