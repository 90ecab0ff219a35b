import { dumpLayer } from "@usdkit/layer";
import { expect, test } from "vitest";
import { parseUsda, printUsda } from "../index.ts";

function printed(statement: string): string | undefined {
  const { layer, ok } = parseUsda(`#usda 1.0\ndef "A"\n{\n    ${statement}\n}\n`);
  expect(ok).toBe(true);
  return printUsda(layer).split("\n").slice(4, -3).join(" ").replace(/\s+/g, " ").trim();
}

// Expected values are those that usd-core 26.11 reads and prints.
test.each([
  ["double a = -00", "double a = 0"],
  ["double a = -0", "double a = -0"],
  ["double a = -00.0", "double a = -0"],
  ["double a = -00e1", "double a = -0"],
  ["float a = -000", "float a = 0"],
  ["half a = -00", "half a = 0"],
  ["timecode a = -00", "timecode a = 0"],
  ["double[] a = [-00, -0, 1, -00.0, -0.0]", "double[] a = [0, -0, 1, -0, -0]"],
  ["double[] a = [-0000000000, -0.0, -000000000]", "double[] a = [0, -0, 0]"],
  ["float2 a = (-00, -0)", "float2 a = (0, -0)"],
  ["float2[] a = [(-00, -0)]", "float2[] a = [(0, -0)]"],
  ["matrix2d a = ((-00, -0), (0, 0))", "matrix2d a = ( (0, -0), (0, 0) )"],
  ["double a.timeSamples = { -00: -00, 1: -0, 2: -000 }", "double a.timeSamples = { 0: 0, 1: -0, 2: 0, }"],
  ["double[] a.timeSamples = { 1: [-00, -0], 2: [-00.0] }", "double[] a.timeSamples = { 1: [0, -0], 2: [-0], }"],
  ["unknown a = -00", "unknown a = 0"],
  ["unknown[] a = [-00, -0, -00.0]", "unknown[] a = [0, -0, -0]"],
])("%s", (statement, wanted) => {
  expect(printed(statement)).toBe(wanted);
});

test("in a dictionary", () => {
  const { layer } = parseUsda(
    "#usda 1.0\n(\n    customLayerData = {\n        double x = -00\n        double y = -0\n    }\n)\n",
  );
  const text = printUsda(layer);
  expect(text).toContain("double x = 0\n");
  expect(text).toContain("double y = -0\n");
  expect(() => dumpLayer(layer)).not.toThrow();
});
