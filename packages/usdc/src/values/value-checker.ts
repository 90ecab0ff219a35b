/** Checks values without keeping them. */
import type { ValueType } from "@usdkit/layer";
import { CrateError } from "../diagnostics/types.ts";
import { findArray } from "./arrays.ts";
import type { CrateStructure } from "../structure/structure.ts";
import type { Budget } from "./budget.ts";
import { PlaceSet } from "./place-set.ts";
import { crateValueTypes, inlinedTypes, isTextKind, typeSizes } from "./types.ts";
import type { ValueReader } from "./value-reader.ts";
import { CrateType, IS_ARRAY, IS_ARRAY_EDIT, IS_COMPRESSED, IS_INLINED, repPayload, repType } from "./value-rep.ts";

/** Checks each value of a crate once. */
export class ValueChecker {
  private readonly values: ValueReader;
  private readonly checksArrays: boolean;
  private readonly budget: Budget;
  private readonly seen: PlaceSet;

  /** @param checksArrays whether compressed arrays are decompressed */
  constructor(values: ValueReader, checksArrays: boolean) {
    this.values = values;
    this.checksArrays = checksArrays;
    this.budget = values.budget();
    this.seen = new PlaceSet(values.structure.fieldNames.length);
  }

  /** Throws CrateError when the value of a representation is damaged. */
  check(low: number, high: number): void {
    const number = repType(high);
    const type = crateValueTypes[number];
    const payload = repPayload(low, high);
    if (type !== undefined && (high & (IS_ARRAY | IS_ARRAY_EDIT)) === 0) this.checkScalar(type, low, high, payload);
    else if (number >= CrateType.specifier && number <= CrateType.variability) return;
    else if (number === CrateType.valueBlock || number === CrateType.animationBlock) return;
    else if (this.seen.add(payload, number)) {
      if (type === undefined) this.checkComposite(number, low, high, payload);
      else if ((high & IS_ARRAY_EDIT) !== 0) this.values.read(low, high);
      else if (payload !== 0) this.checkArray(type, low, high, payload);
    }
  }

  private checkScalar(type: ValueType, low: number, high: number, payload: number): void {
    const number = repType(high);
    if (inlinedTypes[number] !== 0 || (high & IS_INLINED) !== 0) {
      if (isTextKind(type.kind)) this.requireText(type, low);
      return;
    }
    const { source } = this.values;
    const size = typeSizes[number];
    if (size > source.length - payload) source.require(payload, size, `A value of type ${type.name}`);
    if (type.kind === "pathExpression") this.values.cursor(payload).string();
  }

  /** Throws unless there is a text of that index, without making it. */
  private requireText({ kind }: ValueType, index: number): void {
    const { strings, tokens } = this.values.structure;
    const { length } = kind === "string" ? strings : tokens;
    if (index >= length)
      throw new CrateError("USDC_VALUE", 0, `${kind === "string" ? "String" : "Token"} index ${index} of ${length}`);
  }

  private checkArray(type: ValueType, low: number, high: number, payload: number): void {
    const { source, structure } = this.values;
    const isCompressed = (high & IS_COMPRESSED) !== 0;
    const place = findArray(source, type, { offset: payload, isCompressed }, structure.version.minor);
    if (isTextKind(type.kind)) {
      this.budget.takeItems(place.count, payload);
      const limit = type.kind === "token" ? structure.tokens.length : structure.strings.length;
      for (let i = 0; i < place.count; i++) {
        const at = place.start + 4 * i;
        const index = source.view.getUint32(at, true);
        if (index >= limit)
          throw new CrateError("USDC_VALUE", at, `Index ${index} of ${limit} in an array of ${type.name}`);
      }
    } else if (place.isCompressed && this.checksArrays) {
      this.budget.takeElements(place.count, payload);
      this.values.read(low, high);
    }
  }

  /** Indexes of tokens, strings or paths, without making their texts. */
  private checkVector(number: number, payload: number): void {
    const { structure, source } = this.values;
    const cursor = this.values.cursor(payload, this.budget);
    const count = cursor.count(4);
    const start = cursor.position;
    const limit = vectorLimit(structure, number);
    for (let i = 0; i < count; i++) {
      const at = start + 4 * i;
      const index = source.view.getUint32(at, true);
      if (index >= limit) throw new CrateError("USDC_VALUE", at, `Index ${index} of ${limit} in a list`);
    }
  }

  private checkComposite(number: number, low: number, high: number, payload: number): void {
    if (number === CrateType.timeSamples) {
      const { reps, count } = this.values.samples.find(payload);
      const { view } = this.values.source;
      this.budget.takeItems(count, payload);
      for (let i = 0; i < count; i++) {
        const at = reps + 8 * i;
        const sampleHigh = view.getUint32(at + 4, true);
        // A sample cannot have samples, so this does not nest further.
        if (repType(sampleHigh) === CrateType.timeSamples)
          throw new CrateError("USDC_VALUE", at, "A time sample has time samples");
        this.check(view.getUint32(at, true), sampleHigh);
      }
      return;
    }
    if (number === CrateType.tokenVector || number === CrateType.stringVector || number === CrateType.pathVector) {
      this.checkVector(number, payload);
      return;
    }
    // What a list has is inside of the file, and counted once for each place where one begins.
    this.budget.takeItems(1, payload);
    this.values.read(low, high, undefined, this.budget);
  }
}

/** How many texts the indexes of a vector choose from. */
function vectorLimit({ tokens, strings, paths }: CrateStructure, number: number): number {
  if (number === CrateType.tokenVector) return tokens.length;
  return number === CrateType.stringVector ? strings.length : paths.length;
}
