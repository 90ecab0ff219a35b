/** The sink of the first pass: writes the results of the readers to the tape, and reports findings. */
import type { ByteRange } from "@usdkit/layer";
import type { RawDiagnostic, ReportDetails } from "../diagnostics/raw-diagnostic.ts";
import type { DiagnosticCode } from "../diagnostics/types.ts";
import type { PackedSamples, FoundValue } from "../read/found-value.ts";
import { KEPT_SAMPLES_TEXT } from "../read/found-value.ts";
import type { Frame } from "../read/frame.ts";
import { OwnerKind } from "../read/frame.ts";
import type { MetadataEntry } from "../read/metadata-entry.ts";
import type { PropertyHead } from "../read/property-head.ts";
import type { BlockHead, FoundEntry, Sink } from "../read/sink.ts";
import { Authored } from "../read/sink.ts";
import { Word, wordSeed } from "../read/words.ts";
import { NameTable } from "../scan/name-table.ts";
import type { NumericArray } from "@usdkit/layer";
import { OwnerTable } from "./owner-table.ts";
import { PrimIndex } from "./prim-index.ts";
import { PropertyIndex } from "./property-index.ts";
import {
  Tape,
  AUTHORED_SHIFT,
  END,
  FLAG_ARRAY,
  FLAG_BROKEN,
  FLAG_CONTINUES,
  FLAG_CUSTOM,
  FLAG_RELATIONSHIP,
  FLAG_UNIFORM,
  IDENTITY,
  KEY,
  KEY_START,
  LIST_OP_SHIFT,
  METADATA_SIZE,
  META_VALUE_END,
  META_VALUE_START,
  NAME,
  NAME_START,
  NEXT,
  NUMBERS,
  ORDERED_SHIFT,
  OWNER_SIZE,
  PARENT,
  PROPERTY_SIZE,
  RecordKind,
  SPECIFIER_SHIFT,
  START,
  TAG,
  TYPE,
  VALUE_END,
  VALUE_START,
} from "./tape.ts";

/** The word of each `Ordered`. */
const ORDER_WORDS: readonly number[] = [Word.nameChildren, Word.properties, Word.rootPrims];

const NO_NAMES = new NameTable(wordSeed);
const NO_TAPE = new Tape(0);

/** State of the open blocks. */
interface OpenPaths {
  reportedPath(): string;
  anchorPath(): string;
}

export class TapeRecorder implements Sink {
  readonly buildsValues = false;
  diagnostics: RawDiagnostic[] = [];
  /** More findings exist than are reported. */
  overflowed = false;

  private readonly paths: OpenPaths;
  private readonly primIndex: PrimIndex = new PrimIndex();
  private readonly propertyIndex: PropertyIndex = new PropertyIndex();
  /** First records of variants and variant sets. */
  private readonly variants: OwnerTable = new OwnerTable();
  private tape: Tape = NO_TAPE;
  private names: NameTable = NO_NAMES;
  private maxDiagnostics = 0;
  /** The open property's record. */
  private propertyRecord = 0;

  constructor(paths: OpenPaths) {
    this.paths = paths;
  }

  /** Starts recording a text. */
  begin(tape: Tape, names: NameTable, maxDiagnostics: number): void {
    this.tape = tape;
    this.names = names;
    this.maxDiagnostics = maxDiagnostics;
    this.diagnostics = [];
    this.overflowed = false;
    this.primIndex.reset();
    this.propertyIndex.reset();
    this.variants.reset();
  }

  /** Releases the tape: it may be large, and the recorder lives as long as the process. */
  end(): void {
    this.tape = NO_TAPE;
    this.names = NO_NAMES;
    this.diagnostics = [];
  }

  anchorPath(): string {
    return this.paths.anchorPath();
  }

  report(code: DiagnosticCode, { start, end }: ByteRange, message: string, details?: ReportDetails): void {
    // Two checks may find the same cause: only the first reports it. A brace left open is more than an error at the brace.
    const last = this.diagnostics.at(-1);
    if (last !== undefined && last.start === start && last.end === end && code !== "USDA_UNCLOSED_BRACE") return;
    if (this.diagnostics.length >= this.maxDiagnostics) {
      this.overflowed = true;
      return;
    }
    this.diagnostics.push({ code, message, start, end, primPath: this.paths.reportedPath(), ...details });
  }

  keepNumbers(numbers: NumericArray): number {
    return this.tape.numbers.push(numbers);
  }

  keepSamples(samples: PackedSamples, byteLength: number): number {
    return byteLength > KEPT_SAMPLES_TEXT ? this.tape.samples.push(samples) : 0;
  }

  // Blocks.

  root(frame: Frame): void {
    const record = this.tape.add(OWNER_SIZE);
    this.tape.words[record + TAG] = RecordKind.root;
    beginFrame(frame, record, record);
  }

  block(head: BlockHead, parent: Frame): number {
    const { tape } = this;
    const record = tape.add(OWNER_SIZE);
    const { words } = tape;
    // The kinds of owners have the same numbers as their records.
    words[record + TAG] =
      head.kind === OwnerKind.prim ? RecordKind.prim | (head.specifier << SPECIFIER_SHIFT) : head.kind;
    words[record + START] = head.start;
    words[record + NAME_START] = head.nameStart;
    words[record + NAME] = head.name;
    words[record + TYPE] = head.kind === OwnerKind.prim ? head.type : 0;
    words[record + PARENT] = parent.record;
    return record;
  }

  separate(record: number): void {
    this.tape.words[record + IDENTITY] = record;
  }

