/** Arbitrary numbers, including the limits of their types. */
import { halfBitsToFloat } from "@usdkit/base";
import type { ScalarKind, TextKind } from "@usdkit/layer";
import * as fc from "fast-check";

const bits = new DataView(new ArrayBuffer(8));

/** Numbers from random bits: every exponent is equally likely, including denormals and infinities. */
const anyFloat = fc.integer({ min: 0, max: 0xffff_ffff }).map((word) => {
  bits.setUint32(0, word);
  return bits.getFloat32(0);
});
const anyDouble = fc
  .tuple(fc.integer({ min: 0, max: 0xffff_ffff }), fc.integer({ min: 0, max: 0xffff_ffff }))
  .map(([a, b]) => {
    bits.setUint32(0, a);
    bits.setUint32(4, b);
    return bits.getFloat64(0);
  });
const usual = fc.constantFrom(0, -0, 1, -1, 0.5, 24, 1e-3, 1e15, 1e16, 1e21, 123456789, NaN, Infinity, -Infinity);

/** Numbers of each type. */
export const numbers: Readonly<
  Record<Exclude<ScalarKind, TextKind | "opaque">, fc.Arbitrary<number | bigint | boolean>>
> = {
  bool: fc.boolean(),
  uchar: fc.integer({ min: 0, max: 255 }),
  int: fc.oneof(fc.integer(), fc.constantFrom(-2147483648, 2147483647)),
  uint: fc.oneof(fc.integer({ min: 0, max: 0xffff_ffff }), fc.constant(0xffff_ffff)),
  int64: fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n)),
  uint64: fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.constantFrom(0n, 2n ** 64n - 1n)),
  half: fc.oneof(fc.integer({ min: 0, max: 0xffff }).map(halfBitsToFloat), fc.constantFrom(0, -0, 1, 65504, 6e-8)),
  float: fc.oneof(
    anyFloat,
    usual.map(Math.fround),
    fc.constantFrom(0.1, 3.4028234663852886e38, 1e-45).map(Math.fround),
  ),
  double: fc.oneof(anyDouble, usual, fc.constantFrom(0.1, 5e-324, 1.7976931348623157e308, 2.2250738585072014e-308)),
  timecode: fc.oneof(anyDouble, usual),
};
