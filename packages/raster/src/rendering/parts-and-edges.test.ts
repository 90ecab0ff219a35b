import { memoryResolver, Stage } from "@usdkit/usd";
import { describe, expect, test } from "vitest";
import { NO_PRIM } from "./rendered-image.ts";
import { prepareAsset } from "../prepare-asset.ts";
import { prepareStage } from "../stage/prepare-stage.ts";
import type { PreparedStage } from "../stage/prepared-stage.ts";
import { GlbData } from "@usdkit/test-files/plain-glb";

/** Looks along −z at the square from −1 to 1, which fills the image of 40 × 40 pixels. */
const FRONT = {
  worldMatrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 10, 1],
  projection: "orthographic",
  horizontalAperture: 20,
  verticalAperture: 20,
  clippingRange: [1, 100],
} as const;
const image = { width: 40, height: 40, camera: FRONT } as const;

const square = (name: string, [x, y]: readonly [number, number], z = 0): string => `
def Mesh "${name}"
{
    uniform token subdivisionScheme = "none"
    point3f[] points = [(${x}, ${y}, ${z}), (${x + 1}, ${y}, ${z}), (${x + 1}, ${y + 1}, ${z}), (${x}, ${y + 1}, ${z})]
    int[] faceVertexCounts = [4]
    int[] faceVertexIndices = [0, 1, 2, 3]
}
`;

async function open(text: string): Promise<PreparedStage> {
  const files = new Map([["root.usda", new TextEncoder().encode(`#usda 1.0\n${text}`)]]);
  return prepareStage(await Stage.open("root.usda", { resolver: memoryResolver(files) }));
}

const STAGE = `
def Xform "A"
{
    ${square("Left", [-1, 0])}
    ${square("Right", [0, 0])}
}
${square("AB", [-1, -1])}
`;

describe("a part of a scene", () => {
  test("has the named prims and those below them alone", async () => {
    await using scene = await open(STAGE);
    const seen = async (only: readonly string[] | undefined): Promise<readonly string[]> => {
      const { primId, prims, stats } = await scene.render({ ...image, outputs: ["primId"], only });
      const ids = new Set(primId);
      ids.delete(NO_PRIM);
      expect(stats.triangles.total).toBe(2 * ids.size);
      return Array.from(ids, (id) => prims[id]).toSorted();
    };
    expect(await seen(undefined)).toEqual(["/A/Left", "/A/Right", "/AB"]);
    expect(await seen(["/A"])).toEqual(["/A/Left", "/A/Right"]);
    expect(await seen(["/AB", "/A/Right"])).toEqual(["/A/Right", "/AB"]);
    expect(await seen(["/"])).toEqual(["/A/Left", "/A/Right", "/AB"]);
    expect(await seen([])).toEqual([]);
  });

  test("looks like the scene without the others, shadows included", async () => {
    await using whole = await open(STAGE);
    await using part = await open(square("AB", [-1, -1]));
    const options = { ...image, look: "full" } as const;
    await whole.render(options);
    expect((await whole.render({ ...options, only: ["/AB"] })).data).toEqual((await part.render(options)).data);
  });
});

test("boxes of prims are those of what they draw, and numbers count instances", async () => {
  await using scene = await open(STAGE);
  expect(Object.fromEntries(await scene.primBounds())).toEqual({
    "/A/Left": [-1, 0, 0, 0, 1, 0],
    "/A/Right": [0, 0, 0, 1, 1, 0],
    "/AB": [-1, -1, 0, 0, 0, 0],
  });
  const numbers = { prims: 3, draws: 3, triangles: 6, splats: 0, points: 0, materials: 0, textures: [] };
  expect(await scene.statistics()).toMatchObject({ ...numbers, textureBytes: 0 });
  // Three floats of a position and of a normal for each of 12 vertices, three indices for each triangle.
  expect((await scene.statistics()).geometryBytes).toBe(12 * 6 * 4 + 6 * 3 * 4);
});

describe("edges", () => {
  test("cover the pixels of each line, by how much of them it covers", async () => {
    await using scene = await open(square("A", [-0.5, -0.5]));
    const { edges, depth } = await scene.render({ ...image, outputs: ["edges"] });
    const at = (x: number, y: number): number => edges?.[40 * y + x] ?? Number.NaN;
    expect(depth).toHaveLength(1600);
    // The square is from 10 to 30: lines between pixels cover half of either.
    for (const [x, y] of [
      [20, 9],
      [20, 10],
      [9, 20],
      [10, 20],
      [29, 20],
      [20, 30],
    ]) {
      expect(at(x, y)).toBeGreaterThan(120);
    }
    for (const [x, y] of [
      [20, 5],
      [5, 20],
      [15, 17],
      [33, 33],
    ]) {
      expect(at(x, y)).toBe(0);
    }
    // The diagonal.
    expect(at(20, 19)).toBeGreaterThan(200);
  });

  test("are hidden by what is before them", async () => {
    await using scene = await open(square("Behind", [-0.5, -0.5]) + square("Before", [0.1, -1], 2));
    const { edges } = await scene.render({ ...image, outputs: ["edges"] });
    await using alone = await open(square("Before", [0.1, -1], 2));
    const before = await alone.render({ ...image, outputs: ["edges"] });
    const at = (all: Uint8Array | undefined, x: number, y: number): number => all?.[40 * y + x] ?? Number.NaN;
    expect(at(edges, 20, 30)).toBeGreaterThan(0);
    expect(at(edges, 25, 30)).toBe(at(before.edges, 25, 30));
  });
});

test("a file is a scene with one prim", async () => {
  const data = new GlbData();
  const position = data.accessor(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), "VEC3", {
    min: [0, 0, 0],
    max: [1, 1, 0],
  });
  const file = data.glb({
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: position } }] }],
  });
  await using scene = await prepareAsset(file, { name: "2 chairs" });
  const drawn = await scene.render({ width: 30, height: 20, camera: "auto", outputs: ["primId"] });
  expect(drawn.prims).toEqual(["/_2_chairs"]);
  expect(drawn.primId).toContain(0);
  const [first, second] = scene.turntable(2, "auto");
  expect(first.worldMatrix).not.toEqual(second.worldMatrix);
});
