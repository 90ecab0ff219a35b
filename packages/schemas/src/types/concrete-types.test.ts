import { expect, test } from "vitest";
import { isA, schemas } from "../index.ts";
import { concreteTypes } from "./concrete-types.ts";
import { abstractTypes, typeBases } from "./type-bases.generated.ts";

test("the table of types has each typed schema, as the table of schemas has it: run scripts/write-types.ts", () => {
  const typed = [...schemas.values()].filter(({ kind }) => kind === "concrete" || kind === "abstract");
  const bases = typed.flatMap(({ name, base }) => (base === undefined ? [] : [[name, base]]));
  expect(new Map(Object.entries(typeBases))).toEqual(new Map(bases as [string, string][]));
  const abstract = typed.filter(({ kind }) => kind === "abstract").map(({ name }) => name);
  expect(abstractTypes.toSorted()).toEqual(abstract.toSorted());
});

test("concrete types are those that isA accepts, for every ancestor", () => {
  for (const ancestor of schemas.keys()) {
    const expected = [...schemas.values()].filter(({ kind, name }) => kind === "concrete" && isA(name, ancestor));
    expect([ancestor, [...concreteTypes(ancestor)]]).toEqual([ancestor, expected.map(({ name }) => name).toSorted()]);
  }
});

test("several ancestors, unknown ones and none", () => {
  expect([...concreteTypes("Camera", "Scope", "Nothing")]).toEqual(["Camera", "Scope"]);
  expect(concreteTypes("Gprim").has("Mesh")).toBe(true);
  expect(concreteTypes("Gprim").has("Gprim")).toBe(false);
  expect(concreteTypes().size + concreteTypes("toString", "__proto__").size).toBe(0);
});
