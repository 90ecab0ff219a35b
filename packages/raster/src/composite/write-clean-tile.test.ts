import { expect, test } from "vitest";
import { prepareScene } from "../render.ts";
import { at, chain, sceneText, turn } from "../test-support/scene-text.ts";
import { checker, cube } from "../test-support/shapes.ts";

/** A cube in a part of the image: bands and tiles without it, full tiles, and edges. */
const text = sceneText([{ name: "a", matrix: chain(turn([1, 2, 3], 40), at(0.6, 0.5, -4)) }]);
const colors = [
  [9, 200, 90],
  [250, 30, 60],
] as const;
const assets = { a: cube({ unlit: false, texture: 0 }, [checker(4, 2, colors)]) };

test.each([
  ["full", 4],
  ["full", 9],
  ["plain", 4],
  ["plain", 1],
] as const)("tiles with nothing to blend have the bytes of blended ones: %s, %i samples", async (look, samples) => {
  await using scene = await prepareScene(text, assets);
  for (const background of [
    [0, 0, 0],
    [0.3, 0.6, 0.9, 0.4],
    [0.3, 0.6, 0.9, 0],
  ] as const) {
    const options = { width: 151, height: 103, look, samples, background };
    const clean = await scene.render({ ...options, outputs: ["alpha"] });
    // Depth needs the general path for every tile.
    const blended = await scene.render({ ...options, outputs: ["alpha", "depth"] });
    expect(Buffer.compare(Buffer.from(clean.data), Buffer.from(blended.data))).toBe(0);
    expect(clean.alpha).toEqual(blended.alpha);
    expect(new Set(clean.data).size).toBeGreaterThan(20);
  }
});
