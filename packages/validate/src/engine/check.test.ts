import { parseUsda } from "@usdkit/usda";
import { expect, test } from "vitest";
import { checkScene, validate as validateAs } from "./check.ts";

/** The rules about scenes have tests of their own. */
const validate = (source: Parameters<typeof validateAs>[0], options = {}): ReturnType<typeof validateAs> =>
  validateAs(source, { profile: "usda", ...options });
const text = (body: string): string => `#usda 1.0\n${body}`;
const twice = "    int x = 1\n    int x = 2\n";
const rulesOf = (source: string): string[] => validate(source).map(({ rule }) => rule);

test("a finding carries what its rule is, and where it stands", () => {
  const [finding] = validate(text(`def "Ä" {\n${twice}}\n`));
  expect(finding).toMatchObject({
    rule: "duplicate-field",
    severity: "warning",
    effect: "risky",
    code: null,
    primPath: "/Ä",
    property: "x",
    start: { line: 4, column: 5 },
    end: { line: 4, column: 14 },
    related: [{ start: { line: 3, column: 5 } }],
    fixes: [],
  });
});

test("columns are UTF-16 units", () => {
  const [finding] = validate(text('def "A" { # Ä𝄞\n    string s = "Ä𝄞" oops\n}\n'));
  expect(finding?.start).toEqual({ line: 3, column: 22 });
});

test("lines end in LF, CRLF or CR", () => {
  const source = '#usda 1.0\r\ndef "A"\r\n{\r\n    int x = "a"\r\n}\r\n';
  expect(validate(source)[0]?.start).toEqual({ line: 4, column: 13 });
});

test("levels change the severity, and turn rules off", () => {
  const source = text(`def "A" {\n${twice}}\n`);
  expect(validate(source, { rules: { "duplicate-field": "error" } })[0]?.severity).toBe("error");
  expect(validate(source, { rules: { "duplicate-field": "off" } })).toEqual([]);
  expect(() => validate(source, { rules: { "no-such": "off" } })).toThrow('There is no rule "no-such"');
});

test("auto is patch when every root prim is an over", () => {
  expect(checkScene(text('over "A" {\n}\n')).profile).toBe("patch");
  expect(checkScene(text('over "A" {\n}\ndef "B" {\n}\n')).profile).toBe("offline");
  expect(checkScene(text("")).profile).toBe("offline");
});

test("a layer is taken as it is", () => {
  expect(validate(parseUsda(text(`def "A" {\n${twice}}\n`)).layer)).toHaveLength(1);
});

test("comments silence a line, several rules, a stretch, the rest", () => {
  const comment = (line: string, kind = "duplicate-field"): string =>
    text(`def "A" {\n    int x = 1\n    ${line} ${kind}\n    int x = 2\n    int x = 3\n}\n`);
  expect(rulesOf(comment("# usda-lint-disable-next-line"))).toEqual(["duplicate-field"]);
  expect(rulesOf(comment("// usda-lint-disable-next-line"))).toEqual(["duplicate-field"]);
  expect(rulesOf(comment("/* usda-lint-disable-next-line", "duplicate-field */"))).toEqual(["duplicate-field"]);
  expect(rulesOf(comment("# usda-lint-disable"))).toEqual([]);
  expect(rulesOf(comment("# usda-lint-disable", "duplicate-field -- both are needed, usda-syntax"))).toEqual([]);
  expect(rulesOf(comment("# usda-lint-disable-next-line", "usda-syntax, duplicate-field"))).toEqual([
    "unused-disable",
    "duplicate-field",
  ]);
  expect(rulesOf(comment("# a word about usda-lint-disable"))).toHaveLength(2);
});

test("next-line comments in a row speak of the line after the last", () => {
  const source = text(
    'def "A" {\n    int x = 1\n    # usda-lint-disable-next-line duplicate-field\n    # usda-lint-disable-next-line usda-syntax\n    int x = 2 int y = 3\n}\n',
  );
  expect(rulesOf(source)).toEqual([]);
});

test("enable ends a stretch", () => {
  const source = text(
    `# usda-lint-disable duplicate-field\ndef "A" {\n${twice}}\n# usda-lint-enable duplicate-field\ndef "B" {\n${twice}}\n`,
  );
  expect(validate(source).map(({ primPath }) => primPath)).toEqual(["/B"]);
});

test("a comment for a rule that did not run is not called unused", () => {
  const source = text("# usda-lint-disable duplicate-field\n");
  expect(rulesOf(source)).toEqual(["unused-disable"]);
  expect(validate(source, { rules: { "duplicate-field": "off" } })).toEqual([]);
});

test("unused comments can be silenced themselves", () => {
  const source = text("# usda-lint-disable unused-disable\n# usda-lint-disable duplicate-field\n");
  expect(rulesOf(source)).toEqual([]);
});

test("a duplicate list operation and metadata of several statements", () => {
  const source = text(
    'def "A" {\n    rel r (doc = "a")\n    prepend rel r = </X>\n    prepend rel r = </Y>\n    append rel r = </Z>\n    float f.timeSamples = { 1: 1 }\n    float f.timeSamples = { 1: 2 }\n}\n',
  );
  expect(validate(source).map(({ start, message }) => `${start.line} ${message}`)).toEqual([
    '5 "r" is authored twice here; this one wins.',
    '8 "f.timeSamples" is authored twice here; this one wins.',
  ]);
});

test("a crate file is named", () => {
  const [finding] = validate(new TextEncoder().encode("PXR-USDC\0\0\0\0"));
  expect(finding).toMatchObject({ rule: "usda-header", hint: "This is a binary crate file; `usdcat` converts it." });
});

test("deep layers cost no stack", () => {
  const depth = 2000;
  const source = text('def "A"\n{\n'.repeat(depth) + "}\n".repeat(depth));
  expect(() => validate(source)).not.toThrow();
});
