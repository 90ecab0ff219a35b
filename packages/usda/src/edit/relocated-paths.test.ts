import type { Layer } from "@usdkit/layer";
import { expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { editedText } from "../test-support/edited-prim.ts";
import { EditError } from "../text-edits/edit-error.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { relocatePaths } from "./relocate-paths.ts";
import { duplicatePrim, movePrim, renamePrimInVariants } from "./relocate.ts";

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "to another prim",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => movePrim(layer, "/A/B", "/D/B"),
    'def "A"\n{\n    def "C"\n    {\n        rel s = [</D/B>, </D/B.x>]\n    }\n}\n\ndef "D"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</D/B.x>, </A/C>]\n    }\n}\n',
  ],
  [
    "to the layer",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => movePrim(layer, "/A/B", "/B"),
    'def "A"\n{\n    def "C"\n    {\n        rel s = [</B>, </B.x>]\n    }\n}\n\ndef "D"\n{\n}\n\n# of B\ndef "B"\n{\n    int x = 1\n    rel r = [</B.x>, </A/C>]\n}\n',
  ],
  [
    "with another name",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => movePrim(layer, "/A/B", "/D/N"),
    'def "A"\n{\n    def "C"\n    {\n        rel s = [</D/N>, </D/N.x>]\n    }\n}\n\ndef "D"\n{\n    # of B\n    def "N"\n    {\n        int x = 1\n        rel r = [</D/N.x>, </A/C>]\n    }\n}\n',
  ],
  [
    "to another name only",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => movePrim(layer, "/A/B", "/A/N"),
    'def "A"\n{\n    def "C"\n    {\n        rel s = [</A/N>, </A/N.x>]\n    }\n\n    # of B\n    def "N"\n    {\n        int x = 1\n        rel r = [</A/N.x>, <../C>]\n    }\n}\n\ndef "D"\n{\n}\n',
  ],
  [
    "from the layer",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => movePrim(layer, "/D", "/A/C/D"),
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n\n        def "D"\n        {\n        }\n    }\n}\n',
  ],
  [
    "out of a variant",
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            def "B"\n            {\n                int y\n            }\n        }\n    }\n    rel r = [</A/B>, </A/B.y>]\n}\n\ndef "D"\n{\n}\n',
    (layer) => movePrim(layer, "/A{v=x}B", "/D/B"),
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n        }\n    }\n    rel r = [</D/B>, </D/B.y>]\n}\n\ndef "D"\n{\n    def "B"\n    {\n        int y\n    }\n}\n',
  ],
  [
    "into a prim with variants",
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            def "B"\n            {\n                int y\n            }\n        }\n    }\n    rel r = [</A/B>, </A/B.y>]\n}\n\ndef "D"\n{\n}\n',
    (layer) => movePrim(layer, "/D", "/A/D"),
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            def "B"\n            {\n                int y\n            }\n        }\n    }\n    rel r = [</A/B>, </A/B.y>]\n\n    def "D"\n    {\n    }\n}\n',
  ],
  [
    "the default prim",
    '(\n    defaultPrim = "D"\n)\n\ndef "A"\n{\n}\n\ndef "D"\n{\n}\n',
    (layer) => movePrim(layer, "/D", "/A/D"),
    '(\n    defaultPrim = "/A/D"\n)\n\ndef "A"\n{\n    def "D"\n    {\n    }\n}\n',
  ],
  [
    "the default prim to another name",
    '(\n    defaultPrim = "D"\n)\n\ndef "D"\n{\n}\n',
    (layer) => movePrim(layer, "/D", "/E"),
    '(\n    defaultPrim = "E"\n)\n\ndef "E"\n{\n}\n',
  ],
  [
    "not a property of its name",
    'def "A"\n{\n    int B\n    rel r = </A.B>\n\n    def "B"\n    {\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => movePrim(layer, "/A/B", "/D/B"),
    'def "A"\n{\n    int B\n    rel r = </A.B>\n}\n\ndef "D"\n{\n    def "B"\n    {\n    }\n}\n',
  ],
  [
    "the default prim of a path",
    '(\n    defaultPrim = "/A/D"\n)\n\ndef "A"\n{\n    def "D"\n    {\n    }\n}\n',
    (layer) => movePrim(layer, "/A/D", "/D"),
    '(\n    defaultPrim = "/D"\n)\n\ndef "A"\n{\n}\n\ndef "D"\n{\n}\n',
  ],
  [
    "that leaves opinions in a variant",
    'def "A" (\n    variantSets = "v"\n)\n{\n    def "B" {}\n    variantSet "v" = {\n        "x" {\n            over "B" { int y; }\n        }\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => movePrim(layer, "/A/B", "/D/B", { variantOpinions: "leave" }),
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            over "B" { int y; }\n        }\n    }\n}\n\ndef "D"\n{\n    def "B" {}\n}\n',
  ],
  [
    "that removes opinions in a variant",
    'def "A" (\n    variantSets = "v"\n)\n{\n    def "B" {}\n    variantSet "v" = {\n        "x" {\n            over "B" { int y; }\n        }\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => movePrim(layer, "/A/B", "/D/B", { variantOpinions: "remove" }),
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n        }\n    }\n}\n\ndef "D"\n{\n    def "B" {}\n}\n',
  ],
])("movePrim: %s", (_, before, edit, after) => {
  expect(editedText(`#usda 1.0\n${before}`, edit)).toBe(`#usda 1.0\n${after}`);
});

