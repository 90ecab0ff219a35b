// Fixes in forms of the text that the pages of the rules do not show: what one pass writes, or that there is no fix.

import { applyEdits } from "@usdkit/usda";
import { describe, expect, test } from "vitest";
import type { CheckOptions } from "../engine/prepare-check.ts";
import { fullScene } from "../examples/full-scene.ts";
import { patchOf } from "../examples/patch-scene.ts";
import { find, matrix, order, patch, prim } from "../test-support/findings.ts";

type Row = readonly [title: string, source: string, fixed: string | undefined];

/** Returns the text after the fixes of a rule's findings, in one pass; undefined if none has a fix. */
function fixOnce(rule: string, source: string, options: CheckOptions): string | undefined {
  const findings = find(source, options).filter((each) => each.rule === rule);
  expect(findings).not.toEqual([]);
  const edits = findings.flatMap(({ fixes }) => fixes.flatMap((fix) => fix.edits));
  if (edits.length === 0) return undefined;
  return new TextDecoder().decode(applyEdits(new TextEncoder().encode(source), edits));
}

function testRows(rule: string, options: CheckOptions, rows: readonly Row[]): void {
  describe(`the rule ${rule}`, () => {
    test.each(rows)("%s", (_, source, fixed) => {
      expect(fixOnce(rule, source, options)).toBe(fixed);
    });
  });
}

const camera = (...statements: string[]): string =>
  fullScene("\n").replace("float focalLength = 35", statements.join("\n    "));
const xform = (...statements: string[]): string => fullScene(prim('def Xform "A"', ...statements));

testRows("attribute-type", {}, [
  [
    "of a custom attribute",
    camera("custom  uniform  float focalLength = 35"),
    camera("custom  float focalLength = 35"),
  ],
  [
    "in each statement",
    camera("uniform float focalLength", "uniform float focalLength = 35"),
    camera("float focalLength", "float focalLength = 35"),
  ],
  [
    "of a custom list of tokens",
    xform(matrix, 'custom token[] xformOpOrder = ["xformOp:transform"]'),
    xform(matrix, 'custom uniform token[] xformOpOrder = ["xformOp:transform"]'),
  ],
  [
    "with a type in another spelling than that of the layer",
    xform(matrix, 'token [] xformOpOrder = ["xformOp:transform"]'),
    undefined,
  ],
  [
    "with a comment before the type",
    xform(matrix, 'custom /* c */ token[] xformOpOrder = ["xformOp:transform"]'),
    undefined,
  ],
]);

const metadata = (...entries: string[]): string => `#usda 1.0\ndef "A" (\n    ${entries.join("\n    ")}\n)\n{\n}\n`;
const property = (statement: string, entry: string): string =>
  `#usda 1.0\ndef "A"\n{\n    ${statement} (\n        ${entry}\n    )\n}\n`;
const layer = (entry: string): string => `#usda 1.0\n(\n    ${entry}\n)\n`;

testRows("metadata-unknown", { profile: "usda" }, [
  ["of the layer", layer('defaultPrm = "A"'), layer('defaultPrim = "A"')],
  ["of an attribute", property("int x", 'displayNam = "x"'), property("int x", 'displayName = "x"')],
  ["of a relationship", property("rel x", 'displayNam = "x"'), property("rel x", 'displayName = "x"')],
  ["of an edit of a list", metadata('prepend apiSchema = ["A"]'), metadata('prepend apiSchemas = ["A"]')],
  ["that an attribute cannot have", property("int x", 'kidn = "group"'), undefined],
  ["that is there already", metadata('kind = "group"', 'kidn = "component"'), undefined],
  ["that is there twice", metadata('kidn = "group"', 'kidn = "component"'), undefined],
  ["with a value of another type", metadata("kidn = 3"), undefined],
  [
    "with a long value",
    metadata(`displayNam = "${"a".repeat(9_900)}"`),
    metadata(`displayName = "${"a".repeat(9_900)}"`),
  ],
  ["with a very long value", metadata(`displayNam = "${"a".repeat(10_000)}"`), undefined],
]);

