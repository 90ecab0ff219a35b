import { expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { applyEdits } from "../text-edits/text-edit.ts";
import { propertyAt } from "./edits.ts";
import { insertAfterProperty } from "./insert.ts";

test.each([
  [
    "after its comment, and before the next statement",
    'def "A"\n{\n    int x = 1; # one\n    # two\n    int y\n}\n',
    'def "A"\n{\n    int x = 1; # one\n    int z\n    # two\n    int y\n}\n',
  ],
  ["on one line", 'def "A" { int x; int y; }\n', 'def "A" { int x; int z; int y; }\n'],
])("insertAfterProperty: %s", (_, before, after) => {
  const source = `#usda 1.0\n${before}`;
  const { layer } = parseUsda(source);
  const [statement] = propertyAt(layer, "/A.x").statements;
  const bytes = applyEdits(new TextEncoder().encode(source), [insertAfterProperty(layer, statement, "int z")]);
  expect(new TextDecoder().decode(bytes)).toBe(`#usda 1.0\n${after}`);
  expect(parseUsda(bytes).diagnostics).toEqual([]);
});
