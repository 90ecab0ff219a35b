// Lights, cameras and exposure of stages.

import { memoryResolver, Stage } from "@usdkit/usd";
import { describe, expect, test } from "vitest";
import type { RenderOptions } from "../rendering/render-options.ts";
import { prepareStage } from "./prepare-stage.ts";

const SIZE = { width: 32, height: 32, background: [0, 0, 0], threads: 1, look: { shadows: false } } as const;

/** A white square of two units that faces +z, a camera before it, and more prims. */
function stageText(prims: string, upAxis = "Y"): string {
  return `#usda 1.0
(
    upAxis = "${upAxis}"
)
def Mesh "Wall"
{
    int[] faceVertexCounts = [4]
    int[] faceVertexIndices = [0, 1, 2, 3]
    point3f[] points = [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]
    uniform token subdivisionScheme = "none"
    color3f[] primvars:displayColor = [(0.5, 0.5, 0.5)]
}
def Camera "Camera"
{
    float focalLength = 50
    float horizontalAperture = 20
    float verticalAperture = 20
    double3 xformOp:translate = (0, 0, 4)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
${prims}
`;
}

interface Seen {
  /** Of the pixel in the middle. */
  readonly middle: readonly number[];
  readonly corner: readonly number[];
  readonly problems: readonly string[];
}

async function draw(
  text: string,
  options: RenderOptions = {},
  files: Readonly<Record<string, Uint8Array>> = {},
): Promise<Seen> {
  const stage = await Stage.open("root.usda", {
    resolver: memoryResolver(new Map([...Object.entries(files), ["root.usda", new TextEncoder().encode(text)]])),
  });
  await using scene = prepareStage(stage);
  const { data } = await scene.render({ ...SIZE, ...options });
  const at = (x: number, y: number): number[] => Array.from(data.subarray(4 * (y * 32 + x), 4 * (y * 32 + x) + 3));
  const problems = (await scene.problems()).map(({ path, property, message }) => `${path} ${property}: ${message}`);
  return { middle: at(16, 16), corner: at(2, 2), problems };
}

const light = (type: string, values: string, apis = ""): string =>
  `def ${type} "Light"${apis === "" ? "" : ` (prepend apiSchemas = [${apis}])`}\n{\n    ${values.split("; ").join("\n    ")}\n}`;
const before = 'double3 xformOp:translate = (0, 0, 2); uniform token[] xformOpOrder = ["xformOp:translate"]';

