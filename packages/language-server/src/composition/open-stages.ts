/** Stages of open documents: opened when they are needed, with the files that they turn out to need. */
import { openLayer, Stage, StageError, type Resolver, type StageChanges } from "@usdkit/usd";
import { layerEdit, type LayerEdit } from "@usdkit/validate/stage";
import type { Asked, StageFiles } from "./stage-files.ts";

/** Stages that are kept. */
const MAX_STAGES = 4;
/** Changes that a stage follows before it is opened again: it keeps the paths of prims that edits have removed. */
const MAX_CHANGES = 500;
/** Arcs that lead to arcs of other files, each of which is read only when the one before it was. */
const MAX_ROUNDS = 64;

/** A change that a stage has followed. */
export interface FollowedChange {
  readonly changes: Pick<StageChanges, "resynced" | "changed">;
  /** Of the texts of its layers. */
  readonly edits: readonly LayerEdit[];
}

interface OpenStage {
  /** Undefined if it cannot be opened. */
  readonly stage: Stage | undefined;
  readonly asked: Asked;
  /** Of the documents that it was composed from. */
  revision: number;
  /** What it has followed, in order. */
  readonly followed: FollowedChange[];
  /** Times that it was brought up to date. */
  changes: number;
  /** Uses that have not ended: the stage must not change meanwhile. */
  uses: number;
}

/** Work on a stage, with the changes that it has followed since it was opened. */
export type StageWork<Result> = (
  stage: Stage,
  followed: readonly FollowedChange[],
) => Result | undefined | Promise<Result | undefined>;

/** Opens stages, lets them follow changes, and opens them again while work on them needs further files. */
export class OpenStages {
  readonly #files: StageFiles;
  readonly #stages = new Map<string, OpenStage>();
  #revision = 0;

  constructor(files: StageFiles) {
    this.#files = files;
  }

  /** A document or a file changed. */
  changed(): void {
    this.#revision++;
    for (const [uri, { asked }] of this.#stages) if (!this.#files.canFollow(asked)) this.#stages.delete(uri);
    this.#files.changed();
  }

  /**
   * Returns the result of work on the stage of a root layer; undefined if that cannot be opened, or the work returned undefined.
   * It may be done several times.
   */
  async use<Result>(rootUri: string, work: StageWork<Result>): Promise<Result | undefined> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const opened = await this.#open(rootUri);
      opened.uses++;
      const result = await this.#work(opened, work);
      if (opened.asked.read.size + opened.asked.looked.size === 0) return result;
      this.#stages.delete(rootUri);
      await this.#files.settle(opened.asked);
    }
    return undefined;
  }

  /**
   * Returns the result of work on a stage that is opened for it and shares no layer with others: the work may edit it. Undefined if
   * it cannot be opened.
   */
  async useOwn<Result>(rootUri: string, work: (stage: Stage) => Promise<Result>): Promise<Result | undefined> {
    // What it needs is read by now.
    await this.use(rootUri, () => undefined);
    const asked: Asked = { read: new Set(), looked: new Set(), given: new Map() };
    const resolver: Resolver = {
      ...this.#files.resolver(rootUri, asked),
      open: (bytes, inner) => openLayer(bytes, { inner }),
    };
    const stage = await this.#openStage(rootUri, resolver);
    return stage && (await work(stage));
  }

  /** Drops a stage, and what was read of documents for it. */
  forget(rootUri: string): void {
    this.#stages.delete(rootUri);
    this.#files.release();
  }

  async #work<Result>(opened: OpenStage, work: StageWork<Result>): Promise<Result | undefined> {
    try {
      return opened.stage === undefined ? undefined : await work(opened.stage, opened.followed);
    } finally {
      opened.uses--;
    }
  }

  async #open(rootUri: string): Promise<OpenStage> {
    const known = this.#stages.get(rootUri);
    if (known !== undefined) {
      if (known.revision === this.#revision) return known;
      if (await this.#follow(known)) return known;
      this.#stages.delete(rootUri);
    }
    const revision = this.#revision;
    await this.#files.refresh();
    const asked: Asked = { read: new Set(), looked: new Set(), given: new Map() };
    const opened = {
      stage: await this.#openStage(rootUri, this.#files.resolver(rootUri, asked)),
      asked,
      revision,
      followed: [],
      changes: 0,
      uses: 0,
    };
    if (opened.stage === undefined || revision !== this.#revision) return opened;
    this.#stages.set(rootUri, opened);
    for (const oldest of this.#stages.keys()) {
      if (this.#stages.size <= MAX_STAGES) break;
      this.#stages.delete(oldest);
    }
    return opened;
  }

  async #openStage(rootUri: string, resolver: Resolver): Promise<Stage | undefined> {
    try {
      return await Stage.open(rootUri, { resolver });
    } catch (error) {
      if (error instanceof StageError) return undefined;
      throw error;
    }
  }

  /** Composes again what changes concern. Returns whether the stage is as one that is opened now. */
  async #follow(known: OpenStage): Promise<boolean> {
    const { stage, asked } = known;
    if (stage === undefined || known.changes++ > MAX_CHANGES) return false;
    known.uses++;
    try {
      const revision = this.#revision;
      await this.#files.refresh();
      const layers = await this.#files.changesOf(asked);
      // Somebody else reads the stage, or waits for the same changes.
      if (known.uses > 1 || revision !== this.#revision) return false;
      if (layers.size > 0) {
        const edits = editsOf(stage, layers);
        known.followed.push({ changes: await stage.update({ layers }), edits });
      }
      known.revision = revision;
      return true;
    } catch (error) {
      if (error instanceof StageError) return false;
      throw error;
    } finally {
      known.uses--;
    }
  }
}

/** Returns what changes in the texts of layers that a stage uses. */
function editsOf(stage: Stage, layers: ReadonlyMap<string, Uint8Array | undefined>): readonly LayerEdit[] {
  return stage.layers.flatMap(({ anchor, layer: { source: before } }) => {
    const after = layers.get(anchor);
    return before === undefined || after === undefined ? [] : layerEdit(anchor, before, after);
  });
}
