// Single values by their type: in the representation itself, and at an offset.

import { floatToHalfBits } from "@usdkit/base";
import { valueTypes } from "@usdkit/layer";
import { describe, expect, it } from "vitest";
import { ByteBuilder } from "../encode/byte-builder.ts";
import { END, readerOf, tokenIndex } from "../test-support/added-values.ts";
import { CrateType } from "./crate-type.ts";
import { inlinedRep, offsetRep } from "./value-rep.ts";

const halves = (...values: readonly number[]): Uint16Array => Uint16Array.from(values, floatToHalfBits);
/** One byte for each component, the first one lowest. */
const bytes = (...values: readonly number[]): number =>
  values.reduce((sum, value, i) => sum + (value & 0xff) * 2 ** (8 * i), 0);

describe("a value in its representation", () => {
  it.each([
    ["bool", 1, true],
    ["bool", 0, false],
    ["bool", 0x100, false],
    ["uchar", 0x1ff, 255],
    ["int", 0xffff_fffe, -2],
    ["uint", 0xffff_fffe, 4_294_967_294],
    ["int64", 0xffff_fffe, -2n],
    ["uint64", 0xffff_fffe, 4_294_967_294n],
    ["half", 0x7_3c00, 1],
    ["float", 0x3fc0_0000, 1.5],
    ["double", 0x3fc0_0000, 1.5],
    ["timecode", 0x3fc0_0000, 0],
    ["token", tokenIndex("A"), "A"],
    ["asset", tokenIndex("s"), "s"],
    ["string", 1, "two"],
    ["int2", bytes(1, -2), Int32Array.of(1, -2)],
    ["int3", bytes(1, -2, 3), Int32Array.of(1, -2, 3)],
    ["int4", bytes(1, -2, 127, -128), Int32Array.of(1, -2, 127, -128)],
    ["half2", 0xbc00_3e00, halves(1.5, -1)],
    ["half3", bytes(1, -2, 3), halves(1, -2, 3)],
    ["half4", bytes(1, -2, 3, 4), halves(1, -2, 3, 4)],
    ["float2", bytes(1, -2), Float32Array.of(1, -2)],
    ["float3", bytes(1, -2, 3), Float32Array.of(1, -2, 3)],
    ["float4", bytes(1, -2, 3, 4), Float32Array.of(1, -2, 3, 4)],
    ["double2", bytes(1, -2), Float64Array.of(1, -2)],
    ["double3", bytes(1, -2, 3), Float64Array.of(1, -2, 3)],
    ["double4", bytes(1, -2, 3, 4), Float64Array.of(1, -2, 3, 4)],
    ["matrix2d", bytes(1, -2), Float64Array.of(1, 0, 0, -2)],
    ["matrix3d", bytes(1, -2, 3), Float64Array.of(1, 0, 0, 0, -2, 0, 0, 0, 3)],
    ["matrix4d", bytes(1, -2, 3, 4), Float64Array.of(1, 0, 0, 0, 0, -2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4)],
  ] as const)("of type %s, %d", (name, payload, data) => {
    const type = valueTypes.get(name);
    expect(readerOf().read(inlinedRep(CrateType[name], payload))).toEqual({
      kind: "typed",
      type,
      isArray: false,
      data,
    });
  });

  it.each(["bool", "uchar", "int", "uint", "half", "float", "token", "asset", "string"] as const)(
    "of type %s needs no flag that says so",
    (name) => {
      const reader = readerOf();
      expect(reader.read(offsetRep(CrateType[name], 1))).toEqual(reader.read(inlinedRep(CrateType[name], 1)));
    },
  );

  it("of a type that has no such form is unknown, at an offset inside of the file", () => {
    const { pathExpression } = CrateType;
    const problem = "Unknown type 57 of a value";
    expect(() => readerOf().read(inlinedRep(pathExpression, 3))).toThrow(
      expect.objectContaining({ offset: 3, message: expect.stringContaining(problem) as string }),
    );
    expect(() => readerOf().read(inlinedRep(pathExpression, END + 9))).toThrow(
      expect.objectContaining({ offset: END, message: expect.stringContaining(problem) as string }),
    );
  });
});

/** The numbers 1, 2, 3, … as the last bytes of a crate. */
const floats = (count: number): ByteBuilder => {
  const built = new ByteBuilder();
  for (let i = 1; i <= count; i++) built.float32(i + 0.5);
  return built;
};
const doubles = (count: number): ByteBuilder => {
  const built = new ByteBuilder();
  for (let i = 1; i <= count; i++) built.float64(i + 0.1);
  return built;
};
const words16 = (...values: readonly number[]): ByteBuilder => {
  const built = new ByteBuilder();
  for (const value of values) built.uint16(value);
  return built;
};

describe("a value at an offset", () => {
  it.each([
    ["float2", floats(2), Float32Array.of(1.5, 2.5)],
    ["float3", floats(3), Float32Array.of(1.5, 2.5, 3.5)],
    ["float4", floats(4), Float32Array.of(1.5, 2.5, 3.5, 4.5)],
    ["half3", words16(1, 2, 3), Uint16Array.of(1, 2, 3)],
    ["int2", new ByteBuilder().uint32(7).uint32(0xffff_ffff), Int32Array.of(7, -1)],
    ["double2", doubles(2), Float64Array.of(1.1, 2.1)],
    ["matrix2d", doubles(4), Float64Array.of(1.1, 2.1, 3.1, 4.1)],
    // The real part is the last in a file, and the first in a layer.
    ["quatd", doubles(4), Float64Array.of(4.1, 1.1, 2.1, 3.1)],
    ["quatf", floats(4), Float32Array.of(4.5, 1.5, 2.5, 3.5)],
    ["quath", words16(1, 2, 3, 4), Uint16Array.of(4, 1, 2, 3)],
    ["double", doubles(1), 1.1],
    ["timecode", doubles(1), 1.1],
    ["duration", doubles(1), 1.1],
    ["int64", new ByteBuilder().bigUint64(2n ** 64n - 5n), -5n],
    ["uint64", new ByteBuilder().bigUint64(2n ** 64n - 5n), 2n ** 64n - 5n],
  ] as const)("of type %s", (name, added, data) => {
    const type = valueTypes.get(name);
    const size = added.length;
    const rep = offsetRep(CrateType[name], END);
    expect(readerOf(added).read(rep)).toEqual({ kind: "typed", type, isArray: false, data });
    const cut = new ByteBuilder().append(added.finish().subarray(1));
    expect(() => readerOf(cut).read(rep)).toThrow(`A value of type ${name} needs ${size} bytes at offset ${END}`);
  });
});

describe("the type of an attribute", () => {
  it.each([
    ["float3", "color3f", "color3f"],
    ["half3", "color3h", "color3h"],
    ["float3", "float3", "float3"],
    ["double3", "float3", "double3"],
    ["float3", "float2", "float3"],
    ["float4", "quatf", "float4"],
    ["quatf", "float4", "quatf"],
    ["double4", "matrix2d", "double4"],
    ["matrix2d", "double4", "matrix2d"],
    ["matrix4d", "frame4d", "frame4d"],
  ] as const)("that a file has as %s and that is declared as %s is %s", (written, declared, expected) => {
    const value = readerOf().read(inlinedRep(CrateType[written], 0), valueTypes.get(declared));
    expect(value.kind === "typed" ? value.type : undefined).toBe(valueTypes.get(expected));
  });
});
