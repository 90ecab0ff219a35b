import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeImage, encodePng, prepareFile, type RenderedImage } from "@usdkit/raster";
import { memoryResolver } from "@usdkit/usd";
import { describe, expect, test } from "vitest";
import type { MatcherContext, MatcherResult } from "../matcher/matcher.ts";
import { contextIn, makeFolder } from "../test-support/golden-context.ts";
import { loadRaster } from "./load-raster.ts";
import { toMatchRender, type RenderMatchOptions } from "./to-match-render.ts";

const cloud = (name: string, x: number): string => `
def ParticleField3DGaussianSplat "${name}"
{
    point3f[] positions = [(${x}, 0, -5)]
    float3[] scales = [(0.07, 0.07, 0.07)]
}
`;
const scene = (x: number): string =>
  `#usda 1.0\n\ndef Camera "Main"\n{\n}\n\ndef Camera "Side"\n{\n    float focalLength = 100\n}\n${cloud("Left", -0.6)}${cloud("Right", x)}\ndef Scope "Render"\n{\n    def RenderSettings "Settings"\n    {\n        int2 resolution = (48, 32)\n    }\n}\n`;

/** Draws a scene as the matcher is meant to: as the root of a stage. */
async function drawn(text: string): Promise<RenderedImage> {
  const resolver = memoryResolver(new Map([["scene.usda", new TextEncoder().encode(text)]]));
  const { scene: prepared } = await prepareFile("scene.usda", { resolver });
  await using whole = prepared;
  return await whole.render();
}

const match = (
  context: MatcherContext,
  received: unknown,
  file: string | RenderMatchOptions = "room.png",
  options?: RenderMatchOptions,
): Promise<MatcherResult> => toMatchRender.call(context, received, file, options);

/** Returns a folder with the golden image of `scene(0.5)`. */
async function prepare(options?: RenderMatchOptions): Promise<string> {
  const folder = makeFolder();
  expect((await match(contextIn(folder, "new"), scene(0.5), "room.png", options)).pass).toBe(true);
  return folder;
}

