// Conversion to another up axis and unit, against the world transforms as USD composes them.

import {
  identityMatrix,
  isTransformable,
  localTransformation,
  multiplyMatrices,
  resetsXformStack,
  traverse,
  type RowMatrix,
} from "@usdkit/service-scene";
import type { Layer, PrimSpec } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builderCalls, runCalls } from "./arbitraries/index.ts";
import { Scene } from "./index.ts";

interface Space {
  readonly upAxis: "Y" | "Z";
  readonly metersPerUnit: number;
}

const RUNS = 100;

/** Returns world transforms of all prims by path, from all ops of all ancestors: UsdGeomXformable, without our tables. */
function worldTransforms(layer: Layer): Map<string, RowMatrix> {
  const worlds = new Map<string, RowMatrix>();
  for (const prim of traverse(layer)) {
    const parent = prim.parent.specType === "prim" ? worlds.get(prim.parent.path) : undefined;
    const isReset = resetsXformStack(prim);
    worlds.set(prim.path, multiplyMatrices(localOf(prim), isReset ? identityMatrix : (parent ?? identityMatrix)));
  }
  return worlds;
}

function localOf(prim: PrimSpec): RowMatrix {
  return isTransformable(prim) || prim.typeName === "Sphere" ? localTransformation(prim) : identityMatrix;
}

/** Converts a point of the old stage to the new one: axes first, then the unit. */
function convertedPoint([x, y, z]: readonly number[], from: Space, to: Space): number[] {
  const s = from.metersPerUnit / to.metersPerUnit;
  if (from.upAxis === to.upAxis) return [x * s, y * s, z * s];
  return from.upAxis === "Z" ? [x * s, z * s, -y * s] : [x * s, -z * s, y * s];
}

function through(m: RowMatrix, [x, y, z]: readonly number[]): number[] {
  return [0, 1, 2].map((i) => x * m[i] + y * m[4 + i] + z * m[8 + i] + m[12 + i]);
}

function expectClose(actual: readonly number[], expected: readonly number[], size: number): void {
  actual.forEach((value, i) => expect(Math.abs(value - expected[i])).toBeLessThanOrEqual(1e-9 * size));
}

const space = fc.record({
  upAxis: fc.constantFrom("Y" as const, "Z" as const),
  metersPerUnit: fc.constantFrom(1, 0.01, 0.001, 0.0254, 3),
});
const POINTS = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

