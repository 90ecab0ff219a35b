/** Attributes and relationships, built from the statements that author them. */
import type {
  ValueType,
  AttributeSpec,
  ByteRange,
  Field,
  ListOp,
  ListOpName,
  PrimSpec,
  PropertySpec,
  RelationshipSpec,
  Spline,
  TimeSamples,
  Value,
  Variability,
  VariantSpec,
} from "@usdkit/layer";
import { primPathOf, valueTypes } from "@usdkit/layer";
import { FieldBuilder } from "./field-views.ts";
import { mergePathOps } from "./merge-entries.ts";
import {
  AUTHORED_MASK,
  AUTHORED_SHIFT,
  END,
  FLAG_ARRAY,
  FLAG_CUSTOM,
  FLAG_RELATIONSHIP,
  FLAG_UNIFORM,
  LIST_OP_MASK,
  LIST_OP_SHIFT,
  NAME,
  NAME_START,
  NEXT,
  NUMBERS,
  PROPERTY_SIZE,
  START,
  TAG,
  TYPE,
  VALUE_END,
  VALUE_START,
} from "../record/tape.ts";
import { makeTimeSamples, unpackTimeSamples } from "./time-samples.ts";
import { Authored } from "../read/sink.ts";
import type { FoundSamples } from "./statement-values.ts";
import type { ViewSource } from "./view-source.ts";

const NO_FIELDS: ReadonlyMap<string, Field> = new Map();
const LIST_OPS: readonly ListOpName[] = ["explicit", "added", "prepended", "appended", "deleted", "ordered"];

/** Returns the spec for the statements at `records`, in the order of the text. */
export function makeProperty(
  source: ViewSource,
  records: readonly number[],
  parent: PrimSpec | VariantSpec,
): PropertySpec {
  const isRelationship = (source.tape.words[records[0] + TAG] & FLAG_RELATIONSHIP) !== 0;
  return isRelationship ? new RelationshipView(source, records, parent) : new AttributeView(source, records, parent);
}

/** Returns an instance of each view. */
export function makePropertyInstances(source: ViewSource, parent: PrimSpec): readonly object[] {
  return [new AttributeView(source, [0], parent), new RelationshipView(source, [0], parent)];
}

abstract class PropertyView {
  readonly parent: PrimSpec | VariantSpec;
  readonly name: string;
  protected readonly source: ViewSource;
  protected readonly records: readonly number[];
  private madeDefault: Value | undefined;
  private madeFields: ReadonlyMap<string, Field> | undefined;

  constructor(source: ViewSource, records: readonly number[], parent: PrimSpec | VariantSpec) {
    this.source = source;
    this.records = records;
    this.parent = parent;
    this.name = source.names.text(source.tape.words[records[0] + NAME]);
  }

  get path(): string {
    return `${this.parent.path}.${this.name}`;
  }

  get range(): ByteRange {
    return this.statements[0];
  }

  get nameRange(): ByteRange {
    const { words } = this.source.tape;
    const start = words[this.records[0] + NAME_START];
    return { start, end: start + this.source.names.byteLength(words[this.records[0] + NAME]) };
  }

  get statementCount(): number {
    return this.records.length;
  }

  get statements(): readonly ByteRange[] {
    const { words } = this.source.tape;
    return this.records.map((record) => ({ start: words[record + START], end: words[record + END] }));
  }

  get custom(): boolean {
    for (const record of this.records) if ((this.tag(record) & FLAG_CUSTOM) !== 0) return true;
    return false;
  }

  get variability(): Variability {
    return (this.tag(this.records[this.records.length - 1]) & FLAG_UNIFORM) !== 0 ? "uniform" : "varying";
  }

  get fields(): ReadonlyMap<string, Field> {
    if (this.madeFields === undefined && !this.hasMetadata()) this.madeFields = NO_FIELDS;
    if (this.madeFields === undefined) {
      const { words } = this.source.tape;
      const builder = new FieldBuilder(this.source);
      for (const record of this.records) {
        const kind = (this.tag(record) & FLAG_RELATIONSHIP) !== 0 ? "relationship" : "attribute";
        builder.addMetadata(record + PROPERTY_SIZE, words[record + NEXT], kind, this);
      }
      this.madeFields = builder.build();
    }
    return this.madeFields;
  }

  private hasMetadata(): boolean {
    const { words } = this.source.tape;
    for (const record of this.records) if (words[record + NEXT] > record + PROPERTY_SIZE) return true;
    return false;
  }

  /** Returns the last word of a type, from an attribute's statement. */
  get typeName(): string {
    const record = this.typeRecord();
    if (record === undefined) return "";
    const { words } = this.source.tape;
    return this.source.names.text(words[record + TYPE]) + ((this.tag(record) & FLAG_ARRAY) !== 0 ? "[]" : "");
  }

  get isArray(): boolean {
    const record = this.typeRecord();
    return record !== undefined && (this.tag(record) & FLAG_ARRAY) !== 0;
  }

