/**
 * The layer as the grammar writes it: records of integers, one per statement, in the order of the text.
 *
 * Objects for specs, fields and values are built from it on access (`build/views.ts`). A record's first words are its
 * kind with flags, and the start and end of the statement; the rest depends on the kind.
 */
import type { NumericArray } from "@usdkit/layer";
import type { PackedSamples } from "../read/found-value.ts";

export const RecordKind = { root: 0, prim: 1, variantSet: 2, variant: 3, property: 4, metadata: 5, order: 6 } as const;

/** Words of every record. */
export const TAG = 0;
export const START = 1;
export const END = 2;

/** Words of owners (root, prim, variant set, variant) and properties. */
export const NAME_START = 3;
export const NAME = 4;
/** Owners: the prim's type name, 0 for none. Properties: the type's name, 0 for a relationship. */
export const TYPE = 5;
/** Index after the record and all records that belong to it. */
export const NEXT = 6;
/** Owners: the last property statement of the owner, or 0. Properties: the previous one in the same owner, or 0. */
export const LAST_PROPERTY = 7;

/** Words of owners. */
export const PARENT = 8;
/** The first record of the same path (a variant may be written in several blocks); otherwise the record itself. */
export const IDENTITY = 9;
export const OWNER_SIZE = 10;

/** Words of properties. */
export const VALUE_START = 8;
export const VALUE_END = 9;
/** Index into `tape.numbers` + 1 of an array that was decoded while parsing, or 0. */
export const NUMBERS = 10;
export const PROPERTY_SIZE = 11;

/** Words of metadata entries; `ORDER` records have the same. */
export const KEY_START = 3;
export const KEY = 4;
export const META_VALUE_START = 5;
export const META_VALUE_END = 6;
export const METADATA_SIZE = 7;

/** Bits of `TAG`. */
export const KIND_MASK = 0xff;
/** Prims: 0 def, 1 over, 2 class. */
export const SPECIFIER_SHIFT = 8;

/** The content that a property statement authors: an `Authored`. */
export const AUTHORED_SHIFT = 8;
export const AUTHORED_MASK = 0xf;
/** Properties and metadata: 0 explicit, 1 added, 2 prepended, 3 appended, 4 deleted, 5 ordered. */
export const LIST_OP_SHIFT = 12;
export const LIST_OP_MASK = 0x7;
export const FLAG_CUSTOM: number = 1 << 15;
export const FLAG_UNIFORM: number = 1 << 16;
export const FLAG_RELATIONSHIP: number = 1 << 17;
export const FLAG_ARRAY: number = 1 << 18;
/** The statement continues a property that an earlier one declared. */
export const FLAG_CONTINUES: number = 1 << 19;
/** A part of the statement was rejected; views omit its value. */
export const FLAG_BROKEN: number = 1 << 20;

/** Order records: an `Ordered`. */
export const ORDERED_SHIFT = 8;

export class Tape {
  words: Uint32Array;
  length = 0;
  /** Numeric arrays that the parser decoded; records hold index + 1. */
  readonly numbers: NumericArray[] = [];
  /** Blocks of time samples that the parser decoded; records hold index + 1. */
  readonly samples: PackedSamples[] = [];

  /** @param capacity initial number of words; pages that are never touched take no memory */
  constructor(capacity: number) {
    this.words = new Uint32Array(capacity);
  }

  /** Adds a record of `size` zeroed words and returns its index. */
  add(size: number): number {
    const index = this.length;
    const length = index + size;
    if (length > this.words.length) {
      const words = new Uint32Array(Math.max(1024, Math.ceil(this.words.length * 1.5), length));
      words.set(this.words);
      this.words = words;
    }
    this.length = length;
    return index;
  }

  /** Drops everything from `index` on. */
  truncate(index: number): void {
    this.words.fill(0, index, this.length);
    this.length = index;
  }
}
