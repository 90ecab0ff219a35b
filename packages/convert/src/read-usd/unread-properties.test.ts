import { memoryResolver, Stage } from "@usdkit/usd";
import { describe, expect, test } from "vitest";
import { usdToGltf } from "../usd-to-gltf.ts";

async function lossesOf(prims: string): Promise<readonly string[]> {
  const text = `#usda 1.0\n(\n  metersPerUnit = 1\n  upAxis = "Y"\n)\n${prims}\n`;
  const resolver = memoryResolver(new Map([["a.usda", new TextEncoder().encode(text)]]));
  const { losses } = await usdToGltf(await Stage.open("a.usda", { resolver }));
  return losses.map(({ at, message }) => `${at}: ${message}`);
}

const api = (names: string): string => `(prepend apiSchemas = [${names}])`;

describe("what glTF has no place for is named", () => {
  test.each([
    ['def SpatialAudio "S" {\n}', "/S: A SpatialAudio is not part of glTF"],
    ['def PhysicsFixedJoint "J" {\n}', "/J: A PhysicsFixedJoint is not part of glTF"],
    [`def Cube "C" ${api('"PhysicsRigidBodyAPI"')} {\n}`, "/C: Physics is not part of glTF"],
    ['def Camera "C" {\n  float exposure = 1\n}', "/C.exposure: The exposure of cameras is not part of glTF"],
    [
      'def Camera "C" {\n  float4[] clippingPlanes = [(1, 0, 0, 1)]\n}',
      "/C.clippingPlanes: Clipping planes of cameras are not part of glTF",
    ],
    [
      'def SphereLight "L" {\n  float inputs:diffuse = 0.5\n}',
      "/L.inputs:diffuse: The part of a light in diffuse or specular reflections is not part of glTF",
    ],
    [
      `def SphereLight "L" ${api('"ShadowAPI"')} {\n  bool inputs:shadow:enable = 0\n}`,
      "/L.inputs:shadow:enable: A light without shadows is not part of glTF",
    ],
    [
      'def SphereLight "L" {\n  rel light:filters = </F>\n}',
      "/L.light:filters: Filters of lights are not part of glTF",
    ],
    [
      'def SphereLight "L" {\n  rel collection:lightLink:includes = </F>\n}',
      "/L.collection:lightLink:includes: The linking of lights to prims is not part of glTF",
    ],
    ['def Cube "C" {\n  string primvars:a = "x"\n}', "/C.primvars:a: Primvars of texts are not part of glTF"],
    [
      'def Cube "C" {\n  matrix4d primvars:a = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))\n}',
      "/C.primvars:a: Primvars of matrices are not part of glTF",
    ],
    [
      `def Cube "C" {\n${["g", "f", "e", "d", "c", "b", "a"].map((name) => `  custom asset ${name} = @x@\n`).join("")}}`,
      '/C: Custom attributes are not part of glTF: "a", "b", "c", "d", "e" and 2 more',
    ],
  ])("%s", async (prims, loss) => {
    expect(await lossesOf(prims)).toEqual([loss]);
  });

  test("but not with values that change nothing", async () => {
    const light = `def SphereLight "L" ${api('"ShadowAPI", "ShapingAPI"')} {
      float inputs:diffuse = 1
      float inputs:shaping:focus = 0
      bool inputs:shadow:enable = 1
      rel light:filters
    }`;
    const cube = 'def Cube "Q" {\n  float primvars:a = 1\n  custom float[] primvars:b = [1]\n  rel other = </C>\n}';
    expect(await lossesOf(`def Camera "C" {\n  float exposure = 0\n}\n${light}\n${cube}`)).toEqual([]);
  });
});
