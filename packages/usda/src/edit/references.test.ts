import type { Layer } from "@usdkit/layer";
import { expect, test } from "vitest";
import { editedText } from "../test-support/edited-prim.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { renamePrim, renamePrims, renameProperty } from "./rename.ts";

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "in relationships, connections and samples",
    'def "A"\n{\n    int x\n}\n\ndef "C"\n{\n    rel r = [</A.x>, </A>, </C>]\n    int y.connect = </A.x>\n    prepend rel s = </A>\n}\n',
    (layer) => renamePrim(layer, "/A", "N"),
    'def "N"\n{\n    int x\n}\n\ndef "C"\n{\n    rel r = [</N.x>, </N>, </C>]\n    int y.connect = </N.x>\n    prepend rel s = </N>\n}\n',
  ],
  [
    "in arcs of this layer",
    'def "A" {}\n\ndef "C" (\n    inherits = </A>\n    specializes = </A>\n    references = [</A>, @other.usda@</A>, @other.usda@]\n    payload = </A>\n)\n{\n}\n',
    (layer) => renamePrim(layer, "/A", "N"),
    'def "N" {}\n\ndef "C" (\n    inherits = </N>\n    specializes = </N>\n    references = [</N>, @other.usda@</A>, @other.usda@]\n    payload = </N>\n)\n{\n}\n',
  ],
  [
    "in relocations",
    '(\n    relocates = {\n        </A/B>: </A/C>,\n    }\n)\n\ndef "A"\n{\n    over "B" {}\n}\n',
    (layer) => renamePrim(layer, "/A/B", "N"),
    '(\n    relocates = {\n        </A/N>: </A/C>,\n    }\n)\n\ndef "A"\n{\n    over "N" {}\n}\n',
  ],
  [
    "not in other metadata",
    'def "A" {}\n\ndef "C" (\n    customData = {\n        string a = "</A>"\n    }\n    doc = "</A>"\n)\n{\n}\n',
    (layer) => renamePrim(layer, "/A", "N"),
    'def "N" {}\n\ndef "C" (\n    customData = {\n        string a = "</A>"\n    }\n    doc = "</A>"\n)\n{\n}\n',
  ],
  [
    "not in strings and comments of properties",
    'def "A" {}\n\ndef "C"\n{\n    string s = "</A>" # </A>\n    rel r = </A>\n}\n',
    (layer) => renamePrim(layer, "/A", "N"),
    'def "N" {}\n\ndef "C"\n{\n    string s = "</A>" # </A>\n    rel r = </N>\n}\n',
  ],
  [
    "in relative paths",
    'def "A"\n{\n    def "B"\n    {\n        rel r = [<../D>, <../../A>, <.x>, <C>]\n        int x\n        def "C" {}\n    }\n    def "D" {}\n}\n',
    (layer) => renamePrim(layer, "/A/D", "N"),
    'def "A"\n{\n    def "B"\n    {\n        rel r = [<../N>, <../../A>, <.x>, <C>]\n        int x\n        def "C" {}\n    }\n    def "N" {}\n}\n',
  ],
  [
    "in relative paths to a child",
    'def "A"\n{\n    def "B"\n    {\n        rel r = [<../D>, <.x>, <C>]\n        int x\n        def "C" {}\n    }\n    def "D" {}\n}\n',
    (layer) => renamePrim(layer, "/A/B/C", "N"),
    'def "A"\n{\n    def "B"\n    {\n        rel r = [<../D>, <.x>, <N>]\n        int x\n        def "N" {}\n    }\n    def "D" {}\n}\n',
  ],
  [
    "in relative paths to a property",
    'def "A"\n{\n    rel r = [<.x>, </A.xx>, </A/x>]\n    int x\n    def "x" {}\n}\n',
    (layer) => renameProperty(layer, "/A.x", "n:m"),
    'def "A"\n{\n    rel r = [<.n:m>, </A.xx>, </A/x>]\n    int n:m\n    def "x" {}\n}\n',
  ],
  [
    "not in paths to a prim of the name of a property",
    'def "A"\n{\n    rel r = [<.x>, </A/x>]\n    int x\n    def "x" {}\n}\n',
    (layer) => renamePrim(layer, "/A/x", "N"),
    'def "A"\n{\n    rel r = [<.x>, </A/N>]\n    int x\n    def "N" {}\n}\n',
  ],
  [
    "in longer paths, also behind other letters",
    'def "A"\n{\n    rel ü = [</A/B/C.y>, </A/B.z>]\n    def "B"\n    {\n        def "C" {}\n    }\n}\n',
    (layer) => renamePrim(layer, "/A/B", "N"),
    'def "A"\n{\n    rel ü = [</A/N/C.y>, </A/N.z>]\n    def "N"\n    {\n        def "C" {}\n    }\n}\n',
  ],
  [
    "in names of other alphabets",
    'def "Ä"\n{\n    rel r = [</Ä/Böö/C>, </Ä/Böö>]\n    def "Böö"\n    {\n        def "C" {}\n    }\n}\n',
    (layer) => renamePrim(layer, "/Ä/Böö", "Bar"),
    'def "Ä"\n{\n    rel r = [</Ä/Bar/C>, </Ä/Bar>]\n    def "Bar"\n    {\n        def "C" {}\n    }\n}\n',
  ],
  [
    "in paths with a variant selection",
    'def "A" (\n    variantSets = "v"\n)\n{\n    rel r = [</A/B>, </A/B.x>]\n    variantSet "v" = {\n        "x" {\n            def "B" {}\n        }\n        "y" {\n            def "B" {}\n        }\n    }\n}\n',
    (layer) => renamePrim(layer, "/A{v=x}B", "N"),
    'def "A" (\n    variantSets = "v"\n)\n{\n    rel r = [</A/B>, </A/B.x>]\n    variantSet "v" = {\n        "x" {\n            def "N" {}\n        }\n        "y" {\n            def "B" {}\n        }\n    }\n}\n',
  ],
  [
    "as the default prim",
    '(\n    defaultPrim = "A"\n)\n\ndef "A" {}\n',
    (layer) => renamePrim(layer, "/A", "N"),
    '(\n    defaultPrim = "N"\n)\n\ndef "N" {}\n',
  ],
  [
    "as a path to the default prim",
    '(\n    defaultPrim = "/A/B"\n)\n\ndef "A"\n{\n    def "B" {}\n}\n',
    (layer) => renamePrim(layer, "/A/B", "N"),
    '(\n    defaultPrim = "/A/N"\n)\n\ndef "A"\n{\n    def "N" {}\n}\n',
  ],
  [
    "in the path to the default prim",
    '(\n    defaultPrim = "/A/B"\n)\n\ndef "A"\n{\n    def "B" {}\n}\n',
    (layer) => renamePrim(layer, "/A", "LongName"),
    '(\n    defaultPrim = "/LongName/B"\n)\n\ndef "LongName"\n{\n    def "B" {}\n}\n',
  ],
  [
    "not the default prim of another name",
    '(\n    defaultPrim = "A"\n)\n\ndef "A"\n{\n    def "B" {}\n}\n',
    (layer) => renamePrim(layer, "/A/B", "N"),
    '(\n    defaultPrim = "A"\n)\n\ndef "A"\n{\n    def "N" {}\n}\n',
  ],
  [
    "in the order of prims and properties",
    'def "C"\n{\n    reorder nameChildren = ["B", "A"]\n    reorder properties = ["A", "y"]\n    int y\n    int A\n    def "A" {}\n    def "B" {}\n}\n',
    (layer) => renamePrim(layer, "/C/A", "N"),
    'def "C"\n{\n    reorder nameChildren = ["B", "N"]\n    reorder properties = ["A", "y"]\n    int y\n    int A\n    def "N" {}\n    def "B" {}\n}\n',
  ],
  [
    "in the order of properties",
    'def "C"\n{\n    reorder nameChildren = ["B", "A"]\n    reorder properties = ["A", "y"]\n    int y\n    int A\n    def "A" {}\n    def "B" {}\n}\n',
    (layer) => renameProperty(layer, "/C.A", "N"),
    'def "C"\n{\n    reorder nameChildren = ["B", "A"]\n    reorder properties = ["N", "y"]\n    int y\n    int N\n    def "A" {}\n    def "B" {}\n}\n',
  ],
  [
    "of several prims",
    'def "A" {}\ndef "B" {}\ndef "C"\n{\n    rel r = [</A>, </B>, </C>]\n}\n',
    (layer) =>
      renamePrims(layer, [
        { path: "/A", newName: "M" },
        { path: "/B", newName: "N" },
      ]),
    'def "M" {}\ndef "N" {}\ndef "C"\n{\n    rel r = [</M>, </N>, </C>]\n}\n',
  ],
  [
    "of several prims, the later one first",
    'def "B" {}\ndef "A" {}\ndef "C"\n{\n    rel r = </B>\n    rel s = </A>\n    rel t = </B>\n}\n',
    (layer) =>
      renamePrims(layer, [
        { path: "/A", newName: "M" },
        { path: "/B", newName: "N" },
      ]),
    'def "N" {}\ndef "M" {}\ndef "C"\n{\n    rel r = </N>\n    rel s = </M>\n    rel t = </N>\n}\n',
  ],
])("paths follow a new name: %s", (_, before, edit, after) => {
  expect(editedText(`#usda 1.0\n${before}`, edit)).toBe(`#usda 1.0\n${after}`);
});
