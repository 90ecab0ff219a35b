import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteSource } from "../bytes/byte-source.ts";
import { CrateType } from "./crate-type.ts";
import { IS_ARRAY, IS_COMPRESSED, arrayRep, inlinedRep, offsetRep, repAt, repPayload, repType } from "./value-rep.ts";

const WORD = 2 ** 32;
const MAX_OFFSET = 2 ** 48 - 1;
const FLAGS = 0xff00_0000;

const type = fc.constantFrom(...Object.values(CrateType));
const offset = fc.oneof(
  fc.integer({ min: 0, max: MAX_OFFSET }),
  fc.constantFrom(0, 1, WORD - 1, WORD, WORD + 1, 2 * WORD - 1, MAX_OFFSET),
);

describe("a representation with an offset", () => {
  it.each([
    [88, 0x0000_0058, 0x0009_0000],
    [WORD - 1, 0xffff_ffff, 0x0009_0000],
    [WORD, 0, 0x0009_0001],
    [5 * WORD + 7, 7, 0x0009_0005],
    [MAX_OFFSET, 0xffff_ffff, 0x0009_ffff],
  ])("has %d in two words", (at, low, high) => {
    expect(offsetRep(CrateType.double, at)).toEqual({ low, high });
  });

  it("has the type, the offset and the flags that it was made with", () => {
    const flags = fc.constantFrom(0, IS_ARRAY, IS_ARRAY | IS_COMPRESSED);
    fc.assert(
      fc.property(type, offset, flags, (number, at, bits) => {
        const rep = offsetRep(number, at, bits);
        expect([repType(rep), repPayload(rep), (rep.high & FLAGS) >>> 0]).toEqual([number, at, bits >>> 0]);
      }),
    );
  });

  it("is that of an array with the flag of arrays, and that of compression if it is compressed", () => {
    expect(arrayRep(CrateType.int, WORD + 3)).toEqual({ low: 3, high: 0x8003_0001 });
    expect(arrayRep(CrateType.int, 3, true)).toEqual({ low: 3, high: 0xa003_0000 });
  });
});

describe("an inlined representation", () => {
  it("has the 32 bits of the value, unsigned", () => {
    expect(inlinedRep(CrateType.int, -1)).toEqual({ low: 0xffff_ffff, high: 0x4003_0000 });
    expect(inlinedRep(CrateType.duration, 7)).toEqual({ low: 7, high: 0x403d_0000 });
  });
});

it("is read from two words in little-endian order", () => {
  const bytes = Uint8Array.of(0, 1, 2, 3, 0x84, 5, 6, 0x31, 0xc8);
  expect(repAt(new ByteSource(bytes), 1)).toEqual({ low: 0x84030201, high: 0xc8310605 });
});
