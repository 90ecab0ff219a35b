import { describe, expect, test } from "vitest";
import type { Layer } from "@usdkit/layer";
import { decodeUtf8 } from "@usdkit/base";
import { parseUsda } from "../parse/parse-usda.ts";
import { EditError } from "../text-edits/edit-error.ts";
import { removePrim, removePrims, removeProperties, removeProperty, setAttributeValue } from "./edits.ts";
import { insertPrim, insertPrims, insertProperties, insertProperty } from "./insert.ts";
import { renamePrim, renameProperty } from "./rename.ts";
import { removeField, setField } from "./set-field.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { applyEdits } from "../text-edits/text-edit.ts";

/** Applies the edits to the text; the result must parse. */
function edited(text: string, edit: (layer: Layer) => TextEdit[]): string {
  const source = `#usda 1.0\n${text}`;
  const before = parseUsda(source);
  expect(before.diagnostics).toEqual([]);
  const bytes = applyEdits(before.layer.source ?? new Uint8Array(), edit(before.layer));
  expect(parseUsda(bytes).diagnostics).toEqual([]);
  return decodeUtf8(bytes, 10, bytes.length);
}

type Row = readonly [name: string, before: string, edit: (layer: Layer) => TextEdit[], after: string];

function expectEdited(_: string, before: string, edit: (layer: Layer) => TextEdit[], after: string): void {
  expect(edited(before, edit)).toBe(after);
}

describe("setField", () => {
  test.each<Row>([
    [
      "makes a block for a prim",
      'def "A"\n{\n}\n',
      (layer) => setField(layer, "/A", "kind", '"group"'),
      'def "A" (\n    kind = "group"\n)\n{\n}\n',
    ],
    [
      "replaces the value alone",
      'def "A" (\n  kind   =  "x"  # why\n)\n{\n}\n',
      (layer) => setField(layer, "/A", "kind", '"group"'),
      'def "A" (\n  kind   =  "group"  # why\n)\n{\n}\n',
    ],
    [
      "adds to a block, indented as it is",
      'def "A" (\n  kind = "x"\n)\n{\n}\n',
      (layer) => setField(layer, "/A", "active", "false"),
      'def "A" (\n  kind = "x"\n  active = false\n)\n{\n}\n',
    ],
    [
      "adds to a block after its last comment",
      'def "A" (\n  kind = "x" # c\n  # d\n)\n{\n}\n',
      (layer) => setField(layer, "/A", "active", "false"),
      'def "A" (\n  kind = "x" # c\n  # d\n  active = false\n)\n{\n}\n',
    ],
    [
      "adds to a block of one line",
      'def "A" ( kind = "x" )\n{\n}\n',
      (layer) => setField(layer, "/A", "active", "false"),
      'def "A" ( kind = "x"; active = false )\n{\n}\n',
    ],
    [
      "fills an empty block",
      'def "A" ()\n{\n}\n',
      (layer) => setField(layer, "/A", "active", "false"),
      'def "A" (active = false)\n{\n}\n',
    ],
    [
      "makes a block for the layer",
      'def "A"\n{\n}\n',
      (layer) => setField(layer, "/", "defaultPrim", '"A"'),
      '(\n    defaultPrim = "A"\n)\ndef "A"\n{\n}\n',
    ],
    [
      "writes doc for documentation, and a bare string for comment",
      'def "A"\n{\n}\n',
      (layer) => [...setField(layer, "/A", "documentation", '"d"'), ...setField(layer, "/", "comment", '"c"')],
      '(\n    "c"\n)\ndef "A" (\n    doc = "d"\n)\n{\n}\n',
    ],
    [
      "adds a block to an attribute",
      'def "A"\n{\n    int x = 1 # one\n}\n',
      (layer) => setField(layer, "/A.x", "doc", '"d"'),
      'def "A"\n{\n    int x = 1 (\n        doc = "d"\n    ) # one\n}\n',
    ],
    [
      "declares an attribute that has only time samples",
      'def "A"\n{\n    uniform int x.timeSamples = { 0: 1 }\n}\n',
      (layer) => setField(layer, "/A.x", "doc", '"d"'),
      'def "A"\n{\n    uniform int x (\n        doc = "d"\n    )\n    uniform int x.timeSamples = { 0: 1 }\n}\n',
    ],
    [
      "leaves other operations alone where it names one",
      'def "A" (\n    prepend apiSchemas = ["X"]\n    delete apiSchemas = ["Y"]\n)\n{\n}\n',
      (layer) => setField(layer, "/A", "delete apiSchemas", '["Z"]'),
      'def "A" (\n    prepend apiSchemas = ["X"]\n    delete apiSchemas = ["Z"]\n)\n{\n}\n',
    ],
    [
      "replaces every operation otherwise",
      'def "A" (\n    prepend apiSchemas = ["X"]\n    delete apiSchemas = ["Y"]\n)\n{\n}\n',
      (layer) => setField(layer, "/A", "apiSchemas", '["Z"]'),
      'def "A" (\n    apiSchemas = ["Z"]\n)\n{\n}\n',
    ],
    [
      "takes a value in place of text",
      'def "A"\n{\n}\n',
      (layer) =>
        setField(layer, "/A", "apiSchemas", {
          kind: "valueListOp",
          itemType: "token",
          listOp: { prepended: ["X"], deleted: ["Y"] },
        }),
      'def "A" (\n    delete apiSchemas = ["Y"]\n    prepend apiSchemas = ["X"]\n)\n{\n}\n',
    ],
    [
      "adds a block to a variant, in the file's line ends",
      'def "A"\r\n{\r\n  variantSet "v" = {\r\n    "x" {\r\n    }\r\n  }\r\n}\r\n',
      (layer) => setField(layer, "/A{v=x}", "kind", '"k"'),
      'def "A"\r\n{\r\n  variantSet "v" = {\r\n    "x" (\r\n      kind = "k"\r\n    ) {\r\n    }\r\n  }\r\n}\r\n',
    ],
  ])("%s", expectEdited);
});

