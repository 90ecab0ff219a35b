import { valueTypes, type Value } from "@usdkit/layer";
import { expect, test } from "vitest";
import { entriesText, timeText, valueText } from "./value-text.ts";

const token = valueTypes.get("token");

test.each<[string, Value | string, string]>([
  ["text as it is", "1 # one", "1 # one"],
  ["a dictionary", { kind: "dictionary", entries: new Map() }, "{\n}"],
  ["a blocked value", { kind: "block" }, "None"],
])("valueText: %s", (_name, value, text) => {
  expect(valueText(value)).toBe(text);
});

test("a list operation has an entry for each operation", () => {
  const value = { kind: "pathListOp", listOp: { prepended: ["/A"], deleted: ["/B"] } } as const;
  expect(entriesText("prim", "inheritPaths", value)).toBe("delete inherits = </B>\nprepend inherits = </A>");
});

test("a field that has a value has one entry", () => {
  if (token === undefined) throw new Error("token is a value type");
  const value: Value = { kind: "typed", type: token, isArray: false, data: "group" };
  expect(entriesText("prim", "kind", value)).toBe('kind = "group"');
});

test("a time is written as the shortest number", () => {
  expect([24, 0.1, -1.5].map(timeText)).toEqual(["24", "0.1", "-1.5"]);
});
