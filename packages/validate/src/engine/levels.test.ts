import { expect, test } from "vitest";
import { presets } from "./presets.ts";
import { validate } from "./check.ts";
import { PathPatterns } from "@usdkit/layer";

test.each([
  ["/World", "/World", true],
  ["/World", "/World/A", false],
  ["/World/*", "/World/A", true],
  ["/World/*", "/World/A/B", false],
  ["/World/**", "/World", true],
  ["/World/**", "/World/A/B", true],
  ["/**/Debug", "/World/A/Debug", true],
  ["/**/Debug/**", "/Debug/x/y", true],
  ["/World/Chair_*", "/World/Chair_12", true],
  ["/World/*_*_x", "/World/a_b_c_x", true],
  ["/World/Chair_*", "/World/Table_1", false],
  ["/", "/", true],
  ["/**", "/", true],
])("%s against %s: %s", (pattern, path, expected) => {
  expect(new PathPatterns([pattern]).matches(path)).toBe(expected);
});

test("a pattern starts at the root or with a wildcard", () => {
  expect(() => new PathPatterns(["World/*"])).toThrow('Expected a path pattern that starts with "/" or "*"');
});

test("many wildcards are fast to match", () => {
  const pattern = new PathPatterns([`/${"*a".repeat(200)}/${"**/".repeat(200)}b`]);
  expect(pattern.matches(`/${"a".repeat(5000)}${"/c".repeat(500)}`)).toBe(false);
});

const source =
  '#usda 1.0\ndef "A" {\n    int x = 1\n    int x = 2\n    def "B" {\n        int x = 1\n        int x = 2\n    }\n}\n';
const found = (options: Parameters<typeof validate>[1]): string[] =>
  validate(source, { profile: "usda", ...options }).map(({ primPath, severity }) => `${primPath} ${severity}`);

test("levels by prim path, the later ones win", () => {
  expect(found({ overrides: [{ prims: ["/A/B"], rules: { "duplicate-field": "off" } }] })).toEqual(["/A warning"]);
  expect(
    found({
      rules: { "duplicate-field": "off" },
      overrides: [
        { prims: ["/A/**"], rules: { "duplicate-field": "error" } },
        { prims: ["/A/*"], rules: { "duplicate-field": "info" } },
      ],
    }),
  ).toEqual(["/A error", "/A/B info"]);
  expect(() => found({ overrides: [{ prims: ["/A"], rules: { "no-such": "off" } }] })).toThrow("no-such");
});

test("strict makes warnings fail", () => {
  expect(found({ rules: presets.strict })).toEqual(["/A error", "/A/B error"]);
  expect(found({ rules: presets.recommended })).toEqual(["/A warning", "/A/B warning"]);
});
