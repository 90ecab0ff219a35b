// Bounds; `test/oracle/stage-computations.ts` compares them with the reference on random stages.
import { describe, expect, test } from "vitest";
import { XformQueries } from "../imageable/xform-queries.ts";
import type { PrimNode } from "../prims/prim-node.ts";
import { StageReader } from "../prims/stage-reader.ts";
import { memoryResolver } from "../resolve/path-resolver.ts";
import { Stage } from "../stage/stage.ts";
import { BoundsCache, type BoundsOptions } from "./bounds-cache.ts";
import { alignedRange, combineBoxes, emptyBox, isEmptyRange, type Box } from "./box.ts";

async function read(text: string): Promise<(path: string, options?: BoundsOptions, time?: number | null) => Bounded> {
  const resolver = memoryResolver(new Map([["root.usda", new TextEncoder().encode(`#usda 1.0\n${text}`)]]));
  const reader = new StageReader(await Stage.open("root.usda", { resolver }));
  const queries = new XformQueries(reader);
  return (path, options, time = null) => {
    const prim = reader.prim(path);
    if (prim === undefined) throw new Error(`There is no prim <${path}>`);
    return { bounds: new BoundsCache(queries, time, options), prim };
  };
}

interface Bounded {
  readonly bounds: BoundsCache;
  readonly prim: PrimNode;
}

/** Minimum and maximum along the axes; undefined for an empty box. */
function ends(box: Box): readonly number[] | undefined {
  const { minimum, maximum } = alignedRange(box);
  return isEmptyRange(box.range) ? undefined : [...minimum, ...maximum];
}

function world({ bounds, prim }: Bounded): readonly number[] | undefined {
  return ends(bounds.world(prim));
}

const cubes = `
def Xform "A" {
    double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 10: (10, 0, 0) }
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Cube "One" { double size = 2
        def Sphere "Ignored" { double radius = 100
        }
    }
    def Cube "Guide" { double size = 8; uniform token purpose = "guide"
    }
    def Cube "Hidden" { double size = 6; token visibility = "invisible"
    }
}`;

describe("BoundsCache", () => {
  test("joins the prims below, in the world, the parent's space and its own, at a time", async () => {
    const at = await read(cubes);
    expect(world(at("/A", {}, 5))).toEqual([4, -1, -1, 6, 1, 1]);
    expect(world(at("/A", {}, null))).toEqual([-1, -1, -1, 1, 1, 1]);
    const { bounds, prim } = at("/A", {}, 5);
    expect(ends(bounds.local(prim))).toEqual([4, -1, -1, 6, 1, 1]);
    expect(ends(bounds.untransformed(prim))).toEqual([-1, -1, -1, 1, 1, 1]);
    expect(ends(bounds.relative(at("/A/One").prim, prim))).toEqual([-1, -1, -1, 1, 1, 1]);
  });

  test("includes purposes and invisible prims as the options define; a prim that is asked for itself counts", async () => {
    const at = await read(cubes);
    expect(world(at("/A", { purposes: ["default", "guide"] }))).toEqual([-4, -4, -4, 4, 4, 4]);
    expect(world(at("/A", { ignoresVisibility: true }))).toEqual([-3, -3, -3, 3, 3, 3]);
    expect(world(at("/A/Hidden"))).toEqual([-3, -3, -3, 3, 3, 3]);
    expect(world(at("/A/Guide"))).toBeUndefined();
  });

  test.each([
    [`def Cylinder "A" { double radius = 2; double height = 6; uniform token axis = "X" \n}`, [-3, -2, -2, 3, 2, 2]],
    [`def Capsule "A" { double radius = 2; double height = 6 \n}`, [-2, -2, -5, 2, 2, 5]],
    [`def Cone "A" { uniform token axis = "sideways" \n}`, undefined],
    [`def Plane "A" { double width = 4; double length = 6 \n}`, [-2, -3, 0, 2, 3, 0]],
    [`def Mesh "A" { point3f[] points = [(1, 2, 3), (-1, 0, 5)] \n}`, [-1, 0, 3, 1, 2, 5]],
    [`def Mesh "A" { float3[] extent = [(0, 0, 0), (1, 1, 1)]; point3f[] points = [(9, 9, 9)] \n}`, [0, 0, 0, 1, 1, 1]],
    [`def Mesh "A" { float3[] extent = [(0, 0, 0)]; point3f[] points = [(9, 9, 9)] \n}`, [9, 9, 9, 9, 9, 9]],
    [`def Mesh "A" { point3f[] points = [] \n}`, undefined],
    [`def Points "A" { point3f[] points = [(1, 2, 3)]; float[] widths = [2] \n}`, [0, 1, 2, 2, 3, 4]],
    [`def Points "A" { point3f[] points = [(1, 2, 3)]; float[] widths = [2, 2] \n}`, undefined],
    [
      `def BasisCurves "A" { point3f[] points = [(1, 2, 3), (4, 2, 3)]; float[] widths = [2, 4] \n}`,
      [-1, 0, 1, 6, 4, 5],
    ],
    [`def RectLight "A" { float inputs:width = 4 \n}`, [-2, -0.5, 0, 2, 0.5, 0]],
    [`def CylinderLight "A" { float inputs:radius = 2.5; float inputs:length = 4 \n}`, [-2, -2.5, -2.5, 2, 2.5, 2.5]],
    [`def SkelRoot "A" {\n}`, undefined],
  ])("computes the extent of %s", async (text, expected) => {
    const at = await read(text);
    expect(world(at("/A"))).toEqual(expected);
  });

  test("places the prototypes of a PointInstancer, without those that are masked", async () => {
    const at = await read(`
def PointInstancer "I" (inactiveIds = [0]) {
    rel prototypes = [</I/Box>, </Missing>]
    int[] protoIndices = [0, 0, 1]
    point3f[] positions = [(0, 0, 0), (10, 0, 0), (99, 0, 0)]
    float3[] scales = [(1, 1, 1), (2, 2, 2), (1, 1, 1)]
    int64[] invisibleIds = [7]
    def Cube "Box" { double size = 2; double3 xformOp:translate = (1, 0, 0); uniform token[] xformOpOrder = ["xformOp:translate"] \n }
}
`);
    expect(world(at("/I"))).toEqual([10, -2, -2, 14, 2, 2]);
  });

  test("a PointInstancer below its own prototype has no extent", async () => {
    const at = await read(`
def Xform "P" {
    def Cube "Box" {
    }
    def PointInstancer "I" {
        rel prototypes = </P>
        int[] protoIndices = [0]
        point3f[] positions = [(5, 0, 0)]
    }
}`);
    expect(world(at("/P"))).toEqual([-1, -1, -1, 6, 1, 1]);
  });

  test("instances have the bounds of their prototype, with the purpose that they pass on", async () => {
    const at = await read(`
class "Library" {
    def Cube "Box" { double size = 2
    }
}
def Xform "One" (instanceable = true; references = </Library>) {
    double3 xformOp:translate = (5, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
def Xform "Two" (instanceable = true; references = </Library>) {
    uniform token purpose = "guide"
}`);
    expect(world(at("/One"))).toEqual([4, -1, -1, 6, 1, 1]);
    expect(world(at("/One/Box"))).toEqual([4, -1, -1, 6, 1, 1]);
    expect(world(at("/Two"))).toBeUndefined();
    expect(world(at("/Two", { purposes: ["guide"] }))).toEqual([-1, -1, -1, 1, 1, 1]);
  });

  test("takes the hints of models in place of the prims below, if asked to", async () => {
    const at = await read(`
def Xform "A" (kind = "component") {
    float3[] extentsHint = [(0, 0, 0), (1, 1, 1), (2, 2, 2), (3, 3, 3)]
    def Cube "Box" {
    }
}`);
    expect(world(at("/A"))).toEqual([-1, -1, -1, 1, 1, 1]);
    expect(world(at("/A", { usesExtentsHint: true }))).toEqual([0, 0, 0, 1, 1, 1]);
    expect(world(at("/A", { usesExtentsHint: true, purposes: ["default", "render"] }))).toEqual([0, 0, 0, 3, 3, 3]);
  });
});

