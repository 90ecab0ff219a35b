import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BAD, runCommand, TestFolder, type Result } from "../test-support/run-command.ts";

const scenes = join(import.meta.dirname, "../../../../test/scenes");
const run = (...args: string[]): Promise<Result> => runCommand("usda", ["plan", ...args], { cwd: scenes });

const MANY = `#usda 1.0
(
    upAxis = "Z"
)
def Xform "W"
{
    def Camera "A"
    {
        token projection = "orthographic"
        int2 resolution = (640, 480)
    }
    def Camera "B"
    {
    }
    def Mesh "Chair" (
        payload = @a:/mesh/%1b[31mred@
    )
    {
        double3 xformOp:translate = (1, 2, 3)
        matrix4d xformOp:transform = ((nan, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1e-7, -inf, 1234567.25, 1))
    }
    def Mesh "Ü" (
        payload = @./a.usd@
    )
    {
    }
}
`;

describe("usda plan", () => {
  test("for the user", async () => {
    const { code, stdout, stderr } = await run("room-with-splat.usda");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatchInlineSnapshot(`
      "room-with-splat.usda, read as a full scene

      Camera      /Room/Eye
        perspective, 24 mm lens on 36 × 20.25 mm: 73.7° × 45.7°
        clips at 1 and 1000000, f-stop 2.8, focus at 3.7
        at (0, 1.6, 0), looking along (0, 0, -1)
        not authored, so the schema's: projection, clippingRange
      Resolution  1920 × 1080 from the RenderSettings /Render/Settings
      Items       2
        splat  room-7  at (0, 0, 0)        /Room/Capture
        mesh   lamp-3  at (1.25, 0, -3.5)  /Room/Furniture/Lamp
      Ignored     nothing
      "
    `);
    expect((await run("walk.patch.usda")).stdout).toMatchInlineSnapshot(`
      "walk.patch.usda, read as a patch of the camera

      Camera      /World/Main
        focalLength 40
        at (-1.2, 1.5, 6), looking along (0, 0, -1)
      Ignored     nothing
      "
    `);
  });

  test("what is ignored, with the reasons, without control characters", async () => {
    const { code, stdout } = await runCommand("usda", ["plan", "-"], { input: MANY });
    expect(code).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "<stdin>, read as a full scene

      Camera      /W/A
        orthographic, film back of 20.955 × 15.2908 mm
        clips at 1 and 1000000, f-stop 0, focus at 0
        at (0, 0, 0), looking along (0, 0, -1)
        not authored, so the schema's: focalLength, horizontalAperture, verticalAperture, clippingRange
      Resolution  640 × 480 from the Camera /W/A
      Items       1
        mesh  \\x1b[31mred  at (1e-7, -Infinity, 1234567)  /W/Chair
      Ignored     4
        /                           upAxis is not read
        /W/B                        only the first camera counts, /W/A
        /W/Chair.xformOp:translate  the service reads xformOp:transform alone: the prim is elsewhere than in USD
        /W/Ü                        nothing to draw: The payload must be <scheme>:/mesh/<mesh id>: it has no scheme
      "
    `);
  });

  test("--json has the shape that others rely on", async () => {
    const { code, stdout, stderr } = await run("two-chairs.usda", "--json");
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual({
      form: "scene",
      camera: {
        path: "/World/Main",
        worldMatrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1.5, 6, 1],
        focalLength: 35,
        horizontalAperture: 36,
        verticalAperture: 24,
        clippingRange: [Math.fround(0.1), 1000],
        projection: "perspective",
        focusDistance: 0,
        fStop: 0,
        authored: [
          "projection",
          "clippingRange",
          "focalLength",
          "horizontalAperture",
          "verticalAperture",
          "xformOp:transform",
          "xformOpOrder",
        ],
      },
      resolution: [1280, 720],
      resolutionSource: "RenderSettings",
      renderSettings: { path: "/Render/Settings", cameraTargets: ["/World/Main"], resolution: [1280, 720] },
      items: [
        {
          path: "/World/Chair",
          type: "Mesh",
          meshId: "chair-01",
          asset: "asset:/mesh/chair-01",
          target: "/mesh",
          worldMatrix: [0.866, 0, -0.5, 0, 0, 1, 0, 0, 0.5, 0, 0.866, 0, -0.8, 0, -2, 1],
        },
        {
          path: "/World/OtherChair",
          type: "Mesh",
          meshId: "chair-01",
          asset: "asset:/mesh/chair-01",
          target: "/mesh",
          worldMatrix: [-0.866, 0, 0.5, 0, 0, 1, 0, 0, -0.5, 0, -0.866, 0, 0.8, 0, -2, 1],
        },
      ],
      prims: [],
      ignored: [],
    });
    const hostile = await runCommand("usda", ["plan", "--json", "-"], { input: MANY });
    expect(hostile.stdout).not.toContain("\x1b");
    expect(JSON.parse(hostile.stdout)).toMatchObject({
      resolutionSource: "Camera",
      items: [{ meshId: "\x1b[31mred", worldMatrix: { 0: null, 12: 1e-7, 13: null } }],
    });
  });

  test("--profile determines how it is read", async () => {
    const patch = async (profile: string): Promise<unknown> =>
      JSON.parse((await run("walk.patch.usda", "--json", "--profile", profile)).stdout);
    expect(await patch("auto")).toMatchObject({ form: "patch", camera: { path: "/World/Main" } });
    expect(await patch("patch")).toMatchObject({ form: "patch" });
    expect(await patch("offline")).toMatchObject({ form: "scene", camera: null, ignored: [{ path: "/World" }] });
    expect(await patch("realtime")).toMatchObject({ form: "scene", camera: null });
    expect((await run("walk.patch.usda", "--profile", "usda")).code).toBe(2);
  });

  test("rejected files and missing ones", async () => {
    using folder = new TestFolder({ "bad.usda": BAD });
    const bad = await runCommand("usda", ["plan", "bad.usda", "--json"], { cwd: folder.path });
    expect([bad.code, bad.stdout]).toEqual([2, ""]);
    expect(bad.stderr).toContain("bad.usda:4:13");
    expect(await runCommand("usda", ["plan", "none.usda"], { cwd: folder.path })).toEqual({
      code: 2,
      stdout: "",
      stderr: "usda plan: none.usda: no such file\n",
    });
    expect((await run()).code).toBe(2);
  });
});