describe("a golden image", () => {
  test("is written if missing, has the pixels of render, and matches with a threshold of 0", async () => {
    const folder = await prepare();
    const golden = await decodeImage(readFileSync(join(folder, "room.png")));
    const image = await drawn(scene(0.5));
    expect(Buffer.compare(golden.data, image.data)).toBe(0);
    expect(image.data.some((byte) => byte !== 0)).toBe(true);
    expect((await match(contextIn(folder, "none"), scene(0.5))).pass).toBe(true);
    expect(readdirSync(folder)).toEqual(["room.png"]);
  });

  test("is not written in CI, and not under .not", async () => {
    const folder = makeFolder();
    for (const context of [contextIn(folder, "none"), contextIn(folder, "all", { isNot: true })]) {
      const result = await match(context, scene(0.5));
      expect(result.pass).toBe(context.isNot === true);
      expect(result.message()).toMatch(
        /There is no golden file \S*room\.png, and (none is written in CI|\.not writes none)/,
      );
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test("fails if it differs, with the prims at the pixels, and three images side by side", async () => {
    const folder = await prepare();
    const golden = readFileSync(join(folder, "room.png"));
    const result = await match(contextIn(folder, "new"), scene(0.75));
    expect(result.pass).toBe(false);
    expect(result.message()).toMatch(
      /\d+ pixels of 1536 \([\d.]+ %\) differ from the golden file \S*room\.png, by at most \d+ of 255\./,
    );
    expect(result.message()).toMatch(/at these pixels:\n\n {2}\/Right +\d+\n/);
    expect(result.message()).not.toMatch(/\/Left/);
    expect(result.message()).toMatch(
      /Before, after and difference: \S*room\.diff\.png\nReceived render: \S*room\.received\.png/,
    );
    expect(Buffer.compare(readFileSync(join(folder, "room.png")), golden)).toBe(0);

    const diff = await decodeImage(readFileSync(join(folder, "room.diff.png")));
    expect([diff.width, diff.height]).toEqual([3 * 48 + 2 * 4, 32]);
    const [before, after] = [await decodeImage(golden), await drawn(scene(0.75))];
    const received = await decodeImage(readFileSync(join(folder, "room.received.png")));
    expect(Buffer.compare(received.data, after.data)).toBe(0);
    let differing = 0;
    for (let y = 0; y < 32; y++) {
      for (let x = 0; x < 48; x++) {
        const at = (image: typeof diff, left: number): string =>
          String(image.data.subarray(4 * (y * image.width + left), 4 * (y * image.width + left + 1)));
        expect(at(diff, x)).toBe(at(before, x));
        expect(at(diff, 52 + x)).toBe(at(after as typeof diff, x));
        const isRed = at(diff, 104 + x) === "255,0,0,255";
        expect(isRed).toBe(at(before, x) !== at(after as typeof diff, x));
        if (isRed) differing++;
      }
    }
    expect(result.message()).toContain(`${differing} pixels of 1536`);

    expect((await match(contextIn(folder, "all"), scene(0.75))).pass).toBe(true);
    expect(readdirSync(folder)).toEqual(["room.png"]);
    expect((await match(contextIn(folder, "none"), scene(0.75))).pass).toBe(true);
  });

  test("matches within a threshold, and is not changed then", async () => {
    const folder = await prepare();
    const image = await drawn(scene(0.5));
    const data = image.data.map((byte, i) => (i % 4 === 0 && byte > 8 ? byte - 2 : byte));
    writeFileSync(join(folder, "room.png"), await encodePng({ ...image, data }));
    expect((await match(contextIn(folder, "new"), scene(0.5))).pass).toBe(false);
    const before = readFileSync(join(folder, "room.png"));
    expect((await match(contextIn(folder, "all"), scene(0.5), "room.png", { threshold: 0.2 })).pass).toBe(true);
    expect(Buffer.compare(readFileSync(join(folder, "room.png")), before)).toBe(0);
  });

  test("depends on camera and size", async () => {
    const folder = await prepare({ camera: "/Side", size: [20, 10] });
    const golden = await decodeImage(readFileSync(join(folder, "room.png")));
    expect([golden.width, golden.height]).toEqual([20, 10]);
    const options = { size: [20, 10] } as const;
    expect((await match(contextIn(folder, "none"), scene(0.5), "room.png", options)).pass).toBe(false);
    const side = { ...options, camera: { focalLength: 100 } };
    expect((await match(contextIn(folder, "none"), scene(0.5), "room.png", side)).pass).toBe(true);
  });

  test("is named after the test", async () => {
    const folder = makeFolder();
    expect((await match(contextIn(folder, "new"), scene(0.5), { size: [8, 8] })).pass).toBe(true);
    expect(existsSync(join(folder, "golden/room.test/the-room.png"))).toBe(true);
  });

  test("fails under .not if it equals the render", async () => {
    const folder = await prepare();
    const not = contextIn(folder, "new", { isNot: true });
    const result = await match(not, scene(0.5));
    expect([result.pass, result.message()]).toEqual([true, expect.stringContaining("and should not")]);
    expect((await match(not, scene(0.75))).pass).toBe(false);
    expect(readdirSync(folder)).toEqual(["room.png"]);
  });
});

describe("invalid input has a message with the remedy, and overwrites nothing", () => {
  const expectFailure = async (
    change: (folder: string) => void,
    received: unknown,
    options: RenderMatchOptions,
    message: RegExp,
  ): Promise<void> => {
    const folder = await prepare();
    change(folder);
    const before = readFileSync(join(folder, "room.png"));
    const result = await match(contextIn(folder, "new"), received, "room.png", options);
    expect(result.pass).toBe(false);
    expect(result.message()).toMatch(message);
    expect(Buffer.compare(readFileSync(join(folder, "room.png")), before)).toBe(0);
  };
  const nothing = (): void => undefined;
  const withMesh = `${scene(0.5)}\ndef Mesh "Chair" (\n    payload = @asset:/mesh/chair-01@\n)\n{\n}\n`;

  test.each<[string, (folder: string) => void, unknown, RenderMatchOptions, RegExp]>([
    [
      "another size",
      nothing,
      scene(0.5),
      { size: [24, 16] },
      /has 48 × 32 pixels, and the render 24 × 16\. Pass \{ size/,
    ],
    [
      "a missing asset",
      nothing,
      withMesh,
      {},
      /cannot be rendered: .*chair-01[^]*Pass the assets of the scene: \{ assets/,
    ],
    [
      "a pointer of Git LFS",
      (folder) => writeFileSync(join(folder, "room.png"), "version https://git-lfs.github.com/spec/v1\noid sha256:0\n"),
      scene(0.5),
      {},
      /is a Git LFS pointer, not an image: run "git lfs pull"/,
    ],
    ["no image", (folder) => writeFileSync(join(folder, "room.png"), "text"), scene(0.5), {}, /cannot be read: /],
    ["no scene", nothing, "#usda 1.0\ndef", {}, /The scene is not valid USDA/],
    ["no camera of that path", nothing, scene(0.5), { camera: "/None" }, /cannot be rendered: .*\/None/],
    [
      "an unknown option",
      nothing,
      scene(0.5),
      { treshold: 1 } as object,
      /There is no option "treshold"; expected one of/,
    ],
    ["a threshold", nothing, scene(0.5), { threshold: 2 }, /Expected a threshold from 0 to 1, found 2/],
  ])("%s", (_, ...failing) => expectFailure(...failing));

  test("a golden file without the extension .png", async () => {
    const result = await match(contextIn(makeFolder(), "new"), scene(0.5), "room.jpg");
    expect(result.message()).toContain('Expected the name of a .png file, found "room.jpg".');
  });

  test("reports why the renderer cannot be loaded, and rethrows all other errors", async () => {
    const [missing, otherMissing]: readonly string[] = ["@usdkit/raster-missing", "other-missing"];
    expect(await loadRaster(() => import(missing))).toContain("npm install --save-dev @usdkit/raster");
    const flag = Object.assign(new Error("import"), { code: "ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG" });
    expect(await loadRaster(() => Promise.reject(flag))).toContain("node --experimental-vm-modules");
    await expect(loadRaster(() => import(otherMissing))).rejects.toThrow("other-missing");
    expect(await loadRaster()).toHaveProperty("compareImages");
  });
});
