import type { Layer } from "@usdkit/layer";
import { expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { editedText } from "../test-support/edited-prim.ts";
import { EditError } from "../text-edits/edit-error.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { moveProperty } from "./move-property.ts";

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "to a child, with its comments",
    'def "A"\n{\n    # of x\n    int x = 1 # beside\n    rel r = </A.x>\n\n    def "B"\n    {\n        int y\n    }\n}\n\ndef "C"\n{\n    rel s = [</A.x>, </A/B.y>]\n}\n',
    (layer) => moveProperty(layer, "/A.x", "/A/B.x"),
    'def "A"\n{\n    rel r = </A/B.x>\n\n    def "B"\n    {\n        int y\n        # of x\n        int x = 1 # beside\n    }\n}\n\ndef "C"\n{\n    rel s = [</A/B.x>, </A/B.y>]\n}\n',
  ],
  [
    "to another prim, with another name",
    'def "A"\n{\n    # of x\n    int x = 1 # beside\n    rel r = </A.x>\n\n    def "B"\n    {\n        int y\n    }\n}\n\ndef "C"\n{\n    rel s = [</A.x>, </A/B.y>]\n}\n',
    (layer) => moveProperty(layer, "/A/B.y", "/C.user:z"),
    'def "A"\n{\n    # of x\n    int x = 1 # beside\n    rel r = </A.x>\n\n    def "B"\n    {\n    }\n}\n\ndef "C"\n{\n    rel s = [</A.x>, </C.user:z>]\n    int user:z\n}\n',
  ],
  [
    "all statements",
    'def "A"\n{\n    int x\n    # samples\n    int x.timeSamples = {\n        0: 1,\n    }\n    int x.connect = </A.y>\n}\n\ndef "C"\n{\n}\n',
    (layer) => moveProperty(layer, "/A.x", "/C.z"),
    'def "A"\n{\n}\n\ndef "C"\n{\n    int z\n    # samples\n    int z.timeSamples = {\n        0: 1,\n    }\n    int z.connect = </A.y>\n}\n',
  ],
  [
    "a path in the property itself",
    'def "A"\n{\n    rel x = [</A.x>, </A.y>]\n    int y\n}\n\ndef "C"\n{\n}\n',
    (layer) => moveProperty(layer, "/A.x", "/C.z"),
    'def "A"\n{\n    int y\n}\n\ndef "C"\n{\n    rel z = [</C.z>, </A.y>]\n}\n',
  ],
  [
    "paths before and after it",
    'def "A"\n{\n    rel r = </A.x>\n    rel x = </A.x>\n    rel s = </A.x>\n}\n\ndef "C"\n{\n}\n',
    (layer) => moveProperty(layer, "/A.x", "/C.z"),
    'def "A"\n{\n    rel r = </C.z>\n    rel s = </C.z>\n}\n\ndef "C"\n{\n    rel z = </C.z>\n}\n',
  ],
  [
    "metadata",
    'def "A"\n{\n    def "B"\n    {\n        int x = 1 (\n            doc = """a\n  b"""\n        )\n    }\n}\n\ndef "C"\n{\n}\n',
    (layer) => moveProperty(layer, "/A/B.x", "/C.x"),
    'def "A"\n{\n    def "B"\n    {\n    }\n}\n\ndef "C"\n{\n    int x = 1 (\n        doc = """a\n  b"""\n    )\n}\n',
  ],
  [
    "into a variant",
    'def "A" (\n    variantSets = "v"\n)\n{\n    int x = 1\n    variantSet "v" = {\n        "on" {\n        }\n    }\n}\n',
    (layer) => moveProperty(layer, "/A.x", "/A{v=on}.x"),
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "on" {\n            int x = 1\n        }\n    }\n}\n',
  ],
])("moveProperty: %s", (_, before, edit, after) => {
  expect(editedText(`#usda 1.0\n${before}`, edit)).toBe(`#usda 1.0\n${after}`);
});

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "to a name that is taken",
    'def "A"\n{\n    # of x\n    int x = 1 # beside\n    rel r = </A.x>\n\n    def "B"\n    {\n        int y\n    }\n}\n\ndef "C"\n{\n    rel s = [</A.x>, </A/B.y>]\n}\ndef "D"\n{\n    int x\n}\n',
    (layer) => moveProperty(layer, "/A.x", "/D.x"),
    '"/D" has a property "x" already',
  ],
  [
    "to a prim that there is not",
    'def "A"\n{\n    # of x\n    int x = 1 # beside\n    rel r = </A.x>\n\n    def "B"\n    {\n        int y\n    }\n}\n\ndef "C"\n{\n    rel s = [</A.x>, </A/B.y>]\n}\n',
    (layer) => moveProperty(layer, "/A.x", "/D.x"),
    'There is no spec at "/D": "/" has no "D"',
  ],
  [
    "to a name of two words",
    'def "A"\n{\n    # of x\n    int x = 1 # beside\n    rel r = </A.x>\n\n    def "B"\n    {\n        int y\n    }\n}\n\ndef "C"\n{\n    rel s = [</A.x>, </A/B.y>]\n}\n',
    (layer) => moveProperty(layer, "/A.x", "/C.two words"),
    'Expected identifiers joined by ":" as the name of a property, found "two words"',
  ],
  [
    "a prim",
    'def "A"\n{\n    # of x\n    int x = 1 # beside\n    rel r = </A.x>\n\n    def "B"\n    {\n        int y\n    }\n}\n\ndef "C"\n{\n    rel s = [</A.x>, </A/B.y>]\n}\n',
    (layer) => moveProperty(layer, "/A/B", "/C.x"),
    'Expected a property at "/A/B", found a spec of type prim',
  ],
  [
    "a property that there is not",
    'def "A"\n{\n    # of x\n    int x = 1 # beside\n    rel r = </A.x>\n\n    def "B"\n    {\n        int y\n    }\n}\n\ndef "C"\n{\n    rel s = [</A.x>, </A/B.y>]\n}\n',
    (layer) => moveProperty(layer, "/A.z", "/C.z"),
    'There is no spec at "/A.z": "/A" has no "z"',
  ],
])("moveProperty is rejected: %s", (_, text, edit, message) => {
  const { layer } = parseUsda(`#usda 1.0\n${text}`);
  expect(() => edit(layer)).toThrow(new EditError(message));
});
