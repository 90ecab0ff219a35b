import { compareImages, decodeImage, imageHash } from "@usdkit/raster";
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  BAD,
  commandFile,
  plainEnvironment,
  runCommand,
  TestFolder,
  type Result,
} from "../test-support/run-command.ts";

/** A hand 20 cm long, in front of two cameras. */
const SCENE = `#usda 1.0
(
    defaultPrim = "World"
)

def Xform "World"
{
    def Mesh "Hand" (
        payload = @asset:/mesh/hand-r@
    )
    {
    }
    def Camera "Near"
    {
        matrix4d xformOp:transform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0.4, 1))
        uniform token[] xformOpOrder = ["xformOp:transform"]
        float2 clippingRange = (0.01, 10)
    }
    def Camera "Far"
    {
        matrix4d xformOp:transform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 2, 1))
        uniform token[] xformOpOrder = ["xformOp:transform"]
        float2 clippingRange = (0.01, 10)
    }
}

def Scope "Render"
{
    def RenderSettings "Settings"
    {
        rel camera = </World/Near>
        uniform int2 resolution = (64, 48)
    }
}
`;

const require = createRequire(join(import.meta.dirname, "../../../assets/src/index.ts"));
const sharp = require("sharp") as (
  file: string,
  options: object,
) => { metadata: () => Promise<{ pages?: number; width: number; pageHeight?: number; delay?: number[] }> };
const HAND = require.resolve("@webxr-input-profiles/assets/dist/profiles/generic-fixed-hand/right.glb");

function sceneFolder(scene = SCENE): TestFolder {
  const folder = new TestFolder({ "scene.usda": scene, "models/readme.txt": "" });
  copyFileSync(HAND, join(folder.path, "models/hand-r.glb"));
  return folder;
}

const run = (folder: TestFolder, ...args: string[]): Promise<Result> =>
  runCommand("usda", ["render", ...args], { cwd: folder.path });

interface Printed {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  readonly triangles: { readonly total: number };
  readonly leftOut: readonly object[];
}

