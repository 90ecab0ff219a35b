/** Values of any kind, as representations. */
import type {
  ArrayEditValue,
  DictionaryValue,
  NumericArray,
  Spline,
  TimeSamples,
  TypedValue,
  Value,
} from "@usdkit/layer";
import { floatToHalfBits } from "@usdkit/base";
import { isTextKind } from "@usdkit/layer";
import type { ByteBuilder } from "../encode/byte-builder.ts";
import { ARRAY_EDITS } from "../structure/version.ts";
import { knownValueType } from "../values/known-value-type.ts";
import { literalNumbers, readArrayEdit } from "./array-edit-codes.ts";
import type { PackContext } from "./pack-context.ts";
import { packArray, packNumbers, typeNumber } from "./pack-numbers.ts";
import { writeSpline } from "./pack-splines.ts";
import type { ValueRep } from "../values/value-rep.ts";
import { CrateType } from "../values/crate-type.ts";
import { IS_ARRAY_EDIT, arrayRep, inlinedRep, offsetRep } from "../values/value-rep.ts";

/** A representation directly follows its offset: its data was written before. */
const NESTED_DISTANCE = 8;

/** Packs a value; dictionaries in it do not deepen the stack. */
export function packValue(context: PackContext, value: Value): ValueRep {
  return value.kind === "dictionary" ? packDictionary(context, value) : packPlain(context, value);
}

function packPlain(context: PackContext, value: Exclude<Value, DictionaryValue>): ValueRep {
  switch (value.kind) {
    case "typed":
      return isTextKind(value.type.kind) ? packTexts(context, value) : packNumbers(context, value);
    case "block":
      return inlinedRep(CrateType.valueBlock, 0);
    case "animationBlock":
      return inlinedRep(CrateType.animationBlock, 0);
    case "arrayEdit":
      return packArrayEdit(context, value);
    case "unregistered":
      return packUnregistered(context, packText(context, value.text));
    case "path":
      throw context.error(`A crate cannot hold a path as a value: <${value.path}>`);
  }
}

/** The representation of a string. */
export function packText(context: PackContext, text: string): ValueRep {
  return inlinedRep(CrateType.string, context.string(text));
}

/** A value without schema: text, a dictionary or a list operation. */
export function packUnregistered(context: PackContext, rep: ValueRep): ValueRep {
  const { low, high } = rep;
  const builder = context.builder().uint64(NESTED_DISTANCE).uint32(low).uint32(high);
  return context.addBuilt(CrateType.unregisteredValue, builder);
}

function packTexts(context: PackContext, { type, data }: TypedValue): ValueRep {
  const number = typeNumber(context, type);
  if (typeof data === "string") {
    if (type.kind === "pathExpression") {
      return context.addBuilt(number, context.builder().uint32(context.string(data)));
    }
    return inlinedRep(number, type.kind === "string" ? context.string(data) : context.tokens.add(data));
  }
  if (typeof data !== "object" || ArrayBuffer.isView(data))
    throw context.error(`Expected a value of type ${type.name}`);
  const indexes = Uint32Array.from(data, (text) =>
    type.kind === "token" ? context.tokens.add(text) : context.string(text),
  );
  return packArray(context, number, type, indexes);
}

/** An entry of a dictionary that waits for those in it, and where in the stack its dictionary is. */
interface Frame {
  readonly entries: readonly (readonly [string, Value])[];
  readonly reps: ValueRep[];
}

function packDictionary(context: PackContext, dictionary: DictionaryValue): ValueRep {
  const stack: Frame[] = [{ entries: [...dictionary.entries], reps: [] }];
  for (;;) {
    const frame = stack.at(-1);
    if (frame === undefined) throw new TypeError("no dictionary is open");
    const entry = frame.entries[frame.reps.length];
    if (entry === undefined) {
      stack.pop();
      const rep = finishDictionary(context, frame);
      const outer = stack.at(-1);
      if (outer === undefined) return rep;
      outer.reps.push(rep);
    } else if (entry[1].kind === "dictionary") {
      stack.push({ entries: [...entry[1].entries], reps: [] });
    } else {
      frame.reps.push(packPlain(context, entry[1]));
    }
  }
}