describe("removeField", () => {
  test.each<Row>([
    [
      "takes its comments with it",
      'def "A" (\n    # about kind\n    kind = "x" # c\n    active = true\n)\n{\n}\n',
      (layer) => removeField(layer, "/A", "kind"),
      'def "A" (\n    active = true\n)\n{\n}\n',
    ],
    [
      "takes the empty block with it",
      'def "A" (\n    kind = "x"\n)\n{\n}\n',
      (layer) => removeField(layer, "/A", "kind"),
      'def "A"\n{\n}\n',
    ],
    [
      "leaves a block with comments",
      'def "A" (\n    # apart\n\n    kind = "x"\n)\n{\n}\n',
      (layer) => removeField(layer, "/A", "kind"),
      'def "A" (\n    # apart\n)\n{\n}\n',
    ],
    [
      "first of a line",
      'def "A" (kind = "x"; active = true)\n{\n}\n',
      (layer) => removeField(layer, "/A", "kind"),
      'def "A" (active = true)\n{\n}\n',
    ],
    [
      "last of a line",
      'def "A" (kind = "x"; active = true)\n{\n}\n',
      (layer) => removeField(layer, "/A", "active"),
      'def "A" (kind = "x";)\n{\n}\n',
    ],
    [
      "takes the layer's block away",
      '(\n    upAxis = "Y"\n)\n\ndef "A"\n{\n}\n',
      (layer) => removeField(layer, "/", "upAxis"),
      '\ndef "A"\n{\n}\n',
    ],
    [
      "takes every operation",
      'def "A" (\n    prepend apiSchemas = ["X"]\n    kind = "k"\n    delete apiSchemas = ["Y"]\n)\n{\n}\n',
      (layer) => removeField(layer, "/A", "apiSchemas"),
      'def "A" (\n    kind = "k"\n)\n{\n}\n',
    ],
  ])("%s", expectEdited);
});

