import type { Layer } from "@usdkit/layer";
import { expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { editedText } from "../test-support/edited-prim.ts";
import { EditError } from "../text-edits/edit-error.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { renamePrim, renameProperty } from "./rename.ts";
import { setField } from "./set-field.ts";

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "a header with CR LF",
    '#usda 1.0\r\ndef "A"\r\n{\r\n}\r\n',
    (layer) => setField(layer, "/", "upAxis", '"Y"'),
    '#usda 1.0\r\n(\r\n    upAxis = "Y"\r\n)\r\ndef "A"\r\n{\r\n}\r\n',
  ],
  [
    "a header without a line end",
    "#usda 1.0",
    (layer) => setField(layer, "/", "upAxis", '"Y"'),
    '#usda 1.0\n(\n    upAxis = "Y"\n)\n',
  ],
  [
    "a header with a comment",
    '#usda 1.0\n# first\n(\n    "c"\n)\n',
    (layer) => setField(layer, "/", "upAxis", '"Y"'),
    '#usda 1.0\n# first\n(\n    "c"\n    upAxis = "Y"\n)\n',
  ],
  [
    "an entry deeper than others",
    '#usda 1.0\ndef "A"\n{\n    int x (\n          doc = "a"\n    )\n}\n',
    (layer) => setField(layer, "/A.x", "hidden", "true"),
    '#usda 1.0\ndef "A"\n{\n    int x (\n          doc = "a"\n          hidden = true\n    )\n}\n',
  ],
  [
    "an entry of another block",
    '#usda 1.0\ndef "A"\n{\n    int x = 1 (\n          doc = "a"\n    )\n    int x (\n        # none\n    )\n}\n',
    (layer) => setField(layer, "/A.x", "hidden", "true"),
    '#usda 1.0\ndef "A"\n{\n    int x = 1 (\n          doc = "a"\n    )\n    int x (\n        # none\n        hidden = true\n    )\n}\n',
  ],
  [
    "an entry behind its bracket",
    '#usda 1.0\ndef "A"\n{\n    int x (doc = "a"\n    )\n}\n',
    (layer) => setField(layer, "/A.x", "hidden", "true"),
    '#usda 1.0\ndef "A"\n{\n    int x (doc = "a"\n        hidden = true\n    )\n}\n',
  ],
  [
    "an entry below one behind its bracket",
    '#usda 1.0\ndef "A"\n{\n    int x (doc = "a"\n       hidden = true\n    )\n}\n',
    (layer) => setField(layer, "/A.x", "displayName", '"b"'),
    '#usda 1.0\ndef "A"\n{\n    int x (doc = "a"\n       hidden = true\n       displayName = "b"\n    )\n}\n',
  ],
  [
    "a block with CR LF",
    '#usda 1.0\r\ndef "A" (\r\n    kind = "a"\r\n)\r\n{\r\n}\r\n',
    (layer) => setField(layer, "/A", "active", "false"),
    '#usda 1.0\r\ndef "A" (\r\n    kind = "a"\r\n    active = false\r\n)\r\n{\r\n}\r\n',
  ],
  [
    "an empty block of lines",
    '#usda 1.0\ndef "A" (\n)\n{\n}\n',
    (layer) => setField(layer, "/A", "active", "false"),
    '#usda 1.0\ndef "A" (\n    active = false\n)\n{\n}\n',
  ],
  [
    "a property named as a list operation",
    '#usda 1.0\ndef "A"\n{\n    int prepend = 1\n}\n',
    (layer) => setField(layer, "/A.prepend", "hidden", "true"),
    '#usda 1.0\ndef "A"\n{\n    int prepend = 1 (\n        hidden = true\n    )\n}\n',
  ],
  [
    "the first of the list operations",
    '#usda 1.0\ndef "A"\n{\n    add rel r = </A>\n}\n',
    (layer) => setField(layer, "/A.r", "hidden", "true"),
    '#usda 1.0\ndef "A"\n{\n    rel r (\n        hidden = true\n    )\n    add rel r = </A>\n}\n',
  ],
  [
    "the last of the list operations",
    '#usda 1.0\ndef "A"\n{\n    reorder rel r = [</A>]\n}\n',
    (layer) => setField(layer, "/A.r", "hidden", "true"),
    '#usda 1.0\ndef "A"\n{\n    rel r (\n        hidden = true\n    )\n    reorder rel r = [</A>]\n}\n',
  ],
  [
    "a custom property",
    '#usda 1.0\ndef "A"\n{\n    custom uniform token x = "a"\n}\n',
    (layer) => setField(layer, "/A.x", "hidden", "true"),
    '#usda 1.0\ndef "A"\n{\n    custom uniform token x = "a" (\n        hidden = true\n    )\n}\n',
  ],
  [
    "a name in triple quotes",
    '#usda 1.0\ndef """A""" (kind = "x")\n{\n}\n',
    (layer) => renamePrim(layer, "/A", "N"),
    '#usda 1.0\ndef """N""" (kind = "x")\n{\n}\n',
  ],
  [
    "a namespaced name",
    '#usda 1.0\ndef "A"\n{\n    int a:b:c.timeSamples = { 0: 1 }\n    int a:b:c = 2\n}\n',
    (layer) => renameProperty(layer, "/A.a:b:c", "a:d"),
    '#usda 1.0\ndef "A"\n{\n    int a:d.timeSamples = { 0: 1 }\n    int a:d = 2\n}\n',
  ],
  [
    "an edit of an array as a value",
    '#usda 1.0\ndef "A"\n{\n    int[] x = edit [ write 1 to [0] ]\n}\n',
    (layer) => setField(layer, "/A.x", "hidden", "true"),
    '#usda 1.0\ndef "A"\n{\n    int[] x = edit [ write 1 to [0] ] (\n        hidden = true\n    )\n}\n',
  ],
  [
    "names of prims in variants, from inside",
    '#usda 1.0\ndef "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            rel r = [<B>, <B.y>]\n            def "B"\n            {\n                int y\n            }\n        }\n        "z" {\n            rel r = <B>\n            def "B" {}\n        }\n    }\n}\n',
    (layer) => renamePrim(layer, "/A{v=x}B", "N"),
    '#usda 1.0\ndef "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            rel r = [<B>, <B.y>]\n            def "N"\n            {\n                int y\n            }\n        }\n        "z" {\n            rel r = <B>\n            def "B" {}\n        }\n    }\n}\n',
  ],
])("the parts of a text: %s", (_, before, edit, after) => {
  expect(editedText(before, edit)).toBe(after);
});

test.each([
  [
    '#usda 1.0\ndef "A" (\n    kind = "a"\n',
    "The bracket at byte 18 is not closed: only a text without errors can be edited",
  ],
  ['#usda 1.0\ndef "A"\nint x\n', '"/A" has no body to edit'],
])("a text with an error is rejected: %j", (text, message) => {
  const { layer } = parseUsda(text);
  expect(() => setField(layer, "/A", "active", "false")).toThrow(new EditError(message));
});