  earlierPrim(record: number, parent: Frame): ByteRange | undefined {
    const { words } = this.tape;
    const other = this.primIndex.add(words, parent, words[record + NAME], record);
    if (other === 0) return undefined;
    const start = words[other + NAME_START];
    return { start, end: start + this.names.byteLength(words[other + NAME]) };
  }

  joinVariant(record: number, parent: Frame): void {
    const { words } = this.tape;
    const first = this.variants.add(words, parent.identity, words[record + NAME], record);
    words[record + IDENTITY] = first === 0 ? record : first;
  }

  enter(record: number, frame: Frame): void {
    beginFrame(frame, record, this.tape.words[record + IDENTITY]);
  }

  reenter(record: number, frame: Frame): void {
    beginFrame(frame, record, record);
  }

  nameOf(record: number): number {
    return this.tape.words[record + NAME];
  }

  leave(frame: Frame, end: number): void {
    const { tape } = this;
    tape.words[frame.record + END] = end;
    tape.words[frame.record + NEXT] = tape.length;
  }

  blockAbandoned(record: number): void {
    this.tape.words[record + NEXT] = this.tape.length;
  }

  // Properties.

  property(head: PropertyHead, owner: Frame): void {
    const { propertyIndex, tape } = this;
    const record = (this.propertyRecord = tape.add(PROPERTY_SIZE));
    const { words } = tape;
    const before = propertyIndex.find(words, owner, head.name);
    let type = head.type;
    let flags =
      RecordKind.property |
      (head.listOperation << LIST_OP_SHIFT) |
      (head.isCustom ? FLAG_CUSTOM : 0) |
      (head.isUniform ? FLAG_UNIFORM : 0) |
      (head.isRelationship ? FLAG_RELATIONSHIP : 0) |
      (head.isArray ? FLAG_ARRAY : 0);
    if (before !== 0) {
      flags |= FLAG_CONTINUES;
      if (head.isRelationship) {
        // The type is still that of the attribute statement.
        type = words[before + TYPE];
        flags |= words[before + TAG] & FLAG_ARRAY;
      } else this.compare(head, before);
    }
    words[record + TAG] = flags;
    words[record + START] = head.start;
    words[record + END] = head.nameRange.end;
    words[record + NAME_START] = head.nameRange.start;
    words[record + NAME] = head.name;
    words[record + TYPE] = type;
    words[record + NEXT] = record + PROPERTY_SIZE;
    propertyIndex.add(words, owner, head.name, record);
  }

  /** Compares an attribute's head with an earlier statement of the same property. */
  private compare(head: PropertyHead, before: number): void {
    const { words } = this.tape;
    const { names } = this;
    const tag = words[before + TAG];
    const range = { start: words[before + START], end: words[before + END] };
    const related = [{ range, message: "the earlier declaration is here" }];
    const type = words[before + TYPE];
    if (type !== 0 && (type !== head.type || ((tag & FLAG_ARRAY) !== 0) !== head.isArray)) {
      const old = names.text(type) + ((tag & FLAG_ARRAY) !== 0 ? "[]" : "");
      const message = `${names.text(head.name)} was declared as ${old}: its type cannot change.`;
      this.report("USDA_TYPE_CHANGED", head.typeRange, message, { related });
    }
    if (((tag & FLAG_UNIFORM) !== 0) !== head.isUniform) {
      const old = head.isUniform ? "varying" : "uniform";
      const message = `${names.text(head.name)} was declared as ${old}: its variability cannot change.`;
      this.report("USDA_VARIABILITY_CHANGED", head.range, message, { related });
    }
  }

  propertyValue(authored: number, found: FoundValue): void {
    const { words } = this.tape;
    const record = this.propertyRecord;
    words[record + TAG] |= authored << AUTHORED_SHIFT;
    words[record + VALUE_START] = found.start;
    words[record + VALUE_END] = found.end;
    if (authored === Authored.value || authored === Authored.timeSamples) words[record + NUMBERS] = found.kept;
  }

  propertyEnd(end: number): void {
    this.tape.words[this.propertyRecord + END] = end;
  }

  propertyClosed(): void {
    this.tape.words[this.propertyRecord + NEXT] = this.tape.length;
  }

  propertyAbandoned(): void {
    const { words } = this.tape;
    words[this.propertyRecord + TAG] |= FLAG_BROKEN;
    this.propertyClosed();
  }

  order(head: PropertyHead, found: FoundValue): void {
    const record = this.tape.add(METADATA_SIZE);
    const { words } = this.tape;
    words[record + TAG] = RecordKind.order | (head.ordered << ORDERED_SHIFT);
    words[record + START] = head.start;
    words[record + END] = found.end;
    words[record + KEY] = ORDER_WORDS[head.ordered];
    words[record + META_VALUE_START] = found.start;
    words[record + META_VALUE_END] = found.end;
  }

  // Metadata.

  metadata(entry: MetadataEntry, end: number, found: FoundValue): void {
    const record = this.tape.add(METADATA_SIZE);
    const { words } = this.tape;
    words[record + TAG] = RecordKind.metadata | (entry.operation << LIST_OP_SHIFT);
    words[record + START] = entry.start;
    words[record + END] = end;
    words[record + KEY_START] = entry.keyStart;
    words[record + KEY] = entry.name;
    words[record + META_VALUE_START] = found.start;
    words[record + META_VALUE_END] = found.end;
  }

  /** Views read the value again. */
  field(_entry: FoundEntry): void {}
}

function beginFrame(frame: Frame, record: number, identity: number): void {
  frame.record = record;
  frame.identity = identity;
  frame.hasNested = identity !== record;
  frame.propertyCount = 0;
  frame.propertyMap = undefined;
  frame.childCount = 0;
}
