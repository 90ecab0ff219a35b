/** Metadata of a spec: its entries read and merged into fields. */
import { mergeEntry } from "./merge-entries.ts";
import {
  END,
  KEY,
  KEY_START,
  KIND_MASK,
  META_VALUE_END,
  META_VALUE_START,
  METADATA_SIZE,
  Ordered,
  ORDERED_SHIFT,
  RecordKind,
  START,
  TAG,
} from "./tape.ts";
import type { Field, FieldEntry, FieldValue } from "./types.ts";
import { stringType } from "./value-type-of.ts";
import type { SpecKind, ViewSource } from "./view-source.ts";

/** Fields by name, while entries are added. */
export class FieldBuilder {
  private readonly source: ViewSource;
  private readonly values: Map<string, FieldValue> = new Map();
  private readonly entries: Map<string, FieldEntry[]> = new Map();

  /** Variant sets that the entries make: the names of the last statement without an operation, or with `add`. */
  variantSets: readonly string[] = [];

  constructor(source: ViewSource) {
    this.source = source;
  }

  /** Adds the metadata records that begin at `record`; gives the index after them. */
  addMetadata(record: number, end: number, specKind: SpecKind, anchor: string): number {
    const { words } = this.source.tape;
    while (record < end && (words[record + TAG] & KIND_MASK) === RecordKind.metadata) {
      this.addEntry(record, specKind, anchor);
      record += METADATA_SIZE;
    }
    return record;
  }

  private addEntry(record: number, specKind: SpecKind, anchor: string): void {
    const { tape, reader, names } = this.source;
    const { words } = tape;
    const start = words[record + START];
    const end = words[record + END];
    const key = words[record + KEY];
    const keyStart = words[record + KEY_START];
    if (key === 0) {
      const value: FieldValue = {
        kind: "typed",
        type: stringType,
        isArray: false,
        data: reader.string(start, end),
        range: { start, end },
      };
      this.set("comment", value, {
        range: { start, end },
        keyRange: { start, end: start },
        valueRange: { start, end },
      });
      return;
    }
    const piece = reader.metadata(start, end, specKind, anchor);
    const entry: FieldEntry = {
      range: { start, end },
      keyRange: { start: keyStart, end: keyStart + names.byteLength(key) },
      valueRange: { start: words[record + META_VALUE_START], end: words[record + META_VALUE_END] },
    };
    if (piece === undefined) return;
    if (piece.value?.kind === "valueListOp" && piece.field === "variantSetNames") {
      const made = piece.value.listOp.explicit ?? piece.value.listOp.added;
      if (made !== undefined) this.variantSets = made.map(String);
    }
    const merged = mergeEntry(this.values.get(piece.field), piece);
    if (merged !== undefined) this.set(piece.field, merged, entry);
  }

  /** Adds a `reorder` statement. */
  addOrder(record: number): void {
    const { words } = this.source.tape;
    const what = words[record + TAG] >>> ORDERED_SHIFT;
    const start = words[record + START];
    const end = words[record + END];
    const names = this.source.reader.nameList(start, end);
    const valueRange = { start: words[record + META_VALUE_START], end: words[record + META_VALUE_END] };
    const name = what === Ordered.properties ? "propertyOrder" : "primOrder";
    this.set(name, { kind: "names", names }, { range: { start, end }, keyRange: { start, end: start }, valueRange });
  }

  private set(name: string, value: FieldValue, entry: FieldEntry): void {
    this.values.set(name, value);
    const entries = this.entries.get(name);
    if (entries === undefined) this.entries.set(name, [entry]);
    else entries.push(entry);
  }

  build(): ReadonlyMap<string, Field> {
    const fields = new Map<string, Field>();
    for (const [name, value] of this.values) fields.set(name, { name, value, entries: this.entries.get(name) ?? [] });
    return fields;
  }
}
