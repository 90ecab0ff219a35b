import { decodeUtf8 } from "@usdkit/base";
import { expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { EditError } from "../text-edits/edit-error.ts";
import { applyEdits } from "../text-edits/text-edit.ts";
import { primAt, propertyAt, removeProperty, setAttributeValue } from "./edits.ts";

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

test("paths to other specs are errors", () => {
  const { layer } = parseUsda(
    '#usda 1.0\ndef "A" (variantSets = "v")\n{\n    rel r\n    variantSet "v" = { "x" {} }\n}\n',
  );
  for (const [act, message] of [
    [() => setAttributeValue(layer, "/A.r", "1"), 'Expected an attribute at "/A.r", found a spec of type relationship'],
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