describe("setAttributeValue", () => {
  test.each<Row>([
    [
      "replaces the value alone",
      'def "A"\n{\n    float[] x   =  [1, 2] (doc = "d") # c\n}\n',
      (layer) => setAttributeValue(layer, "/A.x", "[3]"),
      'def "A"\n{\n    float[] x   =  [3] (doc = "d") # c\n}\n',
    ],
    [
      "adds a value before the metadata",
      'def "A"\n{\n    float x (doc = "d")\n}\n',
      (layer) => setAttributeValue(layer, "/A.x", "3"),
      'def "A"\n{\n    float x = 3 (doc = "d")\n}\n',
    ],
    [
      "adds a statement to one with time samples",
      'def "A"\n{\n    # about x\n    float x.timeSamples = { 0: 1 }\n}\n',
      (layer) => setAttributeValue(layer, "/A.x", "None"),
      'def "A"\n{\n    float x = None\n    # about x\n    float x.timeSamples = { 0: 1 }\n}\n',
    ],
  ])("%s", expectEdited);
});

describe("insertPrim", () => {
  test.each<Row>([
    [
      "into an empty body",
      'def "A" {}\n',
      (layer) => insertPrim(layer, "/A", 'def "B"\n{\n    int x\n}'),
      'def "A" {\n    def "B"\n    {\n        int x\n    }\n}\n',
    ],
    [
      "last",
      'def "A"\n{\n    int x\n}\n',
      (layer) => insertPrim(layer, "/A", 'def "B" {}'),
      'def "A"\n{\n    int x\n\n    def "B" {}\n}\n',
    ],
    [
      "last in the layer",
      'def "A"\n{\n}',
      (layer) => insertPrim(layer, "/", 'def "B" {}\n'),
      'def "A"\n{\n}\n\ndef "B" {}\n',
    ],
    [
      "before another and its comments",
      'def "A"\n{\n}\n\n# about B\ndef "B"\n{\n}\n',
      (layer) => insertPrim(layer, "/", 'def "C" {}', { before: "B" }),
      'def "A"\n{\n}\n\ndef "C" {}\n\n# about B\ndef "B"\n{\n}\n',
    ],
    [
      "after another",
      'def "A"\n{\n} # end of A\ndef "B"\n{\n}\n',
      (layer) => insertPrim(layer, "/", 'def "C" {}', { after: "A" }),
      'def "A"\n{\n} # end of A\n\ndef "C" {}\ndef "B"\n{\n}\n',
    ],
    [
      "lines inside of strings stay",
      'def "A"\n{\n}\n',
      (layer) => insertPrim(layer, "/A", 'def "C" (\n    doc = """a\n  b"""\n) {}'),
      'def "A"\n{\n    def "C" (\n        doc = """a\n  b"""\n    ) {}\n}\n',
    ],
  ])("%s", expectEdited);
});

describe("insertProperty", () => {
  test.each<Row>([
    [
      "after the last one",
      'def "A"\n{\n    int x # c\n\n    def "B" {}\n}\n',
      (layer) => insertProperty(layer, "/A", "int y = 2"),
      'def "A"\n{\n    int x # c\n    int y = 2\n\n    def "B" {}\n}\n',
    ],
    [
      "before the prims",
      'def "A"\n{\n  # about B\n  def "B" {}\n}\n',
      (layer) => insertProperty(layer, "/A", "int y = 2;"),
      'def "A"\n{\n  int y = 2\n\n  # about B\n  def "B" {}\n}\n',
    ],
    [
      "on the line of the others",
      'def "A" { int x; }\n',
      (layer) => insertProperty(layer, "/A", "int y = 2"),
      'def "A" { int x; int y = 2; }\n',
    ],
    [
      "into an empty body",
      'def "A"\n{\n    # nothing yet\n}\n',
      (layer) => insertProperty(layer, "/A", "int y = 2"),
      'def "A"\n{\n    # nothing yet\n    int y = 2\n}\n',
    ],
  ])("%s", expectEdited);
});

