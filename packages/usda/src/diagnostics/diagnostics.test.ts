// Diagnostics of texts with errors: one finding per error, at the error, with a message that names it.

import { describe, expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { HEAD, inLayer, inMetadata } from "../test-support/error-row.ts";
import { errorRows } from "../test-support/error-rows.ts";
import type { DiagnosticCode } from "./types.ts";

describe("reports one finding for one error", () => {
  test.each(errorRows)("%s", (_name, text, wanted) => {
    const { diagnostics } = parseUsda(text, wanted.options);
    expect(diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual([
      `${wanted.code} ${wanted.at}`,
    ]);
    const [first] = diagnostics;
    expect(first?.message).toContain(wanted.message);
    expect(first?.message).toMatch(/\.$/);
    expect(first?.primPath).toBe(wanted.in ?? "/A");
    if (wanted.hint === true) expect(first?.hint).toMatch(/^[A-Z].*\.$/);
    if (wanted.related !== undefined) {
      const range = first?.related?.[0]?.range;
      expect(new TextDecoder().decode(new TextEncoder().encode(text).subarray(range?.start, range?.end))).toBe(
        wanted.related,
      );
      expect(first?.related?.[0]?.message).not.toBe("");
    }
  });
});

test("has a row for every code", () => {
  // The fallback for errors without a code of their own.
  const all: Record<Exclude<DiagnosticCode, "USDA_LIMIT_DIAGNOSTICS">, true> = {
    USDA_HEADER: true,
    USDA_ENCODING: true,
    USDA_MERGE_CONFLICT: true,
    USDA_LIMIT_SIZE: true,
    USDA_LIMIT_NESTING: true,
    USDA_LIMIT_TOKEN: true,
    USDA_CHARACTER: true,
    USDA_STRING_UNTERMINATED: true,
    USDA_ASSET_UNTERMINATED: true,
    USDA_PATH_UNTERMINATED: true,
    USDA_COMMENT_UNTERMINATED: true,
    USDA_NUMBER: true,
    USDA_UNEXPECTED: true,
    USDA_STATEMENT_END: true,
    USDA_NEWLINE: true,
    USDA_SPACE: true,
    USDA_UNCLOSED_BRACE: true,
    USDA_UNCLOSED_PARENTHESIS: true,
    USDA_UNCLOSED_BRACKET: true,
    USDA_UNMATCHED_BRACE: true,
    USDA_MISPLACED: true,
    USDA_EMPTY: true,
    USDA_NAME: true,
    USDA_PATH: true,
    USDA_TYPE_UNKNOWN: true,
    USDA_VALUE_TYPE: true,
    USDA_VALUE_RANGE: true,
    USDA_VALUE_SHAPE: true,
    USDA_FIELD: true,
    USDA_FIELD_VALUE: true,
    USDA_LIST_OPERATION: true,
    USDA_SPLINE: true,
    USDA_ARRAY_EDIT: true,
    USDA_DUPLICATE_PRIM: true,
    USDA_DUPLICATE_ITEM: true,
    USDA_TYPE_CHANGED: true,
    USDA_VARIABILITY_CHANGED: true,
  };
  expect(new Set(errorRows.map(([, , { code }]) => code))).toEqual(new Set(Object.keys(all)));
});

describe("several errors", () => {
  const text = `#usda 1.0
(
    kind = "x"
)

def "A"
{
    int x = "a"
    double3 y = (1, 2)
    rel r = <//>

    def "B"
    {
        uchar u = 300
    }

    string s = 1
    int[] open = [1, 2
    token t = "fine"
}

def "A"
{
    = 5
}

class
over "C"
{
    bool fine = 1
}
`;
  const { layer, diagnostics } = parseUsda(text);

  test("finds every error once, at its position", () => {
    expect(diagnostics.map(({ code, line, primPath }) => [line, code, primPath])).toEqual([
      [3, "USDA_FIELD", "/"],
      [8, "USDA_VALUE_TYPE", "/A"],
      [9, "USDA_VALUE_SHAPE", "/A"],
      [10, "USDA_PATH", "/A"],
      [14, "USDA_VALUE_RANGE", "/A/B"],
      [17, "USDA_VALUE_TYPE", "/A"],
      [18, "USDA_UNCLOSED_BRACKET", "/A"],
      [22, "USDA_DUPLICATE_PRIM", "/A"],
      [24, "USDA_UNEXPECTED", "/A"],
      [27, "USDA_UNEXPECTED", "/"],
    ]);
  });

  test("keeps the valid content around errors", () => {
    expect(layer.root.children.map(({ name }) => name)).toEqual(["A", "A", "C"]);
    const names = layer.root.children.map(({ properties }) => properties.map(({ name }) => name));
    expect(names[0]).toContain("t");
    expect(names[2]).toEqual(["fine"]);
  });
});

describe("reads the other entries of a metadata block after an error", () => {
  test.each([
    [
      "of a prim",
      'def "A" (\n    kind = 5\n    doc = "d"\n    hidden = maybe\n    customData = {\n        int a 1\n        int b = 1\n    }\n    active = true\n)\n{\n    int x = "s"\n}\n',
      [3, 5, 7, 13],
      ["documentation", "active"],
    ],
    [
      "of a prim, a value missing, an asset path and a list open",
      'def "A" (\n    kind =\n    doc = "d"\n    payload = @a.usda\n    prepend references = [@a@\n    active = true\n)\n{\n    int x = "s"\n}\n',
      [3, 5, 7, 10],
      ["documentation", "active"],
    ],
    [
      "of one line",
      'def "A" (kind = 5; doc = "d"; active = 1 2; hidden = true)\n{\n    int x = "s"\n}\n',
      [2, 2, 4],
      ["documentation", "active", "hidden"],
    ],
  ])("%s", (_, body, lines, fields) => {
    const { layer, diagnostics } = parseUsda(`#usda 1.0\n${body}`);
    expect(diagnostics.map(({ line }) => line)).toEqual(lines);
    const [prim] = layer.root.children;
    expect([...prim.fields.keys()]).toEqual(fields);
    expect(prim.properties.map(({ name }) => name)).toEqual(["x"]);
  });

  test("reads the other entries of the metadata of the layer, a variant and a property", () => {
    const text =
      '#usda 1.0\n(\n    upAxis = 5\n    defaultPrim = 5.\n    metersPerUnit = 1 2\n    doc = "d"\n)\ndef "A"\n{\n    variantSet "v" = {\n        "a" (\n            kind = 1\n            doc = "d"\n        ) {\n            int y = "s"\n        }\n    }\n    int x = 1 (\n        doc = 5\n        displayName = "n"\n    )\n    int z = "s"\n}\n';
    const { layer, diagnostics } = parseUsda(text);
    expect(diagnostics.map(({ line }) => line)).toEqual([3, 4, 5, 12, 15, 19, 22]);
    const [prim] = layer.root.children;
    expect([...layer.root.fields.keys()]).toEqual(["metersPerUnit", "documentation"]);
    expect([...(prim.variantSets[0]?.variants[0]?.fields.keys() ?? [])]).toEqual(["documentation"]);
    expect([...(prim.properties[0]?.fields.keys() ?? [])]).toEqual(["displayName"]);
  });

  test("reports an unclosed block once", () => {
    const text = '#usda 1.0\ndef "A" (\n    kind = "k"\n{\n    int x = "s"\n}\n\ndef "B" (kind = "k")\n{\n}\n';
    const { diagnostics } = parseUsda(text);
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ["USDA_UNCLOSED_PARENTHESIS", 2],
      ["USDA_VALUE_TYPE", 5],
    ]);
  });
});

