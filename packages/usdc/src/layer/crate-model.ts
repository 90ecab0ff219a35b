/** What the views of a crate share: structure, values, fields and children of specs. */
import type { Field, ValueType } from "@usdkit/layer";
import { valueTypes } from "@usdkit/layer";
import { CrateError } from "../diagnostics/types.ts";
import type { CrateStructure } from "../structure/structure.ts";
import type { CrateValue } from "../values/crate-value.ts";
import type { ValueReader } from "../values/value-reader.ts";
import { CrateType, IS_ARRAY, IS_ARRAY_EDIT, IS_INLINED, repPayload, repType } from "../values/value-rep.ts";
import type { TokenRange } from "./child-specs.ts";
import { ChildSpecs } from "./child-specs.ts";
import { FieldSets } from "./field-sets.ts";
import { KnownField, knownFields, SpecNumber } from "./known-fields.ts";
import { VariantIndex } from "./variant-index.ts";

/** The type name of an attribute. */
export interface DeclaredType {
  /** As written, `[]` included. */
  readonly name: string;
  readonly isArray: boolean;
  /** Without `[]`; undefined for a type that the format does not define. */
  readonly type: ValueType | undefined;
}

const noTokens: TokenRange = { start: 0, count: 0 };
const noType: DeclaredType = { name: "", isArray: false, type: undefined };

/** A crate that was opened. */
export class CrateModel {
  readonly structure: CrateStructure;
  readonly values: ValueReader;
  readonly fields: FieldSets;
  /** Set when the model is checked. */
  readonly children: ChildSpecs;
  readonly variants: VariantIndex;
  /** Start of a set of fields → the metadata in it; specs with the same set share it. */
  readonly metadata: Map<number, ReadonlyMap<string, Field>> = new Map();
  /** The types that were asked for; of none, the first. */
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

  /** The root spec, -1 if there is none. */
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
   * Returns the byte of a spec: that of its first value outside of the tables, otherwise the table of specs, which is
   * compressed as a whole.
   */
  offset(spec: number): number {
    const { fieldReps, specSection } = this.structure;
    let first = Number.POSITIVE_INFINITY;
    this.fields.each(spec, (field) => {
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

  /** Returns the position and length of the token vector that is the value of a field, if there is one. */
  findTokens(field: number): TokenRange {
    if (field < 0) return noTokens;
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

  /** The type that the spec of an attribute declares. */
  declaredType(spec: number): DeclaredType {
    const { fieldReps, tokens } = this.structure;
    const field = this.find(spec, KnownField.typeName);
    if (field < 0 || repType(fieldReps[2 * field + 1]) !== CrateType.token) return noType;
    const token = fieldReps[2 * field];
    if (token >= tokens.length) return noType;
    const known = this.declaredIndexes[token];
    if (known !== 0) return this.declared[known];
    const name = tokens.name(token);
    const isArray = name.endsWith("[]");
    const type = { name, isArray, type: valueTypes.get(isArray ? name.slice(0, -2) : name) };
    this.declaredIndexes[token] = this.declared.push(type) - 1;
    return type;
  }

  /** The 32 bits of a known field of a spec whose value is a single one of that type, and always inlined; otherwise -1. */
  inlined(spec: number, kind: number, type: number): number {
    const field = this.find(spec, kind);
    if (field < 0) return -1;
    const { fieldReps } = this.structure;
    const high = fieldReps[2 * field + 1];
    return repType(high) === type && (high & (IS_ARRAY | IS_ARRAY_EDIT)) === 0 ? fieldReps[2 * field] : -1;
  }

  /** The text of a token field: a type's name. */
  token(spec: number, kind: number): string {
    const { tokens } = this.structure;
    const token = this.inlined(spec, kind, CrateType.token);
    if (token >= 0) return token < tokens.length ? tokens.name(token) : "";
    const value = this.valueOf(spec, kind);
    return value?.kind === "typed" && typeof value.data === "string" ? value.data.toWellFormed() : "";
  }
}

/** Field index → which field of the model it is. */
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