describe("insertPrims and insertProperties", () => {
  test.each<Row>([
    [
      "several prims into an empty body",
      'def "A" {}\n',
      (layer) => insertPrims(layer, "/A", 'def "B"\n{\n}\n\ndef "C"\n{\n    int x\n}\n'),
      'def "A" {\n    def "B"\n    {\n    }\n\n    def "C"\n    {\n        int x\n    }\n}\n',
    ],
    [
      "several properties into an empty body",
      'def "A" {}\n',
      (layer) => insertProperties(layer, "/A", "int x = 1\nint y = 2;"),
      'def "A" {\n    int x = 1\n    int y = 2\n}\n',
    ],
    [
      "several properties on the line of the others",
      'def "A" { int x; }\n',
      (layer) => insertProperties(layer, "/A", "int y = 2; int z = 3"),
      'def "A" { int x; int y = 2; int z = 3; }\n',
    ],
  ])("%s", expectEdited);
});

describe("removePrim and removeProperty", () => {
  test.each<Row>([
    [
      "with its comments and one empty line",
      'def "A"\n{\n}\n\n# about B\ndef "B"\n{\n} # end\n\ndef "C"\n{\n}\n',
      (layer) => removePrim(layer, "/B"),
      'def "A"\n{\n}\n\ndef "C"\n{\n}\n',
    ],
    [
      "neighbours, with everything between them",
      '# a\ndef "A" {}\n\n# b\ndef "B" {}\n\n# c\ndef "C" {}\n',
      (layer) => removePrims(layer, ["/B", "/A"]),
      '\n# c\ndef "C" {}\n',
    ],
    [
      "neighbouring properties",
      'def "A" { int x; int y; int z; }\n',
      (layer) => removeProperties(layer, ["/A.x", "/A.y"]),
      'def "A" { int z; }\n',
    ],
    ["comments apart stay", '# apart\n\ndef "A"\n{\n}\n', (layer) => removePrim(layer, "/A"), "# apart\n"],
    [
      "all statements",
      'def "A"\n{\n    int x = 1\n    int y\n    # samples\n    int x.timeSamples = { 0: 1 }\n}\n',
      (layer) => removeProperty(layer, "/A.x"),
      'def "A"\n{\n    int y\n}\n',
    ],
    ["on one line", 'def "A" { int x; int y; }\n', (layer) => removeProperty(layer, "/A.y"), 'def "A" { int x; }\n'],
    [
      "at the end of a line",
      'def "A"\n{\n    int x; int y # y\n    int z\n}\n',
      (layer) => removeProperty(layer, "/A.y"),
      'def "A"\n{\n    int x;\n    int z\n}\n',
    ],
  ])("%s", expectEdited);
});

describe("renamePrim", () => {
  test.each<Row>([
    [
      "every path that leads through it",
      '(\n    defaultPrim = "A"\n)\ndef "A"\n{\n    rel r = [</A>, </A/B.x>, </AB>]\n    def "B" (inherits = </A/C>)\n    {\n' +
        '        int x.connect = <../../A.y>\n        rel s = <../C.z>\n    }\n    class "C" {}\n}\n' +
        'def "D" (references = [</A>, @o.usd@</A>])\n{\n}\n',
      (layer) => renamePrim(layer, "/A", "New"),
      '(\n    defaultPrim = "New"\n)\ndef "New"\n{\n    rel r = [</New>, </New/B.x>, </AB>]\n    def "B" (inherits = </New/C>)\n    {\n' +
        '        int x.connect = <../../New.y>\n        rel s = <../C.z>\n    }\n    class "C" {}\n}\n' +
        'def "D" (references = [</New>, @o.usd@</A>])\n{\n}\n',
    ],
    [
      "within a variant, and the order of its siblings",
      'def "A"\n{\n    reorder nameChildren = ["B"]\n    rel r = </A/B>\n    variantSet "v" = {\n        "x" {\n            def "B" {}\n        }\n    }\n    def "C" {}\n}\n',
      (layer) => renamePrim(layer, "/A{v=x}B", "N"),
      'def "A"\n{\n    reorder nameChildren = ["B"]\n    rel r = </A/N>\n    variantSet "v" = {\n        "x" {\n            def "N" {}\n        }\n    }\n    def "C" {}\n}\n',
    ],
  ])("%s", expectEdited);
});

