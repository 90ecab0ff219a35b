/** Values by their representation. */
import type { DictionaryValue, FieldValue, LayerOffset, ListOp, Value, ValueType } from "@usdkit/layer";
import { knownValueType } from "./known-value-type.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { CrateError } from "../diagnostics/types.ts";
import type { CrateStructure } from "../structure/structure.ts";
import { PAYLOAD_OFFSETS } from "../structure/version.ts";
import { arrayEditOf } from "./array-edits.ts";
import { findArray, numbersAt, readNumbers } from "./arrays.ts";
import { Budget } from "./budget.ts";
import type { CrateValue } from "./crate-value.ts";
import type { NestedRep } from "./cursor.ts";
import { Cursor, stringAt, tokenAt } from "./cursor.ts";
import { DictionaryReader } from "./dictionaries.ts";
import { readLayerOffset, readListOp, readPayload, readReference } from "./list-ops.ts";
import { dataAt, inlinedData } from "./scalars.ts";
import { readSpline } from "./splines.ts";
import type { Readable } from "./readable.ts";
import { TimeSamplesReader } from "./time-samples.ts";
import { crateValueTypes, inlinedTypes, isTextKind } from "./types.ts";
import { CrateType, IS_ARRAY, IS_ARRAY_EDIT, IS_COMPRESSED, IS_INLINED, repPayload, repType } from "./value-rep.ts";

/** Values that hold a value that holds a value and so on: the reference writes one. */
const MAX_INDIRECTIONS = 16;
/** Values in lists, splines and values without schema, each in the one before; dictionaries in dictionaries do not count. */
const MAX_NESTING = 100;

/** Reads the values of one crate. */
export class ValueReader implements Readable {
  readonly source: ByteSource;
  readonly structure: CrateStructure;
  readonly samples: TimeSamplesReader;
  private readonly minor: number;
  private readonly dictionaries: DictionaryReader;
  /** In how many values the one is that is read. */
  private nesting = 0;

  constructor(source: ByteSource, structure: CrateStructure) {
    this.source = source;
    this.structure = structure;
    this.minor = structure.version.minor;
    this.samples = new TimeSamplesReader(this);
    this.dictionaries = new DictionaryReader(this);
  }

  cursor(offset: number, budget?: Budget): Cursor {
    return new Cursor(this.source, this.structure, offset, budget);
  }

  /** A budget for a walk over values of this file. */
  budget(): Budget {
    return new Budget(this.source.length);
  }

  /**
   * The value of a representation.
   *
   * @param declared the type of the attribute: values have its role (`color3f` rather than `float3`)
   * @throws CrateError when the value is damaged
   */
  read(low: number, high: number, declared?: ValueType, budget?: Budget): CrateValue {
    const number = repType(high);
    const type = crateValueTypes[number];
    if (type !== undefined) return this.readTyped(withRole(type, declared), low, high);
    if ((high & IS_ARRAY) !== 0) throw this.unsupported(number, low, high);
    if (this.nesting === MAX_NESTING) {
      const offset = Math.min(repPayload(low, high), this.source.length);
      throw new CrateError("USDC_LIMIT", offset, `Values nest deeper than ${MAX_NESTING}`);
    }
    this.nesting++;
    try {
      return this.readComposite({ low, high }, declared, budget);
    } finally {
      this.nesting--;
    }
  }

  private readComposite({ low, high }: NestedRep, declared?: ValueType, budget?: Budget): CrateValue {
    const number = repType(high);
    const payload = repPayload(low, high);
    switch (number) {
      case CrateType.valueBlock:
        return { kind: "block" };
      case CrateType.animationBlock:
        return { kind: "animationBlock" };
      case CrateType.dictionary:
        return this.dictionaries.read({ low, high }, budget);
      case CrateType.specifier:
        return { kind: "enum", type: "specifier", index: low };
      case CrateType.permission:
        return { kind: "enum", type: "permission", index: low };
      case CrateType.variability:
        return { kind: "enum", type: "variability", index: low };
      case CrateType.timeSamples:
        return { kind: "timeSamples", samples: this.samples.read(payload, declared) };
      case CrateType.spline:
        return this.spline(payload, declared, budget);
      case CrateType.value:
        return this.indirect(payload, declared, budget);
      case CrateType.unregisteredValue:
        return this.unregistered(this.cursor(payload, budget), budget);
      default:
        return this.readVector(number, payload, budget) ?? this.readList(number, low, high, budget);
    }
  }

  unsupported(number: number, low: number, high: number): CrateError {
    const offset = Math.min(repPayload(low, high), this.source.length);
    return new CrateError("USDC_VALUE", offset, `Unknown type ${number} of a value`);
  }

