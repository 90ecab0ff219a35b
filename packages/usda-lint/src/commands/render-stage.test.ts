import { describe, expect, test } from "vitest";
import { runCommand, TestFolder, type Result } from "../test-support/run-command.ts";

const run = (folder: TestFolder, ...args: string[]): Promise<Result> =>
  runCommand("usda", ["render", ...args], { cwd: folder.path });

const SERVICE_SCENE = `#usda 1.0
def Mesh "Hand" (
    payload = @asset:/mesh/hand-r@
)
{
}
`;

describe("usda render of stages", () => {
  test("draws an ordinary USD file as a stage, and reports what it cannot compose or draw", async () => {
    using folder = new TestFolder({
      "scene.usda": `#usda 1.0
(
    upAxis = "Z"
)
def Xform "Car" (
    references = [@wheel.usda@, @missing.usda@]
)
{
    def Mesh "Body"
    {
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
        int[] faceVertexCounts = [3, 3, 3]
        int[] faceVertexIndices = [0, 1, 2, 0, 1, 3, 0, 1, 9]
        color3f[] primvars:displayColor = [(1, 0, 0)]
    }
    def Sphere "\u00c4ntenna"
    {
        double3 xformOp:translate.timeSamples = { 1: (0, 0, 0), 5: (0, 0, 4) }
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
    def Cube "Hidden"
    {
        token visibility = "invisible"
    }
    def Cube "Guide"
    {
        uniform token purpose = "guide"
    }
    def Volume "Smoke"
    {
    }
    def SphereLight "Lamp"
    {
    }
}
`,
      "wheel.usda": '#usda 1.0\n(\n    defaultPrim = "W"\n)\ndef "W"\n{\n    def Cylinder "Wheel"\n    {\n    }\n}\n',
    });
    const { code, stdout, stderr } = await run(folder, "scene.usda", "--json", "--ids", "-o", "out.png");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      file: "out.png",
      width: 960,
      height: 540,
      camera: "auto",
      drawn: [
        { path: "/Car/Wheel", triangles: 256 },
        { path: "/Car/Body", triangles: 2 },
        { path: "/Car/\u00c4ntenna", triangles: 3968 },
        { path: "/Car/Lamp", triangles: 0 },
      ],
      notDrawn: [{ path: "/Car/Smoke", type: "Volume", reason: "unsupported" }],
    });
    expect(stderr.split("\n")).toEqual([
      "usda render: 1 Volume prim is not drawn yet",
      expect.stringMatching(/^usda render: \/Car: .*@missing\.usda@/u),
      "usda render: /Car/Body.faceVertexIndices: 1 face is not drawn: a corner is no point of the mesh",
      "",
    ]);
    const hashOf = async (...args: string[]): Promise<string> =>
      (
        JSON.parse((await run(folder, "scene.usda", "--size", "90x60", "--json", "-o", "a.png", ...args)).stdout) as {
          readonly hash: string;
        }
      ).hash;
    const first = await hashOf();
    expect(await hashOf("--threads", "3")).toBe(first);
    // Without a time, the first samples count.
    expect(await hashOf("--time", "1")).toBe(first);
    expect(await hashOf("--time", "3")).not.toBe(first);
    expect(await hashOf("--purpose", "default,guide")).not.toBe(first);
    const finer = await run(folder, "scene.usda", "--size", "8x8", "--json", "--complexity", "medium", "-o", "a.png");
    expect(JSON.parse(finer.stdout)).toMatchObject({ drawn: [{}, { path: "/Car/Body", triangles: 12 }, {}, {}] });
  });

  test("prints ten problems, and all of them as JSON", async () => {
    const meshes = Array.from(
      { length: 12 },
      (_, i) => `def Mesh "M${i}"
{
    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    int[] faceVertexCounts = [3, 3]
    int[] faceVertexIndices = [0, 1, 2, 0, 1, 9]
}
`,
    );
    using folder = new TestFolder({ "scene.usda": `#usda 1.0\n${meshes.join("")}` });
    const { stdout, stderr } = await run(folder, "scene.usda", "--json", "--size", "16x16", "-o", "out.png");
    const problem = (i: number): string =>
      `/M${i}.faceVertexIndices: 1 face is not drawn: a corner is no point of the mesh`;
    expect(JSON.parse(stdout)).toMatchObject({ problems: meshes.map((_, i) => problem(i)) });
    expect(stderr.split("\n").slice(-4)).toEqual([
      `usda render: ${problem(8)}`,
      `usda render: ${problem(9)}`,
      "usda render: 2 more problems; --json lists all",
      "",
    ]);
  });

  test("reads a file as the service or as USD by its content, or as told", async () => {
    using folder = new TestFolder({ "scene.usda": SERVICE_SCENE });
    const asStage = await run(folder, "scene.usda", "--as", "usd", "-o", "out.png");
    expect([asStage.code, asStage.stdout]).toEqual([1, ""]);
    expect(asStage.stderr).toContain("Nothing is drawn: 1 Mesh prim has no faces, curves or points");
    folder.write("ball.usda", '#usda 1.0\ndef Sphere "Ball"\n{\n}\n');
    const asService = await run(folder, "ball.usda", "--as", "service", "-o", "out.png");
    expect([asService.code, asService.stderr]).toEqual([
      1,
      "usda render: Nothing is drawn: 1 Sphere prim is not drawn yet\n",
    ]);
    const piped = await runCommand("usda", ["render", "-", "-o", "out.png", "--size", "8x8"], {
      cwd: folder.path,
      input: '#usda 1.0\ndef Sphere "Ball"\n{\n}\n',
    });
    expect([piped.code, piped.stderr]).toEqual([0, ""]);
    const turned = await run(folder, "ball.usda", "--turntable", "2", "--size", "8x8", "-o", "turn.webp");
    expect([turned.code, turned.stderr]).toEqual([0, ""]);
    for (const [flag, value, message] of [
      ["--purpose", "proxies", "--purpose expects default, render, proxy, guide"],
      ["--variant", "look=red", "Expected a selection such as"],
    ]) {
      const { code, stderr } = await run(folder, "ball.usda", flag, value, "-o", "out.png");
      expect([code, stderr.includes(message)]).toEqual([2, true]);
    }
  });
});

describe("usda render of render settings with a camera", () => {
  const scene = (metadata: string, camera: string): string => `#usda 1.0
(
    ${metadata}
)
def Cube "Box"
{
}
def Camera "First"
{
    double3 xformOp:translate = (0, 0, 20)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
def Camera "Second"
{
    double3 xformOp:translate = (0, 0, 30)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
def RenderSettings "A"
{
    rel camera = </First>
}
def RenderSettings "B"
{
    rel camera = <${camera}>
}
`;

  test("shows the first camera, and names the other one that the settings of the stage have", async () => {
    using folder = new TestFolder({
      "plain.usda": scene("", "/Second"),
      "named.usda": scene('renderSettingsPrimPath = "/B"', "/Second"),
    });
    const plain = await run(folder, "plain.usda", "--size", "32x18", "-o", "out.png");
    expect(plain.stderr).toBe("");
    const named = await run(folder, "named.usda", "--size", "32x18", "--json", "-o", "out.png");
    const message =
      "/B.camera: The image is that of the first camera, /First, and not of /Second, which these settings name: give it as the camera";
    expect(named.stderr).toBe(`usda render: ${message}\n`);
    expect(JSON.parse(named.stdout)).toMatchObject({ camera: "/First", problems: [message] });
    const given = await run(folder, "named.usda", "--camera", "Second", "--size", "32x18", "-o", "out.png");
    expect(given.stderr).toBe("");
  });
});
