/** Checks values without keeping them. */
import type { ValueType } from "@usdkit/layer";
import { isTextKind } from "@usdkit/layer";
import { CrateError } from "../bytes/crate-diagnostic.ts";
import { findArray } from "./arrays.ts";
import type { CrateStructure } from "../structure/structure.ts";
import type { Budget } from "./budget.ts";
import { CrateType } from "./crate-type.ts";
import { PlaceSet } from "./place-set.ts";
import { crateValueTypes, inlinedTypes, typeSizes } from "./types.ts";
import type { ValueReader } from "./value-reader.ts";
import type { ValueRep } from "./value-rep.ts";
import { IS_ARRAY, IS_ARRAY_EDIT, IS_COMPRESSED, IS_INLINED, repAt, repPayload, repType } from "./value-rep.ts";

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

  /**
   * Throws CrateError if the value of a representation is damaged.
   *
   * @param at position of the representation, for errors about what it contains itself; 0 if it is in a compressed table
   */
  check(rep: ValueRep, at = 0): void {
    const { high } = rep;
    const number = repType(rep);
    const type = crateValueTypes[number];
    const payload = repPayload(rep);
    const { source } = this.values;
    if (type !== undefined && (high & (IS_ARRAY | IS_ARRAY_EDIT)) === 0) this.checkScalar(type, rep, at);
    else if (number >= CrateType.specifier && number <= CrateType.variability) return;
    else if (number === CrateType.valueBlock || number === CrateType.animationBlock) return;
    else if (this.defers(rep)) {
      // Of a lazy source these are checked when they are looked at.
      if (payload > source.length) source.require(payload, 8, "A value");
    } else if (this.seen.add(payload, number)) {
      if (type === undefined) this.checkComposite(rep);
      else if ((high & IS_ARRAY_EDIT) !== 0) this.values.read(rep);
      else if (payload !== 0) this.checkArray(type, rep);
    }
  }

  /** Whether a value is one that most bytes of a file are in: an array, or time samples. */
  private defers(rep: ValueRep): boolean {
    if (!this.values.source.isLazy || this.checksArrays) return false;
    return (
      repType(rep) === CrateType.timeSamples ||
      (crateValueTypes[repType(rep)] !== undefined && (rep.high & IS_ARRAY) !== 0)
    );
  }

  private checkScalar(type: ValueType, rep: ValueRep, at: number): void {
    const number = repType(rep);
    if (inlinedTypes[number] !== 0 || (rep.high & IS_INLINED) !== 0) {
      if (isTextKind(type.kind)) this.requireText(type, rep.low, at);
      return;
    }
    const payload = repPayload(rep);
    const { source } = this.values;
    const size = typeSizes[number];
    if (size > source.length - payload) source.require(payload, size, `A value of type ${type.name}`);
    if (type.kind === "pathExpression") this.values.cursor(payload).string();
  }

  /** Throws if the index of a text is outside of its table; does not decode the text. */
  private requireText({ kind }: ValueType, index: number, at: number): void {
    const { strings, tokens } = this.values.structure;
    const { length } = kind === "string" ? strings : tokens;
    if (index >= length)
      throw new CrateError("USDC_VALUE", at, `${kind === "string" ? "String" : "Token"} index ${index} of ${length}`);
  }

  private checkArray(type: ValueType, rep: ValueRep): void {
    const { source, structure } = this.values;
    const payload = repPayload(rep);
    const isCompressed = (rep.high & IS_COMPRESSED) !== 0;
    const place = findArray(source, type, { offset: payload, isCompressed }, structure.version.minor);
    if (isTextKind(type.kind)) {
      this.budget.takeItems(place.count, payload);
      const limit = type.kind === "token" ? structure.tokens.length : structure.strings.length;
      for (let i = 0; i < place.count; i++) {
        const at = place.start + 4 * i;
        const index = source.uint32(at, "An array");
        if (index >= limit)
          throw new CrateError("USDC_VALUE", at, `Index ${index} of ${limit} in an array of ${type.name}`);
      }
    } else if (place.isCompressed && this.checksArrays) {
      this.budget.takeElements(place.count, payload);
      this.values.read(rep);
    }
  }

  /** Checks the indexes of a list of tokens, strings or paths; does not decode their texts. */
  private checkVector(number: number, payload: number): void {
    const { structure, source } = this.values;
    const cursor = this.values.cursor(payload, this.budget);
    const count = cursor.count(4);
    const start = cursor.position;
    const limit = vectorLimit(structure, number);
    for (let i = 0; i < count; i++) {
      const at = start + 4 * i;
      const index = source.uint32(at, "A list");
      if (index >= limit) throw new CrateError("USDC_VALUE", at, `Index ${index} of ${limit} in a list`);
    }
  }

  private checkComposite(rep: ValueRep): void {
    const number = repType(rep);
    const payload = repPayload(rep);
    if (number === CrateType.timeSamples) {
      const { reps, count } = this.values.samples.find(payload);
      const { source } = this.values;
      this.budget.takeItems(count, payload);
      for (let i = 0; i < count; i++) {
        const at = reps + 8 * i;
        const sample = repAt(source, at);
        // A sample cannot have samples, so this does not nest further.
        if (repType(sample) === CrateType.timeSamples)
          throw new CrateError("USDC_VALUE", at, "A time sample has time samples");
        this.check(sample, at);
      }
      return;
    }
    if (number === CrateType.tokenVector || number === CrateType.stringVector || number === CrateType.pathVector) {
      this.checkVector(number, payload);
      return;
    }
    // Items of a list are inside of the file, and counted once for each offset at which a list begins.
    this.budget.takeItems(1, payload);
    this.values.read(rep, undefined, this.budget);
  }
}

/** Returns the length of the table that the indexes of a vector refer to. */
function vectorLimit({ tokens, strings, paths }: CrateStructure, number: number): number {
  if (number === CrateType.tokenVector) return tokens.length;
  return number === CrateType.stringVector ? strings.length : paths.length;
}
