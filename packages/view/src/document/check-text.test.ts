import { expect, test } from "vitest";
import { defaultSettings, type PageSettings } from "../protocol/page-settings.ts";
import { checkText } from "./check-text.ts";

const TEXT = `#usda 1.0
def Camera "A"
{
    float focalLenght = 1
    float focalLenght = 2
    float focalLenght = 3
}
`;

function rules(settings: Partial<PageSettings>): string[] {
  const { findings } = checkText(new TextEncoder().encode(TEXT), { ...defaultSettings, ...settings });
  return findings.filter(({ severity }) => severity !== "info").map(({ rule, start }) => `${rule}:${start.line}`);
}

test("levels, profile and prims of the settings apply", () => {
  const all = rules({});
  expect(all).toContain("duplicate-field:5");
  expect(all).not.toContain("resolution-required:1");
  expect(rules({ check: { profile: "offline" } })).toContain("resolution-required:1");
  expect(rules({ check: { profile: "usda" } })).not.toContain("resolution-required:1");
  expect(rules({ check: { rules: { "duplicate-field": "off" } } })).not.toContain("duplicate-field:5");
  const overrides = [{ prims: ["/A"], rules: { "duplicate-field": "off" } }];
  expect(rules({ check: { overrides } })).not.toContain("duplicate-field:5");
});

test("an ignored file has no findings", () => {
  expect(rules({ isIgnored: true })).toEqual([]);
});

test("findings of the baseline are not reported; of more than it has, the last ones are", () => {
  const row = { rule: "duplicate-field", primPath: "/A", property: "focalLenght" };
  const duplicates = (count: number): string[] =>
    rules({ baseline: [{ ...row, count }] }).filter((each) => each.startsWith("duplicate"));
  expect(duplicates(0)).toHaveLength(2);
  expect(duplicates(1)).toEqual(["duplicate-field:6"]);
  expect(duplicates(2)).toEqual([]);
  expect(duplicates(9)).toEqual([]);
  const source = new TextEncoder().encode(TEXT);
  expect(checkText(source, { ...defaultSettings, baseline: [{ ...row, count: 9 }] }).inBaseline).toBe(2);
});