function finishDictionary(context: PackContext, frame: Frame): ValueRep {
  if (frame.entries.length === 0) return inlinedRep(CrateType.dictionary, 0);
  return context.addBuilt(CrateType.dictionary, dictionaryBuilder(context, frame));
}

function dictionaryBuilder(context: PackContext, { entries, reps }: Frame): ByteBuilder {
  const builder = context.builder().uint64(entries.length);
  for (const [i, [key]] of entries.entries()) {
    const { low, high } = reps[i];
    builder.uint32(context.string(key)).uint64(NESTED_DISTANCE).uint32(low).uint32(high);
  }
  return builder;
}

/** The bytes of a dictionary inside of another value: of a reference, or of a knot of a spline. */
export function nestedDictionary(context: PackContext, dictionary: DictionaryValue | undefined): Uint8Array {
  const entries = [...(dictionary?.entries ?? [])];
  return dictionaryBuilder(context, { entries, reps: entries.map(([, value]) => packValue(context, value)) }).finish();
}

/** Packs time samples: their times, then a representation for each value. */
export function packTimeSamples(context: PackContext, samples: TimeSamples): ValueRep {
  const { times } = samples;
  const timesBytes = context.builder().uint64(times.length);
  for (const time of times) timesBytes.float64(time);
  const timesRep = context.addBuilt(CrateType.doubleVector, timesBytes);
  const builder = context.builder();
  builder.uint64(NESTED_DISTANCE).uint32(timesRep.low).uint32(timesRep.high);
  builder.uint64(NESTED_DISTANCE).uint64(times.length);
  for (let i = 0; i < times.length; i++) {
    const { low, high } = packValue(context, samples.value(i));
    builder.uint32(low).uint32(high);
  }
  return context.addBuilt(CrateType.timeSamples, builder);
}

/** Packs a spline; an empty one with the default settings takes no bytes. */
export function packSpline(context: PackContext, spline: Spline): ValueRep {
  const block = writeSpline(context, spline);
  const builder = context.builder().uint64(block.length).append(block);
  const withData = spline.knots.filter(({ customData }) => customData !== undefined && customData.entries.size > 0);
  builder.uint64(withData.length);
  for (const { time, customData } of withData) builder.float64(time).append(nestedDictionary(context, customData));
  return context.addBuilt(CrateType.spline, builder);
}

function packArrayEdit(context: PackContext, value: ArrayEditValue): ValueRep {
  const { type, text } = value;
  context.require(ARRAY_EDITS, "An array edit");
  const number = typeNumber(context, type);
  const edit = readArrayEdit(value);
  if (edit === undefined)
    throw context.error(
      `A crate cannot hold the array edit ${JSON.stringify(text)}: it is ambiguous, or lacks numbers`,
    );
  if (edit.codes.length === 0) return offsetRep(number, 0, IS_ARRAY_EDIT);
  const literals =
    edit.literals.length === 0
      ? arrayRep(number, 0)
      : packPlain(context, { kind: "typed", type, isArray: true, data: literalData(type, edit.literals) });
  const codes = packArray(context, 5, knownValueType("int64"), BigInt64Array.from(edit.codes));
  const builder = context.builder();
  builder.uint32(literals.low).uint32(literals.high).uint32(codes.low).uint32(codes.high).uint8(0);
  return context.addBuilt(number | (IS_ARRAY_EDIT >>> 16), builder);
}

function literalData(type: TypedValue["type"], literals: readonly string[]): NumericArray | readonly string[] {
  if (isTextKind(type.kind)) return literals;
  const numbers = literals.flatMap(literalNumbers);
  switch (type.kind) {
    case "bool":
    case "uchar":
      return Uint8Array.from(numbers, Number);
    case "int":
      return Int32Array.from(numbers, Number);
    case "uint":
      return Uint32Array.from(numbers, Number);
    case "int64":
      return BigInt64Array.from(numbers, BigInt);
    case "uint64":
      return BigUint64Array.from(numbers, BigInt);
    case "half":
      return Uint16Array.from(numbers, (text) => floatToHalfBits(asNumber(text)));
    case "float":
      return Float32Array.from(numbers, asNumber);
    default:
      return Float64Array.from(numbers, asNumber);
  }
}

function asNumber(text: string): number {
  if (text === "inf") return Infinity;
  return text === "-inf" ? -Infinity : Number(text);
}
