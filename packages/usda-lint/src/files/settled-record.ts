/** What is kept of a settled file: what its entry in a report depends on, and the entry. */
import { path } from "@usdkit/command/process/builtins";
import type { CommandContext } from "@usdkit/command/context/command-context";
import type { InputFile } from "@usdkit/command/files/input";
import type { SetVerdict } from "@usdkit/validate";
import { fileEntry, type Entry, type SettledFolder } from "./entries.ts";

/** Separates records. */
export const SEPARATOR = "\u0001";
const FIELD = "\u0002";
/** Line ends of entries: what is kept is one line. */
const LINE_END = "\u0003";
const RESERVED = /[\u0001-\u0003]/u;
const CONTROL = /[\0-\x1f]/u;

/** Numbers of findings of a file. */
export interface SettledCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  /** Findings with at least one fix. */
  readonly fixable: number;
  /** Those that `--quiet` leaves out as well. */
  readonly allWarnings: number;
}

/** A stage that was composed, as text. */
export interface KnownStage {
  /** JSON of a `StageHead`. */
  readonly stage: string;
  /** JSON of its findings. */
  readonly findings: string;
  /** JSON of `StageStamps`; empty if it is not known what the stage depends on. */
  readonly stamps: string;
}

/** A record, read. */
export interface SettledFile {
  /** In the report. */
  readonly name: string;
  /** See `Entry`. */
  readonly position: number | undefined;
  readonly isNamed: boolean;
  readonly counts: SettledCounts;
  /** Whether the stage of the file meets the requirement sets; undefined if it was not composed. */
  readonly sets: readonly SetVerdict[] | undefined;
  /** Whether the entry is a report as JSON, from which each format makes its own; otherwise it is a text of one format. */
  readonly isReport: boolean;
  readonly entry: string;
}

/** What a record has besides what it is found by. */
export interface SettledParts extends Pick<SettledFile, "counts" | "sets" | "isReport" | "entry"> {
  /** The stage of the file, if it was composed. */
  readonly known: KnownStage | undefined;
  /** What the entry has of stages: see `signatureOf` of `LayerReports`. */
  readonly composed: string;
}

/** Fields of a record after its head. */
const FIELDS = { stamps: 4, stage: 5, findings: 6, composed: 7, counts: 8, sets: 9, entry: 10 } as const;
/** Ends the position of files that the user named. */
const NAMED = "n";
/** How entries begin. */
const REPORT = "r";
const TEXT = "t";

/** Returns how records of a file begin while it is the same file of the run with the same settings; undefined for names that are not kept. */
export function headOf(
  { name, isNamed = false }: Pick<InputFile, "name" | "isNamed">,
  position: number | undefined,
  settings: string,
): string | undefined {
  if (CONTROL.test(name)) return undefined;
  return `${name}${FIELD}${position ?? ""}${isNamed ? NAMED : ""}${FIELD}${settings}${FIELD}`;
}

/** Returns the name in a record or its head. */
export function nameIn(record: string): string {
  return record.slice(0, record.indexOf(FIELD));
}

/** Whether a record begins with a head and a stamp. */
export function hasStamp(record: string, head: string, stamp: string): boolean {
  return record.startsWith(stamp, head.length) && record[head.length + stamp.length] === FIELD;
}

/** Returns a record; undefined for an entry that is not kept. */
export function settledRecord(
  head: string,
  stamp: string,
  { known, composed, counts, sets, isReport, entry }: SettledParts,
): string | undefined {
  if (RESERVED.test(entry)) return undefined;
  const { errors, warnings, infos, fixable, allWarnings } = counts;
  const numbers = [errors, warnings, infos, fixable, allWarnings].join(" ");
  const text = (isReport ? REPORT : TEXT) + entry.replaceAll("\n", LINE_END);
  return (
    head +
    [
      stamp,
      known?.stamps ?? "",
      known?.stage ?? "",
      known?.findings ?? "",
      composed,
      numbers,
      setsText(sets),
      text,
    ].join(FIELD)
  );
}

/** Returns what the stage of a file depends on, as JSON; empty if it was not composed. */
export function stampsIn(record: string): string {
  return fieldIn(record, FIELDS.stamps);
}

/** Returns the stage of the file of a record; undefined if it was not composed. */
export function stageIn(record: string): KnownStage | undefined {
  const stamps = stampsIn(record);
  if (stamps === "") return undefined;
  return { stamps, stage: fieldIn(record, FIELDS.stage), findings: fieldIn(record, FIELDS.findings) };
}

/** Returns `composed` of a record. */
export function composedIn(record: string): string {
  return fieldIn(record, FIELDS.composed);
}

/** Reads a record that {@link settledRecord} has made. */
export function readRecord(record: string): SettledFile {
  const fields = fieldsOf(record);
  const [name = "", place = ""] = fields;
  const isNamed = place.endsWith(NAMED);
  const position = isNamed ? place.slice(0, -NAMED.length) : place;
  const entry = fields[FIELDS.entry] ?? "";
  return {
    name,
    position: position === "" ? undefined : Number(position),
    isNamed,
    counts: readCounts(fields[FIELDS.counts] ?? ""),
    sets: readSets(fields[FIELDS.sets] ?? ""),
    isReport: entry.startsWith(REPORT),
    entry: entry.slice(1).replaceAll(LINE_END, "\n"),
  };
}

/** Returns the absolute path of a settled file. */
export function fileOf(folder: string, name: string): string {
  return path.join(folder, path.posix.basename(name));
}

/** Yields settled files as files to check. */
export function* unsettled(
  { folder, records }: SettledFolder,
  context: Pick<CommandContext, "stdin">,
): Generator<Entry, void, void> {
  for (const record of records) {
    const { name, position, isNamed } = readRecord(record);
    yield fileEntry({ name, location: fileOf(folder, name), ...(isNamed && { isNamed }) }, context, position);
  }
}

/** Most files have no findings. */
const NONE: SettledCounts = { errors: 0, warnings: 0, infos: 0, fixable: 0, allWarnings: 0 };

function setsText(sets: readonly SetVerdict[] | undefined): string {
  return sets === undefined ? "" : JSON.stringify(sets);
}

function readSets(text: string): readonly SetVerdict[] | undefined {
  return text === "" ? undefined : (JSON.parse(text) as readonly SetVerdict[]);
}

function fieldsOf(record: string): readonly string[] {
  return record.split(FIELD);
}

/** Returns one field: most of what is asked of a record is in front of its entry, the longest of them. */
function fieldIn(record: string, index: number): string {
  let start = 0;
  for (let i = 0; i < index; i++) start = record.indexOf(FIELD, start) + 1;
  const end = record.indexOf(FIELD, start);
  return record.slice(start, end < 0 ? undefined : end);
}

function readCounts(text: string): SettledCounts {
  if (text === "0 0 0 0 0") return NONE;
  const [errors = 0, warnings = 0, infos = 0, fixable = 0, allWarnings = 0] = text.split(" ").map(Number);
  return { errors, warnings, infos, fixable, allWarnings };
}
