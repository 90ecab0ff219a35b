import { describe, expect, test } from "vitest";
import { propertyOf, schemaOf, schemas } from "../table/schemas.ts";
import { descriptions, describeSchema, describeSchemaProperty } from "./describe-schema.ts";

const SENTENCE = /^[A-Z][^.!?\n]*(?:\.\S[^.!?\n]*)*\.$/u;

describe("descriptions", () => {
  test("exist for every schema, and for no others", () => {
    expect(Object.keys(descriptions).toSorted()).toEqual([...schemas.keys()].toSorted());
  });

  test("exist for 200 properties at least, of schemas that have them", () => {
    const described = Object.entries(descriptions).flatMap(([schema, { properties = {} }]) =>
      Object.keys(properties).map((name) => ({ schema, name })),
    );
    expect(described.length).toBeGreaterThanOrEqual(200);
    expect(described.filter(({ schema, name }) => !schemaOf(schema)?.properties.has(name))).toEqual([]);
  });

  test("are one sentence each", () => {
    const sentences = Object.values(descriptions).flatMap(({ summary, properties = {} }) => [
      summary,
      ...Object.values(properties),
    ]);
    expect(sentences.filter((each) => !SENTENCE.test(each) || each.length > 160)).toEqual([]);
  });
});

test.each([
  ["Mesh", "points", "Positions of the points"],
  ["Mesh", "collection:x", undefined],
  ["SphereLight", "light:shaderId", "Identifier of the light's shader"],
  ["RectLight", "inputs:color", "Color of the light"],
  ["RectLight", "collection:lightLink:includes", "Prims, properties and collections"],
  ["DistantLight", "inputs:intensity", "Brightness of the light"],
  ["Xform", "material:binding:preview", "The material for previews"],
])("%s.%s is described: %s", (type, name, expected) => {
  const property = propertyOf(type, name, ["MaterialBindingAPI"]);
  const found = property === undefined ? undefined : describeSchemaProperty(property);
  expect(found?.slice(0, expected?.length)).toBe(expected);
});

test("what OpenUSD does not define has no description", () => {
  expect(describeSchema("MyType")).toBeUndefined();
  expect(describeSchema("toString")).toBeUndefined();
  expect(schemaOf("Mesh") && describeSchema("Mesh")).toMatch(SENTENCE);
});
