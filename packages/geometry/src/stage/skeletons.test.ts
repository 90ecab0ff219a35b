// Poses are compared with the reference on random stages by test/oracle/posed-points.ts.
import { expect, test } from "vitest";
import { drawText, openText, worldPoints } from "../test-support/draw-text.ts";
import { StageGeometry } from "./stage-geometry.ts";

const IDENTITY = "((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))";
const UP = "((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 1, 0, 1))";

/** A triangle from (0, 0, 0) over (1, 0, 0) to (0, 2, 0), whose top is bound to the second of two joints. */
interface Rig {
  readonly mesh?: string;
  readonly binding?: string;
  readonly animation?: string;
  readonly influences?: string;
}

const INFLUENCES = `
        int[] primvars:skel:jointIndices = [0, 0, 1] (
            interpolation = "vertex"
        )
        float[] primvars:skel:jointWeights = [1, 1, 1] (
            interpolation = "vertex"
        )`;
/** The second joint turns by a right angle about z at time 2. */
const TURN = `
        uniform token[] joints = ["Root/Tip"]
        float3[] translations = [(0, 1, 0)]
        quatf[] rotations.timeSamples = { 1: [(1, 0, 0, 0)], 2: [(0.70710678, 0, 0, 0.70710678)] }
        half3[] scales = [(1, 1, 1)]`;

function rig({
  mesh = "",
  binding = "rel skel:skeleton = </Rig/Skel>",
  animation = TURN,
  influences = INFLUENCES,
}: Rig): string {
  return `
def SkelRoot "Rig" (
    prepend apiSchemas = ["SkelBindingAPI"]
)
{
    def Skeleton "Skel" (
        prepend apiSchemas = ["SkelBindingAPI"]
    )
    {
        uniform token[] joints = ["Root", "Root/Tip"]
        uniform matrix4d[] bindTransforms = [${IDENTITY}, ${UP}]
        uniform matrix4d[] restTransforms = [${IDENTITY}, ${UP}]
        rel skel:animationSource = </Rig/Anim>
        double3 xformOp:translate = (0, 0, 5)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
    def SkelAnimation "Anim"
    {${animation}
    }
    def Mesh "Mesh" (
        prepend apiSchemas = ["SkelBindingAPI"]
    )
    {
        uniform token subdivisionScheme = "none"
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 2, 0)]
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        ${binding}
        ${influences}
        ${mesh}
    }
}
`;
}

test("points follow their joints, where the skeleton is, and all but positions is kept", async () => {
  const shapes = new StageGeometry(await openText(rig({})));
  const [rest] = shapes.at(1).drawables;
  const [turned] = shapes.at(2).drawables;
  expect([worldPoints(rest), worldPoints(turned)]).toEqual([
    [
      [0, 0, 5],
      [1, 0, 5],
      [0, 2, 5],
    ],
    [
      [0, 0, 5],
      [1, 0, 5],
      [-1, 1, 5],
    ],
  ]);
  if (rest.geometry.type !== "triangles" || turned.geometry.type !== "triangles") throw new Error("no triangles");
  expect(turned.geometry.indices).toBe(rest.geometry.indices);
});

test("dual quaternions keep lengths where matrices do not", async () => {
  const half = INFLUENCES.replace("[0, 0, 1] (", "[0, 0, 0, 0, 0, 1] (\n            elementSize = 2").replace(
    "[1, 1, 1] (",
    "[1, 0, 1, 0, 0.5, 0.5] (\n            elementSize = 2",
  );
  const top = async (method: string): Promise<number[]> => {
    const mesh = `uniform token primvars:skel:skinningMethod = "${method}"`;
    const { drawables, problems } = await drawText(rig({ influences: half, mesh }), {}, 2);
    expect(problems).toEqual([]);
    return worldPoints(drawables[0])[2];
  };
  expect(await top("classicLinear")).toEqual([-0.5, 1.5, 5]);
  // By an eighth of a turn about the second joint.
  expect(await top("dualQuaternion")).toEqual([-0.707, 1.707, 5]);
});

test("one set of influences moves a prim as a whole, and its geometry stays the same", async () => {
  const influences = INFLUENCES.replaceAll("vertex", "constant")
    .replace("[0, 0, 1]", "[1]")
    .replace("[1, 1, 1]", "[1]");
  const shapes = new StageGeometry(await openText(rig({ influences })));
  const [[first], [second]] = [1, 2].map((time) => shapes.at(time).drawables);
  expect(second.geometry).toBe(first.geometry);
  expect(worldPoints(second)).toEqual([
    [1, 1, 5],
    [1, 2, 5],
    [-1, 1, 5],
  ]);
});

