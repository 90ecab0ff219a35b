import { type PrimSpec } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import { describe, expect, test } from "vitest";
import { attributeOf, attributeValue, definitionOf, hasType, plainData, propertyOf } from "./attribute-value.ts";

function primOf(type: string, body: string): PrimSpec {
  const { layer, ok } = parseUsda(`#usda 1.0\ndef ${type} "A"\n{\n${body}\n}\n`);
  expect(ok).toBe(true);
  return layer.root.children[0];
}

describe("attributeValue", () => {
  test.each<[string, string, string, unknown]>([
    ["Camera", "float focalLength = 35", "focalLength", 35],
    ["Camera", "float2 clippingRange = (0.5, 10)", "clippingRange", [0.5, 10]],
    ["Camera", 'token projection = "x"', "projection", "x"],
    ["Camera", 'uniform token[] xformOpOrder = ["a"]', "xformOpOrder", ["a"]],
    ["Camera", 'token[] xformOpOrder = ["a"]', "xformOpOrder", ["a"]],
    ["Camera", 'string[] xformOpOrder = ["a"]', "xformOpOrder", undefined],
    ["Camera", "double focalLength = 35", "focalLength", undefined],
    ["Camera", "float[] focalLength = [35]", "focalLength", undefined],
    ["Camera", "float focalLength = None", "focalLength", undefined],
    ["Camera", "float focalLength", "focalLength", undefined],
    ["Camera", "float focalLength.timeSamples = { 1: 2 }", "focalLength", undefined],
    ["Camera", "Focal focalLength = 1", "focalLength", undefined],
    ["Camera", "rel focalLength = </A>", "focalLength", undefined],
    ["Camera", "int2 resolution = (1, 2)", "resolution", undefined],
    ["Xform", "float focalLength = 35", "focalLength", undefined],
    ["Cube", "float focalLength = 35", "focalLength", undefined],
    [
      "Xform",
      "Transform xformOp:transform = ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))",
      "xformOp:transform",
      undefined,
    ],
    ["RenderSettings", "uniform int2 resolution = (1, 2)", "resolution", [1, 2]],
    ["RenderSettings", "Vec2i resolution = (1, 2)", "resolution", [1, 2]],
    ["RenderSettings", "rel camera = </A>", "camera", undefined],
  ])("%s: %s", (type, body, name, expected) => {
    expect(attributeValue(primOf(type, body), name)).toEqual(expected);
  });

  test("a type passed by the caller", () => {
    const prim = primOf("Camera", "int2 resolution = (1, 2)\ndouble focalLength = 3");
    expect(attributeValue(prim, "resolution", "int2")).toEqual([1, 2]);
    expect(attributeValue(prim, "focalLength", "double")).toBe(3);
  });
});

test("values of every kind as plain numbers and strings", () => {
  const prim = primOf(
    "",
    `half h = 0.1\nhalf3 h3 = (1, 0.5, -2)\nquath q = (1, 0, 0, 0)\nint64 i = -9007199254740993\nuint64[] u = [1, 2]\nbool b = 1\nbool[] bs = [1, 0]\nasset a = @x@\nmatrix2d m = ((1, 2), (3, 4))`,
  );
  const data = prim.properties.map((property) => {
    const value = property.specType === "attribute" ? property.defaultValue : undefined;
    return value?.kind === "typed" ? plainData(value) : undefined;
  });
  const half = 0.0999755859375;
  const expected = [half, [1, 0.5, -2], [1, 0, 0, 0], -9_007_199_254_740_992, [1, 2], true, [1, 0], "x", [1, 2, 3, 4]];
  expect(data).toEqual(expected);
});

test("specs by name, and tables by type", () => {
  const prim = primOf("Camera", "rel camera\nMatrix4d m\nint[] i");
  expect(propertyOf(prim, "camera")?.specType).toBe("relationship");
  expect([attributeOf(prim, "camera"), attributeOf(prim, "x"), propertyOf(prim, "x")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const [matrix, list] = ["m", "i"].map((name) => attributeOf(prim, name));
  expect(matrix !== undefined && hasType(matrix, "matrix4d") && !hasType(matrix, "matrix4d[]")).toBe(true);
  expect(list !== undefined && hasType(list, "int[]") && !hasType(list, "int")).toBe(true);
  expect(definitionOf(prim)?.typeName).toBe("Camera");
  expect(definitionOf(primOf("Cube", ""))).toBeUndefined();
});