describe("usda render", () => {
  test("draws a scene with the meshes of a folder, and reports what it drew", async () => {
    using folder = sceneFolder();
    const { code, stdout, stderr } = await run(folder, "scene.usda", "--assets", "models", "-o", "out.png");
    expect([code, stderr]).toEqual([0, ""]);
    const image = await decodeImage(readFileSync(join(folder.path, "out.png")));
    expect([image.width, image.height]).toEqual([64, 48]);
    expect(stdout).toBe(`out.png: 64 × 48, 2314 triangles\nsha256 ${await imageHash(image)}\n`);
    const seen = image.data.filter((value, i) => i % 4 === 3 && value > 0).length;
    expect(seen).toBeGreaterThan(200);
    expect(seen).toBeLessThan(64 * 48);
  });

  test.each([
    ["</World/Nope>", "/World/Nope", "which does not exist"],
    ["</World/Hand>", "/World/Hand", "a Mesh"],
  ])("names a camera relationship to %s", async (authored, target, what) => {
    using folder = sceneFolder(SCENE.replace("</World/Near>", authored));
    const args = ["scene.usda", "--assets", "models", "--size", "8x8", "-o", "out.png"];
    const { code, stderr } = await run(folder, ...args);
    expect([code, stderr]).toEqual([
      0,
      `usda render: "camera" of /Render/Settings targets ${target}, ${what}: the image shows the first camera, /World/Near\n`,
    ]);
    // The relationship does not matter.
    expect((await run(folder, ...args, "--camera", "/World/Far")).stderr).toBe("");
    expect((await run(folder, ...args, "--contact-sheet")).stderr).toBe("");
  });

  test("takes size, camera, background and a JSON map, the same for any number of threads", async () => {
    using folder = sceneFolder();
    folder.write("map.json", JSON.stringify({ "hand-r": "models/hand-r.glb" }));
    const make = async (name: string, ...args: string[]): Promise<Printed> => {
      const all = ["scene.usda", "--assets", "map.json", "--size", "90x60", "--json", "-o", name, ...args];
      const { code, stdout, stderr } = await run(folder, ...all);
      expect([code, stderr]).toEqual([0, ""]);
      return JSON.parse(stdout) as Printed;
    };
    const one = await make("near.png", "--threads", "1", "--background", "#336699");
    const three = await make("three.png", "--threads", "3", "--background", "336699");
    expect(one).toMatchObject({ width: 90, height: 60, triangles: { total: 2314 }, leftOut: [] });
    expect(three.hash).toBe(one.hash);
    expect(readFileSync(join(folder.path, "near.png"))).toEqual(readFileSync(join(folder.path, "three.png")));
    await make("far.png", "--camera", "/World/Far", "--background", "#336699");
    const [near, far] = await Promise.all(
      ["near.png", "far.png"].map((name) => decodeImage(readFileSync(join(folder.path, name)))),
    );
    expect(Array.from(near.data.subarray(0, 4))).toEqual([0x33, 0x66, 0x99, 255]);
    expect(compareImages(near, far).share).toBeGreaterThan(0.05);
  });

  test("writes a JPEG, and more samples", async () => {
    using folder = sceneFolder();
    const args = ["scene.usda", "--assets", "models", "--samples", "4", "--quality", "50"];
    expect((await run(folder, ...args, "-o", "sub/out.jpg")).code).toBe(0);
    expect(readFileSync(join(folder.path, "sub/out.jpg")).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  });

  test("writes depth, normals and prims next to the image", async () => {
    using folder = sceneFolder();
    const layers = ["--depth", "--normals", "--ids", "--json", "--look", "plain", "--samples", "1"];
    const { code, stdout } = await run(folder, "scene.usda", "--assets", "models", ...layers, "-o", "out.png");
    expect(code).toBe(0);
    const { ids } = JSON.parse(stdout) as { readonly ids: Record<string, string> };
    expect(Object.keys(ids)).toEqual(["/World/Hand"]);
    const [color, depth, normals, prims] = await Promise.all(
      ["out", "out-depth", "out-normals", "out-ids"].map((name) =>
        decodeImage(readFileSync(join(folder.path, `${name}.png`))),
      ),
    );
    let seen = 0;
    for (let i = 3; i < color.data.length; i += 4) {
      expect([depth, normals, prims].map(({ data }) => data[i] > 0)).toEqual(Array(3).fill(color.data[i] > 0));
      if (color.data[i] === 0) continue;
      seen++;
      expect(`#${Buffer.from(prims.data.subarray(i - 3, i)).toString("hex")}`).toBe(ids["/World/Hand"]);
    }
    expect(seen).toBeGreaterThan(200);
    const grays = depth.data.filter((_, i) => i % 4 === 0 && depth.data[i + 3] > 0);
    expect([Math.min(...grays), Math.max(...grays)]).toEqual([40, 255]);
  });

  test("goes around a scene: an animation, or numbered files of which the first is the camera's own", async () => {
    using folder = sceneFolder();
    const args = ["scene.usda", "--assets", "models", "--turntable", "3"];
    for (const format of ["webp", "gif"]) {
      expect((await run(folder, ...args, "-o", `out.${format}`)).code).toBe(0);
      const { pages, width, pageHeight } = await sharp(join(folder.path, `out.${format}`), {
        animated: true,
      }).metadata();
      expect([pages, width, pageHeight]).toEqual([3, 64, 48]);
    }
    expect((await run(folder, ...args, "-o", "turn.png")).code).toBe(0);
    expect((await run(folder, "scene.usda", "--assets", "models", "-o", "still.png")).code).toBe(0);
    const read = (name: string): Buffer => readFileSync(join(folder.path, name));
    expect(read("turn-001.png")).toEqual(read("still.png"));
    expect(read("turn-002.png")).not.toEqual(read("still.png"));
    expect(existsSync(join(folder.path, "turn-003.png"))).toBe(true);
  });

  test("writes depth, normals and prims of a turntable, for each image or as animations", async () => {
    using folder = sceneFolder();
    const args = ["scene.usda", "--assets", "models", "--turntable", "2", "--depth", "--normals", "--ids"];
    expect((await run(folder, ...args, "-o", "t.png")).code).toBe(0);
    expect((await run(folder, ...args, "-o", "t.webp")).code).toBe(0);
    for (const name of ["depth", "normals", "ids"]) {
      for (const number of ["001", "002"]) expect(existsSync(join(folder.path, `t-${number}-${name}.png`))).toBe(true);
      const { pages } = await sharp(join(folder.path, `t-${name}.webp`), { animated: true }).metadata();
      expect(pages).toBe(2);
    }
    // Ids are colors that must not be changed by the encoder.
    const still = await decodeImage(readFileSync(join(folder.path, "t-001-ids.png")));
    const first = await decodeImage(readFileSync(join(folder.path, "t-ids.webp")));
    expect(Buffer.compare(first.data.subarray(0, still.data.length), still.data)).toBe(0);
  });

  test("animates time samples, or draws one time", async () => {
    const at = (z: number): string => `((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, ${z}, 1))`;
    const scene = SCENE.replace(
      "matrix4d xformOp:transform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0.4, 1))",
      `matrix4d xformOp:transform.timeSamples = { 0: ${at(0.25)}, 4: ${at(1.25)} }`,
    ).replace('defaultPrim = "World"', 'defaultPrim = "World"\n    framesPerSecond = 12');
    using folder = sceneFolder(scene);
    const args = ["scene.usda", "--assets", "models"];
    expect((await run(folder, ...args, "--animate", "-o", "out.webp")).code).toBe(0);
    const { pages, delay } = await sharp(join(folder.path, "out.webp"), { animated: true }).metadata();
    expect([pages, delay]).toEqual([5, [83, 83, 83, 83, 83]]);
    expect((await run(folder, ...args, "--animate", "--fps", "6", "-o", "a.png")).code).toBe(0);
    expect((await run(folder, ...args, "--time", "2", "-o", "two.png")).code).toBe(0);
    const read = (name: string): Buffer => readFileSync(join(folder.path, name));
    expect(read("a-002.png")).toEqual(read("two.png"));
    expect(read("a-001.png")).not.toEqual(read("two.png"));
    expect([existsSync(join(folder.path, "a-003.png")), existsSync(join(folder.path, "a-004.png"))]).toEqual([
      true,
      false,
    ]);
  });

  test("draws all cameras as one sheet", async () => {
    using folder = sceneFolder();
    const args = ["scene.usda", "--assets", "models", "--contact-sheet", "-o", "sheet.png"];
    expect((await run(folder, ...args)).code).toBe(0);
    const { width, height } = await decodeImage(readFileSync(join(folder.path, "sheet.png")));
    expect([width, height]).toEqual([128, 48]);
  });

  test("reads a scene from standard input", async () => {
    using folder = sceneFolder();
    const args = ["render", "-", "--assets", "models", "-o", "out.png"];
    expect((await runCommand("usda", args, { cwd: folder.path, input: SCENE })).code).toBe(0);
  });

  test("fails if a mesh has no file, or leaves it out and reports that", async () => {
    using folder = sceneFolder(SCENE.replace("mesh/hand-r", "mesh/%2e%2e%2fhand%1b[31m"));
    const failed = await run(folder, "scene.usda", "--assets", "models", "-o", "out.png");
    expect(failed.code).toBe(2);
    expect(failed.stderr).toContain("/World/Hand");
    expect(failed.stderr).not.toContain("\x1b");
    expect(existsSync(join(folder.path, "out.png"))).toBe(false);
    folder.write(
      "two.usda",
      SCENE.replace(
        '    def Camera "Near"',
        '    def Mesh "Other" (\n        payload = @asset:/mesh/%1b[31m@\n    )\n    {\n    }\n    def Camera "Near"',
      ),
    );
    const args = ["two.usda", "--assets", "models", "--missing", "skip", "-o", "out.png"];
    const { code, stdout, stderr } = await run(folder, ...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^out\.png: 64 × 48, 2314 triangles\nskipped: missingAsset 1\nsha256 /);
    expect(stderr).toBe(
      "usda render: There is no file for the meshes of 1 prim (/World/Other)\n" +
        'usda render: /World/Other: skipped: no file for the mesh "\\x1b[31m"\n',
    );
  });

  test("lists drawn and other prims, and exits with 1 if all assets are missing", async () => {
    using folder = sceneFolder(
      SCENE.replace('    def Camera "Near"', '    def Cube "Box"\n    {\n    }\n    def Camera "Near"'),
    );
    const some = await run(folder, "scene.usda", "--assets", "models", "--json", "-o", "out.png");
    expect([some.code, some.stderr]).toEqual([0, "usda render: 1 Cube prim is not drawn yet\n"]);
    expect(JSON.parse(some.stdout)).toMatchObject({
      file: "out.png",
      drawn: [{ path: "/World/Hand", triangles: 2314 }],
      notDrawn: [{ path: "/World/Box", type: "Cube", reason: "unsupported" }],
    });
    const none = await run(folder, "scene.usda", "--missing", "skip", "-o", "none.png");
    expect([none.code, none.stdout, existsSync(join(folder.path, "none.png"))]).toEqual([1, "", false]);
    expect(none.stderr).toMatch(
      /^usda render: Nothing is drawn: there is no file for the meshes of 1 prim \(\/World\/Hand\); 1 Cube/,
    );
  });

  test("errors name the flags of the command", async () => {
    using folder = sceneFolder(SCENE.replace(/^ +uniform int2 resolution.*$/m, ""));
    const errorOf = async (...args: string[]): Promise<string> =>
      (await run(folder, "scene.usda", "--assets", "models", "-o", "out.png", ...args)).stderr;
    expect(await errorOf("--size", "99999x9")).toMatch(/^usda render: --size: width is 99999 pixels/);
    expect(await errorOf("--size", "9x9", "--samples", "3")).toMatch(/^usda render: --samples: samples must be/);
    expect(await errorOf("--size", "9x9", "--threads", "0")).toMatch(/^usda render: --threads: threads must be/);
  });

  test.each([
    [["scene.usda"], "-o scene.png"],
    [["scene.usda", "-o", "out.tif"], ".png, .jpg, .webp or .gif"],
    [["scene.usda", "-o", "out.png", "--assets", "models", "--turntable", "0"], "turntable"],
    [["scene.usda", "-o", "out.png", "--assets", "models", "--animate"], "startTimeCode"],
    [["scene.usda", "-o", "out.png", "--animate", "--turntable", "2"], "exclude each other"],
    [["scene.usda", "-o", "out.png", "--fps", "2"], "--fps belongs to --animate and --frames"],
    [["scene.usda", "-o", "out.png", "--frames", "1:9", "--time", "2"], "excludes --animate and --frames"],
    [["scene.usda", "-o", "out.png", "--assets", "models", "--camera", "Middle"], "has /World/Near, /World/Far"],
    [["scene.usda", "-o", "a.#.b.#.png", "--assets", "models"], "one placeholder"],
    [["scene.usda", "-o", "##.png", "--assets", "models", "--frames", "1,1.2"], 'named "01.png"'],
    [["models", "-o", "out.png"], "models is a folder"],
    [["scene.usda", "-o", "out.png", "--size", "big"], "1280x720"],
    [["scene.usda", "-o", "out.png", "--background", "red"], "#rrggbb"],
    [["scene.usda", "-o", "out.png", "--assets", "models", "--samples", "3"], "samples"],
    [["scene.usda", "-o", "out.png"], "add --assets FOLDER; --missing skip"],
    [["scene.usda", "-o", "out.png", "--assets", "nowhere"], "nowhere: no such file"],
    [["gone.usda", "-o", "out.png"], "gone.usda: no such file"],
    [["scene.usda", "-o", "out.png", "--assets", "models", "--camera", "/World/Hand"], "/World/Hand"],
    [["scene.usda", "-o", "out.png", "--assets", "models", "--size", "99999x9"], "99999"],
    [["scene.usda", "-o", "models/readme.txt/out.png", "--assets", "models"], "out.png"],
    [["scene.usda", "-o", "out.jpg", "--assets", "models", "--quality", "0"], "quality"],
  ])("%j fails with the reason", async (args, text) => {
    using folder = sceneFolder();
    const { code, stdout, stderr } = await run(folder, ...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(text);
    expect(stderr).not.toContain("internal error");
  });

  test("a scene that does not parse, and an asset that cannot be loaded", async () => {
    using folder = sceneFolder(BAD);
    expect((await run(folder, "scene.usda", "-o", "out.png")).stderr).toContain("4:13");
    using other = sceneFolder();
    other.write("models/hand-r.glb", "glTF");
    const { code, stderr } = await run(other, "scene.usda", "--assets", "models", "-o", "out.png");
    expect(code).toBe(2);
    expect(stderr).toContain("hand-r");
  });

  test("is interrupted by Ctrl-C", async () => {
    using folder = sceneFolder();
    // Resolves when the command listens: before that the signal would end Node itself.
    const signal = `process.on("newListener", (name) => name === "SIGINT" && console.error("ready"))`;
    const node = ["--import", `data:text/javascript,${encodeURIComponent(signal)}`, commandFile("usda"), "render"];
    const args = ["scene.usda", "--assets", "models", "--size", "4000x4000", "--samples", "4", "-o", "out.png"];
    const child = spawn(process.execPath, [...node, ...args], { cwd: folder.path, env: plainEnvironment() });
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    await new Promise((resolve) => child.stderr.once("data", resolve));
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(existsSync(join(folder.path, "out.png"))).toBe(false);
  });
});
