import { describe, expect, test } from "vitest";
import type { Rule } from "../rule/rule.ts";
import { rules } from "../rules/index.ts";
import { rulePage } from "./rule-page.ts";

const limit = rules.find(({ meta }) => meta.id === "resolution-limit");
const duplicate = rules.find(({ meta }) => meta.id === "duplicate-field");
if (duplicate === undefined || limit === undefined) throw new Error("the rule is gone");

test("a page: summary, severity, and scenes with their findings", () => {
  const page = rulePage(duplicate);
  expect(page).toMatch(/^# duplicate-field\n\nAn attribute or a metadata key authored twice in one place\.\n\n\|/);
  expect(page).toContain("| severity | warning ");
  expect(page).toContain("### An attribute twice\n\n```usda\n#usda 1.0\ndef Camera");
  expect(page).toContain(
    '\n```\n\n- `5:5` warning: "focalLength" is authored twice here; this one wins. Remove one of the two. See `4:5`: authored here first.\n',
  );
  expect(page).toContain("# usda-lint-disable-next-line duplicate-field -- ");
  expect(page.endsWith("\n")).toBe(true);
});

test("a scene that has a fix is followed by the lines that it changes", () => {
  const page = rulePage(limit);
  expect(page).toContain(
    "Fix (unsafe): Write (4500, 648).\n\nFixed:\n\n```diff\n-        int2 resolution = (5000, 720)\n+        int2 resolution = (4500, 648)\n```\n",
  );
  // "not positive" has no fix.
  expect(page.split("\n\nFixed:\n\n")).toHaveLength(4);
});

test("lines that a fix adds or removes", () => {
  const bad = (source: string, fixed: string): Rule => ({
    check: (context) => duplicate.check(context),
    meta: { ...duplicate.meta, fixable: "safe" },
    examples: () => ({ good: [], bad: [{ title: "x", source, at: [], fixed }] }),
  });
  expect(rulePage(bad("a\na\n", "a\na\na\n"))).toContain("Fixed:\n\n```diff\n+a\n```");
  expect(rulePage(bad("a\nb\na\n", "a\na\n"))).toContain("Fixed:\n\n```diff\n-b\n```");
  expect(rulePage(bad("a\nb\nc\nd\n", "a\nB\nc\nD\n"))).toContain("```diff\n-b\n-c\n-d\n+B\n+c\n+D\n```");
});

test("bytes that are not UTF-8 are shown as escapes", () => {
  const encoding = rules.find(({ meta }) => meta.id === "usda-encoding");
  const page = encoding === undefined ? "" : rulePage(encoding);
  expect(page).toContain('```text\n#usda 1.0\n(\n    doc = "caf\\xe9"\n)\n```');
  expect(page).toContain("```text\n\\ufeff#usda 1.0\n```");
  expect(page).toContain("```text\n\\xff\\xfe#\\x00u\\x00s\\x00\n```");
});

test("the options of a check are above its scene", () => {
  const rule: Rule = {
    check: (context) => duplicate.check(context),
    meta: { ...duplicate.meta, detail: "Because `a` | b.\n", fixable: "both" },
    examples: () => ({
      good: [{ title: "x", source: "```\n", profile: "patch", base: "#usda 1.0\n", maxResolution: 10, assets: ["a"] }],
      bad: [],
    }),
  };
  const page = rulePage(rule);
  expect(page).toContain("\n\nBecause `a` | b.\n\n## Fine\n\n### X\n\n");
  expect(page).toContain("by `--fix` if it is safe");
  expect(page).toContain(
    'With `--profile patch --base base.usda --max-resolution 10 --assets assets.json`:\n\n````usda\n```\n````\n\n`base.usda`:\n\n```usda\n#usda 1.0\n```\n\n`assets.json`:\n\n```json\n["a"]\n```',
  );
  expect(page).not.toContain("## Found");
});

test("the content of a scene or a message is escaped", () => {
  const rule: Rule = {
    check: (context) => duplicate.check(context),
    meta: { ...duplicate.meta, fixable: undefined, summary: "A <b> in `<c>`, *so* [it](x)" },
    examples: () => ({ good: [{ title: "a <script>", source: "" }], bad: [] }),
  };
  const page = rulePage(rule);
  expect(page).toContain("\nA \\<b> in `<c>`, \\*so\\* \\[it\\](x).\n");
  expect(page).toContain("### A \\<script>\n");
});

describe.each(rules.map((rule) => ({ rule, id: rule.meta.id })))("$id", ({ rule, id }) => {
  test("has a page whose findings are those that its examples claim", () => {
    const page = rulePage(rule);
    expect(page.startsWith(`# ${id}\n`)).toBe(true);
    const claimed = rule.examples?.().bad.flatMap(({ at }) => at) ?? [];
    const found = Array.from(
      page.matchAll(/^- `(\d+:\d+)` (?:error|warning|info)(?: \(\w+\))?: \S/gm),
      ([, place]) => place,
    );
    expect(found).toEqual(claimed);
    // The page has no invisible characters.
    expect(page).not.toMatch(/[\0-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069\ufeff]/);
  });
});
