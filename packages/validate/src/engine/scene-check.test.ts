// Campaign: Findings after edits: 20,000 scenes with edits, by a check of what changed and by a whole check

// The law of a check after an edit: its findings equal those of a check of the whole text, whatever the rules are.

import { parseUsda, reparseUsda, type ReparseEdit } from "@usdkit/usda";
import * as fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import type { Finding } from "../model/finding.ts";
import { profiles } from "../model/profile.ts";
import type { Example, Rule } from "../rule/rule.ts";
import { rules } from "../rules/index.ts";
import { checkScene } from "./check.ts";
import type { CheckOptions } from "./prepare-check.ts";
import { SceneCheck } from "./scene-check.ts";

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const textOf = ({ source }: Example): string => (typeof source === "string" ? source : decoder.decode(source));
const examples = rules.flatMap(({ examples: make }) => {
  const made = make?.();
  return made === undefined ? [] : [...made.good, ...made.bad];
});
const lines = [...new Set(examples.flatMap((each) => textOf(each).split("\n")))].filter((line) => line !== "");

interface Scene {
  readonly text: string;
  readonly example: Example;
}

interface Change {
  readonly at: number;
  readonly length: number;
  readonly isLine: boolean;
  readonly added: string;
}

/** Scenes of the examples behind each other, some of them in a prim: every rule has findings in some of them. */
const scene: fc.Arbitrary<Scene> = fc
  .array(fc.tuple(fc.constantFrom(...examples), fc.constantFrom("", "def", "over", "class", 'def Cube "C" {\n def')), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => {
    const bodies = parts.map(([example, specifier], index) => {
      const text = textOf(example);
      const body = text.startsWith("#usda") ? text.slice(text.indexOf("\n") + 1) : text;
      if (specifier === "" || body.startsWith("(")) return index === 0 ? text : body;
      return `${index === 0 ? "#usda 1.0\n" : ""}${specifier} "P${index}"\n{\n${body}}\n${specifier.includes("{") ? "}\n" : ""}`;
    });
    return { text: bodies.join(""), example: parts[0][0] };
  });

const snippet = fc.oneof(
  fc.constantFrom(...'| |\n|"|{|}|(|)|#|/*|*/|=|1|é|;|def "A" {}\n|over |class |Mehs|Camera|</World>|@'.split("|")),
  fc.constantFrom("(\n    active = false\n)", "# usda-lint-disable-next-line\n", "# usda-lint-disable xform-matrix\n"),
  fc.constantFrom(...lines).map((line) => `${line}\n`),
);
/** Where, as a fraction of the text; how many characters go; whether whole lines; the new text. */
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(12), fc.nat(200)),
  isLine: fc.boolean(),
  added: snippet,
});

interface Step {
  readonly bytes: Uint8Array;
  readonly edit: ReparseEdit;
}

/** Applies a change at the boundaries of characters. */
function applyChange(before: Uint8Array, { at, length, isLine, added }: Change): Step {
  const text = decoder.decode(before);
  let from = Math.floor(at * text.length);
  if (isLine) from = text.lastIndexOf("\n", from) + 1;
  const to = Math.min(
    text.length,
    isLine && length > 0 ? text.indexOf("\n", from + length) + 1 || from : from + length,
  );
  const start = encoder.encode(text.slice(0, from)).length;
  const end = start + encoder.encode(text.slice(from, Math.max(from, to))).length;
  const size = encoder.encode(added).length;
  const bytes = encoder.encode(text.slice(0, from) + added + text.slice(Math.max(from, to)));
  return { bytes, edit: { start, end, size } };
}

const withoutFixes = (findings: readonly Finding[]): Finding[] => findings.map((each) => ({ ...each, fixes: [] }));

/** Throws if the findings after one of the changes differ from those of a whole check. */
function compare({ text, example }: Scene, changes: readonly Change[], options: CheckOptions): void {
  const { base, assets, maxResolution, primTypes } = example;
  const all: CheckOptions = { base, assets, maxResolution, primTypes, ...options };
  let parsed = parseUsda(encoder.encode(text));
  let check = SceneCheck.of({ parsed }, all);
  expect(check.findings()).toEqual(withoutFixes(checkScene(parsed, all).findings));
  for (const each of changes) {
    const { bytes, edit } = applyChange(parsed.layer.source ?? new Uint8Array(0), each);
    parsed = reparseUsda(parsed, bytes, edit);
    check = check.next({ parsed }, edit);
    const whole = checkScene(parseUsda(bytes), all).findings;
    expect(check.findings()).toEqual(withoutFixes(whole));
    expect(check.findingsAt({ start: 0, end: bytes.length })).toEqual(whole);
  }
}

