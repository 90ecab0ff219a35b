import { expect, test } from "vitest";
import { fixScene } from "./fix.ts";
import type { Fix } from "../model/finding.ts";
import type { Rule } from "../rule/rule.ts";

/** Returns a rule that reports every occurrence of a word, with fixes from the test. */
const wordRule = (word: string, fixes: (at: number) => readonly Fix[]): Rule => ({
  meta: { id: `no-${word}`, summary: word, severity: "warning", effect: "risky", profiles: ["usda"] },
  check({ source, report }) {
    const text = Buffer.from(source ?? []).toString("latin1");
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      report({ message: word, range: { start: at, end: at + word.length }, fixes: fixes(at) });
    }
    return undefined;
  },
});
const replacing = (word: string, by: string, safe = true): Rule =>
  wordRule(word, (at) => [{ title: by, safe, edits: [{ start: at, end: at + word.length, text: by }] }]);
const scene = (name: string): string => `#usda 1.0\ndef "${name}" {\n}\n`;
const run = (
  source: string,
  customRules: readonly Rule[],
  unsafe?: boolean,
): ReturnType<typeof fixScene> & { text: string } => {
  const result = fixScene(source, { profile: "usda", customRules, unsafe });
  return { ...result, text: new TextDecoder().decode(result.source) };
};

test("applies fixes that do not overlap together, and the others in a later pass", () => {
  const result = run(scene("aa_bb"), [replacing("aa", "bb"), replacing("bb", "c")]);
  expect(result).toMatchObject({ text: scene("c_c"), applied: 3, passes: 2, parsedWhole: true });
  expect(result.report.findings).toEqual([]);
});

test("unsafe fixes are applied only on request", () => {
  expect(run(scene("aa"), [replacing("aa", "b", false)])).toMatchObject({ text: scene("aa"), applied: 0, passes: 0 });
  expect(run(scene("aa"), [replacing("aa", "b", false)], true)).toMatchObject({ text: scene("b"), applied: 1 });
});

test("fixes that undo each other terminate", () => {
  expect(run(scene("aa"), [replacing("aa", "bb"), replacing("bb", "aa")])).toMatchObject({ passes: 10 });
});

test("a text with syntax errors is not changed", () => {
  const broken = `${scene("aa")}def "B" {\n`;
  expect(run(broken, [replacing("aa", "b")])).toMatchObject({ text: broken, applied: 0, parsedWhole: false });
});

test("a fix that breaks the text is discarded", () => {
  expect(run(scene("aa"), [replacing("aa", '"')])).toMatchObject({ text: scene("aa"), applied: 0 });
});

test("known findings are not fixed, and stay in the report", () => {
  const source = scene("aa_aa_aa");
  const known = [{ rule: "no-aa", primPath: "/", property: null, count: 2 }];
  const {
    source: fixed,
    report,
    applied,
  } = fixScene(source, {
    profile: "usda",
    customRules: [replacing("aa", "c")],
    known,
  });
  expect(new TextDecoder().decode(fixed)).toBe(scene("aa_aa_c"));
  expect(report.findings.map(({ rule }) => rule)).toEqual(["no-aa", "no-aa"]);
  expect(applied).toBe(1);
  // What is known of another prim, property or rule is not meant.
  const others = [
    { ...known[0], rule: "no-bb" },
    { ...known[0], primPath: "/A" },
    { ...known[0], property: "x" },
  ];
  const all = fixScene(source, { profile: "usda", customRules: [replacing("aa", "c")], known: others });
  expect(new TextDecoder().decode(all.source)).toBe(scene("c_c_c"));
});

test("returns the same bytes if nothing changes", () => {
  const bytes = new TextEncoder().encode(scene("A"));
  expect(fixScene(bytes).source).toBe(bytes);
});