  get valueType(): ValueType | undefined {
    const record = this.typeRecord();
    if (record === undefined) return undefined;
    const type = valueTypes.get(this.source.names.text(this.source.tape.words[record + TYPE]));
    if (type === undefined || type.hasArray) return type;
    return (this.tag(record) & FLAG_ARRAY) !== 0 ? undefined : type;
  }

  get defaultValue(): Value | undefined {
    if (this.madeDefault !== undefined) return this.madeDefault;
    const record = this.lastOf(Authored.value);
    if (record === undefined) return undefined;
    const { recent } = this.source;
    const known = recent.get(record);
    if (known !== undefined) return known;
    const value = this.readDefault(record);
    if (value?.kind !== "typed") return value;
    // Only the last arrays are kept: all of them would double the layer's memory.
    if (value.isArray) recent.keep(record, value);
    else this.madeDefault = value;
    return value;
  }

  private readDefault(record: number): Value | undefined {
    const { words, numbers } = this.source.tape;
    const kept = words[record + NUMBERS];
    const type = this.valueType;
    if (type !== undefined) {
      const start = words[record + VALUE_START];
      const end = words[record + VALUE_END];
      const { isArray } = this;
      const data = kept === 0 ? this.source.simple.read(type, isArray, start, end) : numbers[kept - 1];
      if (data !== undefined) return { kind: "typed", type, isArray, data, range: { start, end } };
    }
    return this.source.reader.value(words[record + START], words[record + VALUE_END], this.anchor);
  }

  get timeSamples(): TimeSamples | undefined {
    const record = this.lastOf(Authored.timeSamples);
    if (record === undefined) return undefined;
    const { words } = this.source.tape;
    const end = words[record + VALUE_END];
    const range = { start: words[record + VALUE_START], end };
    const kept = words[record + NUMBERS];
    const found: FoundSamples =
      kept === 0
        ? this.source.reader.samples(words[record + START], end)
        : { packed: this.source.tape.samples[kept - 1] };
    if ("list" in found) return makeTimeSamples(found.list, range);
    const type = this.valueType;
    return type === undefined ? undefined : unpackTimeSamples(found.packed, type, range);
  }

  get spline(): Spline | undefined {
    const record = this.lastOf(Authored.spline);
    if (record === undefined) return undefined;
    const { words } = this.source.tape;
    return this.source.reader.spline(words[record + START], words[record + VALUE_END]);
  }

  get connectionPaths(): ListOp<string> | undefined {
    return this.pathOps(Authored.connection);
  }

  protected pathOps(authored: number): ListOp<string> | undefined {
    const { words } = this.source.tape;
    let merged: ListOp<string> | undefined;
    for (const record of this.records) {
      if (this.authored(record) !== authored) continue;
      const single = this.source.simple.path(words[record + VALUE_START], words[record + VALUE_END]);
      const paths =
        single === undefined
          ? this.source.reader.paths(words[record + START], words[record + VALUE_END], this.anchor)
          : [single];
      const operation = LIST_OPS[(this.tag(record) >>> LIST_OP_SHIFT) & LIST_OP_MASK];
      merged = mergePathOps(merged, { [operation]: paths });
    }
    return merged;
  }

  /** The anchor prim of relative paths. */
  get anchor(): string {
    return anchorOf(this.parent.path);
  }

  protected lastOf(authored: number): number | undefined {
    const { records } = this;
    for (let i = records.length - 1; i >= 0; i--) if (this.authored(records[i]) === authored) return records[i];
    return undefined;
  }

  protected tag(record: number): number {
    return this.source.tape.words[record + TAG];
  }

  private authored(record: number): number {
    return (this.tag(record) >>> AUTHORED_SHIFT) & AUTHORED_MASK;
  }

  private typeRecord(): number | undefined {
    for (const record of this.records) if ((this.tag(record) & FLAG_RELATIONSHIP) === 0) return record;
    return undefined;
  }
}

class AttributeView extends PropertyView implements AttributeSpec {
  readonly specType = "attribute";

  /** Returns the targets that a relationship statement of the same name merged into this spec. */
  get targetPaths(): ListOp<string> | undefined {
    return this.pathOps(Authored.targets);
  }
}

class RelationshipView extends PropertyView implements RelationshipSpec {
  readonly specType = "relationship";

  get targetPaths(): ListOp<string> | undefined {
    return this.pathOps(Authored.targets);
  }

  get defaultTarget(): string | undefined {
    const record = this.lastOf(Authored.defaultTarget);
    if (record === undefined) return undefined;
    const { words } = this.source.tape;
    return this.source.reader.paths(words[record + START], words[record + VALUE_END], this.anchor)[0];
  }

  get merged(): RelationshipSpec["merged"] {
    if (this.typeName === "") return undefined;
    const { typeName, defaultValue, timeSamples, spline, connectionPaths } = this;
    return { typeName, defaultValue, timeSamples, spline, connectionPaths };
  }
}

/** Returns the anchor prim of a spec's relative paths: its own or its owner's path, without variant selections. */
export function anchorOf(path: string): string {
  return primPathOf(path);
}
