import { describe, expect, test } from "vitest";
import { editedPrim } from "../test-support/edited-prim.ts";
import { clearAttribute } from "./clear-attribute.ts";

describe("clearAttribute", () => {
  test.each([
    ["a default", "    double x = 1 # one\n", "    double x # one\n"],
    [
      "a default with metadata",
      '    double x = 1 (\n        doc = "size"\n    )\n',
      '    double x (\n        doc = "size"\n    )\n',
    ],
    [
      "samples of a declared attribute",
      "    double x\n    double x.timeSamples = { 1: 2 }\n    int y\n",
      "    double x\n    int y\n",
    ],
    ["samples alone", "    uniform double x.timeSamples = { 1: 2 }\n", "    uniform double x\n"],
    [
      "samples and a spline",
      "    double x.timeSamples = { 1: 2 }\n    double x.spline = {\n        1: 2; post held,\n    }\n",
      "    double x\n",
    ],
    [
      "not connections",
      "    double x = 1\n    double x.connect = </A.y>\n",
      "    double x\n    double x.connect = </A.y>\n",
    ],
    ["nothing", "    double x.connect = </A.y>\n", "    double x.connect = </A.y>\n"],
  ])("removes %s", (_name, before, after) => {
    expect(editedPrim(before, (layer) => clearAttribute(layer, "/A.x"))).toBe(after);
  });

  test("keeps comments within the value", () => {
    const before = "    int[] x = [\n        1, # one\n    ]\n";
    expect(editedPrim(before, (layer) => clearAttribute(layer, "/A.x"))).toBe("    # one\n    int[] x\n");
  });
});
