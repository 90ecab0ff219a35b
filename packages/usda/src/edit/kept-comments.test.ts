import type { Layer } from "@usdkit/layer";
import { expect, test } from "vitest";
import { editedText } from "../test-support/edited-prim.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { keepComments } from "./keep-comments.ts";

/** The edits that replace a part of the layer's text, which occurs once, and keep its comments. */
function replaced(layer: Layer, part: string, text: string): TextEdit[] {
  const source = new TextDecoder("latin1").decode(layer.source);
  const start = source.indexOf(part);
  return keepComments(layer, [{ start, end: start + part.length, text }]);
}

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "moves what the new text lacks above the entry of metadata",
    'def "A" (\n    active = false\n    kind = "a" # one\n    hidden = true\n)\n{\n}\n',
    (layer) => replaced(layer, '"a" # one', '"b"'),
    'def "A" (\n    active = false\n    # one\n    kind = "b"\n    hidden = true\n)\n{\n}\n',
  ],
  [
    "leaves comments that the new text has",
    'def "A"\n{\n    int x = 1 # one\n}\n',
    (layer) => replaced(layer, "1 # one", "2 # one"),
    'def "A"\n{\n    int x = 2 # one\n}\n',
  ],
  [
    "counts comments of the same text",
    'def "A"\n{\n    int[] x = [ # one\n1, # one\n]\n}\n',
    (layer) => replaced(layer, "[ # one\n1, # one\n]", "[2] # one"),
    'def "A"\n{\n    # one\n    int[] x = [2] # one\n}\n',
  ],
  [
    "leaves both comments of the same text",
    'def "A"\n{\n    int[] x = [ # one\n1, # one\n]\n}\n',
    (layer) => replaced(layer, "[ # one\n1, # one\n]", "[ # one \n2] # one"),
    'def "A"\n{\n    int[] x = [ # one \n2] # one\n}\n',
  ],
  [
    "moves comments with slashes",
    'def "A"\n{\n    int[] x = [ // one\n1]\n}\n',
    (layer) => replaced(layer, "[ // one\n1]", "[2]"),
    'def "A"\n{\n    // one\n    int[] x = [2]\n}\n',
  ],
  [
    "sees no comment in other slashes",
    'def "A"\n{\n    asset x = @a/b@\n}\n',
    (layer) => replaced(layer, "@a/b@", "@c@"),
    'def "A"\n{\n    asset x = @c@\n}\n',
  ],
  [
    "moves a comment of a property in a child",
    'def "A"\n{\n    int y\n\n    def "B"\n    {\n        int z = 0\n        int x = /* one */ 1\n    }\n}\n',
    (layer) => replaced(layer, "/* one */ 1", "2"),
    'def "A"\n{\n    int y\n\n    def "B"\n    {\n        int z = 0\n        /* one */\n        int x = 2\n    }\n}\n',
  ],
  [
    "moves a comment of a child's head above it",
    'def "A"\n{\n    def /* one */ "B"\n    {\n    }\n}\n',
    (layer) => replaced(layer, 'def /* one */ "B"', 'over "B"'),
    'def "A"\n{\n    /* one */\n    over "B"\n    {\n    }\n}\n',
  ],
  [
    "moves a comment in a variant",
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            int x = /* one */ 1\n        }\n    }\n}\n',
    (layer) => replaced(layer, "/* one */ 1", "2"),
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            /* one */\n            int x = 2\n        }\n    }\n}\n',
  ],
  [
    "moves a comment at the head of a variant above it",
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" /* one */ {\n        }\n    }\n}\n',
    (layer) => replaced(layer, '"x" /* one */', '"y"'),
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        /* one */\n        "y" {\n        }\n    }\n}\n',
  ],
  [
    "moves a comment in the head of a layer's metadata",
    '(\n    upAxis = /* one */ "Y"\n)\n',
    (layer) => replaced(layer, '/* one */ "Y"', '"Z"'),
    '(\n    /* one */\n    upAxis = "Z"\n)\n',
  ],
  [
    "leaves a comment of removed lines",
    'def "A"\n{\n    # one  \n    int x\n    int y\n}\n',
    (layer) => replaced(layer, "    # one  \n    int x\n", ""),
    'def "A"\n{\n    # one\n    int y\n}\n',
  ],
  [
    "leaves comments of removed lines, each as deep as it was",
    'def "A"\n{\n  # one\n    int x /* two */\n    int y\n}\n',
    (layer) => replaced(layer, "  # one\n    int x /* two */\n", ""),
    'def "A"\n{\n  # one\n    /* two */\n    int y\n}\n',
  ],
  [
    "leaves a comment of a removed part of a line",
    'def "A" { int w; int x /* one */ = 1; int y; }\n',
    (layer) => replaced(layer, "int x /* one */ = 1; ", ""),
    'def "A" { int w; /* one */ int y; }\n',
  ],
  [
    "leaves comments at the end of a line",
    'def "A"\n{\n    int w; int x /* one */ = 1; # two\n    int y\n}\n',
    (layer) => replaced(layer, " int x /* one */ = 1; # two", ""),
    'def "A"\n{\n    int w; /* one */ # two\n    int y\n}\n',
  ],
  [
    "leaves a block comment alone at the end of a line",
    'def "A"\n{\n    int w; int x /* one */\n    int y\n}\n',
    (layer) => replaced(layer, " int x /* one */", ""),
    'def "A"\n{\n    int w; /* one */\n    int y\n}\n',
  ],
  [
    "leaves a comment before what is left of the line",
    'def "A"\n{\n    int x /* one */; int y\n}\n',
    (layer) => replaced(layer, "    int x /* one */; ", "    "),
    '/* one */\ndef "A"\n{\n    int y\n}\n',
  ],
  [
    "leaves a comment of the rest of a line",
    'def "A"\n{\n    int x; int y /* one */;\n    int z\n}\n',
    (layer) => replaced(layer, "int y /* one */;\n", "\n"),
    'def "A"\n{\n    int x; /* one */ \n    int z\n}\n',
  ],
  [
    "moves a comment behind a statement above its prim",
    'def "A"\n{\n    int x = 1 # one\n}\n',
    (layer) => replaced(layer, " # one", " "),
    '# one\ndef "A"\n{\n    int x = 1 \n}\n',
  ],
  [
    "trims blanks after comments",
    'def "A"\n{\n    int[] x = [ # one  \n        1]\n}\n',
    (layer) => replaced(layer, "[ # one  \n        1]", "[2]"),
    'def "A"\n{\n    # one\n    int[] x = [2]\n}\n',
  ],
  [
    "uses the line ends of the text",
    'def "A"\r\n{\r\n    # one\r\n    int x\r\n    int y\r\n}\r\n',
    (layer) => replaced(layer, "    # one\r\n    int x\r\n", ""),
    'def "A"\r\n{\r\n    # one\r\n    int y\r\n}\r\n',
  ],
  [
    "changes nothing without a comment",
    'def "A"\n{\n    int x = 17\n}\n',
    (layer) => replaced(layer, "17", "2"),
    'def "A"\n{\n    int x = 2\n}\n',
  ],
])("keepComments: %s", (_, before, edit, after) => {
  expect(editedText(`#usda 1.0\n${before}`, edit)).toBe(`#usda 1.0\n${after}`);
});
