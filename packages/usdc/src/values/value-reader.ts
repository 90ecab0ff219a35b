/** Decodes the value of a representation. */
import type { DictionaryValue, FieldValue, LayerOffset, ListOp, TypedValue, Value, ValueType } from "@usdkit/layer";
import { isTextKind } from "@usdkit/layer";
import { knownValueType } from "./known-value-type.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { CrateError } from "../bytes/crate-diagnostic.ts";
import type { CrateStructure } from "../structure/structure.ts";
import { PAYLOAD_OFFSETS } from "../structure/version.ts";
import { arrayEditOf } from "./array-edits.ts";
import { findArray, numbersAt, readNumbers } from "./arrays.ts";
import { Budget } from "./budget.ts";
import type { CrateValue } from "./crate-value.ts";
import { Cursor, stringAt, tokenAt } from "./cursor.ts";
import { DictionaryReader } from "./dictionaries.ts";
import { LastArray } from "./last-array.ts";
import { readLayerOffset, readListOp, readPayload, readReference } from "./list-ops.ts";
import { dataAt, inlinedData } from "./scalars.ts";
import { readSpline } from "./splines.ts";
import type { Readable } from "./readable.ts";
import { TimeSamplesReader } from "./time-samples.ts";
import { CrateType } from "./crate-type.ts";
import { crateValueTypes, inlinedTypes } from "./types.ts";
import type { ValueRep } from "./value-rep.ts";
import { IS_ARRAY, IS_ARRAY_EDIT, IS_COMPRESSED, IS_INLINED, repPayload, repType } from "./value-rep.ts";

/** Maximum length of a chain of values of type `value`, each with the offset of the next; the reference writes one. */
const MAX_INDIRECTIONS = 16;
/** Maximum depth of lists, splines and unregistered values in each other; dictionaries have their own limit. */
const MAX_NESTING = 100;

/** Reads the values of one crate. */
export class ValueReader implements Readable {
  readonly source: ByteSource;
  readonly structure: CrateStructure;
  readonly samples: TimeSamplesReader;
  readonly onDamage: (error: CrateError) => void;
  private readonly minor: number;
  private readonly last: LastArray = new LastArray();
  private readonly dictionaries: DictionaryReader;
  /** Number of values that contain the value being read. */
  private nesting = 0;

  /** @param onDamage takes damage of values that were not checked when the file was opened */
  constructor(source: ByteSource, structure: CrateStructure, onDamage: (error: CrateError) => void = ignore) {
    this.source = source;
    this.structure = structure;
    this.onDamage = onDamage;
    this.minor = structure.version.minor;
    this.samples = new TimeSamplesReader(this);
    this.dictionaries = new DictionaryReader(this);
  }

  cursor(offset: number, budget?: Budget): Cursor {
    return new Cursor(this.source, this.structure, offset, budget);
  }

  /** Returns the limits for reading all values of this file. */
  budget(): Budget {
    return new Budget(this.source.length);
  }

  /**
   * Returns the value of a representation.
   *
   * @param declared the type of the attribute, which gives the value its role: a file has `float3` for `color3f`
   * @throws CrateError if the value is damaged
   */
  read(rep: ValueRep, declared?: ValueType, budget?: Budget): CrateValue {
    const type = crateValueTypes[repType(rep)];
    if (type !== undefined) return this.readTyped(withRole(type, declared), rep);
    if ((rep.high & IS_ARRAY) !== 0) throw this.unsupported(rep);
    if (this.nesting === MAX_NESTING) {
      const offset = Math.min(repPayload(rep), this.source.length);
      throw new CrateError("USDC_LIMIT", offset, `Values nest deeper than ${MAX_NESTING}`);
    }
    this.nesting++;
    try {
      return this.readComposite(rep, declared, budget);
    } finally {
      this.nesting--;
    }
  }

  private readComposite(rep: ValueRep, declared?: ValueType, budget?: Budget): CrateValue {
    const payload = repPayload(rep);
    switch (repType(rep)) {
      case CrateType.valueBlock:
        return { kind: "block" };
      case CrateType.animationBlock:
        return { kind: "animationBlock" };
      case CrateType.dictionary:
        return this.dictionaries.read(rep, budget);
      case CrateType.specifier:
        return { kind: "enum", type: "specifier", index: rep.low };
      case CrateType.permission:
        return { kind: "enum", type: "permission", index: rep.low };
      case CrateType.variability:
        return { kind: "enum", type: "variability", index: rep.low };
      case CrateType.timeSamples:
        return { kind: "timeSamples", samples: this.samples.read(payload, declared) };
      case CrateType.spline:
        return this.spline(payload, declared, budget);
      case CrateType.value:
        return this.indirect(payload, declared, budget);
      case CrateType.unregisteredValue:
        return this.unregistered(this.cursor(payload, budget), budget);
      default:
        return this.readVector(rep, budget) ?? this.readList(rep, budget);
    }
  }

  private unsupported(rep: ValueRep): CrateError {
    const offset = Math.min(repPayload(rep), this.source.length);
    return new CrateError("USDC_VALUE", offset, `Unknown type ${repType(rep)} of a value`);
  }

