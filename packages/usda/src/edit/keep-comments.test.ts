import { findSpec } from "@usdkit/layer";
import { describe, expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { applyEdits } from "../text-edits/text-edit.ts";
import { setAttributeValue } from "./edits.ts";
import { keepComments } from "./keep-comments.ts";
import { removeStatements, removeStatementText } from "./remove.ts";

/** The body of prim `A` after the edit. */
function changed(body: string, change: (text: string) => string): string {
  const head = '#usda 1.0\ndef "A"\n{\n';
  const after = change(`${head}${body}\n}\n`);
  expect(parseUsda(after).diagnostics).toEqual([]);
  return after.slice(head.length, -3);
}

function statementsOf(text: string, ...names: string[]): { start: number; end: number }[] {
  const { layer } = parseUsda(text);
  return names.flatMap((name) => {
    const spec = findSpec(layer, `/A.${name}`);
    return spec.specType === "attribute" ? spec.statements : [];
  });
}

describe("comments in a replaced value move above its statement", () => {
  test.each([
    ["of a line", "    int[] x = [ # one\n        1] # beside", "    # one\n    int[] x = [2] # beside"],
    ["of a block", "    int[] x = [/* one */ 1, /* two */ 3]", "    /* one */\n    /* two */\n    int[] x = [2]"],
    ["within a line", "int y; int[] x = [/* one */ 1]; int z", "int y; /* one */ int[] x = [2]; int z"],
    ["of a line, within one", "int y; int[] x = [ # one\n1]; int z", "int y; # one\nint[] x = [2]; int z"],
  ])("%s", (_, before, after) => {
    const set = (text: string): string => {
      const { layer } = parseUsda(text);
      return applyEdits(text, keepComments(layer, setAttributeValue(layer, "/A.x", "[2]")));
    };
    expect(changed(before, set)).toBe(after);
  });
});

test("comments of removed text move above the anchor", () => {
  const before = "    # of x\n    int x = 1 # beside x\n\n    int y = 2\n    # of z\n    int z /* in z */ = 3";
  const move = (text: string): string => {
    const [anchor, ...gone] = statementsOf(text, "y", "x", "z");
    const { layer } = parseUsda(text);
    return applyEdits(text, keepComments(layer, removeStatements(layer, gone), anchor.start));
  };
  expect(changed(before, move)).toBe("    # of x\n    # beside x\n    # of z\n    /* in z */\n    int y = 2");
});

describe("comments of removed text stay in place without an anchor", () => {
  test.each([
    ["above", "    # above\n    int x = 1\n    int y", "    # above\n    int y"],
    ["at the end of the line", "    int x = 1 # beside\n    int y", "    # beside\n    int y"],
    ["in it", "    int x /* in */ = 1; # beside\n    int y", "    /* in */\n    # beside\n    int y"],
    ["on one line", "int w; int x /* in */ = 1; int y", "int w; /* in */ int y"],
    ["at the end of one line", "int w; int x = 1; # beside", "int w; # beside"],
    ["none", "    int w\n\n    int x = 1\n\n    int y", "    int w\n\n    int y"],
  ])("%s", (_, before, after) => {
    const remove = (text: string): string => {
      const [statement] = statementsOf(text, "x");
      return applyEdits(text, removeStatementText(parseUsda(text).layer, statement));
    };
    expect(changed(before, remove)).toBe(after);
  });
});

test("an edit outside of any statement keeps its comments in place", () => {
  const text = '#usda 1.0\n# above\ndef "A"\n{\n}\n# below\n';
  const { layer } = parseUsda(text);
  expect(applyEdits(text, keepComments(layer, [{ start: 10, end: text.length, text: "" }]))).toBe(
    "#usda 1.0\n# above\n# below\n",
  );
});

test.each([
  ["in the order of the text", ""],
  ["reordered", `    reorder nameChildren = [${Array.from({ length: 40 }, (_, i) => `"P${39 - i}"`).join(", ")}]\n`],
])("comments of each of many siblings move above the statement of their own, %s", (_, order) => {
  const property = (i: number, x: string): string => `            int[] x${i} = [${x}${i}]\n`;
  const prim = (i: number, properties: string): string => `    def "P${i}"\n    {\n${properties}    }\n`;
  const numbers = Array.from({ length: 40 }, (_each, i) => i);
  const body = (x: (i: number, j: number) => string): string =>
    numbers.map((i) => prim(i, [0, 1, 2].map((j) => x(i, j)).join(""))).join("");
  const text = `#usda 1.0\ndef "A"\n{\n${order}${body((i, j) => property(j, `/* ${i} ${j} */ `))}}\n`;
  const { layer } = parseUsda(text);
  const edits = numbers.flatMap((i) =>
    [0, 1, 2].flatMap((j) => keepComments(layer, setAttributeValue(layer, `/A/P${i}.x${j}`, `[${j}]`))),
  );
  expect(applyEdits(text, edits)).toBe(
    `#usda 1.0\ndef "A"\n{\n${order}${body((i, j) => `            /* ${i} ${j} */\n${property(j, "")}`)}}\n`,
  );
});
