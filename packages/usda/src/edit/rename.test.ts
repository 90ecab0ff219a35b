import { decodeUtf8 } from "@usdkit/base";
import { expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { EditError } from "../text-edits/edit-error.ts";
import { applyEdits } from "../text-edits/text-edit.ts";
import { propertyNameRanges, renamePrim, renamePrims, renameProperty } from "./rename.ts";
import { propertyAt } from "./edits.ts";

const source = `#usda 1.0
def "A" (variantSets = "v")
{
    int x
    int x.timeSamples = { 0: 1 }
    rel r = [</A/B>, </A/B.y>, </A.x>, </A/D>, </A/BB>]
    def "B"
    {
        int y
    }
    def "BB" {}
    variantSet "v" = {
        "one" {
            int z
            def "D" {}
        }
        "two" {
            int z
            rel s = [</A/D>, </A.z>, </A/E>]
            def "D" {}
            def "E" {}
        }
    }
}

`;
const { layer, diagnostics } = parseUsda(source);

/** The lines that a rename changes. */
function changed(edits: Parameters<typeof applyEdits>[1]): string[] {
  const bytes = applyEdits(layer.source ?? new Uint8Array(), edits);
  const before = source.split("\n");
  return decodeUtf8(bytes, 0, bytes.length)
    .split("\n")
    .filter((line, index) => line !== before[index])
    .map((line) => line.trim());
}

test("the layer is valid", () => {
  expect(diagnostics).toEqual([]);
});

test.each([
  ["/A/B", "N", ["rel r = [</A/N>, </A/N.y>, </A.x>, </A/D>, </A/BB>]", 'def "N"']],
  ["/A/BB", "N", ["rel r = [</A/B>, </A/B.y>, </A.x>, </A/D>, </A/N>]", 'def "N" {}']],
  // A prim that another variant has too: the paths lead to both.
  ["/A{v=two}D", "N", ['def "N" {}']],
  ["/A{v=one}D", "N", ['def "N" {}']],
  ["/A{v=two}E", "N", ["rel s = [</A/D>, </A.z>, </A/N>]", 'def "N" {}']],
  // The name of a prim in another variant is free.
  ["/A{v=one}D", "E", ['def "E" {}']],
  ["/A/B", "B", []],
])("the prim %s becomes %s", (path, newName, lines) => {
  expect(changed(renamePrim(layer, path, newName))).toEqual(lines);
});

test("renames of several prims are one change, with paths before it", () => {
  const renames = [
    { path: "/A/B", newName: "C" },
    { path: "/A", newName: "World" },
    { path: "/A/BB", newName: "BB" },
  ];
  expect(changed(renamePrims(layer, renames))).toEqual([
    'def "World" (variantSets = "v")',
    "rel r = [</World/C>, </World/C.y>, </World.x>, </World/D>, </World/BB>]",
    'def "C"',
    "rel s = [</World/D>, </World.z>, </World/E>]",
  ]);
});

test.each([
  [
    "/A.x",
    "in:n",
    ["int in:n", "int in:n.timeSamples = { 0: 1 }", "rel r = [</A/B>, </A/B.y>, </A.in:n>, </A/D>, </A/BB>]"],
  ],
  ["/A/B.y", "n", ["rel r = [</A/B>, </A/B.n>, </A.x>, </A/D>, </A/BB>]", "int n"]],
  ["/A{v=two}.z", "n", ["int n"]],
  ["/A{v=two}.s", "n", ["rel n = [</A/D>, </A.z>, </A/E>]"]],
  ["/A.x", "x", []],
])("the property %s becomes %s", (path, newName, lines) => {
  expect(changed(renameProperty(layer, path, newName))).toEqual(lines);
});

test.each([
  ["/A/B", "BB", '"/A/B" cannot become "BB": "/A" has such a prim'],
  ["/A{v=two}D", "E", '"/A{v=two}D" cannot become "E": "/A{v=two}" has such a prim'],
  ["/A/B", "a b", 'Expected an identifier as the name of a prim, found "a b"'],
  ["/A/B", "a:b", 'Expected an identifier as the name of a prim, found "a:b"'],
  ["/A.x", "n", 'Expected a prim at "/A.x", found a spec of type attribute'],
])("the prim %s cannot become %s", (path, newName, message) => {
  expect(() => renamePrim(layer, path, newName)).toThrow(new EditError(message));
});

test.each([
  ["/A.x", "r", '"/A.x" cannot become "r": "/A" has such a property'],
  ["/A.x", "a b", 'Expected identifiers joined by ":" as the name of a property, found "a b"'],
  ["/A.x", "a:", 'Expected identifiers joined by ":" as the name of a property, found "a:"'],
  ["/A/B", "n", 'Expected a property at "/A/B", found a spec of type prim'],
  ["/A{v=two}", "n", 'Expected a property at "/A{v=two}", found a spec of type variant'],
])("the property %s cannot become %s", (path, newName, message) => {
  expect(() => renameProperty(layer, path, newName)).toThrow(new EditError(message));
});

test("a property has a name in each of its statements", () => {
  const ranges = propertyNameRanges(layer, propertyAt(layer, "/A.x"));
  expect(ranges.map(({ start, end }) => source.slice(start, end + 12))).toEqual(["x\n    int x.t", "x.timeSamples"]);
});