test("the bounds of a component in a flat space have the rounding errors of the reference", async () => {
  const at = await read(`
def Xform "A" {
    matrix4d xformOp:transform = ((0.1, 0.2, 0.3, 0), (0.4, 0.5, 0.6, 0), (0.7, 0.8, 0.9, 0), (1, 2, 3, 1))
    uniform token[] xformOpOrder = ["xformOp:transform"]
    def Xform "B" (kind = "component") {
        def Cube "C" {
        }
    }
}`);
  const { bounds, prim } = at("/A/B");
  // usd-core 26.11
  expect(bounds.world(prim)).toEqual({
    range: {
      minimum: [-32.91666666666667, -6.166666666666666, -0.833333333333333],
      maximum: [7.583333333333332, 16.833333333333336, 10.166666666666668],
    },
    matrix: [
      [0.11818181818181789, 0.018181818181818077, -0.08181818181818168, 0],
      [0.28636363636363577, 0.13636363636363608, -0.013636363636363669, 0],
      [0.05454545454545434, 0.05454545454545445, 0.054545454545454564, 0],
      [1.0727272727272723, 1.8727272727272704, 2.6727272727272684, 1.499999999999998],
    ].flat(),
  });
});

test("an extent with samples whose default is blocked is that of the schema at the default time", async () => {
  const at = await read(`
def Cube "Fallback" {
    float3[] extent = None
    float3[] extent.timeSamples = { 1: [(-3, -3, -3), (3, 3, 3)] }
    double size = 4
}
def Cube "Blocked" {
    float3[] extent = None
    double size = 4
}
def Cube "Gap" {
    float3[] extent.timeSamples = { 1: None, 4: [(-3, -3, -3), (3, 3, 3)] }
    double size = 4
}
def Mesh "Mesh" {
    float3[] extent = None
    float3[] extent.timeSamples = { 1: [(-3, -3, -3), (3, 3, 3)] }
    point3f[] points = [(0, 0, 0), (7, 7, 7)]
}`);
  const largest = (path: string, time: number | null): number | undefined => world(at(path, {}, time))?.[3];
  // usd-core 26.11
  expect([largest("/Fallback", null), largest("/Fallback", 1)]).toEqual([1, 3]);
  expect([largest("/Blocked", null), largest("/Blocked", 1)]).toEqual([2, 2]);
  expect([largest("/Gap", null), largest("/Gap", 1), largest("/Gap", 4)]).toEqual([1, 2, 3]);
  expect([largest("/Mesh", null), largest("/Mesh", 1)]).toEqual([7, 3]);
});

test("an empty box adds nothing", async () => {
  const at = await read(cubes);
  const { bounds, prim } = at("/A");
  const box = bounds.world(prim);
  expect([combineBoxes(emptyBox, box), combineBoxes(box, emptyBox)]).toEqual([box, box]);
});
