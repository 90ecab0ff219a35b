import { dumpLayer } from "@usdkit/layer";
import { expect, test } from "vitest";
import { parseUsda } from "../index.ts";

const SET = 'variantSet "v" = {\n"" {\ndouble q = 1\n}\n"z" {\n}\n}\n';
const OTHER = 'variantSet "v" = {\n"y" {\n}\n}\n';

function pathsOf(text: string): string[] {
  const { layer, ok } = parseUsda(`#usda 1.0\n${text}`);
  expect(ok).toBe(true);
  const { specs } = JSON.parse(dumpLayer(layer)) as { specs: Record<string, unknown> };
  return Object.keys(specs);
}

// Expected values are those that usd-core 26.11 reads.
test.each([
  ["alone", `def "A" {\n${SET}}\n`, ["/", "/A"]],
  ["before another block of the set", `def "A" {\n${SET}${OTHER}}\n`, ["/", "/A"]],
  ["after another block of the set", `def "A" {\n${OTHER}${SET}}\n`, ["/", "/A"]],
  ["of a set that the metadata names", `def "A" (\nadd variantSets = ["v"]\n) {\n${SET}}\n`, ["/", "/A"]],
  ["next to another set", `def "A" {\n${SET}variantSet "w" = {\n"q" {\n}\n}\n}\n`, ["/", "/A", "/A{w=q}", "/A{w=}"]],
])("a variant with an empty name removes its set: %s", (_, text, wanted) => {
  expect(pathsOf(text).toSorted()).toEqual(wanted);
});