describe("lights of a stage", () => {
  test("replace the studio, which is there without any", async () => {
    const studio = await draw(stageText(""));
    expect(studio.middle[0]).toBeGreaterThan(80);
    const dark = await draw(stageText(light("SphereLight", "float inputs:intensity = 0")));
    expect(dark.middle[0]).toBeLessThan(10);
    const { middle } = await draw(stageText(light("SphereLight", "float inputs:intensity = 0")), {
      look: { shadows: false, lights: "studio" },
    });
    expect(middle).toStrictEqual(studio.middle);
    const camera = await draw(stageText(""), { look: { shadows: false, lights: "camera" } });
    expect(camera.middle[0]).toBeGreaterThan(150);
    const lookOf = (lights: "auto" | "with-camera"): RenderOptions => ({ look: { shadows: false, lights } });
    const lit = (intensity: number): string =>
      stageText(light("DistantLight", `float inputs:intensity = ${intensity}`));
    const own = await draw(lit(1));
    expect((await draw(lit(0), lookOf("with-camera"))).middle[0]).toBeGreaterThan(100);
    expect((await draw(lit(1), lookOf("with-camera"))).middle[0]).toBeGreaterThan(own.middle[0] + 20);
    expect((await draw(stageText(""), lookOf("with-camera"))).middle).toStrictEqual(studio.middle);
  });

  test.each([
    ["DistantLight", "float inputs:angle = 60; float inputs:intensity = 4"],
    ["DistantLight", "bool inputs:normalize = 1; float inputs:intensity = 3"],
    ["DomeLight", "float inputs:intensity = 1"],
    ["SphereLight", `float inputs:radius = 0.5; float inputs:intensity = 12; ${before}`],
    ["SphereLight", `bool treatAsPoint = 1; float inputs:intensity = 12; ${before}`],
    ["DiskLight", `float inputs:radius = 0.5; float inputs:intensity = 12; ${before}`],
    ["RectLight", `float inputs:width = 1; float inputs:height = 1; float inputs:intensity = 12; ${before}`],
    ["CylinderLight", `float inputs:length = 1; float inputs:radius = 0.3; float inputs:intensity = 12; ${before}`],
  ])("%s lights what it faces: %s", async (type, values) => {
    const { middle, problems } = await draw(stageText(light(type, values)));
    expect(middle[0]).toBeGreaterThan(60);
    expect(problems).toStrictEqual([]);
  });

  test("a power of 2 of exposure is a factor of intensity, and normalized lights keep their power", async () => {
    const sphere = (values: string): Promise<Seen> => draw(stageText(light("SphereLight", `${before}; ${values}`)));
    const [plain, exposed] = [
      await sphere("float inputs:intensity = 4"),
      await sphere("float inputs:intensity = 1; float inputs:exposure = 2"),
    ];
    expect(exposed.middle).toStrictEqual(plain.middle);
    const normalized = "bool inputs:normalize = 1; float inputs:intensity = 30";
    const [small, large] = [
      await sphere(`${normalized}; float inputs:radius = 0.1`),
      await sphere(`${normalized}; float inputs:radius = 0.4`),
    ];
    expect(Math.abs(small.middle[0] - large.middle[0])).toBeLessThan(12);
  });

  test("have the color of their temperature, and factors of diffuse reflection", async () => {
    const warm = "bool inputs:enableColorTemperature = 1; float inputs:colorTemperature = 2500";
    const { middle } = await draw(stageText(light("DomeLight", warm)));
    expect(middle[0]).toBeGreaterThan(middle[2] + 60);
    const off = await draw(stageText(light("DistantLight", "float inputs:diffuse = 0; float inputs:specular = 0")));
    expect(off.middle[0]).toBeLessThan(10);
  });

  test("end at their cone", async () => {
    const cone = `${before}; float inputs:intensity = 40; float inputs:shaping:cone:angle = 15`;
    const { middle, corner } = await draw(stageText(light("SphereLight", cone, '"ShapingAPI"')));
    expect(middle[0]).toBeGreaterThan(80);
    expect(corner[0]).toBeLessThan(10);
  });

  test("shine in the direction of the dome's image, turned with the dome", async () => {
    // Light from +z alone: the middle of the image.
    const width = 32;
    const rows: number[] = [];
    for (let y = 0; y < 16; y++)
      for (let x = 0; x < width; x++) rows.push(...(x >= 8 && x < 24 ? [128, 0, 0, 131] : [0, 0, 0, 0]));
    const head = new TextEncoder().encode("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 16 +X 32\n");
    // Rows of fewer than eight pixels are not packed; neither is one that begins with other bytes.
    const image = new Uint8Array([...head, ...rows]);
    const dome = (turn: number): string =>
      stageText(
        light(
          "DomeLight",
          `asset inputs:texture:file = @sky.hdr@; double xformOp:rotateY = ${turn}; uniform token[] xformOpOrder = ["xformOp:rotateY"]`,
        ),
      );
    const facing = await draw(dome(0), {}, { "sky.hdr": image });
    expect(facing.middle[0]).toBeGreaterThan(facing.middle[1] + 100);
    const turned = await draw(dome(180), {}, { "sky.hdr": image });
    expect(turned.middle[0]).toBeLessThan(0.6 * facing.middle[0]);
    expect((await draw(dome(0))).problems).toStrictEqual([
      "/Light inputs:texture:file: @sky.hdr@: there is no such file; the dome is drawn with its color alone",
    ]);
  });

  test("cast shadows from a place and from a direction", async () => {
    const shade = `def Mesh "Shade"
{
    int[] faceVertexCounts = [4]
    int[] faceVertexIndices = [0, 1, 2, 3]
    point3f[] points = [(-0.15, -0.15, 0.5), (0.15, -0.15, 0.5), (0.15, 0.15, 0.5), (-0.15, 0.15, 0.5)]
    uniform token subdivisionScheme = "none"
    uniform bool doubleSided = 1
}`;
    // The light is to the side, so that the camera sees the shadow next to the square.
    const lights = [
      light(
        "DistantLight",
        'bool inputs:normalize = 1; float inputs:intensity = 4; double xformOp:rotateY = 40; uniform token[] xformOpOrder = ["xformOp:rotateY"]',
      ),
      light(
        "SphereLight",
        'float inputs:intensity = 60; float inputs:radius = 0.2; double3 xformOp:translate = (1.7, 0, 2); uniform token[] xformOpOrder = ["xformOp:translate"]',
      ),
    ];
    for (const text of lights) {
      const seen = async (shadows: boolean): Promise<number> => {
        const stage = await Stage.open("root.usda", {
          resolver: memoryResolver(new Map([["root.usda", new TextEncoder().encode(stageText(`${shade}\n${text}`))]])),
        });
        await using scene = prepareStage(stage);
        const { data } = await scene.render({ ...SIZE, look: { shadows } });
        return data[4 * (16 * 32 + 6)];
      };
      expect(await seen(true)).toBeLessThan((await seen(false)) - 40);
    }
  });

  test("name what is not drawn of them", async () => {
    const { problems } = await draw(
      stageText(
        `${light(
          "SphereLight",
          "asset inputs:shaping:ies:file = @a.ies@; rel collection:lightLink:includes = </Wall>; float inputs:radius = -1",
          '"ShapingAPI", "CollectionAPI:lightLink"',
        )}\ndef PortalLight "Portal"\n{\n}`,
      ),
    );
    expect(problems).toStrictEqual([
      "/Light inputs:shaping:ies:file: The IES profile is not drawn: the light has its cone and focus alone",
      "/Light collection:lightLink:includes: Light linking is not drawn: the light reaches all prims",
      "/Light inputs:radius: Expected a number from 0, found -1: the light is drawn with 0",
      "/Portal : A PortalLight does not light the others",
    ]);
  });
});