  private readTyped(type: ValueType, rep: ValueRep): Value {
    const { low, high } = rep;
    const payload = repPayload(rep);
    if ((high & IS_ARRAY_EDIT) !== 0) return this.arrayEdit(type, payload);
    if ((high & IS_ARRAY) !== 0) return this.readArray(type, payload, (high & IS_COMPRESSED) !== 0);
    const isInlined = inlinedTypes[repType(rep)] !== 0 || (high & IS_INLINED) !== 0;
    const data = isInlined
      ? inlinedData(this.structure, type, low, 0)
      : type.kind === "pathExpression"
        ? this.cursor(payload).string()
        : dataAt(this.source, type, payload);
    if (data === undefined) throw this.unsupported(rep);
    return { kind: "typed", type, isArray: false, data };
  }

  private readArray(type: ValueType, payload: number, isCompressed: boolean): Value {
    if (isTextKind(type.kind)) {
      return { kind: "typed", type, isArray: true, data: payload === 0 ? [] : this.texts(type, payload) };
    }
    if (payload === 0)
      return { kind: "typed", type, isArray: true, data: numbersAt(new Uint8Array(0), type.kind, 0, 0) };
    const known = this.last.find(payload, type);
    if (known !== undefined) return known;
    const place = findArray(this.source, type, { offset: payload, isCompressed }, this.minor);
    const value: TypedValue = { kind: "typed", type, isArray: true, data: readNumbers(this.source, type, place) };
    if (place.isCompressed || this.source.isLazy) this.last.set(payload, value);
    return value;
  }

  private texts(type: ValueType, payload: number): readonly string[] {
    const { count, start } = findArray(this.source, type, { offset: payload, isCompressed: false }, this.minor);
    const texts = new Array<string>(count);
    for (let i = 0; i < count; i++) {
      const at = start + 4 * i;
      const index = this.source.uint32(at, "An array");
      texts[i] = type.kind === "token" ? tokenAt(this.structure, index, at) : stringAt(this.structure, index, at);
    }
    return texts;
  }

  private arrayEdit(type: ValueType, payload: number): Value {
    if (payload === 0) return { kind: "arrayEdit", type, text: "edit []" };
    const cursor = this.cursor(payload);
    const literals = this.plainArray(cursor.rep(), type);
    const codes = this.plainArray(cursor.rep(), knownValueType("int64"));
    if (literals?.kind !== "typed" || codes?.kind !== "typed" || !(codes.data instanceof BigInt64Array)) {
      throw new CrateError(
        "USDC_VALUE",
        payload,
        "Damaged array edit: expected an array of literals and one of integers",
      );
    }
    return arrayEditOf(literals, codes.data, payload);
  }

  private plainArray(rep: ValueRep, type: ValueType): Value | undefined {
    if ((rep.high & IS_ARRAY) === 0 || (rep.high & IS_ARRAY_EDIT) !== 0) return undefined;
    const found = crateValueTypes[repType(rep)];
    if (found === undefined || found.kind !== type.kind || found.components !== type.components) return undefined;
    return this.readTyped(type, rep);
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

  /** Reads the value that a value of type `value` has the offset of. */
  private indirect(payload: number, declared: ValueType | undefined, budget: Budget | undefined): CrateValue {
    let rep = this.cursor(payload).nested();
    for (let i = 0; repType(rep) === CrateType.value; i++) {
      const offset = repPayload(rep);
      if (i === MAX_INDIRECTIONS) throw new CrateError("USDC_LIMIT", offset, "A value contains itself");
      rep = this.cursor(offset).nested();
    }
    return this.read(rep, declared, budget);
  }

  /** Reads the value of a field that is not registered: text, a dictionary, or a list operation. */
  private unregistered(cursor: Cursor, budget: Budget | undefined): FieldValue {
    const rep = cursor.nested();
    const number = repType(rep);
    if (
      number !== CrateType.dictionary &&
      number !== CrateType.unregisteredValueListOp &&
      number !== CrateType.string
    ) {
      throw new CrateError(
        "USDC_VALUE",
        cursor.position - 8,
        `A value without schema has type ${number}, expected text`,
      );
    }
    const value = this.read(rep, undefined, budget);
    if (value.kind === "typed") return { kind: "unregistered", text: String(value.data) };
    if (value.kind === "dictionary" || value.kind === "unregisteredListOp") return value;
    return { kind: "unregistered", text: "" };
  }

  private unregisteredText(cursor: Cursor, budget: Budget | undefined): string {
    const value = this.unregistered(cursor, budget);
    return value.kind === "unregistered" ? value.text : "";
  }

  private readList(rep: ValueRep, budget: Budget | undefined): FieldValue {
    const cursor = this.cursor(repPayload(rep), budget);
    const values = (itemType: string, listOp: ListOp<string | number | bigint>): FieldValue => ({
      kind: "valueListOp",
      itemType,
      listOp,
    });
    switch (repType(rep)) {
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
        // A single payload is an explicit list of one item. Without an asset it is an empty list, as in the reference.
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
    throw this.unsupported(rep);
  }

  private get hasPayloadOffsets(): boolean {
    return this.minor >= PAYLOAD_OFFSETS;
  }

  /** Reads a vector of texts, layer offsets or doubles; undefined for other types. */
  private readVector(rep: ValueRep, budget: Budget | undefined): CrateValue | undefined {
    const number = repType(rep);
    const payload = repPayload(rep);
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
        const { bytes, start } = this.source.own(cursor.position, 8 * count);
        const data = numbersAt(bytes, "double", start, count);
        if (data instanceof Float64Array) return { kind: "doubles", data };
      }
    }
    return undefined;
  }
}

function ignore(): void {
  // Without a reader of problems the value is missing.
}

/** Returns the declared type, which has the role, if it has the same layout as the type in the file; otherwise the latter. */
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
