import { expect, test } from "vitest";
import { boundsOf } from "../test-support/measure.ts";
import { drawText } from "../test-support/draw-text.ts";

/** A component with a ball in it. */
const model = (properties: string, kind = "component"): string => `
def Xform "World" (
    kind = "group"
)
{
    def Xform "Model" (
        kind = "${kind}"
        prepend apiSchemas = ["GeomModelAPI"]
    )
    {
        ${properties}
        def Sphere "Ball"
        {
            double radius = 2
        }
    }
}
`;

test.each([
  ["bounds", [-2, -2, -2, 2, 2, 2], 12],
  ["origin", [0, 0, 0, 1, 1, 1], 3],
])("a component is drawn as its %s", async (mode, bounds, curves) => {
  const { drawables } = await drawText(
    model(`uniform token model:drawMode = "${mode}"\n        uniform float3 model:drawModeColor = (1, 0, 0)`),
  );
  expect(drawables.map(({ path, type }) => [path, type])).toEqual([["/World/Model", "Xform"]]);
  const { geometry } = drawables[0];
  if (geometry.type !== "curves") throw new Error("no curves");
  expect(boundsOf(geometry)).toEqual(bounds);
  expect(geometry.counts.length).toBe(curves);
  expect(geometry.primvars.get("displayColor")?.values).toEqual(Float32Array.of(1, 0, 0));
});

test("cards have the images of their sides, or of the opposite ones", async () => {
  const cards = 'uniform token model:drawMode = "cards"\n        uniform token model:cardGeometry = "box"';
  const [plain, textured] = await Promise.all(
    ["", "\n        asset model:cardTextureXNeg = @side.png@"].map((texture) => drawText(model(cards + texture))),
  );
  const { geometry, materials } = plain.drawables[0];
  expect(geometry.type === "triangles" && geometry.indices.length / 3).toBe(12);
  expect(boundsOf(geometry)).toEqual([-2, -2, -2, 2, 2, 2]);
  expect(materials).toEqual(Array(6).fill(null));
  const sides = textured.drawables[0];
  if (sides.geometry.type !== "triangles") throw new Error("no triangles");
  expect(sides.geometry.groups.map(({ subset }) => subset)).toEqual(["XPos", "XNeg"]);
  const sources = sides.materials.map((material) => material?.inputs.diffuseColor.source);
  expect(sources.map((source) => source?.kind === "texture" && source.file.assetPath)).toEqual([
    "side.png",
    "side.png",
  ]);
  const uvs = sides.geometry.primvars.get("cardsUv")?.values ?? new Float32Array();
  // The image of the other side is mirrored.
  expect([Array.from(uvs.subarray(0, 4)), Array.from(uvs.subarray(8, 12))]).toEqual([
    [0, 1, 1, 1],
    [1, 1, 0, 1],
  ]);
});

test("modes are inherited, and applied to components and to models that author it", async () => {
  const paths = async (text: string): Promise<readonly string[]> =>
    (await drawText(text)).drawables.map(({ path, geometry }) => `${path} ${geometry.type}`);
  const inherited = (text: string): string =>
    text.replace('kind = "group"\n)\n{', 'kind = "group"\n)\n{\n    uniform token model:drawMode = "bounds"');
  expect(await paths(inherited(model("")))).toEqual(["/World/Model curves"]);
  expect(await paths(inherited(model("uniform bool model:applyDrawMode = false")))).toEqual([
    "/World/Model/Ball triangles",
  ]);
  expect(await paths(inherited(model('uniform token model:drawMode = "default"')))).toEqual([
    "/World/Model/Ball triangles",
  ]);
  const bounds = 'uniform token model:drawMode = "bounds"';
  expect(await paths(model(bounds, "assembly"))).toEqual(["/World/Model/Ball triangles"]);
  const applied = `${bounds}\n        uniform bool model:applyDrawMode = true`;
  expect(await paths(model(applied, "assembly"))).toEqual(["/World/Model curves"]);
  expect(await paths(model(applied, "subcomponent"))).toEqual(["/World/Model/Ball triangles"]);
  const { drawables } = await drawText(model(bounds), { hasDrawModes: false });
  expect(drawables[0].path).toBe("/World/Model/Ball");
});
