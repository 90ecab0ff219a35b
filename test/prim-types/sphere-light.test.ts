// One definition of a prim type serves the builder, the linter, the plan, the documentation and the format guide.
import { primTypes, readScene, withPrimTypes, type PrimDefinition } from "@usdkit/service-scene";
import { definePrim, primTypesPage, Scene, SceneError } from "@usdkit/scene";
import { primAttributes } from "@usdkit/scene/arbitraries";
import { parseUsda } from "@usdkit/usda";
import { validate } from "@usdkit/validate";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatGuide } from "../../packages/gateway/src/http/format-guide.ts";
import { planText } from "../../packages/usda-lint/src/terminal/plan-text.ts";

const sphereLight: PrimDefinition = definePrim({
  typeName: "SphereLight",
  description: "A light that shines from a sphere in all directions.",
  role: "other",
  isTransformable: true,
  properties: [
    {
      name: "inputs:intensity",
      kind: "attribute",
      type: "float",
      variability: "varying",
      fallback: 1,
      range: { minimum: 0 },
      description: "Brightness.",
      source: "UsdLuxLightAPI",
    },
    {
      name: "inputs:radius",
      kind: "attribute",
      type: "float",
      variability: "varying",
      fallback: 0.5,
      unit: "scene units",
      range: { exclusiveMinimum: 0 },
      description: "Radius of the sphere.",
      source: "UsdLuxSphereLight",
    },
    {
      name: "treatAsPoint",
      kind: "attribute",
      type: "bool",
      variability: "varying",
      fallback: false,
      description: "Whether the radius is taken as 0.",
      source: "UsdLuxSphereLight",
    },
  ],
  source: "UsdLuxSphereLight",
});
const types = withPrimTypes(sphereLight);

function litScene(): Scene {
  const scene = new Scene({ primTypes: types, defaultPrim: "World" });
  const world = scene.xform("World").translate([0, 1, 0]);
  world.prim("SphereLight", "Key", { attributes: { treatAsPoint: true, "inputs:radius": 2 } }).translate([1, 0, 0]);
  world.mesh("Floor", { asset: "asset:/mesh/floor" });
  world.camera("Main");
  scene.renderSettings({ resolution: [64, 48] });
  return scene;
}

test("the builder writes it, in the order of its table, and the text is valid", () => {
  const scene = litScene();
  expect(scene.toUsda()).toContain(`    def SphereLight "Key"
    {
        float inputs:radius = 2
        bool treatAsPoint = 1
        matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 0, 0, 1) )
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }`);
  expect(scene.validate()).toEqual([]);
  expect(validate(scene.toUsda()).map(({ rule }) => rule)).toEqual(["prim-type-ignored"]);
});

test("the builder opens it, and rejects what its table does not allow", () => {
  const scene = Scene.fromUsda(litScene().toUsda(), { primTypes: types });
  const light = scene.get("/World/Key").set({ "inputs:radius": 3 });
  expect([light.attribute("inputs:radius"), light.attribute("treatAsPoint")]).toEqual([3, true]);
  expect(scene.toUsda()).toContain("float inputs:radius = 3");
  expect(() => light.set({ "inputs:radius": 0 })).toThrow("expected a number above 0 (scene units, float), found 0");
  expect(() => light.set({ treatAsPoint: 1 })).toThrow("expected a value of the type bool, found 1");
  expect(() => light.set({ radius: 1 })).toThrow("expected one of inputs:intensity, inputs:radius, treatAsPoint");
  expect(() => new Scene().prim("SphereLight", "Key")).toThrow(SceneError);
});

test("the linter checks names, types and ranges", () => {
  const text = litScene()
    .toUsda()
    .replace(
      "float inputs:radius = 2",
      "float inputs:radius = -2\n        double inputs:intensity = 1\n        bool treatAsPiont = 0\n        rel portals",
    );
  expect(validate(text, { primTypes: types }).map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
    'attribute-range: Expected a finite number above 0 for "inputs:radius" of /World/Key, found -2.',
    'attribute-type: "inputs:intensity" of /World/Key is `double`; the service reads `float`.',
    'name-misspelled: The service ignores "treatAsPiont" of /World/Key.',
    expect.stringMatching(/^attribute-ignored: .*portals/),
  ]);
  const misspelled = litScene().toUsda().replace("def SphereLight", "def SphereLihgt");
  expect(validate(misspelled, { primTypes: types })).toMatchObject([
    { rule: "name-misspelled", hint: 'Did you mean "SphereLight"?' },
  ]);
});

test("the plan contains it, with its world transform and fallbacks", () => {
  const plan = readScene(parseUsda(litScene().toUsda()).layer, { primTypes: types });
  expect(plan.ignored).toEqual([]);
  expect(plan.prims).toEqual([
    {
      path: "/World/Key",
      type: "SphereLight",
      worldMatrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1, 0, 1],
      attributes: { "inputs:intensity": 1, "inputs:radius": 2, treatAsPoint: true },
    },
  ]);
  const plain = (text: string): string => text;
  const style = { bold: plain, dim: plain, cyan: plain, yellow: plain } as Parameters<typeof planText>[2];
  expect([...planText(plan, "lit.usda", style)].join("\n")).toMatch(/Others +1\n +\/World\/Key +SphereLight/);
});

test("documentation and format guide describe it", () => {
  const page = primTypesPage(types);
  expect(page).toContain("## SphereLight");
  expect(page).toContain("| `inputs:radius` | `float` | `0.5` | above 0, scene units | Radius of the sphere. |");
  expect(formatGuide({ maxResolution: 100 }, types)).toContain("| SphereLight | `float inputs:intensity`");
  expect(formatGuide({ maxResolution: 100 })).not.toContain("SphereLight");
});

test("arbitrary attributes of every type are taken by the builder, and their text by the linter", () => {
  for (const definition of types.values()) {
    if (definition.role === "asset" || definition.role === "renderSettings") continue;
    fc.assert(
      fc.property(primAttributes(definition, false), (attributes) => {
        const scene = litScene();
        const prim = scene.prim(definition.typeName, "Last", { attributes });
        for (const name of Object.keys(attributes)) expect(prim.attribute(name)).toBeDefined();
        expect(scene.validate().filter(({ rule }) => rule !== "camera-first")).toEqual([]);
      }),
      { numRuns: 30 },
    );
  }
  expect(primTypes.has("SphereLight")).toBe(false);
});
