import { RenderPool } from "@usdkit/raster";
import { afterAll, expect, test } from "vitest";
import { defaultSettings, type DrawnContent, type DrawOptions, type SceneInfo } from "../protocol/draw-messages.ts";
import { noChoices } from "../stage/stage-choices.ts";
import { triangleGlb } from "../test-support/assets.ts";
import { AssetStore } from "./asset-store.ts";
import { DrawScene } from "./draw-scene.ts";
import { LayerFiles } from "./layer-files.ts";
import type { SeenScene } from "./loaded-scene.ts";

const pool = new RenderPool();
afterAll(() => pool.close());
const never = new AbortController().signal;

const ROOT = `#usda 1.0
(
    upAxis = "Z"
    startTimeCode = 1
    endTimeCode = 10
)
def "Chair" (
    references = @./chair.usda@</Chair>
)
{
}
def "Far" (
    payload = @parts/ball.usda@</Ball>
)
{
    double3 xformOp:translate.timeSamples = {
        1: (10, 0, 0),
        10: (20, 0, 0),
    }
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
def Cube "Guide"
{
    uniform token purpose = "guide"
    double size = 100
}
`;
const CHAIR = `#usda 1.0
def Xform "Chair" (
    variants = {
        string size = "small"
    }
    prepend variantSets = "size"
)
{
    variantSet "size" = {
        "small" {
            def Cube "Seat"
            {
                double size = 2
            }
        }
        "large" {
            def Cube "Seat"
            {
                double size = 6
            }
        }
    }
}
`;
const BALL = '#usda 1.0\ndef Sphere "Ball"\n{\n}\n';
const file = { location: "/show/root.usda", composition: { searchPaths: [], variants: {} } };
const content: DrawnContent = { file, source: null, edited: [], choices: noChoices, settings: defaultSettings };
const options: DrawOptions = {
  camera: "auto",
  time: null,
  width: 64,
  height: 36,
  mode: "plain",
  quality: "sharp",
  selected: null,
  isolated: null,
  hasBounds: false,
  colors: { background: [0, 0, 0], selection: [255, 0, 0], wire: [0, 255, 0] },
};

const lens = {
  projection: "perspective",
  focalLength: 35,
  horizontalAperture: 36,
  verticalAperture: 24,
  clippingRange: [0.1, 1000],
} as const;

/** Files on a host that counts what is asked for; versions are numbers of changes. */
class Host {
  readonly asked: string[] = [];
  readonly #files = new Map<string, { readonly bytes: Uint8Array; readonly version: string }>();