describe("convert", () => {
  test("from Z up and centimetres to Y up and metres", () => {
    const scene = Scene.fromUsda(`#usda 1.0
(
    metersPerUnit = 0.01 # cm
    upAxis = "Z"
)
def Xform "World" # all
{
    double3 xformOp:translate = (100, 200, 300) # up is z
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Mesh "Chair" (
        payload = @asset:/mesh/chair@
    )
    {
    }
    def Camera "Main"
    {
        float2 clippingRange = (10, 10000)
        float fStop = 2
        float focusDistance = 500
        matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 50, 1) )
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }
}
`);
    scene.convert({ upAxis: "Y", metersPerUnit: 1 });
    const world = scene.get("/World", "Xform").matrix;
    expect(world).toEqual([0.01, 0, 0, 0, 0, 0, -0.01, 0, 0, 0.01, 0, 0, 1, 3, -2, 1]);
    const camera = scene.get("/World/Main", "Camera");
    // At (1, 2, 3.5) m: without scale, so that its distances are metres.
    expectClose(camera.worldMatrix, [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 1, 3.5, -2, 1], 1);
    expect(camera.lens()).toMatchObject({ fStop: 200, focusDistance: 5, focalLength: 50 });
    expectClose(camera.lens().clippingRange, [0.1, 100], 1e3);
    expect(scene.get("/World/Chair", "Mesh").matrix).toEqual(identityMatrix);
    expect(scene.stage).toMatchObject({ upAxis: "Y", metersPerUnit: 1 });
    for (const comment of ["# cm", "# all", "# up is z"]) expect(scene.toUsda()).toContain(comment);
  });

  test("every prim keeps its world transform, in the new space", () => {
    fc.assert(
      fc.property(builderCalls({ isHostile: false }), space, space, fc.boolean(), (calls, from, to, isOpened) => {
        const built = runCalls(calls).scene.declareSpace(from);
        const scene = isOpened ? Scene.fromUsda(built.toUsda()) : built;
        const before = worldTransforms(parseUsda(scene.toUsda()).layer);
        try {
          scene.convert(to);
        } catch (error) {
          // A lens at the limit of floats.
          expect(String(error)).toMatch(/Range|Distance|fStop|Aperture/);
          return;
        }
        const layer = parseUsda(scene.toUsda()).layer;
        const scale = from.metersPerUnit / to.metersPerUnit;
        for (const prim of traverse(layer)) {
          const [old, now] = [before.get(prim.path), worldTransforms(layer).get(prim.path)];
          if (old === undefined || now === undefined || !isTransformable(prim)) continue;
          const size = Math.max(...old.map(Math.abs), 1) * Math.max(scale, 1) * 10;
          for (const point of POINTS) {
            // A point one unit in front of a camera is at the same distance in the new unit.
            const own = prim.typeName === "Camera" ? point.map((each) => each * scale) : point;
            expectClose(through(now, own), convertedPoint(through(old, point), from, to), size);
          }
        }
        expect(scene.stage).toMatchObject(to);
      }),
      { numRuns: RUNS },
    );
  });

  test("prims that reset the transforms of ancestors, and those without a type", () => {
    const matrix = (x: number): string => `matrix4d xformOp:transform = ((1,0,0,0),(0,1,0,0),(0,0,1,0),(${x},0,0,1))`;
    const text = `#usda 1.0
(
    upAxis = "Z"
)
def "Group"
{
    def Xform "A"
    {
        ${matrix(1)}
        uniform token[] xformOpOrder = ["xformOp:transform"]
        def Sphere "Ball"
        {
            ${matrix(2)}
            uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:transform"]
        }
        def Material "Paint"
        {
        }
    }
    def Sphere "Other"
    {
    }
}
class Xform "Model"
{
}
`;
    const scene = Scene.fromUsda(text);
    const before = worldTransforms(parseUsda(text).layer);
    const spaces = [
      { upAxis: "Z", metersPerUnit: 0.01 },
      { upAxis: "Y", metersPerUnit: 1 },
    ] as const;
    scene.convert(spaces[1]);
    const now = worldTransforms(parseUsda(scene.toUsda()).layer);
    for (const path of ["/Group/A", "/Group/A/Ball", "/Group/Other"]) {
      for (const point of POINTS) {
        const expected = convertedPoint(through(before.get(path) ?? identityMatrix, point), ...spaces);
        expectClose(through(now.get(path) ?? identityMatrix, point), expected, 1);
      }
    }
    expect(scene.toUsda()).toContain('["!resetXformStack!", "xformOp:transform"]');
    expect(scene.toUsda()).toMatch(/class Xform "Model"\n\{\n\}/);
    expect(scene.toUsda()).toMatch(/def Material "Paint"\n {8}\{\n {8}\}/);
  });

  test("round trip returns the same scene", () => {
    const scene = new Scene().declareSpace({ upAxis: "Z", metersPerUnit: 0.01 });
    scene
      .xform("World")
      .translate([100, 200, 300])
      .rotateX(30)
      .camera("Main", { clippingRange: [1, 100] });
    const before = worldTransforms(scene.toLayer());
    scene.convert({ upAxis: "Y", metersPerUnit: 1 }).convert({ upAxis: "Z", metersPerUnit: 0.01 });
    for (const [path, world] of worldTransforms(scene.toLayer())) expectClose(world, before.get(path) ?? [], 1000);
    expect(scene.get("/World/Main", "Camera").lens().clippingRange).toEqual([1, 100]);
  });

  test.each([
    [
      "time samples",
      "double3 xformOp:translate.timeSamples = { 0: (1, 2, 3) }",
      "",
      "would lose time samples of xformOp:translate",
    ],
    [
      "references",
      "double3 xformOp:translate = (1, 2, 3)",
      "references = @a.usda@",
      "would hide ops from elsewhere: references",
    ],
    [
      "a sublayer",
      "double3 xformOp:translate = (1, 2, 3)",
      'doc = ""',
      "would hide ops from elsewhere: the text has subLayers",
    ],
  ])("%s: throws, and changes nothing", (what, op, metadata, message) => {
    const layer = what === "a sublayer" ? "(\n    subLayers = [@a.usda@]\n)\n" : "";
    const text = `#usda 1.0\n${layer}def Xform "B" {}\ndef Xform "A" (${metadata})\n{\n    ${op}\n    uniform token[] xformOpOrder = ["xformOp:translate"]\n}\n`;
    const scene = Scene.fromUsda(text);
    expect(() => scene.convert({ upAxis: "Z" })).toThrow(message);
    expect(scene.toUsda()).toBe(text);
  });

  test.each(["references", "inherits", "specializes", "payload"])(
    "a prim that %s bring to another path would be converted twice: throws",
    (arc) => {
      const text = `#usda 1.0\ndef Xform "Asset"\n{\n    double3 xformOp:translate = (1, 2, 3)\n    uniform token[] xformOpOrder = ["xformOp:translate"]\n}\ndef Xform "Set"\n{\n    def "Copy" (\n        ${arc} = </Asset>\n    )\n    {\n    }\n}\n`;
      const scene = Scene.fromUsda(text);
      expect(() => scene.convert({ upAxis: "Z" })).toThrow("/Set/Copy refers to /Asset");
      expect(scene.toUsda()).toBe(text);
      // Below a transformed prim it keeps its own matrix.
      scene.get("/Asset").moveTo("/Set");
      expect(() => scene.convert({ upAxis: "Z" })).not.toThrow();
    },
  );

  test("time samples of a lens would stay in the old unit", () => {
    const text = '#usda 1.0\ndef Camera "C"\n{\n    float2 clippingRange.timeSamples = { 0: (1, 2) }\n}\n';
    const scene = Scene.fromUsda(text);
    expect(() => scene.convert({ metersPerUnit: 1 })).toThrow('call removeProperty("clippingRange")');
    expect(scene.toUsda()).toBe(text);
    // Only rotated: the unit stays.
    expect(scene.convert({ upAxis: "Z" }).toUsda()).toContain("timeSamples");
  });

  test("invalid options throw", () => {
    const scene = new Scene();
    expect(() => scene.convert({ upAxis: "X" as "Y" })).toThrow('expected "Y" or "Z", found "X"');
    expect(() => scene.convert({ metersPerUnit: 0 })).toThrow("expected a number above 0 (metres)");
    expect(() => scene.convert({ unit: 1 } as object)).toThrow('there is no convert option "unit"');
    expect(() => scene.declareSpace({ metersPerUnit: Number.NaN })).toThrow("expected a number above 0");
  });
});