  private readTyped(type: ValueType, low: number, high: number): Value {
    const payload = repPayload(low, high);
    if ((high & IS_ARRAY_EDIT) !== 0) return this.arrayEdit(type, payload);
    if ((high & IS_ARRAY) !== 0) return this.readArray(type, payload, (high & IS_COMPRESSED) !== 0);
    const isInlined = inlinedTypes[repType(high)] !== 0 || (high & IS_INLINED) !== 0;
    const data = isInlined
      ? inlinedData(this.structure, type, low, 0)
      : type.kind === "pathExpression"
        ? this.cursor(payload).string()
        : dataAt(this.source, type, payload);
    if (data === undefined) throw this.unsupported(repType(high), low, high);
    return { kind: "typed", type, isArray: false, data };
  }

  private readArray(type: ValueType, payload: number, isCompressed: boolean): Value {
    if (isTextKind(type.kind)) {
      return { kind: "typed", type, isArray: true, data: payload === 0 ? [] : this.texts(type, payload) };
    }
    if (payload === 0)
      return { kind: "typed", type, isArray: true, data: numbersAt(new Uint8Array(0), type.kind, 0, 0) };
    const place = findArray(this.source, type, { offset: payload, isCompressed }, this.minor);
    return { kind: "typed", type, isArray: true, data: readNumbers(this.source, type, place) };
  }

  private texts(type: ValueType, payload: number): readonly string[] {
    const { count, start } = findArray(this.source, type, { offset: payload, isCompressed: false }, this.minor);
    const { view } = this.source;
    const texts = new Array<string>(count);
    for (let i = 0; i < count; i++) {
      const at = start + 4 * i;
      const index = view.getUint32(at, true);
      texts[i] = type.kind === "token" ? tokenAt(this.structure, index, at) : stringAt(this.structure, index, at);
    }
    return texts;
  }

  private arrayEdit(type: ValueType, payload: number): Value {
    if (payload === 0) return { kind: "arrayEdit", type, text: "edit []" };
    const cursor = this.cursor(payload);
    const literalRep = { low: cursor.uint32(), high: cursor.uint32() };
    const codesRep = { low: cursor.uint32(), high: cursor.uint32() };
    const literals = this.plainArray(literalRep, type);
    const codes = this.plainArray(codesRep, knownValueType("int64"));
    if (literals?.kind !== "typed" || codes?.kind !== "typed" || !(codes.data instanceof BigInt64Array)) {
      throw new CrateError(
        "USDC_VALUE",
        payload,
        "Damaged array edit: expected an array of literals and one of integers",
      );
    }
    return arrayEditOf(literals, codes.data, payload);
  }

  private plainArray({ low, high }: NestedRep, type: ValueType): Value | undefined {
    if ((high & IS_ARRAY) === 0 || (high & IS_ARRAY_EDIT) !== 0) return undefined;
    const found = crateValueTypes[repType(high)];
    if (found === undefined || found.kind !== type.kind || found.components !== type.components) return undefined;
    return this.readTyped(type, low, high);
  }

  private spline(payload: number, declared: ValueType | undefined, budget: Budget | undefined): CrateValue {
    if (payload === 0) return readSpline(this.source, { start: 0, end: 0 }, declared, new Map());
    const cursor = this.cursor(payload, budget);
    const size = cursor.uint64();
    const start = cursor.position;
    this.source.requireElements(start, size, 1, "A spline");
    cursor.position = start + size;
    const customData = new Map<number, DictionaryValue>();
    // A time, and the count of entries.
    const count = cursor.count(16);
    for (let i = 0; i < count; i++) {
      const time = cursor.float64();
      customData.set(time, this.dictionaries.readAt(cursor, budget));
    }
    return readSpline(this.source, { start, end: start + size }, declared, customData);
  }

  /** What a value of any type holds. */
  private indirect(payload: number, declared: ValueType | undefined, budget: Budget | undefined): CrateValue {
    let rep = this.cursor(payload).nested();
    for (let i = 0; repType(rep.high) === CrateType.value; i++) {
      const offset = repPayload(rep.low, rep.high);
      if (i === MAX_INDIRECTIONS) throw new CrateError("USDC_LIMIT", offset, "A value contains itself");
      rep = this.cursor(offset).nested();
    }
    return this.read(rep.low, rep.high, declared, budget);
  }

  /** A value that no schema describes: text, a dictionary, or a list operation. */
  private unregistered(cursor: Cursor, budget: Budget | undefined): FieldValue {
    const { low, high } = cursor.nested();
    const number = repType(high);
    if (number !== CrateType.dictionary && number !== CrateType.unregisteredValueListOp && number !== 10) {
      throw new CrateError(
        "USDC_VALUE",
        cursor.position - 8,
        `A value without schema has type ${number}, expected text`,
      );
    }
    const value = this.read(low, high, undefined, budget);
    if (value.kind === "typed") return { kind: "unregistered", text: String(value.data) };
    if (value.kind === "dictionary" || value.kind === "unregisteredListOp") return value;
    return { kind: "unregistered", text: "" };
  }