  write(path: string, text: string | Uint8Array): void {
    const version = String(this.#files.size + Number(this.#files.get(path)?.version ?? 0) + 1);
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    this.#files.set(path, { bytes, version });
  }

  readonly fetch = (path: string, known: string): ReturnType<ConstructorParameters<typeof LayerFiles>[0]> => {
    this.asked.push(path);
    const found = this.#files.get(path);
    return Promise.resolve(found === undefined ? "none" : found.version === known ? "same" : found);
  };
}

function open(): {
  readonly host: Host;
  readonly scene: DrawScene;
  readonly load: (part?: Partial<DrawnContent>) => Promise<SceneInfo>;
} {
  const host = new Host();
  host.write("/show/root.usda", ROOT);
  host.write("/show/chair.usda", CHAIR);
  host.write("/show/parts/ball.usda", BALL);
  const assets = new AssetStore(() => Promise.reject(new Error("none")));
  const scene = new DrawScene(assets, new LayerFiles(host.fetch), pool);
  return { host, scene, load: (part = {}) => scene.load({ ...content, ...part }, never) };
}

test("a stage with lights and without a camera is lit from where it is seen, too; one with a camera as it is meant", async () => {
  const { host, scene, load } = open();
  const brightest = async (prims: string): Promise<number> => {
    const unlit = 'def DistantLight "Off"\n{\n    float inputs:intensity = 0\n}\n';
    host.write("/show/root.usda", `#usda 1.0\ndef Sphere "Ball"\n{\n}\n${unlit}${prims}`);
    await scene.haveFilesChanged();
    await load();
    const { data } = await scene.draw({ ...options, mode: "full" }, never);
    return data.reduce((most, byte, i) => (i % 4 === 3 ? most : Math.max(most, byte)), 0);
  };
  expect(await brightest("")).toBeGreaterThan(100);
  expect(await brightest('def Camera "Main"\n{\n}\n')).toBeLessThan(30);
});

test("a stage is composed from its files, each read once; choices and settings draw others", async () => {
  const { host, scene, load } = open();
  const info = await load();
  expect(info).toMatchObject({ kind: "stage", upAxis: "Z", camera: null, time: { start: 1, end: 10 }, problem: null });
  expect(info.bounds).toEqual([-1, -1, -1, 11, 1, 1]);
  expect(await scene.bounds("/Chair", null)).toEqual([-1, -1, -1, 1, 1, 1]);
  expect(await scene.bounds("/Far", 1)).toEqual([9, -1, -1, 11, 1, 1]);
  expect(await scene.bounds("/Far", 10)).toEqual([19, -1, -1, 21, 1, 1]);
  expect(await scene.bounds("/Guide", null)).toBeNull();
  expect(host.asked.toSorted()).toEqual(["/show/chair.usda", "/show/parts/ball.usda", "/show/root.usda"]);
  const choices = {
    variants: [{ prim: "/Chair", set: "size", variant: "large" }],
    payloads: [{ prim: "/Far", isLoaded: false }],
  };
  expect((await load({ choices })).bounds).toEqual([-3, -3, -3, 3, 3, 3]);
  const settings = { ...defaultSettings, purposes: ["guide"] };
  await load({ settings });
  expect(await scene.bounds("/Guide", null)).toEqual([-50, -50, -50, 50, 50, 50]);
  expect(host.asked).toHaveLength(3);
  // At another time, alone.
  await scene.draw({ ...options, time: 10, isolated: "/Far" }, never);
  expect(scene.pick(0.5, 0.5).path).toBe("/Far");
});

test("a selection of the command line that the stage does not have is named", async () => {
  const { load } = open();
  const variants = { "/Chair": { size: "huge", color: "red" }, "/None": { a: "b" }, "/Far": {} };
  const info = await load({ file: { ...file, composition: { searchPaths: [], variants } } });
  expect(info.notices).toEqual([
    '--variant /Chair{size=huge}: "size" has no variant "huge": it has "small", "large"',
    '--variant /Chair{color=red}: the prim has no variant set "color": it has "size"',
    "--variant /None{a=b}: there is no such prim",
  ]);
});

test("parts of a first stage can be drawn and picked while it is loaded; a stage that is shown already stays", async () => {
  const { scene } = open();
  const parts: unknown[] = [];
  let picked: Promise<unknown> | undefined;
  const listener = {
    firstPart: 0,
    onPart: ({ info }: SeenScene) => {
      parts.push(info);
      picked ??= scene.draw({ ...options, mode: "full" }, never).then(() => scene.pick(0.5, 0.5).path);
    },
  };
  const info = await scene.load(content, never, listener);
  expect(parts).toEqual([expect.objectContaining({ isPart: true, canDraw: true, bounds: [-1, -1, -1, 1, 1, 1] })]);
  expect(await picked).toBe("/Chair/Seat");
  expect(info.isPart).toBe(false);
  await scene.load({ ...content, settings: { ...defaultSettings, purposes: ["guide"] } }, never, listener);
  expect(parts).toHaveLength(1);
});

test("texts that are not saved replace the root layer and other layers", async () => {
  const { scene, load } = open();
  const source = new TextEncoder().encode(ROOT.replace('"Far"', '"Near"'));
  await load({ source });
  expect(await scene.bounds("/Near", null)).not.toBeNull();
  expect(await scene.bounds("/Far", null)).toBeNull();
  const edited = { location: "/show/chair.usda", text: new TextEncoder().encode(CHAIR.replace("= 2", "= 8")) };
  await load({ edited: [edited] });
  expect(await scene.bounds("/Chair/Seat", null)).toEqual([-4, -4, -4, 4, 4, 4]);
  const broken = await load({ source: new TextEncoder().encode("#usda 1.0\ndef {") });
  expect(broken).toMatchObject({ canDraw: true, problem: expect.stringMatching(/^line 2: /) as string });
  expect(await scene.bounds("/Chair/Seat", null)).toEqual([-4, -4, -4, 4, 4, 4]);
});

test("files that change are read again, and no others", async () => {
  const { host, scene, load } = open();
  await load();
  expect(scene.isLoaded(content)).toBe(true);
  expect(await scene.haveFilesChanged()).toBe(false);
  host.write("/show/chair.usda", CHAIR.replace("= 2", "= 4"));
  expect(await scene.haveFilesChanged()).toBe(true);
  await load();
  expect(await scene.bounds("/Chair/Seat", null)).toEqual([-2, -2, -2, 2, 2, 2]);
});

test("the box around what is selected is drawn over the image", async () => {
  const { scene, load } = open();
  await load();
  const count = async (part: Partial<DrawOptions>): Promise<number> => {
    const { data } = await scene.draw({ ...options, ...part }, never);
    let red = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i] > 200 && data[i + 1] < 60) red++;
    return red;
  };
  expect(await count({})).toBe(0);
  const camera = { worldMatrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 40, 1], ...lens };
  expect(await count({ camera, hasBounds: true })).toBeGreaterThan(20);
});

test("meshes alone, missing files and layers that cannot be read", async () => {
  const { host, load } = open();
  host.write("/show/chair.glb", triangleGlb());
  const glb = { location: "/show/chair.glb", composition: file.composition };
  expect(await load({ file: glb })).toMatchObject({
    kind: "file",
    statistics: { triangles: 1 },
    bounds: [0, 0, 0, 1, 1, 0],
  });
  const none = { location: "/show/none.usdc", composition: file.composition };
  expect(await load({ file: none })).toMatchObject({
    canDraw: false,
    problem: expect.stringContaining("no file") as string,
  });
  host.write("/show/bad.usdc", "PXR-USDC and then nothing");
  const bad = { location: "/show/bad.usdc", composition: file.composition };
  expect(await load({ file: bad })).toMatchObject({
    canDraw: false,
    problem: expect.stringContaining("byte") as string,
  });
});
