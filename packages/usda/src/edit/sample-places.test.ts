import type { Layer } from "@usdkit/layer";
import { expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { editedText } from "../test-support/edited-prim.ts";
import { EditError } from "../text-edits/edit-error.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { createPrim } from "./create-specs.ts";
import { replaceAssetPaths } from "./replace-asset-paths.ts";
import { removeTimeSample, setTimeSample } from "./time-samples.ts";

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "between unsorted samples",
    'def "A"\n{\n    int x.timeSamples = {\n        4: 4,\n        1: 1,\n        2: 2,\n        8: 8,\n    }\n}\n',
    (layer) => setTimeSample(layer, "/A.x", 3, " 3 "),
    'def "A"\n{\n    int x.timeSamples = {\n        4: 4,\n        1: 1,\n        2: 2,\n        3: 3,\n        8: 8,\n    }\n}\n',
  ],
  [
    "before the first of unsorted samples",
    'def "A"\n{\n    int x.timeSamples = {\n        4: 4,\n        1: 1,\n    }\n}\n',
    (layer) => setTimeSample(layer, "/A.x", 0, "0"),
    'def "A"\n{\n    int x.timeSamples = {\n        4: 4,\n        0: 0,\n        1: 1,\n    }\n}\n',
  ],
  [
    "at one of several equal times",
    'def "A"\n{\n    int x.timeSamples = {1: 1, 1: 2, 3: 3}\n}\n',
    (layer) => setTimeSample(layer, "/A.x", 1, "9"),
    'def "A"\n{\n    int x.timeSamples = {1: 1, 1: 9, 3: 3}\n}\n',
  ],
  [
    "after several equal times",
    'def "A"\n{\n    int x.timeSamples = {1: 1, 1: 2, 3: 3}\n}\n',
    (layer) => setTimeSample(layer, "/A.x", 2, "9"),
    'def "A"\n{\n    int x.timeSamples = {1: 1, 1: 2, 2: 9, 3: 3}\n}\n',
  ],
  [
    "without a last comma",
    'def "A"\n{\n    int x.timeSamples = {\n        1: 1\n    }\n}\n',
    (layer) => setTimeSample(layer, "/A.x", 2, "2"),
    'def "A"\n{\n    int x.timeSamples = {\n        1: 1,\n        2: 2,\n    }\n}\n',
  ],
  [
    "in an empty map",
    'def "A"\n{\n    int x.timeSamples = {}\n}\n',
    (layer) => setTimeSample(layer, "/A.x", 2, "2"),
    'def "A"\n{\n    int x.timeSamples = {\n        2: 2,\n    }\n}\n',
  ],
  [
    "in an empty map of two lines",
    'def "A"\n{\n    int x.timeSamples = {\n    }\n}\n',
    (layer) => setTimeSample(layer, "/A.x", 2, "2"),
    'def "A"\n{\n    int x.timeSamples = {\n        2: 2,\n    }\n}\n',
  ],
  [
    "in an empty map with a comment",
    'def "A"\n{\n    int x.timeSamples = {\n        # none\n    }\n}\n',
    (layer) => setTimeSample(layer, "/A.x", 2, "2"),
    'def "A"\n{\n    int x.timeSamples = {\n        2: 2,\n        # none\n    }\n}\n',
  ],
  [
    "as the first of a uniform attribute",
    'def "A"\n{\n    uniform int x = 1\n}\n',
    (layer) => setTimeSample(layer, "/A.x", 2, "2"),
    'def "A"\n{\n    uniform int x = 1\n    uniform int x.timeSamples = {\n        2: 2,\n    }\n}\n',
  ],
  [
    "as the first of a varying attribute",
    'def "A"\n{\n    int x = 1\n    int y\n}\n',
    (layer) => setTimeSample(layer, "/A.x", 2, "2"),
    'def "A"\n{\n    int x = 1\n    int x.timeSamples = {\n        2: 2,\n    }\n    int y\n}\n',
  ],
])("setTimeSample: %s", (_, before, edit, after) => {
  expect(editedText(`#usda 1.0\n${before}`, edit)).toBe(`#usda 1.0\n${after}`);
});

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "no finite time",
    'def "A"\n{\n    int x.timeSamples = {1: 1}\n}\n',
    (layer) => setTimeSample(layer, "/A.x", Infinity, "2"),
    'Expected a finite time for a sample of "/A.x", found Infinity',
  ],
  [
    "another type",
    'def "A"\n{\n    int x.timeSamples = {1: 1}\n}\n',
    (layer) => setTimeSample(layer, "/A.x", 2, '"a"'),
    'The value is not valid at "/A": An int takes a whole number.',
  ],
])("setTimeSample is rejected: %s", (_, text, edit, message) => {
  const { layer } = parseUsda(`#usda 1.0\n${text}`);
  expect(() => edit(layer)).toThrow(new EditError(message));
});

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "where none are",
    'def "A"\n{\n    int x = 1\n}\n',
    (layer) => removeTimeSample(layer, "/A.x", 2),
    'def "A"\n{\n    int x = 1\n}\n',
  ],
  [
    "at a time that has none",
    'def "A"\n{\n    int x.timeSamples = {1: 1}\n}\n',
    (layer) => removeTimeSample(layer, "/A.x", 2),
    'def "A"\n{\n    int x.timeSamples = {1: 1}\n}\n',
  ],
  [
    "the last",
    'def "A"\n{\n    int x.timeSamples = {1: 1}\n}\n',
    (layer) => removeTimeSample(layer, "/A.x", 1),
    'def "A"\n{\n    int x\n}\n',
  ],
  [
    "of a line",
    'def "A"\n{\n    int x.timeSamples = {\n        1: 1,\n        2: 2,\n    }\n}\n',
    (layer) => removeTimeSample(layer, "/A.x", 1),
    'def "A"\n{\n    int x.timeSamples = {\n        2: 2,\n    }\n}\n',
  ],
  [
    "of a line with others",
    'def "A"\n{\n    int x.timeSamples = {\n        1: 1, 2: 2,\n        3: 3,\n    }\n}\n',
    (layer) => removeTimeSample(layer, "/A.x", 1),
    'def "A"\n{\n    int x.timeSamples = {\n        2: 2,\n        3: 3,\n    }\n}\n',
  ],
  [
    "at the end of a line",
    'def "A"\n{\n    int x.timeSamples = {\n        1: 1, 2: 2,\n        3: 3,\n    }\n}\n',
    (layer) => removeTimeSample(layer, "/A.x", 2),
    'def "A"\n{\n    int x.timeSamples = {\n        1: 1, \n        3: 3,\n    }\n}\n',
  ],
  [
    "without a last comma",
    'def "A"\n{\n    int x.timeSamples = {\n        1: 1,\n        2: 2\n    }\n}\n',
    (layer) => removeTimeSample(layer, "/A.x", 2),
    'def "A"\n{\n    int x.timeSamples = {\n        1: 1,\n    }\n}\n',
  ],
])("removeTimeSample: %s", (_, before, edit, after) => {
  expect(editedText(`#usda 1.0\n${before}`, edit)).toBe(`#usda 1.0\n${after}`);
});

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "in a variant set of one line",
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {}\n}\n',
    (layer) => createPrim(layer, "/A{v=x}B", { specifier: "def" }),
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            def "B"\n            {\n            }\n        }\n    }\n}\n',
  ],
  [
    "in a new variant next to one that is deeper",
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n          "x" {\n          }\n    }\n}\n',
    (layer) => createPrim(layer, "/A{v=y}B", { specifier: "def" }),
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n          "x" {\n          }\n          "y" {\n              def "B"\n              {\n              }\n          }\n    }\n}\n',
  ],
  [
    "in a new variant next to one in the line of its set",
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = { "x" {\n        }\n    }\n}\n',
    (layer) => createPrim(layer, "/A{v=y}B", { specifier: "def" }),
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = { "x" {\n        }\n        "y" {\n            def "B"\n            {\n            }\n        }\n    }\n}\n',
  ],
  [
    "in a new set",
    'def "A"\n{\n}\n',
    (layer) => createPrim(layer, "/A{v=y}B", { specifier: "def" }),
    'def "A"\n{\n    variantSet "v" = {\n        "y" {\n            def "B"\n            {\n            }\n        }\n    }\n}\n',
  ],
  [
    "in a second set",
    'def "A" (\n    variantSets = "u"\n)\n{\n    variantSet "u" = {\n        "x" {\n        }\n    }\n}\n',
    (layer) => createPrim(layer, "/A{v=y}B", { specifier: "def" }),
    'def "A" (\n    variantSets = "u"\n)\n{\n    variantSet "u" = {\n        "x" {\n        }\n    }\n    variantSet "v" = {\n        "y" {\n            def "B"\n            {\n            }\n        }\n    }\n}\n',
  ],
  [
    "with its parents",
    'def "A"\n{\n}\n',
    (layer) => createPrim(layer, "/A/Long/Name", { specifier: "def", typeName: "Xform" }),
    'def "A"\n{\n    over "Long"\n    {\n        def Xform "Name"\n        {\n        }\n    }\n}\n',
  ],
  [
    "at the path of a variant",
    'def "A"\n{\n}\n',
    (layer) => createPrim(layer, "/A{v=x}", { specifier: "def" }),
    'def "A"\n{\n    variantSet "v" = {\n        "x" {\n        }\n    }\n}\n',
  ],
  [
    "at the path of the layer",
    'def "A"\n{\n}\n',
    (layer) => createPrim(layer, "/", { specifier: "def" }),
    'def "A"\n{\n}\n',
  ],
])("createPrim: %s", (_, before, edit, after) => {
  expect(editedText(`#usda 1.0\n${before}`, edit)).toBe(`#usda 1.0\n${after}`);
});

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "at the path of a property",
    'def "A"\n{\n    int x\n}\n',
    (layer) => createPrim(layer, "/A.x", { specifier: "def" }),
    'Expected the path of a prim, found "/A.x"',
  ],
  [
    "at no path",
    'def "A"\n{\n}\n',
    (layer) => createPrim(layer, "A B", { specifier: "def" }),
    'Expected the path of a prim, found "A B": "A B" is not a name',
  ],
])("createPrim is rejected: %s", (_, text, edit, message) => {
  const { layer } = parseUsda(`#usda 1.0\n${text}`);
  expect(() => edit(layer)).toThrow(new EditError(message));
});

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "in arcs, values and sublayers",
    '(\n    subLayers = [@a@]\n)\n\ndef "A" (\n    references = @a@</A>\n)\n{\n    asset x = @a@\n    asset[] y = [@a@, @b@]\n    string s = "a"\n}\n',
    (layer) => replaceAssetPaths(layer, (path) => (path === "a" ? "c" : undefined)),
    '(\n    subLayers = [@c@]\n)\n\ndef "A" (\n    references = @c@</A>\n)\n{\n    asset x = @c@\n    asset[] y = [@c@, @b@]\n    string s = "a"\n}\n',
  ],
  [
    "in templates of clips",
    'def "A" (\n    clips = {\n        dictionary default = {\n            string templateAssetPath = "a"\n            string other = "a"\n        }\n    }\n    customData = {\n        string templateAssetPath = "a"\n    }\n)\n{\n    string templateAssetPath = "a"\n}\n',
    (layer) => replaceAssetPaths(layer, (path) => (path === "a" ? "c" : undefined)),
    'def "A" (\n    clips = {\n        dictionary default = {\n            string templateAssetPath = "c"\n            string other = "a"\n        }\n    }\n    customData = {\n        string templateAssetPath = "a"\n    }\n)\n{\n    string templateAssetPath = "a"\n}\n',
  ],
  [
    "in templates of two clip sets, with other blanks",
    'def "A" (\n    clips = {\n        dictionary default = {\n            string templateAssetPath\t = "a"\n        }\n        dictionary other = {\n            string  templateAssetPath="a"\n            string mytemplateAssetPath = "a"\n        }\n    }\n)\n{\n}\n\ndef "B" (\n    clips = {\n        dictionary default = {\n            string templateAssetPath = "a"\n        }\n    }\n)\n{\n}\n',
    (layer) => replaceAssetPaths(layer, (path) => (path === "a" ? "c" : undefined)),
    'def "A" (\n    clips = {\n        dictionary default = {\n            string templateAssetPath\t = "c"\n        }\n        dictionary other = {\n            string  templateAssetPath="c"\n            string mytemplateAssetPath = "a"\n        }\n    }\n)\n{\n}\n\ndef "B" (\n    clips = {\n        dictionary default = {\n            string templateAssetPath = "c"\n        }\n    }\n)\n{\n}\n',
  ],
])("replaceAssetPaths: %s", (_, before, edit, after) => {
  expect(editedText(`#usda 1.0\n${before}`, edit)).toBe(`#usda 1.0\n${after}`);
});