test("blend shapes move points, over the shapes on the way", async () => {
  const text = rig({
    binding: `rel skel:skeleton = </Rig/Skel>
        uniform token[] skel:blendShapes = ["unused", "smile"]
        rel skel:blendShapeTargets = [</Rig/Mesh/Unused>, </Rig/Mesh/Smile>]
        def BlendShape "Unused"
        {
            uniform vector3f[] offsets = [(9, 9, 9)]
            uniform int[] pointIndices = [3]
        }
        def BlendShape "Smile"
        {
            uniform vector3f[] offsets = [(0, 0, 1)]
            uniform int[] pointIndices = [1]
            point3f[] inbetweens:half = [(0, 0, 4)] (
                weight = 0.5
            )
        }`,
    animation: `
        uniform token[] blendShapes = ["smile"]
        float[] blendShapeWeights.timeSamples = { 0: [0], 1: [1] }`,
  });
  const shapes = new StageGeometry(await openText(text));
  const depth = (time: number): number => worldPoints(shapes.at(time).drawables[0])[1][2] - 5;
  expect([0, 0.25, 0.5, 0.75, 1].map(depth)).toEqual([0, 2, 4, 2.5, 1]);
  expect(shapes.at(0).problems).toEqual([
    {
      path: "/Rig/Mesh",
      property: "skel:blendShapeTargets",
      message: "/Rig/Mesh/Unused: An index is no point of the prim: it is ignored",
    },
  ]);
});

test("instances of a character share its pose, unless they have an animation of their own", async () => {
  const text = `${rig({})}
def "A" (
    instanceable = true
    references = </Rig>
)
{
}
def "B" (
    instanceable = true
    references = </Rig>
)
{
    double3 xformOp:translate = (10, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]
}
`.replaceAll("        rel skel:animationSource = </Rig/Anim>\n", "");
  const animated = text
    .replace('def "B" (\n', 'def "B" (\n    prepend apiSchemas = ["SkelBindingAPI"]\n')
    .replace("(10, 0, 0)", "(10, 0, 0)\n    rel skel:animationSource = </Rig/Anim>");
  const [plain, own] = await Promise.all([text, animated].map(async (each) => (await drawText(each, {}, 2)).drawables));
  expect(plain.map(({ path }) => path)).toEqual(["/Rig/Mesh", "/A/Mesh", "/B/Mesh"]);
  expect(plain[2].geometry).toBe(plain[1].geometry);
  expect([worldPoints(own[1])[2], worldPoints(own[2])[2]]).toEqual([
    [0, 2, 5],
    [9, 1, 5],
  ]);
});

test.each([
  [
    "a joint that is beyond the skeleton",
    { influences: INFLUENCES.replace("[0, 0, 1]", "[0, 0, 7]") },
    "The joint index 7 is beyond the 2 joints",
  ],
  [
    "influences of other points",
    { influences: INFLUENCES.replace("[0, 0, 1]", "[0, 0]").replace("[1, 1, 1]", "[1, 1]") },
    "There are 2 points with joint indices, and 3 points",
  ],
  [
    "as many indices as weights",
    { influences: INFLUENCES.replace("[1, 1, 1]", "[1, 1]") },
    "There are 3 joint indices and 2 weights, 1 for each point",
  ],
  ["no skeleton", { binding: "rel skel:skeleton = </Rig/Anim>" }, "/Rig/Anim is no Skeleton"],
  [
    "an unknown method",
    { mesh: 'uniform token primvars:skel:skinningMethod = "magic"' },
    'Expected the skinning method "classicLinear" or "dualQuaternion", found "magic"',
  ],
])("what is wrong is a problem, and the prim is drawn at rest: %s", async (_, change, message) => {
  const { drawables, problems } = await drawText(rig(change), {}, 2);
  expect(problems.map((each) => each.message)).toEqual([`${message}: the prim is drawn without its skeleton`]);
  expect(worldPoints(drawables[0])).toEqual([
    [0, 0, 0],
    [1, 0, 0],
    [0, 2, 0],
  ]);
});

test("points without poses are those of the prim, with the point of each vertex", async () => {
  const st = `texCoord2f[] primvars:st = [(0, 0), (1, 0), (0, 1)] (
            interpolation = "faceVarying"
        )`;
  const { drawables } = await drawText(rig({ mesh: st }), { isPosed: false, primvars: "all" }, 2);
  expect(worldPoints(drawables[0])[2]).toEqual([0, 2, 0]);
  const { geometry } = drawables[0];
  expect(geometry.type === "triangles" && geometry.pointOf).toEqual(Uint32Array.of(0, 1, 2));
});

test("a skeleton without as many bindTransforms as joints moves points from the origin, as in the reference, and is named", async () => {
  const text = rig({}).replace(`bindTransforms = [${IDENTITY}, ${UP}]`, `bindTransforms = [${IDENTITY}]`);
  const { drawables, problems } = await drawText(text, {}, 1);
  expect(worldPoints(drawables[0])).toEqual([
    [0, 0, 5],
    [1, 0, 5],
    [0, 3, 5],
  ]);
  expect(problems).toEqual([
    {
      path: "/Rig/Skel",
      property: "bindTransforms",
      message: "Expected as many matrices as joints: prims are drawn as if all joints had been at the origin",
    },
  ]);
});
