/** Brings the index of a library up to date. */
import type { ReadOutcome } from "../facts/file-facts.ts";
import { kindOfName } from "../facts/file-kinds.ts";
import { readSetting, writeSetting } from "../database/library-settings.ts";
import type { LibraryDraft } from "../database/open-library.ts";
import { indexes, laterIndexes } from "../database/tables.ts";
import { Linker } from "./link-files.ts";
import { placeOf, walkLibrary, type WalkedFile } from "./walk-library.ts";
import { FileRows, UNRESOLVED } from "./file-rows.ts";
import { IdSet } from "./id-set.ts";
import type { LibraryWork } from "./library-work.ts";
import { ReadAhead } from "./read-ahead.ts";
import { RowParts, type KnownFile } from "./row-parts.ts";
import { RowsAhead } from "./rows-ahead.ts";
import { composeStages, forgetStages, markTouched } from "./stage-rows.ts";

/** How an index is brought up to date. */
export interface UpdateOptions {
  /** The folder of the library, absolute. */
  readonly folder: string;
  readonly work: LibraryWork;
  /** Absolute paths of files that are no part of the library. */
  readonly isOwn: (file: string) => boolean;
  /** What findings depend on besides the bytes of a file; others than before check all layers again. */
  readonly checks: string;
  /** Whether a file decides how others are checked: a configuration. */
  readonly isConfiguration: (path: string) => boolean;
  /** Absolute. */
  readonly searchPaths: readonly string[];
  /** Whether stages are composed, for their bounds. */
  readonly composes: boolean;
  /** What cannot be read; the run goes on. */
  readonly onProblem: (path: string, problem: string) => void;
  readonly onProgress: (files: number, read: number) => void;
  /** Whether the run is to end. */
  readonly isStopped: () => boolean;
}

/** What a run did. */
export interface UpdateResult {
  readonly files: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Stages that were composed. */
  readonly composed: number;
  /** Files and folders that could not be read. */
  readonly problems: number;
}

/** Files that were written in the last milliseconds may change again within the same tick of the file system's clock. */
const TICK = 2000;

/** The hash of no file: it is read again in any case. */
const NOT_VALID = "";

/** A file that is read, and what is known of it. */
interface Pending {
  readonly walked: WalkedFile;
  readonly known: (Pick<KnownFile, "id"> & { readonly hash: string }) | undefined;
}

/**
 * Compares the files of a folder with the index, reads those whose size or time differs, and writes what their bytes hold if they do.
 * The caller finishes the draft, or drops it.
 */
export async function updateLibrary(draft: LibraryDraft, options: UpdateOptions): Promise<UpdateResult> {
  return new LibraryUpdate(draft, options).run();
}

class LibraryUpdate {
  readonly #draft: LibraryDraft;
  readonly #options: UpdateOptions;
  readonly #rows: FileRows;
  readonly #linker: Linker;
  readonly #seen = new IdSet();
  /** Files whose bytes are others, or that are new. */
  readonly #changed = new IdSet();
  /** Folders that cannot be read: nothing is known about what they have now. */
  readonly #closed: string[] = [];
  readonly #started = Date.now();
  #configurationChanged = false;
  #files = 0;
  #read = 0;
  #counts = { added: 0, changed: 0, removed: 0, problems: 0 };

  constructor(draft: LibraryDraft, options: UpdateOptions) {
    this.#draft = draft;
    this.#options = options;
    this.#rows = new FileRows(draft.database);
    this.#linker = new Linker(draft.database, options);
  }

