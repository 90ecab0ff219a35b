/**
 * Files whose entries in a report an earlier run on this machine has written, and that were not written since: their entries are repeated,
 * and nothing else of them is asked. They are kept for each folder, with the stamps of its files, so that a run reads one text for a folder
 * instead of stamps and answers for each file.
 *
 * A file is settled only while everything else that its entry depends on is the same: its name and place in the run, its settings, the
 * form of the report and the code; and all files that its stage has read or looked for. What other stages have found about it is compared
 * when all are joined (`SettledReport`).
 */
import { stampNow, type StatIndex } from "@usdkit/batch/store/stat-index";
import type { AnswerStore } from "@usdkit/batch/store/answer-store";
import { absolutePath, type InputFile } from "@usdkit/command/files/input";
import { path } from "@usdkit/command/process/builtins";
import type { ConfigLookup } from "@usdkit/lint-config/config-lookup";
import type { Entry, SettledFolder } from "../files/entries.ts";
import {
  hasStamp,
  headOf,
  nameIn,
  SEPARATOR,
  settledRecord,
  stampsIn,
  type SettledParts,
} from "../files/settled-record.ts";
import { StampLooks, type StageStamps } from "../files/stage-stamps.ts";
import type { Prepared, Preparer } from "./prepare.ts";

/** UTF-16 units of a folder that are kept: its records are in memory at a time. */
const MAX_LENGTH = 1 << 22;
/** Records in an entry of a run. */
const MAX_TOGETHER = 1000;
/** Days after which a folder is checked file by file again: answers that are not used for long are removed from a cache. */
const MAX_DAYS = 20;
const DAY = 24 * 60 * 60 * 1000;
/** In the store: each folder has one text. */
const KEY = "entries";

type FileEntry = Extract<Entry, { kind: "file" }>;

/** What settled files depend on and how they are found. */
export interface SettledOptions {
  readonly stats: StatIndex;
  /** Of this machine, with the stamps. */
  readonly store: AnswerStore;
  /** Hash of all that entries depend on besides file and settings. */
  readonly form: string;
  readonly cwd: string;
  readonly configs: ConfigLookup;
  readonly preparer: Preparer;
  /** Returns a hash of settings; undefined if their results are not kept. */
  readonly settingsOf: (prepared: Prepared) => string | undefined;
}

/** A file that was checked. */
export interface CheckedFile {
  readonly input: InputFile;
  /** See `Entry`. */
  readonly position?: number | undefined;
  /** Absolute. */
  readonly file: string;
  /** SHA-256 of what was checked. */
  readonly hash: string;
  readonly prepared: Prepared;
}

/** The records of a folder in the order of the run that kept them. */
interface Folder {
  readonly folder: string;
  readonly records: readonly string[];
  /** Place of the record that is probably next. */
  next: number;
  /** By name; made when files are not in the order of the records. */
  places: ReadonlyMap<string, number> | undefined;
}

/** A folder of this run that may have more files. */
interface OpenFolder {
  readonly folder: string;
  readonly records: string[];
  length: number;
  hasNew: boolean;
}

/** Finds settled files, and keeps those of this run. */
export class SettledFiles {
  readonly #options: SettledOptions;
  readonly #looks = new StampLooks();
  #known: Folder = { folder: "", records: [], next: 0, places: undefined };
  /** Each is in the one before. */
  readonly #open: OpenFolder[] = [];

  constructor(options: SettledOptions) {
    this.#options = options;
  }

