/** Writes representations of values. */
import { IS_ARRAY, IS_COMPRESSED, IS_INLINED } from "../values/value-rep.ts";

/** A representation: two words. */
export interface Rep {
  readonly low: number;
  readonly high: number;
}

/** The value itself, in 32 bits. */
export function inlinedRep(type: number, value: number): Rep {
  return { low: value >>> 0, high: ((type << 16) | IS_INLINED) >>> 0 };
}

/** A value at an offset. */
export function offsetRep(type: number, offset: number, flags = 0): Rep {
  return { low: offset >>> 0, high: ((type << 16) | flags | Math.floor(offset / 0x1_0000_0000)) >>> 0 };
}

/** An array at an offset; 0 for an empty one. */
export function arrayRep(type: number, offset: number, isCompressed = false): Rep {
  return offsetRep(type, offset, isCompressed ? IS_ARRAY | IS_COMPRESSED : IS_ARRAY);
}
