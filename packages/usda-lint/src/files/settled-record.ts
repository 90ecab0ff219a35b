/** What is kept of a settled file: what its entry in a report depends on, and the entry. */
import { path } from "@usdkit/command/process/builtins";
import type { CommandContext } from "@usdkit/command/context/command-context";
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

/** A record, read. */
export interface SettledFile {
  /** In the report. */
  readonly name: string;
  /** See `Entry`. */
  readonly position: number | undefined;
  readonly counts: SettledCounts;
  readonly entry: string;
}

/** Returns how records of a file begin while it is the same file of the run with the same settings; undefined for names that are not kept. */
export function headOf(name: string, position: number | undefined, settings: string): string | undefined {
  return CONTROL.test(name) ? undefined : `${name}${FIELD}${position ?? ""}${FIELD}${settings}${FIELD}`;
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
  { counts, entry }: Pick<SettledFile, "counts" | "entry">,
): string | undefined {
  if (RESERVED.test(entry)) return undefined;
  const { errors, warnings, infos, fixable, allWarnings } = counts;
  const numbers = [errors, warnings, infos, fixable, allWarnings].join(" ");
  return `${head}${stamp}${FIELD}${numbers}${FIELD}${entry.replaceAll("\n", LINE_END)}`;
}

/** Reads a record that {@link settledRecord} has made. */
export function readRecord(record: string): SettledFile {
  const name = record.indexOf(FIELD);
  const position = record.indexOf(FIELD, name + 1);
  const settings = record.indexOf(FIELD, position + 1);
  const stamp = record.indexOf(FIELD, settings + 1);
  const counts = record.indexOf(FIELD, stamp + 1);
  return {
    name: record.slice(0, name),
    position: position === name + 1 ? undefined : Number(record.slice(name + 1, position)),
    counts: readCounts(record.slice(stamp + 1, counts)),
    entry: record.slice(counts + 1).replaceAll(LINE_END, "\n"),
  };
}

/** Yields settled files as files to check. */
export function* unsettled(
  { folder, records }: SettledFolder,
  context: Pick<CommandContext, "stdin">,
): Generator<Entry, void, void> {
  for (const record of records) {
    const { name, position } = readRecord(record);
    yield fileEntry({ name, location: path.join(folder, path.posix.basename(name)) }, context, position);
  }
}

/** Most files have no findings. */
const NONE: SettledCounts = { errors: 0, warnings: 0, infos: 0, fixable: 0, allWarnings: 0 };

function readCounts(text: string): SettledCounts {
  if (text === "0 0 0 0 0") return NONE;
  const [errors = 0, warnings = 0, infos = 0, fixable = 0, allWarnings = 0] = text.split(" ").map(Number);
  return { errors, warnings, infos, fixable, allWarnings };
}
