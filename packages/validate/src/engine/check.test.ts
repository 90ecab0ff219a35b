import { applyEdits, parseUsda } from "@usdkit/usda";
import { describe, expect, test } from "vitest";
import { checkScene, validate as validateAs } from "./check.ts";
import type { CheckOptions } from "./prepare-check.ts";
import { fixScene } from "./fix.ts";
import { presets } from "./presets.ts";

/** Leaves out the rules about scenes, which have their own tests. */
const validate = (source: Parameters<typeof validateAs>[0], options = {}): ReturnType<typeof validateAs> =>
  validateAs(source, { profile: "usda", ...options });
const text = (body: string): string => `#usda 1.0\n${body}`;
const twice = "    int x = 1\n    int x = 2\n";
const rulesOf = (source: string): string[] => validate(source).map(({ rule }) => rule);

test("a finding has the properties of its rule, and a location", () => {
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

test("auto is decided by the content: a scene or a patch of the service, or any other USD file", () => {
  const profileOf = (body: string): string => checkScene(text(body)).profile;
  expect(profileOf('def Mesh "A" (payload = @asset:/mesh/a@) {\n}\n')).toBe("offline");
  expect(profileOf('def Scope "Render" {\ndef RenderSettings "S" {\n}\n}\n')).toBe("offline");
  expect(profileOf('over "A" {\nfloat focalLength = 35\n}\n')).toBe("patch");
  expect(profileOf('over "A" {\n}\n')).toBe("usd");
  expect(profileOf('over "A" {\nfloat focalLength = 35\n}\ndef "B" {\n}\n')).toBe("usd");
  expect(profileOf("")).toBe("usd");
});

test("an ordinary USD file has no finding of a rule of the service", () => {
  const body = `(
    upAxis = "Z"
)
def Cube "Cube" (references = @a.usda@) {
    double3 xformOp:translate = (1, 2, 3)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    token visibility = "invisible"
}
over "Other" {
}
`;
  expect(checkScene(text(body)).findings).toEqual([]);
  expect(checkScene(text(body), { profile: "usd", plan: true })).toMatchObject({ findings: [], plan: undefined });
  expect(checkScene(text(body), { profile: "offline" }).findings.length).toBeGreaterThan(4);
  const wrong = 'def "A" {\nint x = 1\nint x = 2\n';
  for (const profile of ["auto", "usd"] as const) {
    expect(checkScene(text(wrong), { profile }).findings.map(({ rule }) => rule)).toEqual([
      "usda-syntax",
      "duplicate-field",
    ]);
  }
});

test("a layer is accepted as input", () => {
  expect(validate(parseUsda(text(`def "A" {\n${twice}}\n`)).layer)).toHaveLength(1);
});

test("comments suppress a line, several rules, a range of lines, the rest of the file", () => {
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

test("consecutive next-line comments apply to the line after the last", () => {
  const source = text(
    'def "A" {\n    int x = 1\n    # usda-lint-disable-next-line duplicate-field\n    # usda-lint-disable-next-line metadata-unknown\n    int x = 2 (kidn = "a")\n}\n',
  );
  expect(rulesOf(source)).toEqual([]);
});

test("enable ends a range", () => {
  const source = text(
    `# usda-lint-disable duplicate-field\ndef "A" {\n${twice}}\n# usda-lint-enable duplicate-field\ndef "B" {\n${twice}}\n`,
  );
  expect(validate(source).map(({ primPath }) => primPath)).toEqual(["/B"]);
});

describe("comments without ids apply to all rules", () => {
  const twiceIn = (name: string): string => `def "${name}" {\n${twice}}\n`;
  const primsOf = (source: string): string[] => validate(source).map(({ rule, primPath }) => `${rule} ${primPath}`);

  test("on a line, on the next line, from a line on, up to a line", () => {
    expect(primsOf(text('def "A" {\n    int x = 1\n    int x = 2 # usda-lint-disable-line\n}\n'))).toEqual([]);
    expect(
      primsOf(text('def "A" {\n    int x = 1\n    # usda-lint-disable-next-line -- why\n    int x = 2\n}\n')),
    ).toEqual([]);
    const stretch = `${twiceIn("A")}# usda-lint-disable\n${twiceIn("B")}# usda-lint-enable\n${twiceIn("C")}`;
    expect(primsOf(text(stretch))).toEqual(["duplicate-field /A", "duplicate-field /C"]);
  });

  test("enable with an id excepts that rule, disable includes it again", () => {
    const scene = (between: string): string =>
      text(`# usda-lint-disable\ndef "A" (kidn = "a") {\n${twice}}\n${between}def "B" (kidn = "a") {\n${twice}}\n`);
    expect(primsOf(scene(""))).toEqual([]);
    expect(primsOf(scene("# usda-lint-enable duplicate-field\n"))).toEqual(["duplicate-field /B"]);
    const again = "# usda-lint-enable duplicate-field\n# usda-lint-disable duplicate-field\n";
    expect(primsOf(scene(again))).toEqual([]);
    expect(primsOf(scene("# usda-lint-enable\n"))).toHaveLength(2);
  });

  test("enable without ids ends the comments with ids as well", () => {
    const source = `# usda-lint-disable duplicate-field\n${twiceIn("A")}# usda-lint-enable\n${twiceIn("B")}`;
    expect(primsOf(text(source))).toEqual(["duplicate-field /B"]);
  });

  test("one that suppresses nothing is reported once, also if rules were enabled again", () => {
    const source = text('# usda-lint-disable\n# usda-lint-enable duplicate-field\ndef "A" {\n}\n');
    const found = validate(source, { profile: "usda" });
    expect(found.map(({ rule, start }) => `${rule} ${start.line}`)).toEqual(["unused-disable 2"]);
    expect(new TextDecoder().decode(fixScene(source, { profile: "usda" }).source)).not.toContain("disable");
  });

  test("syntax errors cannot be suppressed", () => {
    expect(rulesOf(text("# usda-lint-disable\ndef {\n"))).toContain("usda-syntax");
  });
});

test("a comment for a rule that did not run is not reported as unused", () => {
  const source = text("# usda-lint-disable duplicate-field\n");
  expect(rulesOf(source)).toEqual(["unused-disable"]);
  expect(validate(source, { rules: { "duplicate-field": "off" } })).toEqual([]);
});

test("findings about unused comments can be suppressed", () => {
  const source = text("# usda-lint-disable unused-disable\n# usda-lint-disable duplicate-field\n");
  expect(rulesOf(source)).toEqual([]);
});

test("a duplicate list operation, and metadata with several statements", () => {
  const source = text(
    'def "A" {\n    rel r (doc = "a")\n    prepend rel r = </X>\n    prepend rel r = </Y>\n    append rel r = </Z>\n    float f.timeSamples = { 1: 1 }\n    float f.timeSamples = { 1: 2 }\n}\n',
  );
  expect(validate(source).map(({ start, message }) => `${start.line} ${message}`)).toEqual([
    '5 "r" is authored twice here; this one wins.',
    '8 "f.timeSamples" is authored twice here; this one wins.',
  ]);
});

test("a crate file is reported as such", () => {
  const [finding] = validate(new TextEncoder().encode("PXR-USDC\0\0\0\0"));
  expect(finding).toMatchObject({ rule: "usda-header", hint: "This is a binary crate file; `usdcat` converts it." });
});

test("deep layers do not overflow the stack", () => {
  const depth = 2000;
  const source = text('def "A"\n{\n'.repeat(depth) + "}\n".repeat(depth));
  expect(() => validate(source)).not.toThrow();
});

describe("suppressions", () => {
  const rulesAt = (source: string, profile: "offline" | "usda" = "usda"): string[] =>
    validate(source, { profile }).map(({ rule, start }) => `${rule} ${start.line}`);

  test("a directive before all content also applies to findings about the file", () => {
    const scene =
      '#usda 1.0\n# usda-lint-disable camera-present -- drawn elsewhere\n# usda-lint-disable resolution-required\n(\n    doc = "A"\n)\n';
    expect(rulesAt(scene, "offline")).toEqual(["scene-empty 1"]);
    const late = '#usda 1.0\ndef "A"\n{\n}\n# usda-lint-disable camera-present\n';
    expect(rulesAt(late, "offline")).toEqual([
      "scene-empty 1",
      "camera-present 1",
      "resolution-required 1",
      "unused-disable 5",
    ]);
  });

  test("syntax errors stay, whichever rules comments name", () => {
    const source = '#usda 1.0\n# usda-lint-disable usda-syntax\ndef "A"\n{\n    int x = 1 int y = 2\n}\n';
    expect(rulesAt(source)).toEqual(["unused-disable 2", "usda-syntax 5"]);
    expect(validate(source, { profile: "usda" })[0].message).toContain("cannot be suppressed");
  });

  test.each([
    ["# usda-lint-disable-nextline duplicate-field", "usda-lint-disable-next-line"],
    ["# usda-lint disable duplicate-field", "usda-lint-disable"],
    ["// usda-lint-ignore duplicate-field", "usda-lint-disable"],
    ["# usdalint-disable-line duplicate-field", "usda-lint-disable-line"],
    ["/* usda-lint-enabel duplicate-field */", "usda-lint-enable"],
  ])("%s is reported as misspelled", (comment, nearest) => {
    const [finding] = validate(`#usda 1.0\n${comment}\n`, { profile: "usda" });
    expect(finding).toMatchObject({ rule: "unused-disable", hint: `Did you mean ${nearest}?` });
  });

  test.each([
    ["# usda-lint-disable-nextline duplicate-field -- é", "# usda-lint-disable-next-line duplicate-field -- é"],
    ["/* é usda-lint */ # usda-lint: disable-line", "/* é usda-lint */ # usda-lint-disable-line"],
    ["# usda-lint-disable duplicate-fild -- é", "# usda-lint-disable duplicate-field -- é"],
  ])("the fix of %s is unsafe: it hides findings", (comment, fixed) => {
    const source = `#usda 1.0\n${comment}\n`;
    expect(new TextDecoder().decode(fixScene(source, { profile: "usda" }).source)).toBe(source);
    const [finding] = validate(source, { profile: "usda" });
    expect(finding?.fixes.map(({ safe }) => safe)).toEqual([false]);
    expect(applyEdits(source, finding?.fixes[0]?.edits ?? [])).toBe(`#usda 1.0\n${fixed}\n`);
  });

  test.each(["# usda-lint is run by CI", "# see usda-lint-config", "# disable this"])("%s is a comment", (comment) => {
    expect(validate(`#usda 1.0\n${comment}\n`, { profile: "usda" })).toEqual([]);
  });

  test.each([
    ["a line of its own", "#usda 1.0\n# usda-lint-disable duplicate-field\n\n", "#usda 1.0\n\n"],
    [
      "the end of a line",
      '#usda 1.0\ndef "A" {} # usda-lint-disable-line usda-header -- why\n',
      '#usda 1.0\ndef "A" {}\n',
    ],
    [
      "one rule of two",
      '#usda 1.0\ndef "A" {\nint x = 1\nint x = 2 # usda-lint-disable-line usda-header, duplicate-field -- why\n}\n',
      '#usda 1.0\ndef "A" {\nint x = 1\nint x = 2 # usda-lint-disable-line duplicate-field -- why\n}\n',
    ],
    [
      "the last rule of two",
      '#usda 1.0\ndef "A" {\nint x = 1\nint x = 2 # usda-lint-disable-line duplicate-field, usda-header\n}\n',
      '#usda 1.0\ndef "A" {\nint x = 1\nint x = 2 # usda-lint-disable-line duplicate-field\n}\n',
    ],
    ["a comment of the other kind", "#usda 1.0\n/* usda-lint-disable duplicate-field */\n", "#usda 1.0\n"],
  ])("the fix removes an unused directive: %s", (_, source, expected) => {
    expect(new TextDecoder().decode(fixScene(source, { profile: "usda" }).source)).toBe(expected);
  });
});

test("a scene with nothing to draw is reported, in the strict preset as a warning", () => {
  const found = (rules: CheckOptions["rules"]): string[] =>
    validate("#usda 1.0\n", { profile: "offline", rules }).map(({ rule, severity }) => `${rule} ${severity}`);
  expect(found({})).toContain("scene-empty info");
  expect(found(presets.strict)).toContain("scene-empty warning");
});
