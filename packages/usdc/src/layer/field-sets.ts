/** Sets of fields, put in an order in which a known field is found without a search. */
import type { CrateStructure } from "../structure/structure.ts";
import { END_OF_SET } from "../structure/structure.ts";
import { KnownField } from "./known-fields.ts";

/** Fields that stay in the order of the file: metadata. */
const METADATA = (1 << KnownField.other) | (1 << KnownField.subLayers);

/**
 * The fields of each spec. Specs share sets, so every set is put in order once: its known fields by their number, the first
 * of each, then metadata. To find a field takes no time that depends on the size of a set, which a damaged file chooses.
 */
export class FieldSets {
  /** Field indexes; each set ends with {@link END_OF_SET}. */
  private readonly fields: Uint32Array;
  /** Spec → where its set starts. */
  private readonly starts: Uint32Array;
  /** Spec → a bit for each kind of field that it has. */
  readonly masks: Uint32Array;

  /** Orders the sets of `structure` in place. @param kinds field index → which field of the model it is */
  constructor({ fieldSets, specFields }: Pick<CrateStructure, "fieldSets" | "specFields">, kinds: Uint8Array) {
    this.fields = fieldSets;
    this.starts = specFields;
    const setMasks = orderSets(fieldSets, kinds);
    this.masks = new Uint32Array(specFields.length);
    for (let spec = 0; spec < specFields.length; spec++) this.masks[spec] = setMasks[specFields[spec]];
  }

  /** Whether a spec has a field of a kind. */
  has(spec: number, kind: number): boolean {
    return (this.masks[spec] & (1 << kind)) !== 0;
  }

  /** Returns a spec's field of a known kind, -1 if there is none. */
  find(spec: number, kind: number): number {
    const mask = this.masks[spec];
    const bit = 1 << kind;
    if ((mask & bit) === 0) return -1;
    return this.fields[this.starts[spec] + countBits(mask & (bit - 1) & ~METADATA)];
  }

  /** Calls `visit` for each field of a spec that is metadata, in the order of the file. */
  eachMetadata(spec: number, visit: (field: number) => void): void {
    const { fields } = this;
    let at = this.starts[spec] + countBits(this.masks[spec] & ~METADATA);
    for (; fields[at] !== END_OF_SET; at++) visit(fields[at]);
  }

  /** Calls `visit` for each field of a spec. */
  each(spec: number, visit: (field: number) => void): void {
    const { fields } = this;
    for (let at = this.starts[spec]; fields[at] !== END_OF_SET; at++) visit(fields[at]);
  }
}

/** Orders every set in place; returns by the start of a set a bit for each kind of field that it has. */
function orderSets(fields: Uint32Array, kinds: Uint8Array): Uint32Array {
  const masks = new Uint32Array(fields.length);
  const known = new Uint32Array(32);
  for (let start = 0, at = 0; at < fields.length; start = ++at) {
    let mask = 0;
    let metadata = 0;
    for (; fields[at] !== END_OF_SET; at++) {
      const field = fields[at];
      const kind = kinds[field];
      const bit = 1 << kind;
      if ((bit & METADATA) !== 0) fields[start + metadata++] = field;
      else if ((mask & bit) === 0) known[kind] = field;
      mask |= bit;
    }
    masks[start] = mask;
    const count = countBits(mask & ~METADATA);
    for (let i = metadata - 1; i >= 0; i--) fields[start + count + i] = fields[start + i];
    let to = start;
    for (let left = mask & ~METADATA; left !== 0; left &= left - 1) fields[to++] = known[31 - Math.clz32(left & -left)];
    // Earlier than in the file if a field was there twice.
    fields[start + count + metadata] = END_OF_SET;
  }
  return masks;
}

/** The number of bits that are set. */
function countBits(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x5555_5555);
  left = (left & 0x3333_3333) + ((left >>> 2) & 0x3333_3333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
