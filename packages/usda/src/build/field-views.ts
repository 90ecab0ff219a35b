/** Metadata of a spec: reads its entries and merges them into fields. */
import { type EntryPiece, mergeEntry } from "./merge-entries.ts";
import {
  END,
  KEY,
  KEY_START,
  KIND_MASK,
  LIST_OP_MASK,
  LIST_OP_SHIFT,
  META_VALUE_END,
  META_VALUE_START,
  METADATA_SIZE,
  NEXT,
  ORDERED_SHIFT,
  OWNER_SIZE,
  RecordKind,
  START,
  TAG,
} from "../record/tape.ts";
import type { ByteRange, Field, FieldEntry, FieldSpecKind, FieldValue, ListOpName } from "@usdkit/layer";
import { stringType } from "@usdkit/layer";
import { Ordered } from "../read/sink.ts";
import type { ViewSource } from "./view-source.ts";

const LIST_OPS: readonly ListOpName[] = ["explicit", "added", "prepended", "appended", "deleted", "ordered"];

/** The anchor of relative paths, computed only if there is one. */
interface Anchored {
  readonly anchor: string;
}

interface MutableField {
  readonly name: string;
  value: FieldValue;
  readonly entries: FieldEntry[];
}

/** The tape keeps the ranges; only reports need them. */
class EntryView implements FieldEntry {
  private readonly source: ViewSource;
  private readonly record: number;

  constructor(source: ViewSource, record: number) {
    this.source = source;
    this.record = record;
  }

  get range(): ByteRange {
    const { words } = this.source.tape;
    return { start: words[this.record + START], end: words[this.record + END] };
  }

  get keyRange(): ByteRange {
    const { tape, names } = this.source;
    const start = tape.words[this.record + KEY_START];
    return { start, end: start + names.byteLength(tape.words[this.record + KEY]) };
  }

  get valueRange(): ByteRange {
    const { words } = this.source.tape;
    return { start: words[this.record + META_VALUE_START], end: words[this.record + META_VALUE_END] };
  }
}

/** Returns an instance of each class that fields are built with. */
export function makeFieldInstances(source: ViewSource): readonly object[] {
  return [new FieldBuilder(source), new EntryView(source, 0)];
}

/** Fields by name, while entries are added. */
export class FieldBuilder {
  private readonly source: ViewSource;
  private readonly fields: Map<string, MutableField> = new Map();

  /** Variant sets that the entries define: the names of the last statement without an operation, or with `add`. */
  variantSets: readonly string[] = [];

  constructor(source: ViewSource) {
    this.source = source;
  }

  /** Adds the metadata records from `record` on; returns the index after them. */
  addMetadata(record: number, end: number, specKind: FieldSpecKind, owner: Anchored): number {
    const { words } = this.source.tape;
    while (record < end && (words[record + TAG] & KIND_MASK) === RecordKind.metadata) {
      this.addEntry(record, specKind, owner);
      record += METADATA_SIZE;
    }
    return record;
  }

  private addEntry(record: number, specKind: FieldSpecKind, owner: Anchored): void {
    const { tape, reader } = this.source;
    const { words } = tape;
    const start = words[record + START];
    const end = words[record + END];
    const key = words[record + KEY];
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
    const piece = this.simpleArc(record) ?? reader.metadata(start, end, specKind, owner.anchor);
    if (piece === undefined) return;
    if (piece.value?.kind === "valueListOp" && piece.field === "variantSetNames") {
      const made = piece.value.listOp.explicit ?? piece.value.listOp.added;
      if (made !== undefined) this.variantSets = made.map(String);
    }
    const merged = mergeEntry(this.fields.get(piece.field)?.value, piece);
    if (merged !== undefined) this.set(piece.field, merged, new EntryView(this.source, record));
  }

  /** Handles the most common entry by far: `payload = @asset@</Prim>`. */
  private simpleArc(record: number): EntryPiece | undefined {
    const { tape, names, simple } = this.source;
    const { words } = tape;
    const field = names.text(words[record + KEY]);
    if (field !== "payload" && field !== "references") return undefined;
    const item = simple.arc(words[record + META_VALUE_START], words[record + META_VALUE_END]);
    if (item === undefined) return undefined;
    const operation = LIST_OPS[(words[record + TAG] >>> LIST_OP_SHIFT) & LIST_OP_MASK];
    return { field, operation, value: { kind: "referenceListOp", listOp: { [operation]: [item] } } };
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
    const field = this.fields.get(name);
    if (field === undefined) this.fields.set(name, { name, value, entries: [entry] });
    else {
      field.value = value;
      field.entries.push(entry);
    }
  }

  build(): ReadonlyMap<string, Field> {
    return this.fields;
  }
}

/** Returns the variant sets that the metadata of blocks defines, without building the other fields. */
export function declaredSets(
  source: ViewSource,
  blocks: readonly number[],
  specKind: FieldSpecKind,
  owner: Anchored,
): readonly string[] {
  const { words } = source.tape;
  let builder: FieldBuilder | undefined;
  for (const block of blocks) {
    const end = words[block + NEXT];
    for (let at = block + OWNER_SIZE; at < end; at += METADATA_SIZE) {
      if ((words[at + TAG] & KIND_MASK) !== RecordKind.metadata) break;
      if (source.names.text(words[at + KEY]) !== "variantSets") continue;
      builder ??= new FieldBuilder(source);
      builder.addMetadata(at, at + METADATA_SIZE, specKind, owner);
    }
  }
  return builder?.variantSets ?? [];
}
