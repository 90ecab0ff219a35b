import { expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { applyEdits } from "../text-edits/text-edit.ts";
import { draftProperty, draftStatements } from "./draft-property.ts";
import { propertyPlace } from "./insert.ts";
import { setField } from "./set-field.ts";
import { setTimeSample } from "./time-samples.ts";

const text = `#usda 1.0
def "A"
{
  variantSet "v" = {
    "x" {
      def "B"
      {
        int x # first
      }
    }
  }
}
`;
const owner = "/A{v=x}B";

test("a property is edited in its draft as in its layer", () => {
  const { layer } = parseUsda(text);
  let draft = draftProperty(layer, `${owner}.y`, "custom double y");
  for (const edit of [
    (): string => applyEdits(sourceOf(draft), setField(draft.layer, `${owner}.y`, "doc", '"a"')),
    (): string => applyEdits(sourceOf(draft), setTimeSample(draft.layer, `${owner}.y`, 1, "2")),
  ]) {
    draft = parseUsda(edit());
  }
  const place = propertyPlace(layer, owner);
  expect(place).toMatchObject({ after: `${owner}.x`, isOnOwnLines: true });
  const inserted = place.insert([draftStatements(draft.layer, `${owner}.y`), "int z"]);
  const lines = [
    "int x # first",
    "custom double y (",
    '  doc = "a"',
    ")",
    "double y.timeSamples = {",
    "  1: 2,",
    "}",
    "int z",
  ];
  const expected = text.replace("        int x # first\n", lines.map((line) => `        ${line}\n`).join(""));
  expect(applyEdits(text, [inserted])).toBe(expected);
});

test("a property of a body that is followed by other statements on its line is not on its own", () => {
  const { layer } = parseUsda('#usda 1.0\ndef "A" { int x; }\n');
  expect(propertyPlace(layer, "/A")).toMatchObject({ after: "/A.x", isOnOwnLines: false });
});

test.each([
  ["int x; int y", "One property is expected"],
  ["int x = (", "The property is not valid"],
  ["int z", "Expected the statement"],
])("%s is not the statement of one property of the name", (statement, message) => {
  expect(() => draftProperty(parseUsda(text).layer, "/A.x", statement)).toThrow(message);
});

test("a draft has statements while it has the property", () => {
  expect(() => draftStatements(parseUsda(text).layer, "/A.x")).toThrow('no property "/A.x"');
});

function sourceOf({ layer }: ReturnType<typeof parseUsda>): string {
  return new TextDecoder().decode(layer.source);
}
