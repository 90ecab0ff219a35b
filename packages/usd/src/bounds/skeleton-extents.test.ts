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

type World = (path: string, time?: number | null) => readonly number[] | undefined;

async function worldOf(text: string): Promise<World> {
  const resolver = memoryResolver(new Map([["root.usda", new TextEncoder().encode(text)]]));
  const reader = new StageReader(await Stage.open("root.usda", { resolver }));
  const queries = new XformQueries(reader);
  const caches = new Map<number | null, BoundsCache>();
  return (path, time = null) => {
    const prim = reader.prim(path);
    if (prim === undefined) throw new Error(`There is no prim <${path}>`);
    const bounds = caches.get(time) ?? new BoundsCache(queries, time);
    caches.set(time, bounds);
    const { minimum, maximum } = alignedRange(bounds.world(prim));
    return isEmptyRange({ minimum, maximum }) ? undefined : [...minimum, ...maximum];
  };
}

test("a SkelRoot contains the joints of its skeletons, larger by what the prims extend beyond them", async () => {
  const world = await worldOf(characters);
  expect(world("/Root", 1)).toEqual([0.25, -0.75, -0.75, 1.75, 2.75, 0.75]);
  expect(world("/Root/Skel", 1)).toEqual([1, 0, 0, 1, 2, 0]);
  expect(world("/Root/Skel", 2)).toEqual([5, 0, 0, 5, 4, 0]);
  expect(world("/Bare", 1)).toEqual([10, 0, 0, 10, 2, 0]);
  expect(world("/Bare/Without", 1)).toBeUndefined();
  expect(world("/Empty", 1)).toBeUndefined();
});

test("skeletons of a prototype do not have the animation that an instance names, but an instance that is a SkelRoot has", async () => {
  const animation = (name: string, x: number): string => `
def SkelAnimation "${name}" {
    uniform token[] joints = ["j"]
    float3[] translations = [(${x}, 0, 0)]
    quatf[] rotations = [(1, 0, 0, 0)]
    half3[] scales = [(1, 1, 1)]
}`;
  const world = await worldOf(`#usda 1.0
def Xform "Other" (instanceable = true; references = </Root>) {
    rel skel:animationSource = </Far>
}
def Xform "Plain" (instanceable = true; references = </Root>) {
}
def SkelRoot "Copy" (instanceable = true; references = </Root>) {
    rel skel:animationSource = </Far>
}
def SkelRoot "Root" (prepend apiSchemas = ["SkelBindingAPI"]) {
    rel skel:animationSource = </Near>
    def Skeleton "Skeleton" (prepend apiSchemas = ["SkelBindingAPI"]) {
        uniform token[] joints = ["j"]
        uniform matrix4d[] restTransforms = [((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 0, 0, 1))]
    }
}
${animation("Near", 3)}
${animation("Far", 9)}`);
  const x = (path: string): number | undefined => world(path)?.[0];
  expect([x("/Other"), x("/Plain"), x("/Copy"), x("/Root")]).toEqual([1, 1, 9, 3]);
  expect([x("/Other/Skeleton"), x("/Plain/Skeleton"), x("/Copy/Skeleton")]).toEqual([9, 3, 9]);
});
