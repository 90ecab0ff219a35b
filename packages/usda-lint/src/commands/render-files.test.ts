import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommand, TestFolder, type Result } from "../test-support/run-command.ts";

const run = (folder: TestFolder, ...args: string[]): Promise<Result> =>
  runCommand("usda", ["render", ...args, "--size", "8x6", "--samples", "1"], { cwd: folder.path });
const read = (folder: TestFolder, name: string): Buffer => readFileSync(join(folder.path, name));

const TRIANGLE = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
const GLTF = JSON.stringify({
  asset: { version: "2.0" },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  buffers: [{ uri: "data/triangle.bin", byteLength: 36 }],
});
const PLY = ["ply", "format ascii 1.0", "element vertex 1", "property float x", "property float y", "property float z"];
const POINTS = [...PLY, "end_header", "0 0 0", ""].join("\n");

/** Two cameras, and a ball that moves from one time to the next. */
const SHOT = `#usda 1.0
(
    startTimeCode = 1
    endTimeCode = 4
)
def Sphere "Ball"
{
    double radius = 2
    double3 xformOp:translate.timeSamples = { 1: (0, 0, 0), 4: (1, 1, 0) }
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
def Cube "Box"
{
}
def Xform "Cameras"
{
    def Camera "Main"
    {
        double3 xformOp:translate = (0, 0, 9)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
    def Camera "Far"
    {
        double3 xformOp:translate = (0, 0, 14)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
}
`;

describe("a file of a mesh or of splats", () => {
  test("is drawn alone, with the files that it names", async () => {
    using folder = new TestFolder({ "my chair.gltf": GLTF, "data/triangle.bin": TRIANGLE, "cloud.ply": POINTS });
    const { code, stdout, stderr } = await run(folder, "my chair.gltf", "--json", "-o", "out.png");
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject({
      camera: "auto",
      width: 8,
      drawn: [{ path: "/my_chair", triangles: 1 }],
      notDrawn: [],
    });
    const turned = await run(folder, "my chair.gltf", "--turntable", "3", "-o", "turn.#.png");
    expect([turned.code, turned.stderr]).toEqual([0, ""]);
    expect(["turn.1.png", "turn.3.png"].map((name) => existsSync(join(folder.path, name)))).toEqual([true, true]);
    expect((await run(folder, "cloud.ply", "-o", "cloud.webp")).stdout).toMatch(/^cloud\.webp: 8 × 6, 1 points\n/u);
    expect(read(folder, "cloud.webp").subarray(8, 12).toString()).toBe("WEBP");
  });

  test("that cannot be read is named with the place", async () => {
    using folder = new TestFolder({
      "a.gltf": GLTF,
      "b.glb": "glTF",
      "c.glb": `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12\n`,
    });
    const errorOf = async (name: string): Promise<string> => {
      const { code, stdout, stderr } = await run(folder, name, "-o", "out.png");
      expect([code, stdout, existsSync(join(folder.path, "out.png"))]).toEqual([2, "", false]);
      return stderr;
    };
    expect(await errorOf("a.gltf")).toBe(
      'usda render: a.gltf: buffers[0]: the file "data/triangle.bin" cannot be found.\n',
    );
    expect(await errorOf("b.glb")).toMatch(/^usda render: b\.glb: header, byte 0: the file ends in its head/u);
    expect(await errorOf("c.glb")).toMatch(/^usda render: c\.glb: .*Git LFS/u);
    expect(await errorOf("d.glb")).toMatch(/^usda render: d\.glb: no such file/u);
  });
});

