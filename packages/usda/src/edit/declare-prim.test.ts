import type { Layer } from "@usdkit/layer";
import { expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { editedText } from "../test-support/edited-prim.ts";
import { EditError } from "../text-edits/edit-error.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { declarePrim } from "./declare-prim.ts";

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  ["the specifier", 'over "A"\n{\n}\n', (layer) => declarePrim(layer, "/A", { specifier: "def" }), 'def "A"\n{\n}\n'],
  [
    "the type",
    'def Mesh "A"\n{\n}\n',
    (layer) => declarePrim(layer, "/A", { typeName: "Xform" }),
    'def Xform "A"\n{\n}\n',
  ],
  [
    "both",
    'over "A" (kind = "group")\n{\n}\n',
    (layer) => declarePrim(layer, "/A", { specifier: "def", typeName: "Xform" }),
    'def Xform "A" (kind = "group")\n{\n}\n',
  ],
  ["no type", 'class Mesh "A"\n{\n}\n', (layer) => declarePrim(layer, "/A", { typeName: "" }), 'class "A"\n{\n}\n'],
  [
    "what it is already",
    'def   Mesh "A"\n{\n}\n',
    (layer) => declarePrim(layer, "/A", { specifier: "def", typeName: "Mesh" }),
    'def   Mesh "A"\n{\n}\n',
  ],
  ["nothing", 'def   Mesh "A"\n{\n}\n', (layer) => declarePrim(layer, "/A", {}), 'def   Mesh "A"\n{\n}\n'],
  [
    "comments between the words stay",
    'def /* one */ Mesh /* two */ "A"\n{\n}\n',
    (layer) => declarePrim(layer, "/A", { typeName: "Xform" }),
    '/* one */\n/* two */\ndef Xform "A"\n{\n}\n',
  ],
  [
    "a name in triple quotes",
    'def Mesh """A"""\n{\n}\n',
    (layer) => declarePrim(layer, "/A", { specifier: "over" }),
    'over Mesh """A"""\n{\n}\n',
  ],
  [
    "a prim of a variant",
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            over "B" {}\n        }\n    }\n}\n',
    (layer) => declarePrim(layer, "/A{v=x}B", { specifier: "def", typeName: "Cube" }),
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            def Cube "B" {}\n        }\n    }\n}\n',
  ],
])("declarePrim: %s", (_, before, edit, after) => {
  expect(editedText(`#usda 1.0\n${before}`, edit)).toBe(`#usda 1.0\n${after}`);
});

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "there is none",
    'def "A"\n{\n}\n',
    (layer) => declarePrim(layer, "/B", { specifier: "def" }),
    'There is no spec at "/B": "/" has no "B"',
  ],
  [
    "not a prim",
    'def "A"\n{\n    int x\n}\n',
    (layer) => declarePrim(layer, "/A.x", { specifier: "def" }),
    'Expected a prim at "/A.x", found a spec of type attribute',
  ],
])("declarePrim is rejected: %s", (_, text, edit, message) => {
  const { layer } = parseUsda(`#usda 1.0\n${text}`);
  expect(() => edit(layer)).toThrow(new EditError(message));
});