test.each([
  ["<..>", "</A>"],
  ["<.x>", "<.x>"],
  ["<../C.r[../C].y>", "</A/C.r[/A/C].y>"],
  ["<../C.r[..].y>", "</A/C.r[/A].y>"],
  ["</A/C.r[/A/B].y>", "</A/C.r[/D/B].y>"],
  ["</D.r[../C].y>", "</D.r[/A/C].y>"],
])("a path in a prim that moves: %s", (before, after) => {
  const prim = (path: string): string => `    def "B"\n    {\n        rel r = ${path}\n        int x\n    }\n`;
  const text = `#usda 1.0\ndef "A"\n{\n${prim(before)}}\n\ndef "D"\n{\n}\n`;
  const moved = `#usda 1.0\ndef "A"\n{\n}\n\ndef "D"\n{\n${prim(after)}}\n`;
  expect(editedText(text, (layer) => movePrim(layer, "/A/B", "/D/B"))).toBe(moved);
});

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "into itself",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => movePrim(layer, "/A", "/A/B/A"),
    '"/A" cannot be moved to "/A/B/A": this is the prim itself, or inside of it',
  ],
  [
    "to a name that is taken",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\ndef "E"\n{\n    def "B" {}\n}\n',
    (layer) => movePrim(layer, "/A/B", "/E/B"),
    '"/E" has a prim "B" already',
  ],
  [
    "to a prim that there is not",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => movePrim(layer, "/A/B", "/X/B"),
    'There is no spec at "/X": "/" has no "X"',
  ],
  [
    "a property",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => movePrim(layer, "/A/B.x", "/D/x"),
    'Expected a prim at "/A/B.x", found a spec of type attribute',
  ],
  [
    "to a name of two words",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => movePrim(layer, "/A/B", "/D/two words"),
    'Expected an identifier as the name of a prim, found "two words"',
  ],
  [
    "with opinions in a variant",
    'def "A" (\n    variantSets = "v"\n)\n{\n    def "B" {}\n    variantSet "v" = {\n        "x" {\n            over "B" { int y; }\n        }\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => movePrim(layer, "/A/B", "/D/B"),
    '"/A/B" cannot be moved: its opinions in "/A{v=x}B" would stay there; variantOpinions: "leave" moves it without them, "remove" removes them',
  ],
])("movePrim is rejected: %s", (_, text, edit, message) => {
  const { layer } = parseUsda(`#usda 1.0\n${text}`);
  expect(() => edit(layer)).toThrow(new EditError(message));
});

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "next to it, with paths in it",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => duplicatePrim(layer, "/A/B", "N"),
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "N"\n    {\n        int x = 1\n        rel r = [</A/N.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
  ],
  [
    "of the layer",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => duplicatePrim(layer, "/D", "N"),
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n\ndef "N"\n{\n}\n',
  ],
  [
    "in a variant",
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            def "B"\n            {\n                int y\n            }\n        }\n    }\n    rel r = [</A/B>, </A/B.y>]\n}\n\ndef "D"\n{\n}\n',
    (layer) => duplicatePrim(layer, "/A{v=x}B", "N"),
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            def "B"\n            {\n                int y\n            }\n\n            def "N"\n            {\n                int y\n            }\n        }\n    }\n    rel r = [</A/B>, </A/B.y>]\n}\n\ndef "D"\n{\n}\n',
  ],
])("duplicatePrim: %s", (_, before, edit, after) => {
  expect(editedText(`#usda 1.0\n${before}`, edit)).toBe(`#usda 1.0\n${after}`);
});

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "with a name that is taken",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => duplicatePrim(layer, "/A/B", "C"),
    '"/A" has a prim "C" already',
  ],
  [
    "with a name of two words",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => duplicatePrim(layer, "/A/B", "two words"),
    'Expected an identifier as the name of a prim, found "two words"',
  ],
])("duplicatePrim is rejected: %s", (_, text, edit, message) => {
  const { layer } = parseUsda(`#usda 1.0\n${text}`);
  expect(() => edit(layer)).toThrow(new EditError(message));
});

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "of all variants",
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            def "B"\n            {\n                int y\n            }\n        }\n    }\n    rel r = [</A/B>, </A/B.y>]\n}\n\ndef "D"\n{\n}\n',
    (layer) => renamePrimInVariants(layer, "/A/B", "N"),
    'def "A" (\n    variantSets = "v"\n)\n{\n    variantSet "v" = {\n        "x" {\n            def "N"\n            {\n                int y\n            }\n        }\n    }\n    rel r = [</A/N>, </A/N.y>]\n}\n\ndef "D"\n{\n}\n',
  ],
  [
    "of a root prim",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => renamePrimInVariants(layer, "/D", "N"),
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "N"\n{\n}\n',
  ],
  [
    "to its own name",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => renamePrimInVariants(layer, "/D", "D"),
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
  ],
])("renamePrimInVariants: %s", (_, before, edit, after) => {
  expect(editedText(`#usda 1.0\n${before}`, edit)).toBe(`#usda 1.0\n${after}`);
});

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "to no identifier",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => renamePrimInVariants(layer, "/D", "1"),
    'Expected an identifier as the name of a prim, found "1"',
  ],
])("renamePrimInVariants is rejected: %s", (_, text, edit, message) => {
  const { layer } = parseUsda(`#usda 1.0\n${text}`);
  expect(() => edit(layer)).toThrow(new EditError(message));
});

