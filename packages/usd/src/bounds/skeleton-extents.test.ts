// Extents of skeletons; the numbers are those of usd-core 26.11. `test/oracle/stage-computations.ts --skeletons` compares random ones.
import { expect, test } from "vitest";
import { XformQueries } from "../imageable/xform-queries.ts";
import { StageReader } from "../prims/stage-reader.ts";
import { memoryResolver } from "../resolve/path-resolver.ts";
import { Stage } from "../stage/stage.ts";
import { BoundsCache } from "./bounds-cache.ts";
import { alignedRange, isEmptyRange } from "./box.ts";

const rest = "[((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,2,0,1))]";
const characters = `#usda 1.0
def SkelRoot "Root" (prepend apiSchemas = ["SkelBindingAPI"]) {
    rel skel:skeleton = </Root/Skel>
    def Skeleton "Skel" (prepend apiSchemas = ["SkelBindingAPI"]) {
        uniform token[] joints = ["a", "a/b"]
        uniform matrix4d[] restTransforms = ${rest}
        rel skel:animationSource = </Root/Anim>
    }
    def SkelAnimation "Anim" {
        uniform token[] joints = ["a", "a/b"]
        float3[] translations.timeSamples = { 1: [(1, 0, 0), (0, 2, 0)], 2: [(5, 0, 0), (0, 4, 0)] }
        quatf[] rotations = [(1, 0, 0, 0), (1, 0, 0, 0)]
        half3[] scales = [(1, 1, 1), (1, 1, 1)]
    }
    def Mesh "Body" {
        float3[] extent = [(-0.5, -0.25, -0.5), (0.5, 2.75, 0.5)]
    }
}
def SkelRoot "Bare" {
    def Skeleton "Skel" {
        double3 xformOp:translate = (10, 0, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]
        uniform token[] joints = ["a", "a/b"]
        uniform matrix4d[] restTransforms = ${rest}
    }
    def Skeleton "Without" {
        uniform token[] joints = ["a"]
    }
}
def SkelRoot "Empty" {
}
`;

test("a SkelRoot contains the joints of its skeletons, larger by what the prims extend beyond them", async () => {
  const resolver = memoryResolver(new Map([["root.usda", new TextEncoder().encode(characters)]]));
  const reader = new StageReader(await Stage.open("root.usda", { resolver }));
  const queries = new XformQueries(reader);
  const world = (path: string, time: number): readonly number[] | undefined => {
    const prim = reader.prim(path);
    if (prim === undefined) throw new Error(`There is no prim <${path}>`);
    const { minimum, maximum } = alignedRange(new BoundsCache(queries, time).world(prim));
    return isEmptyRange({ minimum, maximum }) ? undefined : [...minimum, ...maximum];
  };
  expect(world("/Root", 1)).toEqual([0.25, -0.75, -0.75, 1.75, 2.75, 0.75]);
  expect(world("/Root/Skel", 1)).toEqual([1, 0, 0, 1, 2, 0]);
  expect(world("/Root/Skel", 2)).toEqual([5, 0, 0, 5, 4, 0]);
  expect(world("/Bare", 1)).toEqual([10, 0, 0, 10, 2, 0]);
  expect(world("/Bare/Without", 1)).toBeUndefined();
  expect(world("/Empty", 1)).toBeUndefined();
});