describe("cameras of a stage", () => {
  test("have an exposure", async () => {
    const exposed = stageText("").replace("float focalLength", "float exposure = -2\n    float focalLength");
    expect((await draw(exposed)).middle[0]).toBeLessThan(0.7 * (await draw(stageText(""))).middle[0]);
  });

  test("blur what is out of focus where depth of field is on", async () => {
    const optics = (focus: number): string =>
      stageText("").replace(
        "float focalLength",
        `float fStop = 20\n    float focusDistance = ${focus}\n    float focalLength`,
      );
    const edges = async (focus: number, depthOfField: number): Promise<number> => {
      const stage = await Stage.open("root.usda", {
        resolver: memoryResolver(
          new Map([
            [
              "root.usda",
              new TextEncoder().encode(
                optics(focus).replaceAll(
                  "(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)",
                  "(-0.3, -0.3, 0), (0.3, -0.3, 0), (0.3, 0.3, 0), (-0.3, 0.3, 0)",
                ),
              ),
            ],
          ]),
        ),
      });
      await using scene = prepareStage(stage);
      const { data } = await scene.render({ ...SIZE, depthOfField, look: { shadows: false } });
      return new Set(data.filter((_, i) => i % 4 === 0)).size;
    };
    expect(await edges(4, 16)).toBeLessThanOrEqual((await edges(4, 0)) + 4);
    expect(await edges(1, 16)).toBeGreaterThan((await edges(4, 0)) + 8);
  });
});