  private unregisteredText(cursor: Cursor, budget: Budget | undefined): string {
    const value = this.unregistered(cursor, budget);
    return value.kind === "unregistered" ? value.text : "";
  }

  private readList(number: number, low: number, high: number, budget: Budget | undefined): FieldValue {
    const cursor = this.cursor(repPayload(low, high), budget);
    const values = (itemType: string, listOp: ListOp<string | number | bigint>): FieldValue => ({
      kind: "valueListOp",
      itemType,
      listOp,
    });
    switch (number) {
      case CrateType.tokenListOp:
        return values(
          "token",
          readListOp(cursor, 4, (at) => at.token()),
        );
      case CrateType.stringListOp:
        return values(
          "string",
          readListOp(cursor, 4, (at) => at.string()),
        );
      case CrateType.intListOp:
        return values(
          "int",
          readListOp(cursor, 4, (at) => at.int32()),
        );
      case CrateType.uintListOp:
        return values(
          "uint",
          readListOp(cursor, 4, (at) => at.uint32()),
        );
      case CrateType.int64ListOp:
        return values(
          "int64",
          readListOp(cursor, 8, (at) => at.bigInt64()),
        );
      case CrateType.uint64ListOp:
        return values(
          "uint64",
          readListOp(cursor, 8, (at) => BigInt.asUintN(64, at.bigInt64())),
        );
      case CrateType.pathListOp:
        return { kind: "pathListOp", listOp: readListOp(cursor, 4, (at) => at.path()) };
      case CrateType.referenceListOp: {
        const dictionary = (at: Cursor): DictionaryValue => this.dictionaries.readAt(at, budget);
        return { kind: "referenceListOp", listOp: readListOp(cursor, 32, (at) => readReference(at, dictionary)) };
      }
      case CrateType.payloadListOp:
        return {
          kind: "referenceListOp",
          listOp: readListOp(cursor, 8, (at) => readPayload(at, this.hasPayloadOffsets)),
        };
      case CrateType.payload: {
        // One payload is the whole list; one without an asset means an empty list, as in the reference.
        const item = readPayload(cursor, this.hasPayloadOffsets);
        return { kind: "referenceListOp", listOp: { explicit: item.asset === "" ? [] : [item] } };
      }
      case CrateType.unregisteredValueListOp:
        return { kind: "unregisteredListOp", listOp: readListOp(cursor, 8, (at) => this.unregisteredText(at, budget)) };
      case CrateType.variantSelectionMap: {
        const entries = new Map<string, string>();
        for (let left = cursor.count(8); left > 0; left--) {
          const key = cursor.string();
          entries.set(key, cursor.string());
        }
        return { kind: "stringMap", entries };
      }
      case CrateType.relocates: {
        const pairs: [string, string][] = [];
        for (let left = cursor.count(8); left > 0; left--) pairs.push([cursor.path(), cursor.path()]);
        return { kind: "relocates", pairs };
      }
    }
    throw this.unsupported(number, low, high);
  }

  private get hasPayloadOffsets(): boolean {
    return this.minor >= PAYLOAD_OFFSETS;
  }

  /** A list of texts, layer offsets or numbers, as the structure of a layer has it; undefined for other types. */
  private readVector(number: number, payload: number, budget: Budget | undefined): CrateValue | undefined {
    switch (number) {
      case CrateType.tokenVector:
      case CrateType.stringVector:
      case CrateType.pathVector: {
        const cursor = this.cursor(payload, budget);
        const texts = new Array<string>(cursor.count(4));
        const form = number === CrateType.tokenVector ? "token" : number === CrateType.stringVector ? "string" : "path";
        for (let i = 0; i < texts.length; i++) texts[i] = cursor[form]();
        return { kind: "texts", form, texts };
      }
      case CrateType.layerOffsetVector: {
        const cursor = this.cursor(payload, budget);
        const offsets: LayerOffset[] = [];
        for (let left = cursor.count(16); left > 0; left--) offsets.push(readLayerOffset(cursor));
        return { kind: "layerOffsets", offsets };
      }
      case CrateType.doubleVector: {
        const cursor = this.cursor(payload, budget);
        const count = cursor.count(8);
        const data = numbersAt(this.source.bytes, "double", cursor.position, count);
        if (data instanceof Float64Array) return { kind: "doubles", data };
      }
    }
    return undefined;
  }
}

/** The declared type, if the values of a file can be of it: it has the role that a file does not keep. */
function withRole(type: ValueType, declared: ValueType | undefined): ValueType {
  if (
    declared === undefined ||
    declared === type ||
    declared.kind !== type.kind ||
    declared.components !== type.components
  )
    return type;
  return declared.quaternion === type.quaternion && declared.dims.length === type.dims.length ? declared : type;
}
