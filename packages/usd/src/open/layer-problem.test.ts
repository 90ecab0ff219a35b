import { expect, test } from "vitest";
import { layerProblem } from "./layer-problem.ts";
import { openLayer } from "./open-layer.ts";

const foreign = new TextEncoder().encode("glTF");

test("says that a file of another format is not a layer", () => {
  expect(layerProblem(openLayer(foreign), "/assets/chair.glb")).toBe(
    "it is not USD (.usd, .usda, .usdc, .usdz) or a MaterialX document (.mtlx): convert it to USD first",
  );
});

test("names the place of what is wrong with a layer", () => {
  const begins = "line 1, column 1: The file does not begin with `#usda` and a version.";
  expect(layerProblem(openLayer(foreign), "/assets/chair.usd")).toBe(begins);
  const text = new TextEncoder().encode("#usda 1.0\ndef {\n");
  expect(layerProblem(openLayer(text), "/assets/chair.txt")).toMatch(/^line 2, column 5: /u);
  expect(layerProblem(openLayer(new TextEncoder().encode("#usda 1.0\n")), "/a.usda")).toBeUndefined();
});
