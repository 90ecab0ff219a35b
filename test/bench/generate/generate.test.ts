import { pathResolver, Stage } from "@usdkit/usd";
import { describe, expect, it } from "vitest";
import { animation } from "./animation.ts";
import { crowd } from "./crowd.ts";
import { hostileCases } from "./hostile.ts";
import { numbersAsJson } from "./json-numbers.ts";
import { meshes } from "./meshes.ts";
import { serviceScene } from "./service-scene.ts";
import { SHOT_LAYERS, shot } from "./shot.ts";
import { structure } from "./structure.ts";

describe.each([
  ["meshes", meshes, 1_000_000],
  ["structure", structure, 1_000_000],
  ["animation", animation, 1_000_000],
  ["crowd", crowd, 1_000_000],
  ["serviceScene", serviceScene, 4_000],
] as const)("%s", (_, generate, size) => {
  it("is deterministic and about as long as requested", () => {
    const text = generate(size);
    expect(generate(size).equals(text)).toBe(true);
    expect(text.length / size).toBeGreaterThan(0.9);
    expect(text.length / size).toBeLessThan(1.2);
  });

  it("is a complete layer", () => {
    const text = generate(size).toString("latin1");
    expect(text.startsWith("#usda 1.0\n")).toBe(true);
    expect(text.endsWith("}\n")).toBe(true);
    expect(text.split("{").length).toBe(text.split("}").length);
  });
});

describe("shot", () => {
  it("is deterministic, and has 200 layers from 100 placements on", () => {
    const made = shot(10_000);
    expect(shot(10_000)).toEqual(made);
    expect(made.layers.size).toBe(SHOT_LAYERS);
    expect(Math.abs(made.prims - 10_000)).toBeLessThan(100);
  });

  it("composes to the number of prims that it states", async () => {
    const { layers, root, prims, meshes } = shot(1_000);
    const read = (path: string): Uint8Array | undefined => {
      const text = layers.get(path);
      return text === undefined ? undefined : new TextEncoder().encode(text);
    };
    const stage = await Stage.open(root, { resolver: pathResolver({ read }) });
    expect([...stage.traverse()]).toHaveLength(prims);
    expect(stage.problems).toEqual([]);
    // The payload; the variants and the class have no opinion about this mesh.
    expect(meshes).toHaveLength(2);
    for (const mesh of meshes) expect(stage.primStack(mesh).length).toBeGreaterThan(0);
  });
});

it("numbersAsJson keeps the numbers of arrays, tuples and samples, and nothing else", () => {
  const text = `point3f[] p = [(1, -2.5), (3, 4)] (\n  a = ["x"]\n)\nx.timeSamples = {\n 1: (5, 6),\n}\nmatrix4d m = ( (7, 8), (9, 0) )\n`;
  expect(JSON.parse(numbersAsJson(Buffer.from(text)).toString())).toEqual([
    [1, -2.5, 3, 4],
    [5, 6],
    [7, 8, 9, 0],
  ]);
});

it("hostile cases grow with their length", () => {
  for (const { make } of hostileCases) {
    const [single, double] = [make(1_200).length, make(2_400).length];
    expect(double - single).toBeGreaterThan(1_000);
  }
});
