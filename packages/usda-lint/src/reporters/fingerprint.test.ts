import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileReport, reportOf } from "../test-support/render-report.ts";
import { fingerprints } from "./fingerprint.ts";

const SCENE = `#usda 1.0
def "World"
{
    int x = 1
    int x = 2
    int x = 3
    def "A"
    {
        int x = 1
        int x = 2
    }
}
`;
const of = (text: string, scope?: string): string[] => fingerprints(reportOf("a.usda", text).findings, scope);

test("are hexadecimal, and all different in a file", () => {
  const found = of(SCENE);
  expect(found).toHaveLength(3);
  expect(new Set(found).size).toBe(3);
  for (const each of found) expect(each).toMatch(/^[0-9a-f]{32}$/);
  fc.assert(
    fc.property(hostileReport, ({ findings }) => {
      const twice = fingerprints([...findings, ...findings]);
      expect(new Set(twice).size).toBe(twice.length);
    }),
  );
});

describe("stay", () => {
  test("when lines are added above, and when the layout changes", () => {
    expect(of(SCENE.replace("def", "# a comment\n\n\ndef"))).toEqual(of(SCENE));
    expect(of(SCENE.replaceAll("    ", "\t\t"))).toEqual(of(SCENE));
  });
  test("when other findings come and go", () => {
    const more = SCENE.replace('    def "A"', '    int y = "no"\n    def "A"');
    expect(of(more)).toEqual(expect.arrayContaining(of(SCENE)));
    expect(of(more)).toHaveLength(4);
  });
  test("when the place in the text is another, whatever it is", () => {
    fc.assert(
      fc.property(hostileReport, fc.nat(), ({ findings }, lines) => {
        const moved = findings.map((finding) => ({
          ...finding,
          range: { start: finding.range.start + lines, end: finding.range.end + lines },
          start: { ...finding.start, line: finding.start.line + lines },
          end: { ...finding.end, line: finding.end.line + lines },
        }));
        expect(fingerprints(moved)).toEqual(fingerprints(findings));
      }),
    );
  });
  test("when a number in the message changes", () => {
    const [finding] = reportOf("a.usda", SCENE).findings;
    const say = (message: string): string[] => (finding === undefined ? [] : fingerprints([{ ...finding, message }]));
    expect(say("4501 is above the limit")).toEqual(say("9000.5  is above the limit"));
    expect(say("4501 is above the limit")).not.toEqual(say("4501 is below the limit"));
  });
});

test("differ by rule, prim path, property, message and scope", () => {
  const [finding] = reportOf("a.usda", SCENE).findings;
  if (finding === undefined) throw new Error("no finding");
  const variants = [
    finding,
    { ...finding, rule: "other" },
    { ...finding, primPath: "/Other" },
    { ...finding, property: "y" },
    { ...finding, property: null },
    { ...finding, message: "other" },
  ];
  const all = [...variants.flatMap((each) => fingerprints([each])), ...fingerprints([finding], "b.usda")];
  expect(new Set(all).size).toBe(variants.length + 1);
});