  async run(): Promise<UpdateResult> {
    const { database, isNew } = this.#draft;
    const { checks, searchPaths, composes, work } = this.#options;
    await this.#readAll(this.#filesToRead());
    if (isNew) database.exec(indexes + laterIndexes);
    else {
      markTouched(database, this.#changed, () => this.#removeVanished());
      const isStale = readSetting(database, "checks") !== checks || this.#configurationChanged;
      if (isStale) await this.#readAll(this.#layersToRead());
    }
    this.#link(readSetting(database, "links") !== searchPaths.join("\n"));
    if (!isNew) {
      markTouched(database, this.#changed);
      forgetStages(database);
    }
    const composed = composes ? await composeStages(database, this.#rows, { ...this.#options, work }) : 0;
    new RowParts(database).complete();
    writeSetting(database, "checks", checks);
    writeSetting(database, "links", searchPaths.join("\n"));
    return { files: this.#files, composed, ...this.#counts };
  }

  async #readAll(files: Iterable<Pending>): Promise<void> {
    const { work, folder, isStopped } = this.#options;
    const ahead = new ReadAhead<Pending>(
      work,
      ({ walked, known }) => ({
        location: placeOf(folder, { text: walked.path, bytes: walked.raw }),
        file: String(placeOf(folder, { text: walked.path, bytes: null })),
        isLayer: isLayerName(walked.path),
        knownHash: known?.hash ?? null,
      }),
      (pending, outcome) => this.#take(pending, outcome),
    );
    for (const pending of files) {
      if (isStopped()) break;
      await ahead.add(pending, pending.walked.size);
    }
    await ahead.end();
  }

  /** Yields the files that are new, or whose size or time differs. */
  *#filesToRead(): Generator<Pending> {
    const { folder, isOwn, isConfiguration, onProgress } = this.#options;
    const onProblem = (path: string, problem: string): void => {
      this.#closed.push(path);
      this.#report(path, problem);
    };
    const rows = new RowsAhead(this.#draft.database);
    for (const walked of walkLibrary(folder, { isOwn, onProblem })) {
      this.#files++;
      onProgress(this.#files, this.#read);
      const known = rows.find(walked);
      if (known !== undefined) {
        this.#seen.add(known.id);
        if (known.settled && known.size === walked.size && known.modified === walked.modified) continue;
      }
      if (isConfiguration(walked.path)) this.#configurationChanged = true;
      yield { walked, known: known && { id: known.id, hash: this.#rows.hashOf(known.id) } };
    }
  }

  /** Yields the layers that the index has: what is known of their bytes is not valid any more. */
  *#layersToRead(): Generator<Pending> {
    const select = this.#draft.database.prepare(
      "SELECT id, path, raw, size, modified FROM files WHERE id > ? AND kind IN ('layer', 'package') ORDER BY id LIMIT 1024",
    );
    for (let after = 0; ;) {
      const rows = select.all(after) as unknown as {
        id: number;
        path: string;
        raw: Uint8Array;
        size: number;
        modified: number;
      }[];
      for (const { id, path, raw, size, modified } of rows) {
        const walked = { path, raw: raw.length === 0 ? null : raw, size, modified };
        if (this.#seen.has(id) && !this.#changed.has(id)) {
          yield { walked, known: { id, hash: NOT_VALID } };
        }
      }
      const last = rows.at(-1)?.id;
      if (last === undefined) return;
      after = last;
    }
  }

  #take({ walked, known }: Pending, outcome: ReadOutcome): void {
    this.#read++;
    if ("problem" in outcome) {
      // One that vanished meanwhile is removed with the others.
      if (known !== undefined) this.#seen.delete(known.id);
      this.#report(walked.path, outcome.problem);
      return;
    }
    const { facts } = outcome;
    const isSettled = facts.modified < this.#started - TICK;
    if (known !== undefined && facts.hash === known.hash) {
      this.#rows.touch(known.id, facts, isSettled);
      return;
    }
    const id = this.#rows.write(known?.id, walked, facts, isSettled);
    this.#seen.add(id);
    this.#changed.add(id);
    if (known === undefined) this.#counts.added++;
    else if (known.hash !== NOT_VALID) this.#counts.changed++;
  }

  #removeVanished(): void {
    const { database } = this.#draft;
    const count = database.prepare("SELECT count(*) AS count FROM files").get()?.["count"];
    if (count === this.#seen.size) return;
    const select = database.prepare("SELECT id, path FROM files WHERE id > ? ORDER BY id LIMIT 4096");
    const unlink = database.prepare("UPDATE dependencies SET target = NULL, state = ? WHERE target = ?");
    for (let after = 0; ;) {
      const rows = select.all(after) as unknown as { id: number; path: string }[];
      for (const { id, path } of rows) {
        if (this.#seen.has(id) || this.#isClosed(path)) continue;
        unlink.run(UNRESOLVED, id);
        this.#rows.remove(id);
        this.#counts.removed++;
        if (this.#options.isConfiguration(path)) this.#configurationChanged = true;
      }
      const last = rows.at(-1)?.id;
      if (last === undefined) return;
      after = last;
    }
  }

  #isClosed(path: string): boolean {
    return this.#closed.some((folder) => folder === "." || path.startsWith(`${folder}/`));
  }

  #link(isElsewhere: boolean): void {
    const { added, changed, removed } = this.#counts;
    if (isElsewhere) this.#linker.link("d.is_pattern = 0");
    else {
      this.#linker.link(`d.target IS NULL AND d.state = '${UNRESOLVED}'`);
      // What is outside of the library may come and go at any time.
      this.#linker.link("d.target IS NULL AND (d.wanted GLOB '../*' OR d.wanted GLOB '/*')");
      if (added > 0 && !this.#draft.isNew) this.#linker.link(this.#foundNow());
    }
    if (isElsewhere || added + changed + removed > 0) this.#linker.linkPatterns();
  }

  /** Returns the condition for dependencies that may have been missing without the files that were added. */
  #foundNow(): string {
    const missing = "d.target IS NULL AND d.state = 'missing' AND d.is_pattern = 0";
    // Of a path that is looked up in several folders, the first is known alone.
    if (this.#options.searchPaths.length > 0) return missing;
    return `${missing} AND d.wanted IN (SELECT path FROM files WHERE id IN (SELECT id FROM temp.touched))`;
  }

  #report(path: string, problem: string): void {
    this.#counts.problems++;
    this.#options.onProblem(path, problem);
  }
}

function isLayerName(path: string): boolean {
  const kind = kindOfName(path);
  return kind === "layer" || kind === "package";
}