const levels = { "mesh-id-known": "error" } as const;
const numRuns = inject("deep") ? 20_000 : 200;

test.each(profiles.map((profile) => ({ profile })))("equals a whole check: $profile", ({ profile }) => {
  fc.assert(
    fc.property(scene, fc.array(change, { minLength: 1, maxLength: 6 }), (from, changes) => {
      compare(from, changes, { profile, rules: levels, assets: from.example.assets ?? ["chair-01"] });
    }),
    { numRuns: Math.ceil(numRuns / profiles.length) },
  );
});

test("every rule with callbacks for the walk declares the scope prim, so that edits of large scenes stay fast", () => {
  const { layer } = parseUsda("#usda 1.0\n");
  const slow = rules.filter(({ meta }) => meta.scope !== "prim").map(({ meta }) => meta.id);
  for (const profile of ["offline", "patch", "usd", "usda"] as const) {
    const seen = new Set<string>();
    const customRules: Rule[] = rules.map((rule): Rule => ({
      meta: { ...rule.meta, id: `copy-of-${rule.meta.id}`, fixable: undefined },
      check(context) {
        const listeners = rule.check(context);
        const { prim, property, spec, undefinedPrim } = listeners ?? {};
        if ((prim ?? property ?? spec ?? undefinedPrim) !== undefined) seen.add(rule.meta.id);
        return undefined;
      },
    }));
    checkScene(layer, { profile, customRules, assets: [] });
    expect([...seen].filter((id) => slow.includes(id))).toEqual([]);
  }
});

describe("custom rules", () => {
  const custom = (scope: "prim" | "layer" | undefined, check: Rule["check"]): Rule => ({
    meta: { id: "custom", summary: "", severity: "info", effect: null, profiles: ["usda"], scope },
    check,
  });
  /** Returns the number of scenes that were compared. */
  const law = (rule: Rule): number => {
    let count = 0;
    fc.assert(
      fc.property(scene, fc.array(change, { minLength: 1, maxLength: 4 }), (from, changes) => {
        compare(from, changes, { profile: "usda", customRules: [rule] });
        count++;
      }),
      { numRuns: 60, endOnFailure: true },
    );
    return count;
  };
  /** Reports the number of prims before each. */
  const counting: Rule["check"] = ({ report }) => {
    let count = 0;
    return { prim: ({ range, path }) => report({ message: `${count++} prims before`, range, primPath: path }) };
  };

  test("may depend on the whole layer by default", () => {
    expect(law(custom(undefined, counting))).toBe(60);
  });

  test("that declare a scope which is too small are found by the law", () => {
    expect(() => law(custom("prim", counting))).toThrow();
  });

  test("get the prims that they noted, also those that did not change", () => {
    const rule = custom("prim", ({ note, report }) => ({
      property: (_, prim) => note(prim),
      end: (noted) => report({ message: Array.from(noted, ({ path }) => path).join(" ") }),
    }));
    expect(law(rule)).toBe(60);
  });
});

test("only the prims that an edit touches, and those above them, are visited again", () => {
  const visited: string[] = [];
  const watching: Rule = {
    meta: { id: "watching", summary: "", severity: "info", effect: null, profiles: ["usda"], scope: "prim" },
    check: () => ({ prim: ({ path }) => visited.push(path) }),
  };
  const body = (name: string, inner = ""): string => `def "${name}"\n{\n    int x = 1\n${inner}}\n`;
  const before = encoder.encode(`#usda 1.0\n${body("A", body("B") + body("C", body("D")))}${body("E")}`);
  const parsed = parseUsda(before);
  const check = SceneCheck.of({ parsed }, { profile: "usda", customRules: [watching] });
  expect(visited.splice(0)).toEqual(["/A", "/A/B", "/A/C", "/A/C/D", "/E"]);
  const at = decoder.decode(before).indexOf("1\n", decoder.decode(before).indexOf('"C"'));
  const { bytes, edit } = applyChange(before, { at: at / before.length, length: 1, isLine: false, added: "25" });
  const next = check.next({ parsed: reparseUsda(parsed, bytes, edit) }, edit);
  expect(visited).toEqual(["/A", "/A/C"]);
  expect(next.count).toBe(0);
});
