import { RenderPool, type CameraPose } from "@usdkit/raster";
import { afterAll, expect, test } from "vitest";
import {
  defaultSettings,
  noFile,
  type DrawnContent,
  type DrawOptions,
  type SceneInfo,
} from "../protocol/draw-messages.ts";
import { noChoices } from "../stage/stage-choices.ts";
import { cubePly, triangleGlb } from "../test-support/assets.ts";
import { AssetStore } from "./asset-store.ts";
import { DrawScene } from "./draw-scene.ts";
import { LayerFiles } from "./layer-files.ts";

const pool = new RenderPool();
afterAll(() => pool.close());

const at = (x: number): string => `matrix4d xformOp:transform = ((1,0,0,0),(0,1,0,0),(0,0,1,0),(${x},0,0,1))
        uniform token[] xformOpOrder = ["xformOp:transform"]`;
const text = (...items: string[]): Uint8Array =>
  new TextEncoder().encode(`#usda 1.0
def Xform "World"
{
    def Camera "Main"
    {
    }
${items.join("\n")}
}
`);
const mesh = (name: string, id: string, x = 0): string => `    def Mesh "${name}" (
        payload = @asset:/mesh/${id}@
    )
    {
        ${at(x)}
    }`;

const camera: CameraPose = {
  projection: "orthographic",
  focalLength: 50,
  horizontalAperture: 40,
  verticalAperture: 40,
  clippingRange: [0.1, 10],
  worldMatrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 5, 1],
};
const options: DrawOptions = {
  camera,
  time: null,
  width: 40,
  height: 40,
  mode: "plain",
  quality: "sharp",
  selected: null,
  isolated: null,
  hasBounds: false,
  colors: { background: [10, 20, 30], selection: [255, 0, 0], wire: [0, 255, 0] },
};
/** A text whose files cannot be read. */
const contentOf = (source: Uint8Array): DrawnContent => {
  return { file: noFile, source, edited: [], choices: noChoices, settings: defaultSettings };
};
const never = new AbortController().signal;

function sceneOf(assets: Readonly<Record<string, Uint8Array>>): { scene: DrawScene; asked: string[] } {
  const asked: string[] = [];
  const store = new AssetStore((id) => {
    asked.push(id);
    const bytes = assets[id];
    return bytes === undefined ? Promise.reject(new Error(`no file for ${id}`)) : Promise.resolve(bytes);
  });
  return { scene: new DrawScene(store, new LayerFiles(() => Promise.resolve("none")), pool), asked };
}

function pixel(data: Uint8ClampedArray, x: number, y: number): number[] {
  return Array.from(data.subarray(4 * (y * 40 + x), 4 * (y * 40 + x) + 4));
}

test("draws a scene; a picked prim has a path, a depth and an outline", async () => {
  // A triangle with the corners (0, 0), (1, 0), (0, 1): 10 pixels per unit, the image's centre is (0, 0).
  const { scene } = sceneOf({ t: triangleGlb() });
  const info = await scene.load(contentOf(text(mesh("T", "t"))), never);
  expect(info).toMatchObject({
    problem: null,
    canDraw: true,
    camera: "/World/Main",
    statistics: { triangles: 1 },
    notice: null,
    notDrawn: [],
    bounds: [0, 0, 0, 1, 1, 0],
  });
  const image = await scene.draw({ ...options, selected: "/World" }, never);
  expect([image.width, image.height, image.quality]).toEqual([40, 40, "sharp"]);
  expect(pixel(image.data, 5, 5)).toEqual([10, 20, 30, 255]);
  expect(pixel(image.data, 20, 18)).toEqual([255, 0, 0, 255]);
  expect(scene.pick(0.55, 0.45)).toEqual({ path: "/World/T", depth: 5 });
  expect(scene.pick(0.1, 0.1)).toEqual({ path: null, depth: null });
  expect(scene.pick(-3, 7)).toEqual({ path: null, depth: null });
});

test("edges, normals and depth", async () => {
  const { scene } = sceneOf({ t: triangleGlb() });
  await scene.load(contentOf(text(mesh("T", "t"))), never);
  const wire = await scene.draw({ ...options, mode: "wireframe" }, never);
  // On the lower edge, y = 0; and inside, where there is no edge.
  expect(pixel(wire.data, 24, 20)[1]).toBeGreaterThan(110);
  expect(pixel(wire.data, 22, 17)[1]).toBeLessThan(100);
  const normals = await scene.draw({ ...options, mode: "normals" }, never);
  expect(pixel(normals.data, 22, 17)).toEqual([128, 128, 255, 255]);
  const depth = await scene.draw({ ...options, mode: "depth" }, never);
  expect(pixel(depth.data, 22, 17)).toEqual([245, 245, 245, 255]);
  expect(pixel(depth.data, 2, 2)).toEqual([10, 20, 30, 255]);
});

test("at a time, prims and cameras are at their sampled transforms", async () => {
  const { scene } = sceneOf({ t: triangleGlb() });
  const moving = mesh("T", "t").replace(
    /matrix4d.*/,
    "matrix4d xformOp:transform.timeSamples = { 0: ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), 10: ((1,0,0,0),(0,1,0,0),(0,0,1,0),(-2,0,0,1)) }",
  );
  await scene.load(contentOf(text(moving)), never);
  await scene.draw({ ...options, time: 0 }, never);
  expect(scene.pick(0.55, 0.45).path).toBe("/World/T");
  const wire = await scene.draw({ ...options, time: 5, mode: "wireframe" }, never);
  expect(scene.pick(0.55, 0.45).path).toBeNull();
  expect(scene.pick(0.3, 0.45).path).toBe("/World/T");
  // The lower edge is 10 pixels further to the left.
  expect(pixel(wire.data, 14, 20)[1]).toBeGreaterThan(110);
  expect(pixel(wire.data, 24, 20)[1]).toBeLessThan(100);
});

