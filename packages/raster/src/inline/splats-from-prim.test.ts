import * as fc from "fast-check";
import { floatToHalfBits, halfBitsToFloat } from "@usdkit/base";
import { findSpec, type PrimSpec } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import { describe, expect, test } from "vitest";
import { AssetError } from "@usdkit/assets";
import { holdsSplats, splatsFromPrim } from "./splats-from-prim.ts";

function prim(lines: string, type = "ParticleField3DGaussianSplat"): PrimSpec {
  const { layer, ok } = parseUsda(`#usda 1.0\ndef ${type} "S"\n{\n${lines}\n}\n`);
  expect(ok).toBe(true);
  const spec = findSpec(layer, "/S");
  if (spec?.specType !== "prim") throw new Error("no prim");
  return spec;
}

function assetError(call: () => unknown): AssetError {
  try {
    call();
  } catch (error) {
    if (error instanceof AssetError) return error;
    throw error;
  }
  throw new Error("no error");
}

const two = "point3f[] positions = [(1, 2, 3), (4, 5, 6)]";

describe("splats authored on a prim", () => {
  test("have every attribute", () => {
    const asset = splatsFromPrim(
      prim(`${two}
        quatf[] orientations = [(2, 0, 0, 0), (0, 3, 0, 4)]
        float3[] scales = [(0.5, 0.25, 0.125), (1, 2, 4)]
        float[] opacities = [0.25, 7]
        uniform int radiance:sphericalHarmonicsDegree = 1
        float3[] radiance:sphericalHarmonicsCoefficients = [
          (1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12), (13, 14, 15), (16, 17, 18), (19, 20, 21), (22, 23, 24)]`),
    );
    expect(asset).toStrictEqual({
      type: "splats",
      count: 2,
      positions: new Float32Array([1, 2, 3, 4, 5, 6]),
      orientations: new Float32Array([1, 0, 0, 0, 0, 0.6, 0, 0.8]),
      scales: new Float32Array([0.5, 0.25, 0.125, 1, 2, 4]),
      opacities: new Float32Array([0.25, 1]),
      degree: 1,
      harmonics: Float32Array.from({ length: 24 }, (_, i) => i + 1),
      skipped: {},
    });
  });

  test("have the schema's fallbacks", () => {
    expect(splatsFromPrim(prim(two))).toMatchObject({
      count: 2,
      orientations: new Float32Array([1, 0, 0, 0, 1, 0, 0, 0]),
      scales: new Float32Array([1, 1, 1, 1, 1, 1]),
      opacities: new Float32Array([1, 1]),
      degree: 0,
      harmonics: new Float32Array(6),
    });
    const coefficients = Array.from({ length: 32 }, () => "(1, 1, 1)").join(", ");
    const third = `${two}\nfloat3[] radiance:sphericalHarmonicsCoefficients = [${coefficients}]`;
    expect(splatsFromPrim(prim(third))).toMatchObject({ degree: 3 });
    expect(splatsFromPrim(prim(`${two}\nfloat[] opacities = None\nquatf[] orientations`))).toMatchObject({ count: 2 });
  });

  test("may be halfs; floats take precedence", () => {
    const number = fc
      .double({ min: -60000, max: 60000, noNaN: true })
      .map((value) => halfBitsToFloat(floatToHalfBits(value)));
    fc.assert(
      fc.property(fc.array(number, { minLength: 14, maxLength: 14 }), (n) => {
        const text = (h: string): string => `
          point3${h === "" ? "f" : h}[] positions${h} = [(${n[0]}, ${n[1]}, ${n[2]})]
          quat${h === "" ? "f" : h}[] orientations${h} = [(1, ${n[3]}, ${n[4]}, ${n[5]})]
          ${h === "" ? "float" : "half"}3[] scales${h} = [(1, ${Math.abs(n[6])}, ${Math.abs(n[7])})]
          ${h === "" ? "float" : "half"}[] opacities${h} = [${n[8]}]
          uniform int radiance:sphericalHarmonicsDegree = 0
          ${h === "" ? "float" : "half"}3[] radiance:sphericalHarmonicsCoefficients${h} = [(${n[9]}, ${n[10]}, ${n[11]})]`;
        expect(splatsFromPrim(prim(text("h")))).toStrictEqual(splatsFromPrim(prim(text(""))));
      }),
      { numRuns: 30 },
    );
    const both = prim("point3h[] positionsh = [(9, 9, 9), (8, 8, 8)]\npoint3f[] positions = [(1, 2, 3)]");
    expect(splatsFromPrim(both)).toMatchObject({ count: 1, positions: new Float32Array([1, 2, 3]) });
    const blocked = prim("point3h[] positionsh = [(9, 9, 9)]\npoint3f[] positions = None");
    expect(splatsFromPrim(blocked)).toMatchObject({ count: 1, positions: new Float32Array([9, 9, 9]) });
  });

  test("are truncated to the third degree", () => {
    const coefficients = Array.from({ length: 25 }, (_, i) => `(${i}, 0, 0)`).join(", ");
    const asset = splatsFromPrim(
      prim(`point3f[] positions = [(0, 0, 0)]
        uniform int radiance:sphericalHarmonicsDegree = 4
        float3[] radiance:sphericalHarmonicsCoefficients = [${coefficients}]`),
    );
    expect(asset).toMatchObject({ degree: 3, skipped: { harmonicsBeyondDegree3: 1 } });
    expect(asset.harmonics[45]).toBe(15);
  });

  test("that cannot be drawn are left out", () => {
    const asset = splatsFromPrim(
      prim(`point3f[] positions = [(nan, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0), (5, 0, 0), (6, 0, 0)]
        quatf[] orientations = [(1, 0, 0, 0), (0, 0, 0, 0), (1, 0, 0, 0), (1, 0, 0, 0), (1, 0, 0, inf), (1, 0, 0, 0), (1, 0, 0, 0)]
        float3[] scales = [(1, 1, 1), (1, 1, 1), (0, 0, 0), (1, -1, 1), (1, 1, 1), (1, 0, 1), (1, 1, inf)]`),
    );
    expect(asset.skipped).toStrictEqual({ negativeScale: 1, nonFinite: 3, zeroQuaternion: 1, zeroScale: 1 });
    expect(Array.from(asset.positions)).toStrictEqual([5, 0, 0]);
  });

  test.each([
    ["", true, two],
    ["", true, "point3h[] positionsh = [(1, 2, 3)]"],
    ["of another type", false, two, "Mesh"],
    ["without positions", false, "float[] opacities = [1]"],
    ["without a value", false, "point3f[] positions = None"],
  ])("are read from a prim %s", (_, expected, lines, type?: string) => {
    expect(holdsSplats(prim(lines, type))).toBe(expected);
    if (!expected && type === undefined) expect(() => splatsFromPrim(prim("float[] opacities"))).not.toThrow();
  });

  test("are none without positions", () => {
    expect(splatsFromPrim(prim(""))).toMatchObject({ count: 0, skipped: {} });
    expect(splatsFromPrim(prim("point3f[] positions = []\nfloat[] opacities = []"))).toMatchObject({ count: 0 });
  });
});

