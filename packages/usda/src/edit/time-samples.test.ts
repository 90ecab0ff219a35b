import { describe, expect, test } from "vitest";
import { editedPrim, primText } from "../test-support/edited-prim.ts";
import { parseUsda } from "../parse/parse-usda.ts";
import { removeTimeSample, setTimeSample } from "./time-samples.ts";

const lines = `    double x = 1
    double x.timeSamples = {
        1: 2, # one
        # three is next
        3: 4,
    }
`;

describe("setTimeSample", () => {
  test.each<readonly [string, string, readonly [number, string], string]>([
    ["replaces a value", lines, [3, "5"], lines.replace("3: 4", "3: 5")],
    ["inserts between", lines, [2, "5"], lines.replace("1: 2, # one", "1: 2,\n        2: 5, # one")],
    ["inserts first", lines, [-0.5, "5"], lines.replace("        1: 2", "        -0.5: 5,\n        1: 2")],
    ["appends", lines, [4, "5"], lines.replace("3: 4,", "3: 4,\n        4: 5,")],
    [
      "appends on one line",
      "    double x.timeSamples = { 1: 2 }\n",
      [4, "5"],
      "    double x.timeSamples = { 1: 2, 4: 5, }\n",
    ],
    [
      "inserts first on one line",
      "    double x.timeSamples = { 1: 2 }\n",
      [0, "5"],
      "    double x.timeSamples = { 0: 5, 1: 2 }\n",
    ],
    [
      "fills an empty map",
      "    double x.timeSamples = {}\n",
      [0, "None"],
      "    double x.timeSamples = {\n        0: None,\n    }\n",
    ],
    [
      "adds the statement",
      "    uniform double x = 1 # one\n    int y\n",
      [2, "3"],
      "    uniform double x = 1 # one\n    uniform double x.timeSamples = {\n        2: 3,\n    }\n    int y\n",
    ],
  ])("%s", (_name, before, [time, value], after) => {
    expect(editedPrim(before, (layer) => setTimeSample(layer, "/A.x", time, value))).toBe(after);
  });

  test("inserts arrays among arrays", () => {
    const before = "    float3[] x.timeSamples = {\n        1: [(1, 2, 3)],\n        5: [],\n    }\n";
    expect(editedPrim(before, (layer) => setTimeSample(layer, "/A.x", 2, "[(0, 0, 0), (1, 1, 1)]"))).toBe(
      before.replace("        5", "        2: [(0, 0, 0), (1, 1, 1)],\n        5"),
    );
  });

  test("rejects times that are not finite, values of another type, and paths of no attribute", () => {
    const { layer } = parseUsda(primText(lines));
    expect(() => setTimeSample(layer, "/A.x", Infinity, "1")).toThrow("finite time");
    expect(() => setTimeSample(layer, "/A.x", 1, '"a"')).toThrow("A double takes a number");
    expect(() => setTimeSample(layer, "/A.y", 1, "1")).toThrow("/A.y");
  });
});

describe("removeTimeSample", () => {
  test.each([
    ["a line", lines, 3, lines.replace("        3: 4,\n", "")],
    ["none", lines, 2, lines],
    ["one of a line", "    double x.timeSamples = { 1: 2, 4: 5, }\n", 1, "    double x.timeSamples = { 4: 5, }\n"],
    ["the last", "    double x.timeSamples = { 1: 2 }\n", 1, "    double x\n"],
    ["the last, with a default", "    double x = 1\n    double x.timeSamples = { 1: 2 }\n", 1, "    double x = 1\n"],
  ])("removes %s", (_name, before, time, after) => {
    expect(editedPrim(before, (layer) => removeTimeSample(layer, "/A.x", time))).toBe(after);
  });
});