test.each([
  ['def "A"\n{\n}\n', null],
  ['(\n    startTimeCode = 1\n    endTimeCode = 1\n)\ndef "A"\n{\n}\n', null],
  [
    '(\n    startTimeCode = 1\n    endTimeCode = 48\n    timeCodesPerSecond = 12\n)\ndef "A"\n{\n}\n',
    { start: 1, end: 48, perSecond: 12 },
  ],
  [
    `def Camera "A"\n{\n    float focalLength.timeSamples = { 3: 10, 7: 20 }\n}\n${mesh("T", "t")}\n`,
    { start: 3, end: 7, perSecond: 24 },
  ],
])("the times of %j", async (body, time) => {
  const { scene } = sceneOf({});
  const info = await scene.load(contentOf(new TextEncoder().encode(`#usda 1.0\n${body}`)), never);
  expect(info.time).toEqual(time);
});

test("draws splats; an asset is loaded once while scenes use it", async () => {
  const { scene, asked } = sceneOf({ s: cubePly(), t: triangleGlb() });
  const splats = mesh("S", "s").replace("Mesh", "ParticleField3DGaussianSplat");
  expect(await scene.load(contentOf(text(splats)), never)).toMatchObject({ statistics: { splats: 8 }, problem: null });
  const image = await scene.draw(options, never);
  expect(pixel(image.data, 20, 20)).not.toEqual([10, 20, 30, 255]);
  await scene.load(contentOf(text(splats, mesh("T", "t", 2))), never);
  expect(asked).toEqual(["s", "t"]);
  await scene.load(contentOf(text(mesh("T", "t", 2))), never);
  await scene.load(contentOf(text(splats)), never);
  expect(asked).toEqual(["s", "t", "s"]);
});

test("prims with missing or broken assets are left out with the reason", async () => {
  const { scene } = sceneOf({ t: triangleGlb(), broken: new TextEncoder().encode("<script>") });
  const info = await scene.load(contentOf(text(mesh("T", "t"), mesh("A", "gone"), mesh("B", "broken"))), never);
  expect(info).toMatchObject({ problem: null, statistics: { triangles: 1 } });
  expect(info.notDrawn).toEqual([
    { path: "/World/A", type: "Mesh", reason: "no file for gone" },
    { path: "/World/B", type: "Mesh", reason: expect.stringContaining("begins with") as string },
  ]);
  expect(info.notice).toBeNull();
});

test("a text without files of the service is a stage: drawn as one, with a sentence if nothing is", async () => {
  const { scene } = sceneOf({ t: triangleGlb() });
  const load = (...prims: string[]): Promise<SceneInfo> => scene.load(contentOf(text(...prims)), never);
  const ball = await load('    def Sphere "Ball"\n    {\n    }', '    def Volume "Smoke"\n    {\n    }');
  expect(ball).toMatchObject({
    kind: "stage",
    problem: null,
    notice: null,
    camera: "/World/Main",
    bounds: [-1, -1, -1, 1, 1, 1],
    notDrawn: [{ path: "/World/Smoke", reason: "Volume prims are not drawn yet" }],
  });
  await scene.draw(options, never);
  expect(scene.pick(0.5, 0.5)).toMatchObject({ path: "/World/Ball" });
  expect(await load('    def Volume "Smoke"\n    {\n    }')).toMatchObject({
    notice: "Nothing is drawn: 1 Volume prim is not drawn yet",
  });
  // In a scene of the service it is not drawn, as there.
  expect(await load('    def Sphere "Ball"\n    {\n    }', mesh("T", "t"))).toMatchObject({
    kind: "service",
    notDrawn: [{ path: "/World/Ball", reason: "Sphere prims are not drawn yet" }],
  });
});

test("a text with an error keeps the previous scene; a patch and an empty text draw nothing and have a message", async () => {
  const { scene } = sceneOf({ t: triangleGlb() });
  await scene.load(contentOf(text(mesh("T", "t"))), never);
  const broken = await scene.load(contentOf(new TextEncoder().encode('#usda 1.0\ndef Camera "A" {')), never);
  expect(broken.problem).toMatch(/^line 2: /);
  expect(broken).toMatchObject({ canDraw: true, statistics: { triangles: 1 }, camera: "/World/Main" });
  expect((await scene.draw(options, never)).width).toBe(40);
  const patch = await scene.load(contentOf(new TextEncoder().encode('#usda 1.0\nover "A"\n{\n}\n')), never);
  expect(patch).toMatchObject({ problem: expect.stringContaining("patch") as string, canDraw: false });
  await expect(scene.draw(options, never)).rejects.toThrow("no scene");
});

test("of a scene that is forgotten, nothing is kept for a text with an error", async () => {
  const { scene } = sceneOf({ t: triangleGlb() });
  await scene.load(contentOf(text(mesh("T", "t"))), never);
  scene.forget();
  await expect(scene.draw(options, never)).rejects.toThrow("no scene");
  const broken = await scene.load(contentOf(new TextEncoder().encode('#usda 1.0\ndef Camera "A" {')), never);
  expect(broken).toMatchObject({ canDraw: false, statistics: null });
});

test("outdated work is aborted", async () => {
  const { scene } = sceneOf({ t: triangleGlb() });
  await scene.load(contentOf(text(mesh("T", "t"))), never);
  const stop = new AbortController();
  const image = scene.draw({ ...options, width: 3000, height: 3000 }, stop.signal);
  stop.abort();
  await expect(image).rejects.toMatchObject({ name: "AbortError" });
  expect((await scene.draw(options, never)).width).toBe(40);
});
