import { valueTypes } from "@usdkit/layer";
import { describe, expect, test } from "vitest";
import { documentationOf, INSTANCE, isA, propertyOf, schemaOf, schemas, splitApi } from "../index.ts";
import type { SchemaProperty } from "../index.ts";

describe("schemas", () => {
  // As `Usd.PrimDefinition.GetPropertyNames` of usd-core 26.11 counts them.
  test.each([
    ["Mesh", 25],
    ["CylinderLight", 33],
    ["RenderPass", 33],
    ["ParticleField3DGaussianSplat", 22],
  ])("%s has the %i properties of the reference's definition", (name, count) => {
    expect(schemaOf(name)?.properties.size).toBe(count);
  });

  test.each(["usdGeom", "usdShade", "usdLux", "usdSkel", "usdVol", "usdPhysics", "usdRender", "usdMedia"])(
    "contain %s",
    (library) => expect([...schemas.values()].some((schema) => schema.library === library)).toBe(true),
  );
  test.each(["usdUI", "usdSemantics", "usdProc"])("contain %s", (library) =>
    expect([...schemas.values()].some((schema) => schema.library === library)).toBe(true),
  );

  test("inherit every property of their base and of their built-in API schemas", () => {
    let count = 0;
    for (const { name, base, builtInApis = [], properties } of schemas.values()) {
      const inherited = [...(schemaOf(base ?? "")?.properties.keys() ?? [])];
      for (const applied of builtInApis) {
        const { schema, instance } = splitApi(applied);
        expect([applied, schemaOf(schema)?.kind]).toEqual([applied, instance === "" ? "singleApply" : "multipleApply"]);
        for (const each of schemaOf(schema)?.properties.keys() ?? []) inherited.push(each.replace(INSTANCE, instance));
      }
      expect({ name, missing: inherited.filter((each) => !properties.has(each)) }).toEqual({ name, missing: [] });
      count += inherited.length;
    }
    expect(count).toBeGreaterThan(1200);
  });

  test("have properties of known types, with fallbacks of that type and among the allowed tokens", () => {
    const isSound = ({ type, fallback, allowedTokens, schema }: SchemaProperty): boolean => {
      const isMany = type.endsWith("[]") || (valueTypes.get(type)?.components ?? 1) > 1;
      const isAllowed = typeof fallback !== "string" || fallback === "" || (allowedTokens?.includes(fallback) ?? true);
      const isKnown = (type === "rel" || valueTypes.has(type.replace("[]", ""))) && schemas.has(schema);
      return isKnown && isAllowed && (fallback === undefined || Array.isArray(fallback) === isMany);
    };
    const all = [...schemas.values()].flatMap(({ properties }) => [...properties.values()]);
    expect(all.length).toBeGreaterThan(1200);
    expect(all.filter((property) => !isSound(property))).toEqual([]);
  });

  test.each([
    ["Cube", "size", { type: "double", fallback: 2, schema: "Cube" }],
    ["Mesh", "points", { type: "point3f[]", schema: "PointBased" }],
    ["Mesh", "normals", { type: "normal3f[]", interpolation: "vertex" }],
    ["Mesh", "subdivisionScheme", { isUniform: true, fallback: "catmullClark" }],
    ["Mesh", "primvars:displayColor", { interpolation: "constant", schema: "Gprim" }],
    ["Capsule", "extent", { fallback: [-0.5, -0.5, -1, 0.5, 0.5, 1], schema: "Capsule" }],
    ["DistantLight", "inputs:intensity", { fallback: 50000, schema: "DistantLight" }],
    ["RectLight", "inputs:color", { fallback: [1, 1, 1], schema: "LightAPI" }],
    ["RectLight", "collection:lightLink:includeRoot", { fallback: true }],
    ["PhysicsJoint", "physics:breakForce", { fallback: Infinity }],
    ["Camera", "horizontalAperture", { fallback: 20.955 }],
    ["Boundable", "extent", { type: "float3[]", schema: "Boundable" }],
  ])("%s defines %s", (type, property, expected) => {
    expect(schemaOf(type)?.properties.get(property)).toMatchObject(expected);
  });
});

describe("isA", () => {
  test.each([
    ["Mesh", "Mesh", true],
    ["Mesh", "Gprim", true],
    ["Mesh", "Imageable", true],
    ["Gprim", "Mesh", false],
    ["PhysicsRevoluteJoint", "PhysicsJoint", true],
    ["MyType", "MyType", false],
    ["", "Typed", false],
  ])("%s is a %s: %s", (type, ancestor, expected) => expect(isA(type, ancestor)).toBe(expected));
});

describe("propertyOf", () => {
  test("finds a property of the type before that of an API schema", () => {
    expect(propertyOf("SphereLight", "light:shaderId", ["LightAPI"])?.fallback).toBe("SphereLight");
  });
  test("finds properties of applied API schemas, with the names of instances", () => {
    expect(propertyOf("Xform", "physics:mass", ["PhysicsMassAPI"])?.type).toBe("float");
    const found = propertyOf("", "collection:a:b:includes", ["CollectionAPI:a", "CollectionAPI:a:b"]);
    expect(found).toMatchObject({ name: "collection:a:b:includes", type: "rel", schema: "CollectionAPI" });
  });
  test("finds nothing of API schemas that are not applied or not known, and of other instances", () => {
    expect(propertyOf("Xform", "physics:mass")).toBeUndefined();
    expect(propertyOf("Xform", "physics:mass", ["MyAPI"])).toBeUndefined();
    expect(propertyOf("Xform", "collection:a:includes", ["CollectionAPI:b"])).toBeUndefined();
  });
});

describe("documentationOf", () => {
  test.each([
    ["Mesh", "class_usd_geom_mesh"],
    ["DomeLight_1", "class_usd_lux_dome_light__1"],
    ["NodeGraphNodeAPI", "class_usd_u_i_node_graph_node_a_p_i"],
    ["Field3DAsset", "class_usd_vol_field3_d_asset"],
  ])("returns the page of %s", (name, file) => {
    expect(documentationOf(name)).toBe(`https://openusd.org/release/api/${file}.html`);
  });
  test("rejects an unknown name", () => {
    expect(() => documentationOf("MyType")).toThrow('OpenUSD has no schema "MyType"');
  });
});
