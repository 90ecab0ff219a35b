/** What the views of a crate share: structure, values and indexes. */
import type { ValueType } from "@usdkit/layer";
import { CrateError } from "../diagnostics/types.ts";
import type { CrateStructure } from "../structure/structure.ts";
import { END_OF_SET } from "../structure/structure.ts";
import type { CrateValue } from "../values/crate-value.ts";
import type { ValueReader } from "../values/value-reader.ts";
import { CrateType, IS_INLINED, repPayload, repType } from "../values/value-rep.ts";
import { KnownField, knownFields } from "./known-fields.ts";
import { SpecIndex } from "./spec-index.ts";

/** A crate that was opened. */
export class CrateModel {
  readonly structure: CrateStructure;
  readonly values: ValueReader;
  readonly index: SpecIndex;
  /** Field index → which field of the model it is. */
  private readonly kinds: Uint8Array;

  constructor(structure: CrateStructure, values: ValueReader) {
    this.structure = structure;
    this.values = values;
    this.index = new SpecIndex(structure);
    const { fieldNames, tokens } = structure;
    const byToken = new Map<number, number>();
    this.kinds = new Uint8Array(fieldNames.length);
    for (let field = 0; field < fieldNames.length; field++) {
      const token = fieldNames[field];
      let kind = byToken.get(token);
      if (kind === undefined) {
        kind = knownFields.get(tokens.text(token)) ?? KnownField.other;
        byToken.set(token, kind);
      }
      this.kinds[field] = kind;
    }
  }

  /** Which field of the model a field is. */
  kind(field: number): number {
    return this.kinds[field];
  }

  /** Calls `visit` for each field of a spec. */
  eachField(spec: number, visit: (field: number, kind: number) => void): void {
    const { specFields, fieldSets } = this.structure;
    for (let at = specFields[spec]; fieldSets[at] !== END_OF_SET; at++) visit(fieldSets[at], this.kinds[fieldSets[at]]);
  }

  /** The field of a spec that is of a known kind, -1 if there is none. */
  find(spec: number, kind: number): number {
    const { specFields, fieldSets } = this.structure;
    for (let at = specFields[spec]; fieldSets[at] !== END_OF_SET; at++) {
      if (this.kinds[fieldSets[at]] === kind) return fieldSets[at];
    }
    return -1;
  }

  /**
   * Where a spec is in the file: its first value that has bytes of its own, otherwise the table of specs, which is
   * compressed as a whole.
   */
  offset(spec: number): number {
    const { fieldReps, specSection } = this.structure;
    let first = Number.POSITIVE_INFINITY;
    this.eachField(spec, (field) => {
      const high = fieldReps[2 * field + 1];
      const payload = repPayload(fieldReps[2 * field], high);
      if ((high & IS_INLINED) === 0 && payload > 0) first = Math.min(first, payload);
    });
    return Number.isFinite(first) ? first : specSection.start;
  }

  name(field: number): string {
    return this.structure.tokens.name(this.structure.fieldNames[field]);
  }

  /** The value of a field; undefined if it is damaged, which was reported when the file was opened. */
  value(field: number, declared?: ValueType): CrateValue | undefined {
    const { fieldReps } = this.structure;
    try {
      return this.values.read(fieldReps[2 * field], fieldReps[2 * field + 1], declared);
    } catch (error) {
      if (error instanceof CrateError) return undefined;
      throw error;
    }
  }

  /** The value of a known field of a spec. */
  valueOf(spec: number, kind: number, declared?: ValueType): CrateValue | undefined {
    const field = this.find(spec, kind);
    return field < 0 ? undefined : this.value(field, declared);
  }

  /** The token indexes of a vector of tokens, without their text. */
  tokenIndexes(field: number): Uint32Array {
    const { fieldReps } = this.structure;
    const high = fieldReps[2 * field + 1];
    const { source } = this.values;
    if (repType(high) !== CrateType.tokenVector) return new Uint32Array(0);
    try {
      const cursor = this.values.cursor(repPayload(fieldReps[2 * field], high));
      const count = cursor.count(4);
      return Uint32Array.from({ length: count }, (_, i) => source.view.getUint32(cursor.position + 4 * i, true));
    } catch (error) {
      if (error instanceof CrateError) return new Uint32Array(0);
      throw error;
    }
  }

  /** The text of a token field: a type's name. */
  token(spec: number, kind: number): string {
    const value = this.valueOf(spec, kind);
    return value?.kind === "typed" && typeof value.data === "string" ? value.data.toWellFormed() : "";
  }
}
