import { describe, expect, test } from "vitest";
import { fieldChecks, fieldDefinitions } from "./fields.ts";
import { displayUnits } from "./display-units.ts";
import { valueTypes } from "./value-types.ts";

describe("value types", () => {
  test("has all names that usd-core 26.11 defines", () => {
    const aliases = [...valueTypes.values()].filter((type) => type.canonicalName !== type.name);
    expect(valueTypes.size).toBe(89);
    expect(aliases.map((type) => type.name)).toHaveLength(28);
    for (const name of ["dictionary", "transform", "frame", "path", "char", "uint2", "point4f", "Float", "None"]) {
      expect(valueTypes.has(name)).toBe(false);
    }
  });

  test.each([
    ["color3f", "float", 3, "Color", "float3", "color3f"],
    ["Color", "double", 3, "Color", "double3", "color3d"],
    ["PointFloat", "float", 3, "Point", "float3", "point3f"],
    ["Vec4i", "int", 4, "", "int4", "int4"],
    ["Quath", "half", 4, "", "quath", "quath"],
    ["frame4d", "double", 16, "Frame", "matrix4d", "frame4d"],
    ["Transform", "double", 16, "Transform", "matrix4d", "Transform"],
    ["texCoord2h", "half", 2, "TextureCoordinate", "half2", "texCoord2h"],
    ["EdgeIndex", "int", 1, "EdgeIndex", "int", "EdgeIndex"],
    ["Schema", "token", 1, "", "token", "token"],
    ["duration", "timecode", 1, "", "duration", "duration"],
  ])("%s", (name, ...row) => {
    const [kind, components, role, baseName, canonicalName] = row;
    expect(valueTypes.get(name)).toMatchObject({ name, kind, components, role, baseName, canonicalName });
  });

  test("only the opaque types have no arrays", () => {
    expect([...valueTypes.values()].filter((type) => !type.hasArray).map((type) => type.name)).toEqual([
      "opaque",
      "group",
    ]);
  });

  test("quaternions are not vectors", () => {
    expect([...valueTypes.values()].filter((type) => type.quaternion).map((type) => type.name)).toEqual([
      "quath",
      "Quath",
      "quatf",
      "Quatf",
      "quatd",
      "Quatd",
    ]);
    expect(valueTypes.get("matrix2d")?.dims).toEqual([2, 2]);
  });
});

describe("fields", () => {
  test("has the core and plugin fields", () => {
    const plugin = [...fieldDefinitions.values()].filter((field) => field.plugin);
    expect(plugin.map((field) => field.name)).toHaveLength(19);
    expect(fieldDefinitions.get("framesPerSecond")).toMatchObject({ type: "double", check: "positive", on: ["layer"] });
    expect(fieldDefinitions.get("apiSchemas")).toMatchObject({ type: "tokenListOp", check: "duplicatesIgnored" });
    expect(fieldDefinitions.get("inactiveIds")?.type).toBe("int64ListOp");
    expect(fieldDefinitions.get("arraySizeConstraint")?.type).toBe("int64");
    expect(fieldDefinitions.get("metersPerUnit")?.fallback).toBe(0.01);
  });

  test("no field is valid on a variant set, and prims and variants have the same fields", () => {
    const odd = [...fieldDefinitions.values()].filter(
      (field) => field.on.includes("variantSet") || field.on.includes("variant") !== field.on.includes("prim"),
    );
    expect(odd).toEqual([]);
  });

  test("every check is used", () => {
    const used = new Set([...fieldDefinitions.values()].flatMap((field) => field.check ?? []));
    expect([...used].sort()).toEqual(Object.keys(fieldChecks).sort());
  });
});

test("display units have only short names", () => {
  expect([...displayUnits.keys()].sort()).toEqual("cm deg dm ft in km m mi mm rad yd".split(" "));
});