test("keeps the structure after an unclosed brace", () => {
  const text = [
    `${HEAD}def "A"`,
    "{",
    '    def "B"',
    "    {",
    "        int x = 1",
    "",
    '    def "C"',
    "    {",
    "    }",
    "}",
    "",
    'def "D"',
    "{",
    "    double y.timeSamples = {",
    "        1: (2),",
    "}",
    "",
    'def "E"',
    "{",
    "}",
    "",
  ].join("\n");
  const { layer, diagnostics } = parseUsda(text.replace("        1: (2),", "        1: 2,"));
  // The second error shows only after the first is fixed.
  expect(diagnostics[0]).toMatchObject({ code: "USDA_UNCLOSED_BRACE", line: 5, primPath: "/A/B" });
  expect(diagnostics.every(({ code }) => code === "USDA_UNCLOSED_BRACE")).toBe(true);
  expect(layer.root.children[0]?.name).toBe("A");

  const mended = text.replace("        int x = 1\n", "        int x = 1\n    }\n").replace("1: (2)", "1: 2");
  const { layer: rest, diagnostics: left } = parseUsda(mended);
  expect(left.map(({ code, line, primPath }) => [code, line, primPath])).toEqual([["USDA_UNCLOSED_BRACE", 16, "/D"]]);
  expect(rest.root.children.map(({ name }) => name)).toEqual(["A", "D", "E"]);
});

test("accepts a number with many digits", () => {
  const text = inLayer(`framesPerSecond = 24.${"0".repeat(60)}`);
  expect(parseUsda(text).diagnostics).toEqual([]);
});

test("escapes names in messages", () => {
  const text = inMetadata('variants = { int "\u202ex" = 1 }');
  const [first] = parseUsda(text).diagnostics;
  expect(first?.code).toBe("USDA_FIELD_VALUE");
  expect(first?.message).toContain("\\u202e");
});