describe("arrays of mismatched length", () => {
  test.each([
    ["float[] opacities = [1]", "/S.opacities", "1 elements; 2 were expected, as /S.positions has 2"],
    ["half[] opacitiesh = [1, 2, 3]", "/S.opacitiesh", "3 elements; 2 were expected"],
    ["quatf[] orientations = []", "/S.orientations", "0 elements; 2 were expected"],
    ["float3[] scales = [(1, 1, 1)]", "/S.scales", "1 elements; 2 were expected"],
    [
      "float3[] radiance:sphericalHarmonicsCoefficients = [(1, 1, 1), (1, 1, 1)]",
      "/S.radiance:sphericalHarmonicsCoefficients",
      "2 elements; 32 were expected, as /S.positions has 2, 16 for each at degree 3",
    ],
    ["double3[] scales = [(1, 1, 1), (1, 1, 1)]", "/S.scales", "double3[]; float3[] was expected"],
    ["float opacities = 1", "/S.opacities", "float; float[] was expected"],
    ["uniform int radiance:sphericalHarmonicsDegree = -1", "/S.radiance:sphericalHarmonicsDegree", "degree -1"],
    ["uniform int radiance:sphericalHarmonicsDegree = 1000000", "/S.radiance:sphericalHarmonicsDegree", "1000000"],
    ["uniform float radiance:sphericalHarmonicsDegree = 1", "/S.radiance:sphericalHarmonicsDegree", "uniform int"],
  ])("%s", (line, where, text) => {
    const error = assetError(() => splatsFromPrim(prim(`${two}\n${line}`)));
    expect(error).toMatchObject({ problem: "malformed", where });
    expect(error.message).toContain(text);
  });

  test("or are too long", () => {
    const error = assetError(() => splatsFromPrim(prim(two), { limits: { splats: 1 } }));
    expect(error).toMatchObject({ problem: "limit", where: "/S.positions" });
  });
});
