/** Representations of values: a type, flags, and either the value itself or its position. */
import type { ByteSource } from "../bytes/byte-source.ts";

/** The value is an array. */
export const IS_ARRAY = 0x8000_0000;
/** The payload is the value itself. */
export const IS_INLINED = 0x4000_0000;
/** The array is compressed. */
export const IS_COMPRESSED = 0x2000_0000;
/** The value is a sparse edit of an array (0.14). */
export const IS_ARRAY_EDIT = 0x1000_0000;

/** A representation: two words of 32 bits. */
export interface ValueRep {
  readonly low: number;
  readonly high: number;
}

/** Returns the representation that contains the value itself, in 32 bits. */
export function inlinedRep(type: number, value: number): ValueRep {
  return { low: value >>> 0, high: ((type << 16) | IS_INLINED) >>> 0 };
}

/** Returns the representation of a value at an offset of up to 48 bits. */
export function offsetRep(type: number, offset: number, flags = 0): ValueRep {
  return { low: offset >>> 0, high: ((type << 16) | flags | Math.floor(offset / 0x1_0000_0000)) >>> 0 };
}

/** Returns the representation of an array at an offset; the offset of an empty one is 0. */
export function arrayRep(type: number, offset: number, isCompressed = false): ValueRep {
  return offsetRep(type, offset, isCompressed ? IS_ARRAY | IS_COMPRESSED : IS_ARRAY);
}

/** Reads the representation at an offset, which must be inside of the file. */
export function repAt(source: ByteSource, offset: number): ValueRep {
  const index = source.at(offset, 8);
  const { view } = source;
  return { low: view.getUint32(index, true), high: view.getUint32(index + 4, true) };
}

/** Returns the number of the type of a representation. */
export function repType({ high }: ValueRep): number {
  return (high >>> 16) & 0xff;
}

/** Returns the payload of a representation: 48 bits, an offset in the file. */
export function repPayload({ low, high }: ValueRep): number {
  return (high & 0xffff) * 0x1_0000_0000 + low;
}
