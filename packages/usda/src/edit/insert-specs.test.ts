import type { Layer } from "@usdkit/layer";
import { expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { editedText } from "../test-support/edited-prim.ts";
import { EditError } from "../text-edits/edit-error.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { insertPrim, insertPrims, insertProperties, insertProperty } from "./insert.ts";

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "last in a prim, below an empty line",
    'def "A"\n{\n    int x\n}\n',
    (layer) => insertPrim(layer, "/A", 'def "N"\n{\n}'),
    'def "A"\n{\n    int x\n\n    def "N"\n    {\n    }\n}\n',
  ],
  [
    "after an empty line that is there",
    'def "A"\n{\n    int x\n\n}\n',
    (layer) => insertPrim(layer, "/A", 'def "N"\n{\n}'),
    'def "A"\n{\n    int x\n\n    def "N"\n    {\n    }\n}\n',
  ],
  [
    "after an empty line with CR LF",
    'def "A"\r\n{\r\n    int x\r\n\r\n}\r\n',
    (layer) => insertPrim(layer, "/A", 'def "N"\n{\n}'),
    'def "A"\r\n{\r\n    int x\r\n\r\n    def "N"\r\n    {\r\n    }\r\n}\r\n',
  ],
  [
    "after a line with CR LF",
    'def "A"\r\n{\r\n    int x\r\n}\r\n',
    (layer) => insertPrim(layer, "/A", 'def "N" {}'),
    'def "A"\r\n{\r\n    int x\r\n\r\n    def "N" {}\r\n}\r\n',
  ],
  [
    "a property after a string with other line ends",
    'def "A"\r\n{\r\n    string x = """a\nb"""\r\n}\r\n',
    (layer) => insertProperty(layer, "/A", "int y"),
    'def "A"\r\n{\r\n    string x = """a\nb"""\r\n    int y\r\n}\r\n',
  ],
  [
    "in an empty body",
    'def "A"\n{\n}\n',
    (layer) => insertPrim(layer, "/A", 'def "N"\n{\n}'),
    'def "A"\n{\n    def "N"\n    {\n    }\n}\n',
  ],
  [
    "in an empty body of one line",
    '  def "A" {}\n',
    (layer) => insertPrim(layer, "/A", 'def "N"\n{\n}'),
    '  def "A" {\n    def "N"\n    {\n    }\n  }\n',
  ],
  [
    "in a body of one line",
    'def "A" { int x; }\n',
    (layer) => insertPrim(layer, "/A", 'def "N" {}'),
    'def "A" { int x;\n\n    def "N" {}\n}\n',
  ],
  [
    "as deep as the sibling",
    'def "A"\n{\n  def "B" {}\n}\n',
    (layer) => insertPrim(layer, "/A", 'def "N" {}'),
    'def "A"\n{\n  def "B" {}\n\n  def "N" {}\n}\n',
  ],
  [
    "not as deep as a sibling in the line of its parent",
    'def "A" { def "B" {}\n}\n',
    (layer) => insertPrim(layer, "/A", 'def "N" {}'),
    'def "A" { def "B" {}\n\n    def "N" {}\n}\n',
  ],
  [
    "in a variant",
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n        }\n    }\n}\n',
    (layer) => insertPrim(layer, "/A{v=x}", 'def "N" {}'),
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            def "N" {}\n        }\n    }\n}\n',
  ],
  [
    "before a sibling and its comment",
    'def "A" {}\n\n# of B\ndef "B" {}\n',
    (layer) => insertPrim(layer, "/", 'def "N" {}', { before: "B" }),
    'def "A" {}\n\ndef "N" {}\n\n# of B\ndef "B" {}\n',
  ],
  [
    "before a sibling in the line of its parent",
    'def "A" { def "B" {}\n}\n',
    (layer) => insertPrim(layer, "/A", 'def "N" {}', { before: "B" }),
    'def "A" { def "N" {}\ndef "B" {}\n}\n',
  ],
  [
    "before a nested sibling",
    'def "A"\n{\n    int x\n\n    def "B" {}\n}\n',
    (layer) => insertPrim(layer, "/A", 'def "N"\n{\n    int y\n}', { before: "B" }),
    'def "A"\n{\n    int x\n\n    def "N"\n    {\n        int y\n    }\n\n    def "B" {}\n}\n',
  ],
  [
    "after a sibling with its comment",
    'def "A" {} # of A\ndef "B" {}\n',
    (layer) => insertPrim(layer, "/", 'def "N" {}', { after: "A" }),
    'def "A" {} # of A\n\ndef "N" {}\ndef "B" {}\n',
  ],
  [
    "at the end of a layer",
    'def "A" {}\n',
    (layer) => insertPrim(layer, "/", 'def "N" {}'),
    'def "A" {}\n\ndef "N" {}\n',
  ],
  [
    "at the end of a layer without a last line end",
    'def "A" {}',
    (layer) => insertPrim(layer, "/", 'def "N" {}'),
    'def "A" {}\n\ndef "N" {}\n',
  ],
  [
    "at the end of a layer after an empty line",
    'def "A" {}\n\n',
    (layer) => insertPrim(layer, "/", 'def "N" {}'),
    'def "A" {}\n\ndef "N" {}\n',
  ],
  ["in an empty layer", "", (layer) => insertPrim(layer, "/", 'def "N" {}'), '\ndef "N" {}\n'],
  [
    "several",
    'def "A"\n{\n}\n',
    (layer) => insertPrims(layer, "/A", 'def "N" {}\ndef "M" {}'),
    'def "A"\n{\n    def "N" {}\n    def "M" {}\n}\n',
  ],
])("insertPrim: %s", (_, before, edit, after) => {
  expect(editedText(`#usda 1.0\n${before}`, edit)).toBe(`#usda 1.0\n${after}`);
});

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "a name that is taken",
    'def "A" { def "B" {}\n}\n',
    (layer) => insertPrim(layer, "/A", 'def "B" {}'),
    '"/A" has a prim "B" already',
  ],
  [
    "a second name that is taken",
    'def "A" { def "B" {}\n}\n',
    (layer) => insertPrims(layer, "/A", 'def "N" {}\ndef "B" {}'),
    '"/A" has a prim "B" already',
  ],
  [
    "two instead of one",
    'def "A" {}\n',
    (layer) => insertPrim(layer, "/A", 'def "N" {}\ndef "M" {}'),
    'One prim is expected to be inserted at "/A"',
  ],
  ["none", 'def "A" {}\n', (layer) => insertPrims(layer, "/A", ""), 'Prims alone are expected to be inserted at "/A"'],
  [
    "a property",
    'def "A" {}\n',
    (layer) => insertPrim(layer, "/A", "int x"),
    'One prim is expected to be inserted at "/A"',
  ],
  [
    "no parent",
    'def "A" {}\n',
    (layer) => insertPrim(layer, "/B", 'def "N" {}'),
    'There is no spec at "/B": "/" has no "B"',
  ],
  [
    "an attribute as the parent",
    'def "A" { int x; }\n',
    (layer) => insertPrim(layer, "/A.x", 'def "N" {}'),
    'Expected a prim at "/A.x", found a spec of type attribute',
  ],
  [
    "a variant set as the parent",
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n        }\n    }\n}\n',
    (layer) => insertPrim(layer, "/A{v=}", 'def "N" {}'),
    'Expected a prim at "/A{v=}", found a spec of type variantSet',
  ],
  [
    "a sibling that there is not",
    'def "A" { def "Chair" {}\n}\n',
    (layer) => insertPrim(layer, "/A", 'def "N" {}', { before: "Chairs" }),
    '"/A" has no prim "Chairs"; did you mean "Chair"?',
  ],
  [
    "a sibling that is like no other",
    'def "A" { def "Chair" {}\n}\n',
    (layer) => insertPrim(layer, "/A", 'def "N" {}', { after: "Somewhere" }),
    '"/A" has no prim "Somewhere"',
  ],
])("insertPrim is rejected: %s", (_, text, edit, message) => {
  const { layer } = parseUsda(`#usda 1.0\n${text}`);
  expect(() => edit(layer)).toThrow(new EditError(message));
});

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "after the last",
    'def "A"\n{\n    int x # of x\n    int y\n\n    def "B" {}\n}\n',
    (layer) => insertProperty(layer, "/A", " int z = 1; "),
    'def "A"\n{\n    int x # of x\n    int y\n    int z = 1\n\n    def "B" {}\n}\n',
  ],
  [
    "after the last statement of any property",
    'def "A"\n{\n    int x\n    int y\n    int x.timeSamples = { 0: 1 }\n\n    def "B" {}\n}\n',
    (layer) => insertProperty(layer, "/A", "int z"),
    'def "A"\n{\n    int x\n    int y\n    int x.timeSamples = { 0: 1 }\n    int z\n\n    def "B" {}\n}\n',
  ],
  [
    "before all children",
    'def "A"\n{\n    # of B\n    def "B" {}\n}\n',
    (layer) => insertProperty(layer, "/A", "int z"),
    'def "A"\n{\n    int z\n\n    # of B\n    def "B" {}\n}\n',
  ],
  [
    "before a child in the line of its parent",
    'def "A" { def "B" {}\n}\n',
    (layer) => insertProperty(layer, "/A", "int z"),
    'def "A" { def "B" {}\n    int z\n}\n',
  ],
  [
    "in an empty body",
    'def "A"\n{\n}\n',
    (layer) => insertProperty(layer, "/A", "int z"),
    'def "A"\n{\n    int z\n}\n',
  ],
  [
    "in an empty body of one line",
    'def "A" {}\n',
    (layer) => insertProperty(layer, "/A", "int z"),
    'def "A" {\n    int z\n}\n',
  ],
  [
    "in a body with a comment",
    'def "A"\n{\n    # nothing\n}\n',
    (layer) => insertProperty(layer, "/A", "int z"),
    'def "A"\n{\n    # nothing\n    int z\n}\n',
  ],
  [
    "in a variant",
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n        }\n    }\n}\n',
    (layer) => insertProperty(layer, "/A{v=x}", "int z"),
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            int z\n        }\n    }\n}\n',
  ],
  [
    "several",
    'def "A"\n{\n    int x\n}\n',
    (layer) => insertProperties(layer, "/A", "int z\nrel r"),
    'def "A"\n{\n    int x\n    int z\n    rel r\n}\n',
  ],
  [
    "several lines",
    'def "A"\n{\n    int x\n}\n',
    (layer) => insertProperty(layer, "/A", "int z (\n    hidden = true\n)"),
    'def "A"\n{\n    int x\n    int z (\n        hidden = true\n    )\n}\n',
  ],
])("insertProperty: %s", (_, before, edit, after) => {
  expect(editedText(`#usda 1.0\n${before}`, edit)).toBe(`#usda 1.0\n${after}`);
});

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "a name that is taken",
    'def "A" { int x; }\n',
    (layer) => insertProperty(layer, "/A", "rel x"),
    '"/A" has a property "x" already',
  ],
  [
    "two instead of one",
    'def "A" { int x; }\n',
    (layer) => insertProperty(layer, "/A", "rel y\nrel z"),
    'One property is expected to be inserted at "/A"',
  ],
  [
    "of a layer",
    'def "A" { int x; }\n',
    (layer) => insertProperty(layer, "/", "rel y"),
    "The layer itself has no properties: a prim is expected",
  ],
  [
    "of an attribute",
    'def "A" { int x; }\n',
    (layer) => insertProperty(layer, "/A.x", "rel y"),
    'Expected a prim at "/A.x", found a spec of type attribute',
  ],
  [
    "a prim",
    'def "A" { int x; }\n',
    (layer) => insertProperty(layer, "/A", 'def "B" {}'),
    'One property is expected to be inserted at "/A"',
  ],
])("insertProperty is rejected: %s", (_, text, edit, message) => {
  const { layer } = parseUsda(`#usda 1.0\n${text}`);
  expect(() => edit(layer)).toThrow(new EditError(message));
});
