import { parseUsda } from "@usdkit/usda";
import { expect, test } from "vitest";
import { definePrim, type PrimDefinition } from "../prims/definition.ts";
import { withPrimTypes } from "../prims/index.ts";
import { describePlan, type PlanDescription } from "./describe-plan.ts";
import { readScene } from "./read-scene.ts";

const beacon: PrimDefinition = definePrim({
  typeName: "Beacon",
  description: "A light.",
  source: "Ours",
  role: "other",
  isTransformable: true,
  properties: [
    {
      name: "brightness",
      kind: "attribute",
      type: "float",
      variability: "varying",
      fallback: 2,
      description: "Brightness.",
      source: "Ours",
    },
  ],
});

const described = (text: string, maxRows?: number): PlanDescription =>
  describePlan(readScene(parseUsda(text).layer, { primTypes: withPrimTypes(beacon) }), maxRows);

const SCENE = `#usda 1.0
def Camera "Main"
{
    float focalLength = 24
    float2 clippingRange = (0.1, 500)
}
def Mesh "Chair" (
    payload = @asset:/mesh/chair@
)
{
    matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1.25, 0, -3.5, 1) )
    uniform token[] xformOpOrder = ["xformOp:transform"]
}
def Beacon "One"
{
    float brightness = 0.1
}
def Beacon "Two"
{
}
def Sphere "Ball"
{
}
def Scope "Render"
{
    def RenderSettings "Settings"
    {
        int2 resolution = (640, 480)
    }
}
`;

test("describes camera, resolution, items, further types and ignored specs", () => {
  const { camera, ignored, ...rest } = described(SCENE);
  expect(camera).toEqual({
    path: "/Main",
    lines: [
      "perspective, 24 mm lens on 20.955 × 15.2908 mm: 47.2° × 35.3°",
      "clips at 0.1 and 500, f-stop 0, focus at 0",
      "at (0, 0, 0), looking along (0, 0, -1)",
      "not authored, so the schema's: projection, horizontalAperture, verticalAperture",
    ],
  });
  expect(rest).toEqual({
    form: "scene",
    resolution: { size: [640, 480], source: "RenderSettings", path: "/Render/Settings" },
    items: [{ path: "/Chair", type: "mesh", meshId: "chair", position: "(1.25, 0, -3.5)" }],
    prims: [
      { path: "/One", type: "Beacon", attributes: '{"brightness":0.10000000149011612}' },
      { path: "/Two", type: "Beacon", attributes: '{"brightness":2}' },
    ],
    hiddenRows: 0,
  });
  expect(ignored.map(({ path }) => path)).toEqual(["/Ball"]);
});

test("describes of a patch what it authors", () => {
  const patch = `#usda 1.0
over "Main"
{
    float focalLength = 40
    token projection = "orthographic"
}
`;
  expect(described(patch)).toMatchObject({
    form: "patch",
    camera: { path: "/Main", lines: ["orthographic", "focalLength 40"] },
    resolution: null,
  });
});

test("counts the rows beyond the limit of each list", () => {
  const { items, prims, ignored, hiddenRows } = described(SCENE, 1);
  expect([items.length, prims.length, ignored.length, hiddenRows]).toEqual([1, 1, 1, 1]);
  expect(described(SCENE, 0)).toMatchObject({ items: [], prims: [], ignored: [], hiddenRows: 4 });
});