test.each<[string, string, (layer: Layer) => TextEdit[], string]>([
  [
    "of a prim",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => relocatePaths(layer, { from: "/A/B", to: "/D/B" }),
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</D/B.x>, </A/C>]\n    }\n\n    def "C"\n    {\n        rel s = [</D/B>, </D/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
  ],
  [
    "of a prim to another depth",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => relocatePaths(layer, { from: "/A/C", to: "/C" }),
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, </C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
  ],
  [
    "of a prim with all that is in it",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => relocatePaths(layer, { from: "/A", to: "/D/E" }),
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</D/E/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</D/E/B>, </D/E/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
  ],
  [
    "of a property",
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</A/B.x>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </A/B.x>]\n    }\n}\n\ndef "D"\n{\n}\n',
    (layer) => relocatePaths(layer, { from: "/A/B.x", to: "/D.z" }),
    'def "A"\n{\n    # of B\n    def "B"\n    {\n        int x = 1\n        rel r = [</D.z>, <../C>]\n    }\n\n    def "C"\n    {\n        rel s = [</A/B>, </D.z>]\n    }\n}\n\ndef "D"\n{\n}\n',
  ],
])("relocatePaths: %s", (_, before, edit, after) => {
  expect(editedText(`#usda 1.0\n${before}`, edit)).toBe(`#usda 1.0\n${after}`);
});
