/** An opened crate: the tables, values, fields and children that its specs are read from. */
import type { Field, ValueType } from "@usdkit/layer";
import { valueTypes } from "@usdkit/layer";
import { CrateError } from "../bytes/crate-diagnostic.ts";
import type { CrateStructure } from "../structure/structure.ts";
import { CrateType } from "../values/crate-type.ts";
import type { CrateValue } from "../values/crate-value.ts";
import type { ValueReader } from "../values/value-reader.ts";
import type { ValueRep } from "../values/value-rep.ts";
import { IS_ARRAY, IS_ARRAY_EDIT, IS_INLINED, repPayload, repType } from "../values/value-rep.ts";
import type { TokenRange } from "./child-specs.ts";
import { ChildSpecs } from "./child-specs.ts";
import { FieldSets } from "./field-sets.ts";
import { KnownField, knownFields, SpecNumber } from "./known-fields.ts";
import { VariantIndex } from "./variant-index.ts";

/** The type name of an attribute. */
export interface DeclaredType {
  /** With `[]` if it is an array. */
  readonly name: string;
  readonly isArray: boolean;
  /** The type of the elements; undefined if the format does not define it. */
  readonly type: ValueType | undefined;
}

const noTokens: TokenRange = { start: 0, count: 0 };
const noType: DeclaredType = { name: "", isArray: false, type: undefined };

/** An opened crate. Specs and fields are indexes in its tables. */
export class CrateModel {
  readonly structure: CrateStructure;
  readonly values: ValueReader;
  readonly fields: FieldSets;
  /** Filled by `checkModel`. */
  readonly children: ChildSpecs;
  readonly variants: VariantIndex;
  /** Index of the first field of a set → metadata of the set; specs with the same set share it. */
  readonly metadata: Map<number, ReadonlyMap<string, Field>> = new Map();
  /** Declared types by index; the first is that of specs without one. */
  private readonly declared: DeclaredType[] = [noType];
  /** Token index → index of the type of that name in `declared`. */
  private readonly declaredIndexes: Uint32Array;

  constructor(structure: CrateStructure, values: ValueReader) {
    this.structure = structure;
    this.values = values;
    this.fields = new FieldSets(structure, fieldKinds(structure));
    this.children = new ChildSpecs(structure.specPaths.length);
    this.variants = new VariantIndex(structure);
    this.declaredIndexes = new Uint32Array(structure.tokens.length);
  }

  /** Index of the pseudo-root's spec, -1 if there is none. */
  get root(): number {
    const { paths, specTypes, specPaths } = this.structure;
    for (let spec = 0; spec < specPaths.length; spec++) {
      if (specTypes[spec] === SpecNumber.pseudoRoot && paths.isRoot(specPaths[spec])) return spec;
    }
    return -1;
  }

  /** Returns a spec's field of a known kind, -1 if there is none. */
  find(spec: number, kind: number): number {
    return this.fields.find(spec, kind);
  }

  /**
   * Returns the offset that messages give for a spec: that of its first value that is not inlined, otherwise that of the
   * section of specs, which is compressed as a whole.
   */
  offset(spec: number): number {
    const { specSection } = this.structure;
    let first = Number.POSITIVE_INFINITY;
    this.fields.each(spec, (field) => {
      const rep = this.rep(field);
      const payload = repPayload(rep);
      if ((rep.high & IS_INLINED) === 0 && payload > 0) first = Math.min(first, payload);
    });
    return Number.isFinite(first) ? first : specSection.start;
  }

  name(field: number): string {
    return this.structure.tokens.name(this.structure.fieldNames[field]);
  }

  /** Returns the representation of the value of a field. */
  rep(field: number): ValueRep {
    const { fieldReps } = this.structure;
    return { low: fieldReps[2 * field], high: fieldReps[2 * field + 1] };
  }

  /** Returns the value of a field; undefined if it is damaged, which `checkModel` has reported, or which `onDamage` is told. */
  value(field: number, declared?: ValueType): CrateValue | undefined {
    try {
      return this.values.read(this.rep(field), declared);
    } catch (error) {
      if (!(error instanceof CrateError)) throw error;
      this.values.onDamage(error);
      return undefined;
    }
  }

  /** Returns the value of a known field of a spec; undefined if the spec does not have it, or it is damaged. */
  valueOf(spec: number, kind: number, declared?: ValueType): CrateValue | undefined {
    const field = this.find(spec, kind);
    return field < 0 ? undefined : this.value(field, declared);
  }

  /** Returns the position and length of the token vector that is the value of a field, if there is one. */
  findTokens(field: number): TokenRange {
    if (field < 0) return noTokens;
    const { source } = this.values;
    const rep = this.rep(field);
    const at = repPayload(rep);
    if (repType(rep) !== CrateType.tokenVector || at + 8 > source.length) return noTokens;
    const count = source.uint64(at, "A list");
    // `checkModel` has reported a vector that extends beyond the file.
    return count <= (source.length - at - 8) / 4 ? { start: at + 8, count } : noTokens;
  }

  /** Returns the token index at `index` of a vector that {@link findTokens} returned. */
  tokenAt({ start }: TokenRange, index: number): number {
    return this.values.source.uint32(start + 4 * index, "A list");
  }

  /** Returns the texts of a token vector, without duplicates. */
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

  /** Returns the type that the spec of an attribute declares. */
  declaredType(spec: number): DeclaredType {
    const { tokens } = this.structure;
    const field = this.find(spec, KnownField.typeName);
    if (field < 0) return noType;
    const rep = this.rep(field);
    if (repType(rep) !== CrateType.token) return noType;
    const token = rep.low;
    if (token >= tokens.length) return noType;
    const known = this.declaredIndexes[token];
    if (known !== 0) return this.declared[known];
    const name = tokens.name(token);
    const isArray = name.endsWith("[]");
    const type = { name, isArray, type: valueTypes.get(isArray ? name.slice(0, -2) : name) };
    this.declaredIndexes[token] = this.declared.push(type) - 1;
    return type;
  }

  /** Returns the 32 bits of a known field whose value is one inlined value of the given type, otherwise -1. */
  inlined(spec: number, kind: number, type: number): number {
    const field = this.find(spec, kind);
    if (field < 0) return -1;
    const rep = this.rep(field);
    return repType(rep) === type && (rep.high & (IS_ARRAY | IS_ARRAY_EDIT)) === 0 ? rep.low : -1;
  }

  /** Returns the text of a token field, such as the name of a type. */
  token(spec: number, kind: number): string {
    const { tokens } = this.structure;
    const token = this.inlined(spec, kind, CrateType.token);
    if (token >= 0) return token < tokens.length ? tokens.name(token) : "";
    const value = this.valueOf(spec, kind);
    return value?.kind === "typed" && typeof value.data === "string" ? value.data.toWellFormed() : "";
  }
}

/** Returns the known field (`KnownField`) of each field index. */
function fieldKinds({ fieldNames, tokens }: CrateStructure): Uint8Array {
  const kinds = new Uint8Array(fieldNames.length);
  const byToken = new Map<number, number>();
  for (let field = 0; field < fieldNames.length; field++) {
    const token = fieldNames[field];
    let kind = byToken.get(token);
    if (kind === undefined) {
      kind = knownFields.get(tokens.text(token)) ?? KnownField.other;
      byToken.set(token, kind);
    }
    kinds[field] = kind;
  }
  return kinds;
}
