import type { PrimSpec } from "@usdkit/layer";
import { describe, expect, test } from "vitest";
import { identityMatrix, parseOpName, rowMatrix, translationMatrix } from "@usdkit/transforms";
import { layerOf, primAt } from "../test-support/reference-tables.ts";
import { serviceMatrix, worldMatrix } from "./service-matrix.ts";
import { bakedTransform, localTransformation, opOrderOf, resetsXformStack, transformOps } from "./transform-ops.ts";

const primOf = (body: string, head = "def Xform"): PrimSpec =>
  primAt(layerOf(`#usda 1.0\n${head} "A"\n{\n${body}\n}\n`), "/A");
const order = (...entries: string[]): string => `uniform token[] xformOpOrder = ${JSON.stringify(entries)}`;
const MATRIX = "matrix4d xformOp:transform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1))";

describe("parseOpName", () => {
  test.each([
    ["xformOp:translate", { attributeName: "xformOp:translate", type: "translate", suffix: "", isInverse: false }],
    [
      "!invert!xformOp:rotateXYZ:a:b",
      { attributeName: "xformOp:rotateXYZ:a:b", type: "rotateXYZ", suffix: "a:b", isInverse: true },
    ],
    ["xformOp:wiggle", { attributeName: "xformOp:wiggle", type: undefined, suffix: "", isInverse: false }],
    ["!invert!!invert!xformOp:scale", undefined],
    ["translate", undefined],
    ["!resetXformStack!", undefined],
    ["", undefined],
  ])("%j", (entry, expected) => {
    expect(parseOpName(entry)).toEqual(expected);
  });
});

describe("problems of ops", () => {
  // The reference treats each of these as the identity, some with a warning.
  test.each<[string, string, string]>([
    ["unknown", "double3 xformOp:wiggle = (1, 2, 3)", "xformOp:wiggle"],
    ["unknown", MATRIX, "transform"],
    ["missing", "", "xformOp:translate"],
    ["missing", "rel xformOp:translate", "xformOp:translate"],
    ["no-value", "double3 xformOp:translate", "xformOp:translate"],
    ["no-value", "double3 xformOp:translate = None", "!invert!xformOp:translate"],
    ["no-value", "double3 xformOp:translate.timeSamples = { 1: (1, 2, 3) }", "xformOp:translate"],
    ["no-value", "double xformOp:rotateX.spline = { 1: 3 }", "xformOp:rotateX"],
    ["type", "double xformOp:translate = 3", "xformOp:translate"],
    ["type", "int3 xformOp:translate = (1, 2, 3)", "xformOp:translate"],
    ["type", "double3[] xformOp:translate = [(1, 2, 3)]", "xformOp:translate"],
    ["type", "double3 xformOp:rotateX = (1, 2, 3)", "xformOp:rotateX"],
    ["type", "float4 xformOp:orient = (1, 0, 0, 0)", "xformOp:orient"],
    ["type", "matrix3d xformOp:transform = ((1, 0, 0), (0, 1, 0), (0, 0, 1))", "xformOp:transform"],
    ["type", 'string xformOp:scale = "x"', "!invert!xformOp:scale"],
    ["type", "Wrong xformOp:scale = 3", "xformOp:scale"],
    ["singular", "double3 xformOp:scale = (1, 0, 1)", "!invert!xformOp:scale"],
    [
      "singular",
      "matrix4d xformOp:transform = ((0, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))",
      "!invert!xformOp:transform",
    ],
  ])("%s: %s %s", (kind, attribute, entry) => {
    const prim = primOf(`${attribute}\n${order(entry)}`);
    const { problems } = transformOps(prim);
    expect(problems.map((problem) => [problem.kind, problem.op])).toEqual([[kind, entry]]);
    expect(problems[0].message).toContain(`"${entry}"`);
    expect(localTransformation(prim)).toEqual(identityMatrix);
    expect(bakedTransform(prim).problems).toEqual(problems);
  });

  test("entries dropped by a reset are not reported", () => {
    const prim = primOf(order("xformOp:no", "!resetXformStack!"));
    expect(transformOps(prim)).toEqual({ ops: [], resetsXformStack: true, problems: [] });
  });

  test("no order, or one of another type, lists nothing", () => {
    expect(opOrderOf(primOf(MATRIX))).toEqual([]);
    expect(opOrderOf(primOf('string[] xformOpOrder = ["!resetXformStack!"]'))).toEqual([]);
    expect(resetsXformStack(primOf('token[] xformOpOrder = ["!resetXformStack!"]'))).toBe(true);
  });

  test("NaN and infinities stay unchanged", () => {
    const prim = primOf(`double3 xformOp:translate = (nan, inf, 1)\n${order("xformOp:translate")}`);
    expect(localTransformation(prim)[12]).toBeNaN();
  });
});

describe("serviceMatrix", () => {
  const moved = translationMatrix([1, 2, 3]);
  test.each<[string, string]>([
    ["listed", `${MATRIX}\n${order("xformOp:transform")}`],
    ["not listed", MATRIX],
    [
      "other ops listed",
      `${MATRIX}\ndouble3 xformOp:scale = (2, 2, 2)\n${order("xformOp:scale", "xformOp:transform")}`,
    ],
    ["inverted", `${MATRIX}\n${order("!invert!xformOp:transform")}`],
    ["before a reset", `${MATRIX}\n${order("xformOp:transform", "!resetXformStack!")}`],
  ])("%s", (_, body) => {
    expect(serviceMatrix(primOf(body))).toEqual(moved);
  });

  test.each<[string, string]>([
    ["nothing", ""],
    ["None", "matrix4d xformOp:transform = None"],
    ["another type", "frame4d xformOp:transform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1))"],
    ["a suffix", MATRIX.replace("transform", "transform:a")],
    ["a translation", `double3 xformOp:translate = (1, 2, 3)\n${order("xformOp:translate")}`],
  ])("the identity: %s", (_, body) => {
    expect(serviceMatrix(primOf(body))).toEqual(identityMatrix);
  });

  test("transformable types", () => {
    const heads = ["def Xform", "def Mesh", "def Camera", "def ParticleField3DGaussianSplat", "over", "over Camera"];
    for (const head of heads) expect(serviceMatrix(primOf(MATRIX, head))).toEqual(moved);
    const others = ["def", "def Scope", "def RenderSettings", "def Cube", "class", "over Cube"];
    for (const head of others) expect(serviceMatrix(primOf(MATRIX, head))).toEqual(identityMatrix);
  });

  test("in a variant: under the prim of the variant set", () => {
    const text = `#usda 1.0\ndef Xform "A" (variantSets = "v")\n{\n${MATRIX}\nvariantSet "v" = {\n"x" {\ndef Mesh "M" {\n${MATRIX}\n}\n}\n}\n}\n`;
    const [set] = primAt(layerOf(text), "/A").variantSets;
    expect(worldMatrix(set.variants[0].children[0])).toEqual(
      rowMatrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 4, 6, 1]),
    );
  });
});

test("the properties of a prim are read a fixed number of times, however long its order is", () => {
  const readsOf = (count: number): number => {
    const names = Array.from({ length: count }, (_, i) => `xformOp:translateX:a${i}`);
    const source = primOf(`${names.map((name) => `double ${name} = 1`).join("\n")}\n${order(...names)}`);
    let reads = 0;
    const prim = new Proxy(source, {
      get: (target, key) => {
        if (key === "properties") reads++;
        return Reflect.get(target, key) as unknown;
      },
    });
    expect(transformOps(prim).ops).toHaveLength(count);
    return reads;
  };
  expect(readsOf(300)).toBe(readsOf(3));
});