describe("renameProperty", () => {
  test.each<Row>([
    [
      "all statements, paths and orders",
      'def "A"\n{\n    reorder properties = ["x", "y"]\n    int x = 1\n    int x.timeSamples = { 0: 1 }\n    int y.connect = </A.x>\n    rel r = [<.x>, </A.xx>]\n}\n',
      (layer) => renameProperty(layer, "/A.x", "in:x"),
      'def "A"\n{\n    reorder properties = ["in:x", "y"]\n    int in:x = 1\n    int in:x.timeSamples = { 0: 1 }\n    int y.connect = </A.in:x>\n    rel r = [<.in:x>, </A.xx>]\n}\n',
    ],
  ])("%s", expectEdited);
});

describe("bad arguments", () => {
  const source = '#usda 1.0\ndef "World"\n{\n    int size = 1\n    def "Chair" {}\n}\n';
  const { layer } = parseUsda(source);
  const rows: readonly (readonly [name: string, run: () => unknown, message: RegExp])[] = [
    ["a missing path", () => removePrim(layer, "/World/Chairs"), /"Chairs"; did you mean "Chair"\?/],
    ["a missing property", () => removeProperty(layer, "/World.sise"), /did you mean "size"\?/],
    [
      "another type of spec",
      () => removePrim(layer, "/World.size"),
      /Expected a prim at "\/World\.size", found a spec of type attribute/,
    ],
    ["no value of the type", () => setAttributeValue(layer, "/World.size", '"x"'), /"\/World\.size"|"\/World"/],
    ["more than a value", () => setAttributeValue(layer, "/World.size", "1\nint y = 2"), /One value of type int/],
    ["a missing field", () => removeField(layer, "/World", "kind"), /has no field "kind"/],
    ["text that is not a value", () => setField(layer, "/World", "kind", "["), /is not valid at/],
    ["a name that is taken", () => insertPrim(layer, "/World", 'def "Chair" {}'), /has a prim "Chair" already/],
    ["no prim at all", () => insertPrims(layer, "/World", "# nothing"), /Prims alone are expected/],
    ["one of several taken", () => insertPrims(layer, "/World", 'def "B" {}\ndef "Chair" {}'), /"Chair" already/],
    ["a prim among properties", () => insertProperties(layer, "/World", 'int a = 1\ndef "B" {}'), /Properties alone/],
    ["two prims", () => insertPrim(layer, "/World", 'def "B" {}\ndef "C" {}'), /One prim is expected/],
    ["a brace too many", () => insertPrim(layer, "/World", 'def "B" {}\n}\ndef "C" {'), /./],
    [
      "no such sibling prim",
      () => insertPrim(layer, "/World", 'def "B" {}', { after: "Chairs" }),
      /did you mean "Chair"/,
    ],
    ["a property that is a prim", () => insertProperty(layer, "/World", 'def "B" {}'), /One property is expected/],
    [
      "an invalid new name",
      () => renamePrim(layer, "/World", "a-b"),
      /Expected an identifier as the name of a prim, found "a-b"/,
    ],
    ["a layer without text", () => removePrim({ ...layer, root: layer.root, source: undefined }, "/World"), /no text/],
  ];
  test.each(rows)("%s", (_, run, message) => {
    expect(run).toThrow(message);
    expect(run).toThrow(EditError);
  });
});
