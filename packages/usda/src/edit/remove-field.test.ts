import type { Layer } from "@usdkit/layer";
import { expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { editedText } from "../test-support/edited-prim.ts";
import { EditError } from "../text-edits/edit-error.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { removeField } from "./set-field.ts";

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "one of two",
    'def "A" (\n    kind = "group"\n    active = false\n)\n{\n}\n',
    (layer) => removeField(layer, "/A", "kind"),
    'def "A" (\n    active = false\n)\n{\n}\n',
  ],
  [
    "by its keyword",
    'def "A" (\n    doc = "a"\n    active = false\n)\n{\n}\n',
    (layer) => removeField(layer, "/A", "doc"),
    'def "A" (\n    active = false\n)\n{\n}\n',
  ],
  [
    "the only one",
    'def "A" (\n    kind = "group"\n)\n{\n}\n',
    (layer) => removeField(layer, "/A", "kind"),
    'def "A"\n{\n}\n',
  ],
  [
    "the only one, with a comment left",
    'def "A" (\n    # first\n\n    kind = "group"\n)\n{\n}\n',
    (layer) => removeField(layer, "/A", "kind"),
    'def "A" (\n    # first\n)\n{\n}\n',
  ],
  [
    "the only one of two operations",
    'def "A" (\n    prepend apiSchemas = ["A"]\n    append apiSchemas = ["B"]\n)\n{\n}\n',
    (layer) => removeField(layer, "/A", "apiSchemas"),
    'def "A"\n{\n}\n',
  ],
  ["the only one of a layer, at its end", '(\n    upAxis = "Y"\n)', (layer) => removeField(layer, "/", "upAxis"), ""],
  [
    "one of two statements, whose block becomes empty",
    'def "A"\n{\n    int x = 1 (\n        doc = "a"\n    )\n    int x (doc = "b"; hidden = true)\n}\n',
    (layer) => removeField(layer, "/A.x", "doc"),
    'def "A"\n{\n    int x = 1\n    int x (hidden = true)\n}\n',
  ],
  [
    "the only one of a layer",
    '(\n    upAxis = "Y"\n)\n\ndef "A"\n{\n}\n',
    (layer) => removeField(layer, "/", "upAxis"),
    '\ndef "A"\n{\n}\n',
  ],
  [
    "the only one, in the line of the prim",
    'def "A" (kind = "group") {}\n',
    (layer) => removeField(layer, "/A", "kind"),
    'def "A" {}\n',
  ],
  [
    "of an attribute",
    'def "A"\n{\n    int x = 1 (\n        doc = "a"\n    )\n}\n',
    (layer) => removeField(layer, "/A.x", "doc"),
    'def "A"\n{\n    int x = 1\n}\n',
  ],
  [
    "of the first of two statements with a block",
    'def "A"\n{\n    int x = 1 (\n        doc = "a"\n    )\n    int x (\n        hidden = true\n    )\n}\n',
    (layer) => removeField(layer, "/A.x", "doc"),
    'def "A"\n{\n    int x = 1\n    int x (\n        hidden = true\n    )\n}\n',
  ],
  [
    "the order of prims",
    'def "A"\n{\n    reorder nameChildren = ["C", "B"]\n    def "B" {}\n    def "C" {}\n}\n',
    (layer) => removeField(layer, "/A", "primOrder"),
    'def "A"\n{\n    def "B" {}\n    def "C" {}\n}\n',
  ],
])("removeField: %s", (_, before, edit, after) => {
  expect(editedText(`#usda 1.0\n${before}`, edit)).toBe(`#usda 1.0\n${after}`);
});

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "a field that is not authored",
    'def "A" (\n    kind = "group"\n)\n{\n}\n',
    (layer) => removeField(layer, "/A", "kinds"),
    '"/A" has no field "kinds"; did you mean "kind"?',
  ],
  [
    "a field that is like no other",
    'def "A" (\n    kind = "group"\n)\n{\n}\n',
    (layer) => removeField(layer, "/A", "somewhereElse"),
    '"/A" has no field "somewhereElse"',
  ],
])("removeField is rejected: %s", (_, text, edit, message) => {
  const { layer } = parseUsda(`#usda 1.0\n${text}`);
  expect(() => edit(layer)).toThrow(new EditError(message));
});
