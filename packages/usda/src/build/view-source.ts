/** The source of views: the tape, the text, and a reader of single statements. */
import type { NameTable } from "../scan/name-table.ts";
import type { RecentArrays } from "./recent-arrays.ts";
import type { SimpleValueReader } from "./simple-values.ts";
import type { EntryPiece } from "./merge-entries.ts";
import type { Tape } from "../record/tape.ts";
import type { FoundSamples } from "./statement-values.ts";
import type { FieldSpecKind, Spline, Value } from "@usdkit/layer";

/** Reads one statement of a parsed text again and keeps its content. Implemented by the grammar. */
export interface StatementReader {
  /** A metadata entry at `[start, end)`. `anchor` is the anchor prim of relative paths. */
  metadata(start: number, end: number, specKind: FieldSpecKind, anchor: string): EntryPiece | undefined;
  /** Reads a list of names, `[ "a", … ]` or `"a"`, from the statement at `[start, end)`. */
  nameList(start: number, end: number): readonly string[];
  value(start: number, end: number, anchor: string): Value | undefined;
  paths(start: number, end: number, anchor: string): readonly string[];
  samples(start: number, end: number): FoundSamples;
  spline(start: number, end: number): Spline | undefined;
  /** Reads a quoted string at `[start, end)`. */
  string(start: number, end: number): string;
}

export interface ViewSource {
  readonly bytes: Uint8Array;
  readonly tape: Tape;
  readonly names: NameTable;
  readonly reader: StatementReader;
  readonly simple: SimpleValueReader;
  readonly recent: RecentArrays;
}
