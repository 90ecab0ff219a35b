import { expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { EditError } from "../text-edits/edit-error.ts";
import { checkEntry, checkPrimsText, checkPropertiesText, checkValueText, hasLines, indentText } from "./fragment.ts";
import { specToEdit } from "./spec-to-edit.ts";

test.each([
  ["/", 'def "B" {}', ["B"]],
  ["/A", 'def "B" {}\nclass "C" {}', ["B", "C"]],
  // Relative paths resolve as inside of the prim, in variants too.
  ["/A{v=x}B", 'def "C" (inherits = <../D>) {}', ["C"]],
  ["/A/B", 'def "C" (inherits = <../../D>) {}', ["C"]],
])("in %s the text %j defines prims %j", (path, text, names) => {
  expect(checkPrimsText(path, text, undefined)).toEqual(names);
});

test.each<readonly [string, string, number | undefined, string]>([
  ["/", 'def "B" {}\ndef "C" {}', 1, 'One prim is expected to be inserted at "/"'],
  ["/A", 'def "B" {}', 2, 'Prims alone are expected to be inserted at "/A"'],
  ["/A", "# nothing", undefined, 'Prims alone are expected to be inserted at "/A"'],
  ["/A", 'def "B" {}\nint x', undefined, 'Prims alone are expected to be inserted at "/A"'],
  ["/A", 'def "B" {}\nvariantSet "v" = {}', undefined, 'Prims alone are expected to be inserted at "/A"'],
  ["/A", 'def "B" {}\nint x\nvariantSet "v" = {}', undefined, 'Prims alone are expected to be inserted at "/A"'],
  ["/A", 'def "B" {', 1, 'The prim is not valid at "/A": '],
  ["/", "def", 1, 'The prim is not valid at "/": '],
  ["/A", 'def "B" {}\n}\nover "C" {', 1, "The text closes a brace that it does not open"],
  ["/A", '}\nover "B" {', 1, "The text closes a brace that it does not open"],
  ["/A/B", '}\ndef "C" {', 1, "The text closes a brace that it does not open"],
  ["/A/B", '}\nint x\ndef "C" {', 1, "The text closes a brace that it does not open"],
])("in %s the text %j is rejected as %s prims", (path, text, count, message) => {
  expect(() => checkPrimsText(path, text, count)).toThrow(EditError);
  expect(() => checkPrimsText(path, text, count)).toThrow(message);
});

test("statements of one property have one name", () => {
  expect(checkPropertiesText("/A", "int x = 1\nint x.timeSamples = { 0: 1 }\nrel r", undefined)).toEqual(["x", "r"]);
  expect(checkPropertiesText("/A{v=x}", "int x = 1", 1)).toEqual(["x"]);
});

test.each<readonly [string, number | undefined, string]>([
  ["int x\nint y", 1, 'One property is expected to be inserted at "/A"'],
  ["# nothing", undefined, 'Properties alone are expected to be inserted at "/A"'],
  ['int x\ndef "B" {}', undefined, 'Properties alone are expected to be inserted at "/A"'],
  ['int x\nvariantSet "v" = {}', undefined, 'Properties alone are expected to be inserted at "/A"'],
  ['int x\ndef "B" {}\nvariantSet "v" = {}', undefined, 'Properties alone are expected to be inserted at "/A"'],
  ["int", 1, 'The property is not valid at "/A": '],
])("the text %j is rejected as %s properties", (text, count, message) => {
  expect(() => checkPropertiesText("/A", text, count)).toThrow(message);
});

test.each([
  ["float", "1"],
  ["token[]", '["a",\n"b"]'],
  ["float", "None"],
])("a %s may be %j", (type, text) => {
  expect(() => checkValueText("/A.x", type, text)).not.toThrow();
});

test.each([
  ["float", '"a"', 'The value is not valid at "/A": '],
  ["float", "1\nint y", 'One value of type float is expected for "/A.x"'],
  ["float", '1 (doc = "d")', 'One value of type float is expected for "/A.x"'],
  ["float", '1\ndef "B" {}', 'One value of type float is expected for "/A.x"'],
  ["float", '1\nvariantSet "v" = {}', 'One value of type float is expected for "/A.x"'],
  ["float", '1\ndef "B" {}\nvariantSet "v" = {}', 'One value of type float is expected for "/A.x"'],
  ["float", '1\n}\nover "B" {', "The text closes a brace that it does not open"],
])("a %s may not be %j", (type, text, message) => {
  expect(() => checkValueText("/A.x", type, text)).toThrow(message);
});

const { layer } = parseUsda(`#usda 1.0
def "A" (variantSets = "v")
{
    float x
    rel r
    def "B" {}
    variantSet "v" = {
        "x" {
            float y
            def "C" {}
        }
    }
}
`);

test.each([
  ["/", 'defaultPrim = "A"'],
  ["/A", 'kind = "group"'],
  ["/A/B", "active = false"],
  ["/A{v=x}", 'kind = "group"'],
  ["/A{v=x}C", "active = false"],
  ["/A.x", 'interpolation = "vertex"'],
  ["/A.r", "noLoadHint = true"],
  ["/A{v=x}.y", 'doc = "d"'],
  // A relative path has the prim as its anchor.
  ["/A/B", "inherits = <../../D>"],
])("metadata of %s may be %j", (path, entry) => {
  expect(() => checkEntry(specToEdit(layer, path), entry)).not.toThrow();
});

test.each([
  ["/", "kind", 'The metadata is not valid at "/": '],
  ["/A", "active = 1.5.", 'The metadata is not valid at "/A": '],
  ["/A/B", "active =", 'The metadata is not valid at "/A/B": '],
  ["/A{v=x}C", "active =", 'The metadata is not valid at "/A{v=x}C": '],
  ["/A.x", "interpolation = 1.", 'The metadata is not valid at "/A.x": '],
  // A field of prims.
  ["/A.r", "interpolation =", 'The metadata is not valid at "/A.r": '],
  ["/A{v=x}.y", "doc =", 'The metadata is not valid at "/A{v=x}.y": '],
  // More levels up than there are.
  ["/A", "inherits = <../../../D>", 'The metadata is not valid at "/A": '],
])("metadata of %s may not be %j", (path, entry, message) => {
  expect(() => checkEntry(specToEdit(layer, path), entry)).toThrow(message);
});

test.each([
  [" int x \n", { indent: "  ", lineEnd: "\n", dedent: 0 }, "int x"],
  ["a\nb", { indent: "  ", lineEnd: "\r\n", dedent: 0 }, "a\r\n  b"],
  ["a\r\n  b", { indent: "  ", lineEnd: "\n", dedent: 0 }, "a\n    b"],
  ["a\n      b", { indent: "  ", lineEnd: "\n", dedent: 4 }, "a\n    b"],
  ["a\n  b", { indent: "\t", lineEnd: "\n", dedent: 4 }, "a\n\tb"],
  ["a\n\t\tb", { indent: "", lineEnd: "\n", dedent: 1 }, "a\n\t\tb"],
  // Empty lines stay empty, whatever they have.
  ["a\n   \n\nb", { indent: "  ", lineEnd: "\n", dedent: 0 }, "a\n\n\n  b"],
  ["a # c\n# d\n\nb", { indent: "  ", lineEnd: "\n", dedent: 0 }, "a # c\n  # d\n\n  b"],
  // Lines inside of strings stay.
  ['"""a\n b"""\nc', { indent: "  ", lineEnd: "\r\n", dedent: 0 }, '"""a\n b"""\r\n  c'],
  // What is no token ends the search for lines.
  ["a\nb\n\u0001\nc", { indent: "  ", lineEnd: "\n", dedent: 0 }, "a\n  b\n  \u0001\nc"],
])("%j with %j", (text, { indent, lineEnd, dedent }, expected) => {
  expect(indentText(text, indent, lineEnd, dedent)).toBe(expected);
});

test("lines end at line feeds and carriage returns", () => {
  expect(["a", "a\nb", "a\rb", "a\r\nb", ""].map(hasLines)).toEqual([false, true, true, true, false]);
});
