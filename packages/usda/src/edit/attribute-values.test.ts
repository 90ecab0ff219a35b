import { decodeUtf8 } from "@usdkit/base";
import type { Value } from "@usdkit/layer";
import { expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { EditError } from "../text-edits/edit-error.ts";
import { applyEdits } from "../text-edits/text-edit.ts";
import { attributeAt, primAt, propertyAt, relationshipAt, removeProperty, setAttributeValue } from "./edits.ts";

/** The body of a prim with a new value of its attribute `x`. */
function withValue(body: string, value: string): string {
  const head = '#usda 1.0\ndef "A"\n{\n';
  const { layer } = parseUsda(`${head}${body}\n}\n`);
  const bytes = applyEdits(layer.source ?? new Uint8Array(), setAttributeValue(layer, "/A.x", value));
  expect(parseUsda(bytes).diagnostics).toEqual([]);
  return decodeUtf8(bytes, head.length, bytes.length - "\n}\n".length);
}

test.each([
  ["    int x = 1", " 3 ", "    int x = 3"],
  ["    int x", " 3\n", "    int x = 3"],
  ["    int x.timeSamples = { 0: 1 }", " 3\n", "    int x = 3\n    int x.timeSamples = { 0: 1 }"],
  // The last statement with a value, whatever is declared after it.
  ["    int x = 1\n    int x = 2\n    int x", "3", "    int x = 1\n    int x = 3\n    int x"],
  // The first declaration, if none has a value.
  [
    "    int x.timeSamples = { 0: 1 }\n    int x\n    int x",
    "3",
    "    int x.timeSamples = { 0: 1 }\n    int x = 3\n    int x",
  ],
  ["    int[] x = [1]", "[\n  2,\n]", "    int[] x = [\n  2,\n]"],
])("%j with the value %j", (body, value, expected) => {
  expect(withValue(body, value)).toBe(expected);
});

test("a value is one of the attribute's type", () => {
  const { layer } = parseUsda(
    '#usda 1.0\ndef "A"\n{\n    int x = 1\n    int[] y = [1]\n    token[] z = ["a"]\n    token t\n    double d\n}\n',
  );
  const valueOf = (name: string): Value => {
    const { defaultValue } = attributeAt(layer, `/A.${name}`);
    if (defaultValue === undefined) throw new Error(`${name} has no value`);
    return defaultValue;
  };
  const [x, y, z] = ["x", "y", "z"].map(valueOf);
  expect(setAttributeValue(layer, "/A.x", x)).toMatchObject([{ text: "1" }]);
  expect(setAttributeValue(layer, "/A.y", y)).toMatchObject([{ text: "[1]" }]);
  // The text of a whole number is that of a double.
  expect(setAttributeValue(layer, "/A.d", x)).toMatchObject([{ text: " = 1" }]);
  for (const [path, value] of [
    ["/A.x", y],
    ["/A.y", x],
    ["/A.x", z],
    ["/A.y", z],
    ["/A.t", z],
    ["/A.x", { kind: "dictionary", entries: new Map() }],
  ] as const) {
    expect(() => setAttributeValue(layer, path, value)).toThrow(EditError);
  }
});

test("paths to other specs are errors", () => {
  const { layer } = parseUsda(
    '#usda 1.0\ndef "A" (variantSets = "v")\n{\n    rel r\n    variantSet "v" = { "x" {} }\n}\n',
  );
  for (const [act, message] of [
    [() => setAttributeValue(layer, "/A.r", "1"), 'Expected an attribute at "/A.r", found a spec of type relationship'],
    [() => relationshipAt(layer, "/A"), 'Expected a relationship at "/A", found a spec of type prim'],
    [() => setAttributeValue(layer, "/A", "1"), 'Expected an attribute at "/A", found a spec of type prim'],
    [() => propertyAt(layer, "/"), 'Expected a property at "/", found a spec of type pseudoRoot'],
    [() => propertyAt(layer, "/A{v=x}"), 'Expected a property at "/A{v=x}", found a spec of type variant'],
    [() => primAt(layer, "/A{v=x}"), 'Expected a prim at "/A{v=x}", found a spec of type variant'],
  ] as const) {
    expect(act).toThrow(new EditError(message));
  }
  expect(propertyAt(layer, "/A.r").name).toBe("r");
  expect(removeProperty(layer, "/A.r")).toHaveLength(1);
});