testRows("name-misspelled", {}, [
  [
    "an op and its entry in the order",
    xform(matrix.replace("transform", "tranform"), order("xformOp:tranform")),
    xform(matrix, order("xformOp:transform")),
  ],
  [
    "an op and its entry after another one",
    xform(matrix.replace("transform", "tranform"), order("!resetXformStack!", "xformOp:tranform")),
    xform(matrix, order("!resetXformStack!", "xformOp:transform")),
  ],
  [
    "an op and its inverse in the order",
    xform(matrix.replace("transform", "tranform"), order("!invert!xformOp:tranform")),
    xform(matrix, order("!invert!xformOp:transform")),
  ],
  [
    "an op with another entry in the order",
    xform(matrix.replace("transform", "tranform"), order("xformOp:transform")),
    xform(matrix, order("xformOp:transform")),
  ],
  [
    "an op whose entry has an escape",
    xform(matrix.replace("transform", "tranform"), order("xformOp:tranform").replace("tranf", "tr\\x61nf")),
    xform(matrix, order("xformOp:tranform").replace("tranf", "tr\\x61nf")),
  ],
  ["an entry with an escape", xform(matrix, order("xformOp:tranform").replace("tranf", "tr\\x61nf")), undefined],
  [
    "an op of an order without a value",
    xform(matrix.replace("transform", "tranform"), "uniform token[] xformOpOrder"),
    xform(matrix, "uniform token[] xformOpOrder"),
  ],
  ["an attribute that is there as well", camera("float focalLength = 35", "float focalLenght = 3"), undefined],
  [
    "metadata that is there as well",
    fullScene(prim('def Mesh "A" (\n    payload = @asset:/mesh/a@\n    payloads = @asset:/mesh/b@\n)')),
    undefined,
  ],
  [
    "documentation of an attribute",
    camera('float focalLength = 35 (\n        documentatoin = "x"\n    )'),
    camera('float focalLength = 35 (\n        documentation = "x"\n    )'),
  ],
  ["a type next to a comment", fullScene(prim('def Mehs /* c */ "A" (\n    payload = @asset:/mesh/a@\n)')), undefined],
]);

const disabled = (comment: string): string =>
  `#usda 1.0\ndef "A"\n{\n    int x = 1\n    ${comment}\n    int x = 2\n}\n`;
const next = "# usda-lint-disable-next-line";
const onLine = (comment: string): string => `#usda 1.0\ndef "A"\n{\n    int x = 1${comment}\n}\n`;

testRows("unused-disable", { profile: "usda" }, [
  ["the first of two rules", disabled(`${next} usda-header, duplicate-field`), disabled(`${next} duplicate-field`)],
  ["the last of two rules", disabled(`${next} duplicate-field, usda-header`), disabled(`${next} duplicate-field`)],
  ["one without a comma", disabled(`${next} usda-header duplicate-field`), disabled(`${next} duplicate-field`)],
  [
    "one before a reason",
    disabled(`${next} duplicate-field, usda-header -- as usda-header says`),
    disabled(`${next} duplicate-field -- as usda-header says`),
  ],
  ["the only one before a reason", onLine(" # usda-lint-disable-line usda-header -- why"), onLine("")],
  [
    "a rule whose id is a part of another",
    disabled(`${next} x-usda-header, usda-header-x, usda-header, duplicate-field`).replaceAll(
      /x-usda-header, usda-header-x, /g,
      "metadata-unknown, ",
    ),
    disabled(`${next} duplicate-field`),
  ],
  [
    "a comment in a block",
    disabled("/* usda-lint-disable-next-line duplicate-field, usda-header */"),
    disabled("/* usda-lint-disable-next-line duplicate-field */"),
  ],
  [
    "a block with one rule",
    disabled("/* usda-lint-disable-next-line duplicate-field */").replace("x = 2", "y = 2"),
    disabled("").replace("    \n", "").replace("x = 2", "y = 2"),
  ],
  ["after a tab", onLine("\t# usda-lint-disable-line usda-header"), onLine("")],
  ["a line with white space at its ends", onLine("\n \t# usda-lint-disable-line usda-header"), onLine("")],
  ["a line that ends with a carriage return", onLine("\r\n    # usda-lint-disable-line usda-header\r"), onLine("\r")],
  ["the last line, without an end", "#usda 1.0\n# usda-lint-disable usda-header", "#usda 1.0\n"],
  ["a rule that is like no other", onLine(" # usda-lint-disable-line zzz"), undefined],
]);

testRows("patch-path", patch, [
  ["a name", patchOf("Secnd", "float fStop = 1"), patchOf("Second", "float fStop = 1")],
  [
    "a name that another prim of the patch has",
    `#usda 1.0\nover "World"\n{\n    over "Main"\n    {\n    }\n\n    over "Mian"\n    {\n        float fStop = 1\n    }\n}\n`,
    undefined,
  ],
  [
    "the name of a parent",
    patchOf("Main", "float fStop = 1").replace('"World"', '"Wrold"'),
    patchOf("Main", "float fStop = 1"),
  ],
]);
