import * as raster from "@usdkit/raster";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SharedFiles } from "../composed/shared-files.ts";
import { TestFolder } from "../test-support/run-command.ts";
import { PictureMaker, type PictureOutcome } from "./draw-picture.ts";
import type { PictureInputs } from "./picture-inputs.ts";
import type { PictureSettings } from "./picture-settings.ts";

const settings: PictureSettings = {
  width: 6,
  height: 4,
  samples: 1,
  look: "plain",
  background: null,
  purposes: null,
  subdivisionLevel: 0,
  as: null,
  camera: "auto",
  lights: "with-camera",
  searchPaths: [],
  assets: null,
  format: null,
  quality: null,
};

const layer = (content: string): string => `#usda 1.0\n${content}\n`;
const PLY = ["ply", "format ascii 1.0", "element vertex 1", "property float x", "property float y", "property float z"];
const POINT = [...PLY, "end_header", "0 0 0", ""].join("\n");

/** A triangle with a texture. */
const BALL = layer(`def Mesh "Ball" (prepend apiSchemas = ["MaterialBindingAPI"])
{
    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    texCoord2f[] primvars:st = [(0, 0), (1, 0), (0, 1)] (interpolation = "vertex")
    rel material:binding = </Ball/M>
    def Material "M"
    {
        token outputs:surface.connect = </Ball/M/S.outputs:surface>
        def Shader "S"
        {
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor.connect = </Ball/M/T.outputs:rgb>
            token outputs:surface
        }
        def Shader "T"
        {
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = @color.png@
            float2 inputs:st.connect = </Ball/M/R.outputs:result>
            float3 outputs:rgb
        }
        def Shader "R"
        {
            uniform token info:id = "UsdPrimvarReader_float2"
            string inputs:varname = "st"
            float2 outputs:result
        }
    }
}`);

/** A picture of a file with everything read again, as in another run. */
async function make(
  folder: TestFolder,
  file: string,
  known: PictureInputs | null = null,
  more: Partial<PictureSettings> = {},
): Promise<PictureOutcome> {
  const maker = new PictureMaker(raster, { ...settings, ...more }, new SharedFiles({ searchPaths: [] }));
  return await maker.make({ file: join(folder.path, file), known });
}

function inputsOf(outcome: PictureOutcome): PictureInputs {
  if (!("inputs" in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.inputs;
}

test("a picture is drawn again if anything that it was drawn from changes, and only then", async () => {
  using folder = new TestFolder({
    "a.usda": layer('def "A" (references = [@ball.usda@</Ball>, @later.usda@</L>])\n{\n}'),
    "ball.usda": BALL,
    "color.png": await raster.encodePng({ width: 1, height: 1, data: Uint8Array.of(255, 0, 0, 255) }),
    "other.usda": layer('def Cube "C"\n{\n}'),
  });
  const first = await make(folder, "a.usda");
  expect(first).toMatchObject({ status: "drawn", content: { kind: "pixels", width: 6, height: 4 } });
  let inputs = inputsOf(first);
  const isCurrent = async (): Promise<boolean> => (await make(folder, "a.usda", inputs)).status === "current";
  expect(await isCurrent()).toBe(true);
  folder.write("other.usda", layer('def Cube "D"\n{\n}'));
  expect(await isCurrent()).toBe(true);
  const changes: readonly (() => void | Promise<void>)[] = [
    async () =>
      folder.write("color.png", await raster.encodePng({ width: 1, height: 1, data: Uint8Array.of(0, 9, 0, 255) })),
    () => folder.write("later.usda", layer('def Cube "L"\n{\n}')),
    () => folder.write("ball.usda", layer('def Sphere "Ball"\n{\n}')),
    () => rmSync(join(folder.path, "later.usda")),
  ];
  for (const change of changes) {
    await change();
    expect(await isCurrent()).toBe(false);
    inputs = inputsOf(await make(folder, "a.usda", inputs));
    expect(await isCurrent()).toBe(true);
  }
});

test("the meshes of a scene count as well", async () => {
  using folder = new TestFolder({
    "s.usda": layer('def Mesh "M" (payload = @asset:/mesh/m@)\n{\n}\ndef Mesh "N" (payload = @asset:/mesh/n@)\n{\n}'),
    "models/m.ply": POINT,
  });
  const more = { assets: { name: "models", place: join(folder.path, "models") } };
  const drawn = await make(folder, "s.usda", null, more);
  const inputs = inputsOf(drawn);
  expect([drawn.status, (await make(folder, "s.usda", inputs, more)).status]).toEqual(["drawn", "current"]);
  folder.write("models/n.ply", POINT);
  expect((await make(folder, "s.usda", inputs, more)).status).toBe("drawn");
  // Without the meshes there is nothing to see.
  expect(await make(folder, "s.usda")).toMatchObject({
    status: "empty",
    reason: expect.stringContaining("no file") as string,
  });
});

test("files that cannot be drawn say why", async () => {
  using folder = new TestFolder({
    "bad.usda": layer("def"),
    "bad.glb": "glTF",
    "empty.usda": layer('def Xform "X"\n{\n}'),
  });
  expect(await make(folder, "bad.usda")).toEqual({
    status: "failed",
    reason: expect.stringMatching(/^the file cannot be read: line 2: /u) as string,
  });
  expect(await make(folder, "bad.glb")).toMatchObject({ status: "failed" });
  expect(await make(folder, "gone.usda")).toMatchObject({ status: "failed" });
  expect(await make(folder, "empty.usda")).toMatchObject({ status: "empty" });
});

test("a file is encoded, the same for the same input", async () => {
  using folder = new TestFolder({ "a.usda": layer('def Sphere "S"\n{\n}') });
  const [one, two] = [
    await make(folder, "a.usda", null, { format: "png" }),
    await make(folder, "a.usda", null, { format: "png" }),
  ];
  expect(one).toEqual(two);
  expect(one).toMatchObject({ status: "drawn", content: { kind: "file" } });
});