  /** Yields the entries of a run; in the place of those that are settled, what is known of them. */
  async *settle(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
    let folder = "";
    let records: string[] = [];
    for await (const entry of entries) {
      const record = entry.kind === "file" ? await this.#recordOf(entry) : undefined;
      const isNext = record !== undefined && this.#known.folder === folder && records.length < MAX_TOGETHER;
      if (records.length > 0 && !isNext) {
        yield { kind: "settled", folder, records };
        records = [];
      }
      if (record === undefined) yield entry;
      else {
        records.push(record);
        ({ folder } = this.#known);
      }
    }
    if (records.length > 0) yield { kind: "settled", folder, records };
  }

  /** Keeps the entry of a file that was checked, if it is known by its stamp. */
  async note({ input, file, position, hash, prepared }: CheckedFile, found: SettledParts): Promise<void> {
    const head = this.#headOf({ input, position }, file, prepared);
    if (head === undefined) return;
    const folder = path.dirname(file);
    await this.#options.stats.open(folder);
    const stamp = await this.#options.stats.stampWith(folder, file, hash);
    const record = stamp === undefined ? undefined : settledRecord(head, stamp, found);
    if (record !== undefined) await this.#keep(folder, [record], true);
  }

  /** Keeps what is settled. */
  async keep({ folder, records }: SettledFolder): Promise<void> {
    await this.#keep(folder, records, false);
  }

  /** Adds what is new to the store. */
  async close(): Promise<void> {
    for (let last = this.#open.pop(); last !== undefined; last = this.#open.pop()) await this.#save(last);
  }

  async #recordOf(entry: FileEntry): Promise<string | undefined> {
    if (entry.isFile !== true || entry.isLfsContent === true) return undefined;
    const file = absolutePath(entry.input, this.#options.cwd);
    const folder = path.dirname(file);
    if (folder !== this.#known.folder) this.#known = await this.#read(folder);
    if (this.#known.records.length === 0) return undefined;
    let prepared: Prepared;
    try {
      const { settings, ignored } = await this.#options.configs.find(file);
      if (ignored) return undefined;
      prepared = this.#options.preparer.prepare(settings);
    } catch {
      // The check reports it.
      return undefined;
    }
    const head = this.#headOf(entry, file, prepared);
    const record = head === undefined ? undefined : find(this.#known, head);
    if (head === undefined || record === undefined) return undefined;
    const stamps = stampsIn(record);
    // Files without a stage are asked for once: a hundred thousand stamps would be remembered for nothing.
    const stamp = stamps === "" ? stampNow(file) : this.#looks.stampOf(file);
    if (stamp === undefined || !hasStamp(record, head, stamp)) return undefined;
    return stamps === "" || this.#looks.areCurrent(JSON.parse(stamps) as StageStamps) ? record : undefined;
  }

  /** Undefined for files that are not settled: layers in packages, and those whose settings name code. */
  #headOf(
    { input, position }: Pick<CheckedFile, "input" | "position">,
    file: string,
    prepared: Prepared,
  ): string | undefined {
    const { name, location, inner } = input;
    if (inner !== undefined || typeof location !== "string") return undefined;
    const base = name.slice(name.lastIndexOf("/") + 1);
    if (!file.endsWith(path.sep + base) || file.includes("\n")) return undefined;
    const settings = this.#options.settingsOf(prepared);
    return settings === undefined ? undefined : headOf(input, position, settings);
  }

  async #read(folder: string): Promise<Folder> {
    const { store } = this.#options;
    const place = this.#placeOf(folder);
    await store.open(place);
    const [day = "", ...records] = (await store.get(place, KEY))?.split(SEPARATOR) ?? [];
    const isRecent = Math.abs(today() - Number(day)) <= MAX_DAYS;
    return { folder, records: isRecent ? records : [], next: 0, places: undefined };
  }

  async #keep(folder: string, records: readonly string[], isNew: boolean): Promise<void> {
    let last = this.#open.at(-1);
    while (last !== undefined && !isIn(folder, last.folder)) {
      this.#open.pop();
      await this.#save(last);
      last = this.#open.at(-1);
    }
    if (last?.folder !== folder) this.#open.push((last = { folder, records: [], length: 0, hasNew: false }));
    last.hasNew ||= isNew;
    for (const record of records) {
      last.length += record.length;
      if (last.length <= MAX_LENGTH) last.records.push(record);
    }
  }

  async #save({ folder, records, hasNew }: OpenFolder): Promise<void> {
    if (!hasNew) return;
    const { store } = this.#options;
    const place = this.#placeOf(folder);
    await store.open(place);
    store.set(place, KEY, [today(), ...records].join(SEPARATOR));
  }

  #placeOf(folder: string): string {
    return `${this.#options.form}\0${folder}`;
  }
}

/** Records are asked for in their order, with those of other files between them. */
function find(known: Folder, head: string): string | undefined {
  let at = known.next;
  if (known.records[at]?.startsWith(head) !== true) {
    known.places ??= new Map(known.records.map((record, i) => [nameIn(record), i]));
    at = known.places.get(nameIn(head)) ?? known.records.length;
  }
  const record = known.records[at];
  if (record?.startsWith(head) !== true) return undefined;
  known.next = at + 1;
  return record;
}

/** Whether a folder is another one, or in it. */
function isIn(folder: string, other: string): boolean {
  return folder === other || folder.startsWith(other.endsWith(path.sep) ? other : other + path.sep);
}

function today(): number {
  return Math.floor(Date.now() / DAY);
}
