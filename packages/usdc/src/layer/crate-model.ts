/** What the views of a crate share: structure, values and indexes. */
import type { ValueType } from "@usdkit/layer";
import { valueTypes } from "@usdkit/layer";
import { CrateError } from "../diagnostics/types.ts";
import type { CrateStructure } from "../structure/structure.ts";
import { END_OF_SET } from "../structure/structure.ts";
import type { CrateValue } from "../values/crate-value.ts";
import type { ValueReader } from "../values/value-reader.ts";
import { CrateType, IS_INLINED, repPayload, repType } from "../values/value-rep.ts";
import { KnownField, knownFields, SpecNumber } from "./known-fields.ts";
import { SpecIndex } from "./spec-index.ts";

/** The type of an attribute, as it is named. */
export interface DeclaredType {
  /** As written, `[]` included. */
  readonly name: string;
  readonly isArray: boolean;
  /** Without `[]`; undefined for a type that the format does not define. */
  readonly type: ValueType | undefined;
}

/** Where the indexes of tokens are in the file. */
export interface TokenRange {
  readonly start: number;
  readonly count: number;
}

const noTokens: TokenRange = { start: 0, count: 0 };
const noType: DeclaredType = { name: "", isArray: false, type: undefined };
const noSpecs: readonly number[] = [];

/** A crate that was opened. */
export class CrateModel {
  readonly structure: CrateStructure;
  readonly values: ValueReader;
  readonly index: SpecIndex;
  /** Field index → which field of the model it is. */
  readonly kinds: Uint8Array;
  /** Spec → the number of the list that has it, so that a list has each spec once. */
  private readonly listed: Uint32Array;
  private lists = 0;
  /** Token index → the type of that name. */
  private readonly declared: Map<number, DeclaredType> = new Map();

  constructor(structure: CrateStructure, values: ValueReader) {
    this.structure = structure;
    this.values = values;
    this.index = new SpecIndex(structure);
    this.listed = new Uint32Array(structure.specPaths.length);
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

  /** Whether a spec has fields that the model has no member for; a type's name counts. */
  hasMetadata(spec: number): boolean {
    const { specFields, fieldSets, specTypes } = this.structure;
    const isAttribute = specTypes[spec] === SpecNumber.attribute;
    for (let at = specFields[spec]; fieldSets[at] !== END_OF_SET; at++) {
      const kind = this.kinds[fieldSets[at]];
      if (kind === KnownField.other || kind === KnownField.subLayers) return true;
      if (kind === KnownField.typeName && !isAttribute) return true;
    }
    return false;
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

  /** Finds the vector of tokens that is the value of a field: where it starts and how many tokens it has. */
  findTokens(field: number): TokenRange {
    const { fieldReps } = this.structure;
    const { source } = this.values;
    const high = fieldReps[2 * field + 1];
    const at = repPayload(fieldReps[2 * field], high);
    if (repType(high) !== CrateType.tokenVector || at + 8 > source.length) return noTokens;
    const count = source.uint64(at, "A list");
    // If it is cut off, that was reported when the file was opened.
    return count <= (source.length - at - 8) / 4 ? { start: at + 8, count } : noTokens;
  }

  /** The index of a token that {@link findTokens} found. */
  tokenAt({ start }: TokenRange, index: number): number {
    return this.values.source.view.getUint32(start + 4 * index, true);
  }

  /** The texts of the tokens of a field, each once. */
  tokenNames(field: number): readonly string[] {
    const { tokens } = this.structure;
    const range = this.findTokens(field);
    const names = new Set<string>();
    for (let i = 0; i < range.count; i++) {
      const token = this.tokenAt(range, i);
      if (token < tokens.length) names.add(tokens.name(token));
    }
    return [...names];
  }

  /** The specs below a spec whose names a field lists, each once. */
  namedSpecs(spec: number, kind: number): readonly number[] {
    const field = this.find(spec, kind);
    if (field < 0) return noSpecs;
    const { index, listed } = this;
    const path = this.structure.specPaths[spec];
    const isProperty = kind === KnownField.properties;
    const list = ++this.lists;
    const found: number[] = [];
    const tokens = this.findTokens(field);
    for (let i = 0; i < tokens.count; i++) {
      const child = index.child(path, this.tokenAt(tokens, i), isProperty);
      if (child < 0 || listed[child] === list) continue;
      listed[child] = list;
      found.push(child);
    }
    return found;
  }

  /** The type that the spec of an attribute declares. */
  declaredType(spec: number): DeclaredType {
    const { fieldReps, tokens } = this.structure;
    const field = this.find(spec, KnownField.typeName);
    if (field < 0 || repType(fieldReps[2 * field + 1]) !== CrateType.token) return noType;
    const token = fieldReps[2 * field];
    let type = this.declared.get(token);
    if (type === undefined) {
      const name = token < tokens.length ? tokens.name(token) : "";
      const isArray = name.endsWith("[]");
      type = { name, isArray, type: valueTypes.get(isArray ? name.slice(0, -2) : name) };
      this.declared.set(token, type);
    }
    return type;
  }

  /** The text of a token field: a type's name. */
  token(spec: number, kind: number): string {
    const value = this.valueOf(spec, kind);
    return value?.kind === "typed" && typeof value.data === "string" ? value.data.toWellFormed() : "";
  }
}