describe("several images", () => {
  test("of cameras and frames have names of both", async () => {
    using folder = new TestFolder({ "shot.usda": SHOT });
    const args = ["shot.usda", "--camera", "all", "--frames", "1:4x3", "--depth", "--edges", "-o", "out/s.####.png"];
    const { code, stdout, stderr } = await run(folder, ...args, "--json");
    expect([code, stderr]).toEqual([0, ""]);
    const names = ["s-Far.0001", "s-Far.0004", "s-Main.0001", "s-Main.0004"];
    const files = names.flatMap((name) => [`${name}-depth.png`, `${name}-edges.png`, `${name}.png`]);
    expect(readdirSync(join(folder.path, "out"))).toEqual(files);
    const { images } = JSON.parse(stdout) as { readonly images: readonly { readonly hash: string }[] };
    expect(images).toMatchObject([
      { file: "out/s-Main.0001.png", camera: "/Cameras/Main", time: 1 },
      { file: "out/s-Main.0004.png", camera: "/Cameras/Main", time: 4 },
      { file: "out/s-Far.0001.png", camera: "/Cameras/Far", time: 1 },
      { file: "out/s-Far.0004.png", camera: "/Cameras/Far", time: 4 },
    ]);
    expect(new Set(images.map(({ hash }) => hash)).size).toBe(4);
    // Without a time the image is the first one.
    await run(folder, "shot.usda", "--camera", "Main", "-o", "still.png");
    expect(read(folder, "still.png")).toEqual(read(folder, "out/s-Main.0001.png"));
  });

  test("are one animation if the format allows it", async () => {
    using folder = new TestFolder({ "shot.usda": SHOT });
    const args = ["shot.usda", "--camera", "Main", "--camera", "/Cameras/Far", "--frames", "1,2"];
    expect((await run(folder, ...args, "-o", "a.gif")).stdout).toMatch(
      /^2 images: 8 × 6, \d+ triangles\na-Main\.gif: sha256 [\da-f]{64}\na-Far\.gif: sha256/u,
    );
    expect(read(folder, "a-Main.gif").subarray(0, 3).toString()).toBe("GIF");
  });
});

test("a part of a scene is framed and drawn alone", async () => {
  using folder = new TestFolder({ "shot.usda": SHOT, "box.usda": '#usda 1.0\ndef Cube "Box"\n{\n}\n' });
  const part = await run(folder, "shot.usda", "--only", "/Box", "--camera", "auto", "-o", "part.png");
  expect([part.code, part.stderr]).toEqual([0, ""]);
  await run(folder, "box.usda", "-o", "box.png");
  expect(read(folder, "part.png")).toEqual(read(folder, "box.png"));
});

test("a contact sheet of nothing is not written, and the message has a reason", async () => {
  using folder = new TestFolder({ "set/a.usda": '#usda 1.0\ndef Scope "A"\n{\n}\n' });
  const { code, stdout, stderr } = await run(folder, "set", "--contact-sheet", "sheet.webp");
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(
    /^usda render: set: nothing is drawn of 1 file; set\/a\.usda: \S.*\(--json has the reason of each\)\n$/u,
  );
  expect(existsSync(join(folder.path, "sheet.webp"))).toBe(false);
});

test("the name of a contact sheet may follow its flag", async () => {
  using folder = new TestFolder({ "shot.usda": SHOT });
  const { code, stdout } = await run(folder, "shot.usda", "--contact-sheet", "sheet.webp");
  expect([code, stdout.split(":")[0]]).toEqual([0, "sheet.webp"]);
});

describe("usda render of what is not there", () => {
  test("names paths of --only at which nothing is drawn, and writes no image of nothing", async () => {
    using folder = new TestFolder({ "shot.usda": SHOT });
    const none = await run(folder, "shot.usda", "--only", "/Nope", "-o", "out.png");
    expect(none).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "usda render: --only: nothing is drawn at /Nope or below it\n",
    });
    expect(existsSync(join(folder.path, "out.png"))).toBe(false);
    const some = await run(folder, "shot.usda", "--only", "/Box", "--only", "/Bo", "-o", "out.png");
    expect(some).toMatchObject({ code: 0, stderr: "usda render: --only: nothing is drawn at /Bo or below it\n" });
  });

  test("rejects variants and sessions of files that have none", async () => {
    using folder = new TestFolder({ "cloud.ply": POINTS, "session.usda": "#usda 1.0\n" });
    const variant = await run(folder, "cloud.ply", "--variant", "/A{x=y}", "-o", "out.png");
    expect(variant.code).toBe(2);
    expect(variant.stderr).toContain("--variant is of stages: of a glTF file use --material-variant NAME");
    const session = await run(folder, "cloud.ply", "--session", "session.usda", "-o", "out.png");
    expect(session.code).toBe(2);
    expect(session.stderr).toContain("--session is of stages");
  });

  test("thumbnails of a folder without pictures say so", async () => {
    using folder = new TestFolder({ "notes/readme.txt": "none" });
    const { code, stderr } = await runCommand("usda", ["thumbnails", "notes", "-o", "out"], { cwd: folder.path });
    expect(code).toBe(0);
    expect(stderr).toContain("usda thumbnails: there are no USD, glTF or splat files to draw\n");
  });
});
