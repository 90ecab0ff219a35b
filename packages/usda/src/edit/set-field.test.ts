import { findSpec, type FieldValue, type Layer } from "@usdkit/layer";
import { expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { editedText } from "../test-support/edited-prim.ts";
import { EditError } from "../text-edits/edit-error.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { setField } from "./set-field.ts";

/** The value of a field of another prim. */
function authored(name: string): FieldValue {
  const { layer } = parseUsda(`#usda 1.0
def "O" (
    kind = "model"
    customData = {
        int a = 1
    }
    delete apiSchemas = ["X"]
    prepend apiSchemas = ["Y"]
)
{
}
`);
  const value = findSpec(layer, "/O").fields.get(name)?.value;
  if (value === undefined) throw new Error(`Expected a field "${name}"`);
  return value;
}

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "a value in place",
    'def "A" (\n    kind = "group" # why\n)\n{\n}\n',
    (layer) => setField(layer, "/A", "kind", '"assembly"'),
    'def "A" (\n    kind = "assembly" # why\n)\n{\n}\n',
  ],
  [
    "a keyword for the name of the schema",
    'def "A" (\n    doc = "a"\n)\n{\n}\n',
    (layer) => setField(layer, "/A", "documentation", '"b"'),
    'def "A" (\n    doc = "b"\n)\n{\n}\n',
  ],
  [
    "the name of the schema for a keyword",
    'def "A"\n{\n}\n',
    (layer) => setField(layer, "/A", "documentation", '"b"'),
    'def "A" (\n    doc = "b"\n)\n{\n}\n',
  ],
  [
    "the keyword",
    'def "A"\n{\n}\n',
    (layer) => setField(layer, "/A", "doc", '"b"'),
    'def "A" (\n    doc = "b"\n)\n{\n}\n',
  ],
  ["a keyword of another kind of spec", "", (layer) => setField(layer, "/", "doc", '"b"'), '(\n    doc = "b"\n)\n'],
  [
    "a value of several lines keeps line ends",
    'def "A" (\r\n    customData = {\r\n    }\r\n)\r\n{\r\n}\r\n',
    (layer) => setField(layer, "/A", "customData", "{\n    int a = 1\n}"),
    'def "A" (\r\n    customData = {\r\n    int a = 1\r\n}\r\n)\r\n{\r\n}\r\n',
  ],
  [
    "one list operation of two",
    'def "A" (\n    prepend apiSchemas = ["A"]\n    append apiSchemas = ["B"]\n)\n{\n}\n',
    (layer) => setField(layer, "/A", "append  apiSchemas", '["C"]'),
    'def "A" (\n    prepend apiSchemas = ["A"]\n    append apiSchemas = ["C"]\n)\n{\n}\n',
  ],
  [
    "a new list operation",
    'def "A" (\n    prepend apiSchemas = ["A"]\n)\n{\n}\n',
    (layer) => setField(layer, "/A", "delete apiSchemas", '["C"]'),
    'def "A" (\n    prepend apiSchemas = ["A"]\n    delete apiSchemas = ["C"]\n)\n{\n}\n',
  ],
  [
    "all operations",
    'def "A" (\n    prepend apiSchemas = ["A"]\n    append apiSchemas = ["B"]\n    kind = "x"\n)\n{\n}\n',
    (layer) => setField(layer, "/A", "apiSchemas", '["C"]'),
    'def "A" (\n    apiSchemas = ["C"]\n    kind = "x"\n)\n{\n}\n',
  ],
  [
    "an operation for an explicit list",
    'def "A" (\n    apiSchemas = ["A"]\n)\n{\n}\n',
    (layer) => setField(layer, "/A", "apiSchemas", '["C"]'),
    'def "A" (\n    apiSchemas = ["C"]\n)\n{\n}\n',
  ],
  [
    "a value as data",
    'def "A" (\n    kind = "group"\n)\n{\n}\n',
    (layer) => setField(layer, "/A", "kind", authored("kind")),
    'def "A" (\n    kind = "model"\n)\n{\n}\n',
  ],
  [
    "a dictionary as data",
    'def "A" (\n    customData = {\n        int b = 2\n    }\n    kind = "x"\n)\n{\n}\n',
    (layer) => setField(layer, "/A", "customData", authored("customData")),
    'def "A" (\n    customData = {\n        int a = 1\n    }\n    kind = "x"\n)\n{\n}\n',
  ],
  [
    "a list operation as data",
    'def "A" (\n    prepend apiSchemas = ["Z"]\n    append apiSchemas = ["W"]\n)\n{\n}\n',
    (layer) => setField(layer, "/A", "apiSchemas", authored("apiSchemas")),
    'def "A" (\n    delete apiSchemas = ["X"]\n    prepend apiSchemas = ["Y"]\n)\n{\n}\n',
  ],
  [
    "new data",
    'def "A"\n{\n}\n',
    (layer) => setField(layer, "/A", "apiSchemas", authored("apiSchemas")),
    'def "A" (\n    delete apiSchemas = ["X"]\n    prepend apiSchemas = ["Y"]\n)\n{\n}\n',
  ],
  [
    "a new entry after the others",
    'def "A" (\n  kind = "group"\n)\n{\n}\n',
    (layer) => setField(layer, "/A", "active", "false"),
    'def "A" (\n  kind = "group"\n  active = false\n)\n{\n}\n',
  ],
  [
    "a new entry below a comment",
    'def "A" (\n    # none yet\n)\n{\n}\n',
    (layer) => setField(layer, "/A", "active", "false"),
    'def "A" (\n    # none yet\n    active = false\n)\n{\n}\n',
  ],
  [
    "a new entry next to one in the first line",
    'def "A" ( kind = "group"\n)\n{\n}\n',
    (layer) => setField(layer, "/A", "active", "false"),
    'def "A" ( kind = "group"\n    active = false\n)\n{\n}\n',
  ],
  [
    "a new entry below a tab",
    'def "A" (\n\tkind = "group"\t\n)\n{\n}\n',
    (layer) => setField(layer, "/A", "active", "false"),
    'def "A" (\n\tkind = "group"\n\tactive = false\t\n)\n{\n}\n',
  ],
  [
    "a new entry on one line",
    'def "A" (kind = "group") {}\n',
    (layer) => setField(layer, "/A", "active", "false"),
    'def "A" (kind = "group"; active = false) {}\n',
  ],
  [
    "a new entry after a semicolon",
    'def "A" (kind = "group"; ) {}\n',
    (layer) => setField(layer, "/A", "active", "false"),
    'def "A" (kind = "group"; active = false ) {}\n',
  ],
  [
    "a new entry in an empty block",
    'def "A" ( ) {}\n',
    (layer) => setField(layer, "/A", "active", "false"),
    'def "A" (active = false ) {}\n',
  ],
  [
    "a new block in a nested prim",
    'def "A"\n{\n  def "B"\n  {\n  }\n}\n',
    (layer) => setField(layer, "/A/B", "active", "false"),
    'def "A"\n{\n  def "B" (\n    active = false\n  )\n  {\n  }\n}\n',
  ],
  [
    "a new block of a layer",
    'def "A"\n{\n}\n',
    (layer) => setField(layer, "/", "defaultPrim", '"A"'),
    '(\n    defaultPrim = "A"\n)\ndef "A"\n{\n}\n',
  ],
  [
    "a new block of a variant",
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n        }\n    }\n}\n',
    (layer) => setField(layer, "/A{v=x}", "kind", '"group"'),
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" (\n            kind = "group"\n        ) {\n        }\n    }\n}\n',
  ],
  [
    "the entry of a layer",
    '(\n    upAxis = "Y"\n)\n',
    (layer) => setField(layer, "/", "upAxis", '"Z"'),
    '(\n    upAxis = "Z"\n)\n',
  ],
  [
    "a comment, which has no name",
    'def "A" (\n    "old"\n)\n{\n}\n',
    (layer) => setField(layer, "/A", "comment", '"new"'),
    'def "A" (\n    "new"\n)\n{\n}\n',
  ],
  [
    "a new comment",
    'def "A"\n{\n}\n',
    (layer) => setField(layer, "/A", "comment", '"new"'),
    'def "A" (\n    "new"\n)\n{\n}\n',
  ],
  [
    "the order of prims, a statement",
    'def "A"\n{\n    reorder nameChildren = ["C", "B"]\n    def "B" {}\n    def "C" {}\n}\n',
    (layer) => setField(layer, "/A", "primOrder", '["B", "C"]'),
    'def "A"\n{\n    reorder nameChildren = ["B", "C"]\n    def "B" {}\n    def "C" {}\n}\n',
  ],
  [
    "a block in the last line, with CR LF",
    'def "A"\r\n{\r\n}',
    (layer) => setField(layer, "/", "upAxis", '"Y"'),
    '(\n    upAxis = "Y"\n)\ndef "A"\r\n{\r\n}',
  ],
  [
    "a new entry of a layer, tabs",
    'def "A"\n{\n\tdef "B"\n\t{\n\t}\n}\n',
    (layer) => setField(layer, "/", "upAxis", '"Y"'),
    '(\n\tupAxis = "Y"\n)\ndef "A"\n{\n\tdef "B"\n\t{\n\t}\n}\n',
  ],
  [
    "a field that no schema has",
    'def "A"\n{\n}\n',
    (layer) => setField(layer, "/A", "mine", "1"),
    'def "A" (\n    mine = 1\n)\n{\n}\n',
  ],
  [
    "a new block of an attribute",
    'def "A"\n{\n    int x = 1\n}\n',
    (layer) => setField(layer, "/A.x", "doc", '"b"'),
    'def "A"\n{\n    int x = 1 (\n        doc = "b"\n    )\n}\n',
  ],
  [
    "a new block of an attribute among others in the line",
    'def "A" { int x = 1; int y; }\n',
    (layer) => setField(layer, "/A.y", "doc", '"b"'),
    'def "A" { int x = 1; int y (doc = "b"); }\n',
  ],
  [
    "several lines for an attribute among others in the line",
    'def "A" { int x = 1; int y; }\n',
    (layer) => setField(layer, "/A.y", "customData", "{\n    int a = 1\n}"),
    'def "A" { int x = 1; int y (\n    customData = {\n        int a = 1\n    }\n); }\n',
  ],
  [
    "a new entry of an attribute",
    'def "A"\n{\n    int x = 1 (\n        doc = "a"\n    )\n}\n',
    (layer) => setField(layer, "/A.x", "hidden", "true"),
    'def "A"\n{\n    int x = 1 (\n        doc = "a"\n        hidden = true\n    )\n}\n',
  ],
  [
    "a block of the second statement",
    'def "A"\n{\n    int x.timeSamples = { 0: 1 }\n    int x (\n        doc = "a"\n    )\n}\n',
    (layer) => setField(layer, "/A.x", "hidden", "true"),
    'def "A"\n{\n    int x.timeSamples = { 0: 1 }\n    int x (\n        doc = "a"\n        hidden = true\n    )\n}\n',
  ],
  [
    "an attribute of samples is declared",
    'def "A"\n{\n    custom uniform int x.timeSamples = { 0: 1 }\n}\n',
    (layer) => setField(layer, "/A.x", "hidden", "true"),
    'def "A"\n{\n    custom uniform int x (\n        hidden = true\n    )\n    custom uniform int x.timeSamples = { 0: 1 }\n}\n',
  ],
  [
    "an attribute with a connection is declared",
    'def "A"\n{\n    int x.connect = </B.y>\n}\n',
    (layer) => setField(layer, "/A.x", "hidden", "true"),
    'def "A"\n{\n    int x (\n        hidden = true\n    )\n    int x.connect = </B.y>\n}\n',
  ],
  [
    "a new block of a relationship",
    'def "A"\n{\n    rel r = </B>\n}\n',
    (layer) => setField(layer, "/A.r", "hidden", "true"),
    'def "A"\n{\n    rel r = </B> (\n        hidden = true\n    )\n}\n',
  ],
  [
    "a new entry of a relationship",
    'def "A"\n{\n    rel r = </B> (\n        doc = "a"\n    )\n}\n',
    (layer) => setField(layer, "/A.r", "hidden", "true"),
    'def "A"\n{\n    rel r = </B> (\n        doc = "a"\n        hidden = true\n    )\n}\n',
  ],
  [
    "a relationship of a list operation is declared",
    'def "A"\n{\n    custom varying rel r\n    prepend rel s = </B>\n}\n',
    (layer) => setField(layer, "/A.s", "hidden", "true"),
    'def "A"\n{\n    custom varying rel r\n    rel s (\n        hidden = true\n    )\n    prepend rel s = </B>\n}\n',
  ],
  [
    "a varying relationship is declared",
    'def "A"\n{\n    prepend varying rel s = </B>\n}\n',
    (layer) => setField(layer, "/A.s", "hidden", "true"),
    'def "A"\n{\n    varying rel s (\n        hidden = true\n    )\n    prepend varying rel s = </B>\n}\n',
  ],
  [
    "not the same name of another prim",
    'def "A" (\n    kind = "a"\n)\n{\n    def "B" (\n        kind = "b"\n    )\n    {\n    }\n}\n',
    (layer) => setField(layer, "/A/B", "kind", '"c"'),
    'def "A" (\n    kind = "a"\n)\n{\n    def "B" (\n        kind = "c"\n    )\n    {\n    }\n}\n',
  ],
])("setField: %s", (_, before, edit, after) => {
  expect(editedText(`#usda 1.0\n${before}`, edit)).toBe(`#usda 1.0\n${after}`);
});

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "a variant set",
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n        }\n    }\n}\n',
    (layer) => setField(layer, "/A{v=}", "kind", '"group"'),
    '"/A{v=}" is a variant set: it takes no metadata',
  ],
  [
    "metadata of a variant set",
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n        }\n    }\n}\n',
    (layer) => setField(layer, "/A{v=}", "comment", '"b"'),
    '"/A{v=}" is a variant set: it takes no metadata',
  ],
  [
    "a name of two words",
    'def "A"\n{\n}\n',
    (layer) => setField(layer, "/A", "two words", "1"),
    '"two words" is not a valid field name',
  ],
  [
    "no prim",
    'def "A"\n{\n}\n',
    (layer) => setField(layer, "/B", "kind", "1"),
    'There is no spec at "/B": "/" has no "B"',
  ],
  [
    "not an entry",
    'def "A"\n{\n}\n',
    (layer) => setField(layer, "/A", "kind", '"a" )'),
    'The metadata is not valid at "/A": Expected `{` after `)`, found the end of the line.',
  ],
  [
    "an order that is not authored",
    'def "A"\n{\n}\n',
    (layer) => setField(layer, "/A", "primOrder", '["B"]'),
    'primOrder of "/A" is a statement of its own: one to change and a text are expected',
  ],
  [
    "an order as data",
    'def "A"\n{\n    reorder nameChildren = ["C", "B"]\n    def "B" {}\n    def "C" {}\n}\n',
    (layer) => setField(layer, "/A", "primOrder", authored("kind")),
    'primOrder of "/A" is a statement of its own: one to change and a text are expected',
  ],
])("setField is rejected: %s", (_, text, edit, message) => {
  const { layer } = parseUsda(`#usda 1.0\n${text}`);
  expect(() => edit(layer)).toThrow(new EditError(message));
});
