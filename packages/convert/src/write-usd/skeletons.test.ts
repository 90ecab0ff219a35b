import { splineValue, type AttributeSpec } from "@usdkit/layer";
import { describe, expect, test } from "vitest";
import type { GlbData } from "@usdkit/test-files/plain-glb";
import { convertedStage, meshGlb, TRIANGLE } from "../test-support/make-glb.ts";
import { prim, prims, value } from "../test-support/read-stage.ts";

/** A channel of linear keys for a node. */
function animationOf(
  data: GlbData,
  {
    node,
    path,
    times,
    values,
    interpolation = "LINEAR",
  }: { node: number; path: string; times: number[]; values: number[]; interpolation?: string },
  name?: string,
): object {
  const input = data.accessor(Float32Array.from(times), "SCALAR");
  const output = data.accessor(
    Float32Array.from(values),
    path === "rotation" ? "VEC4" : path === "weights" ? "SCALAR" : "VEC3",
  );
  return { name, samplers: [{ input, output, interpolation }], channels: [{ sampler: 0, target: { node, path } }] };
}

/** A skinned triangle: Root above the joints Hip and Knee, at the end of which is Toe. */
function skinnedGlb(make: (data: GlbData) => object = () => ({})): Uint8Array {
  return meshGlb((data) => {
    const attributes = {
      POSITION: data.accessor(TRIANGLE, "VEC3"),
      JOINTS_0: data.accessor(Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0), "VEC4"),
      WEIGHTS_0: data.accessor(Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0), "VEC4"),
    };
    const binds = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -3, 0, 1];
    return {
      primitive: { attributes },
      more: {
        skins: [{ name: "Rig", joints: [2, 3], inverseBindMatrices: data.accessor(Float32Array.from(binds), "MAT4") }],
        nodes: [
          { name: "Root", children: [1, 2] },
          { name: "Body", mesh: 0, skin: 0 },
          { name: "Hip", translation: [0, 1, 0], children: [3] },
          { name: "Knee", translation: [0, 2, 0], children: [4] },
          { name: "Toe", translation: [0, 0, 1] },
        ],
        ...make(data),
      },
    };
  });
}

describe("skins", () => {
  test("are a Skeleton with the joints, which have no prims of their own", async () => {
    const { stage, losses } = await convertedStage(skinnedGlb());
    expect(losses).toEqual([]);
    expect(prims(stage)).toEqual({
      "/Scene": "Xform",
      "/Scene/Root": "SkelRoot",
      "/Scene/Root/Rig": "Skeleton",
      "/Scene/Root/Body": "Xform",
      "/Scene/Root/Body/Triangle": "Mesh",
    });
    const read = (name: string): unknown => value(stage, "/Scene/Root/Rig", name);
    expect(read("joints")).toEqual(["Hip", "Hip/Knee", "Hip/Knee/Toe"]);
    const translations = (name: string): number[][] => {
      const list = read(name) as number[];
      return [0, 1, 2].map((joint) => list.slice(16 * joint + 12, 16 * joint + 15).map((each) => each + 0));
    };
    expect(translations("bindTransforms")).toEqual([
      [0, 1, 0],
      [0, 3, 0],
      [0, 3, 1],
    ]);
    expect(translations("restTransforms")).toEqual([
      [0, 1, 0],
      [0, 2, 0],
      [0, 0, 1],
    ]);
    const mesh = (name: string): unknown => value(stage, "/Scene/Root/Body/Triangle", name);
    expect(mesh("skel:joints")).toEqual(["Hip", "Hip/Knee"]);
    expect(mesh("primvars:skel:jointIndices")).toEqual([0, 0, 1, 0, 0, 1]);
    expect(mesh("primvars:skel:jointWeights")).toEqual([1, 0, 1, 0, 0.5, 0.5]);
    const { reader, node } = prim(stage, "/Scene/Root/Body/Triangle");
    expect(reader.targets(node, "skel:skeleton")).toEqual(["/Scene/Root/Rig"]);
  });

  test("joints that carry something have prims, too", async () => {
    const glb = skinnedGlb(() => ({
      cameras: [{ type: "perspective", perspective: { yfov: 1, znear: 1 } }],
      nodes: [
        { name: "Body", mesh: 0, skin: 0 },
        { name: "Other" },
        { name: "Hip", translation: [0, 1, 0], children: [3] },
        { name: "Knee", children: [4] },
        { name: "Eye", camera: 0 },
      ],
      scenes: [{ nodes: [0, 1, 2] }],
    }));
    const { stage } = await convertedStage(glb);
    expect(Object.keys(prims(stage))).toEqual([
      "/Scene",
      "/Scene/Rig",
      "/Scene/Body",
      "/Scene/Body/Triangle",
      "/Scene/Other",
      "/Scene/Hip",
      "/Scene/Hip/Knee",
      "/Scene/Hip/Knee/Eye",
      "/Scene/Hip/Knee/Eye/Camera",
    ]);
    expect(prims(stage)["/Scene"]).toBe("SkelRoot");
  });

  test("animations of joints are a SkelAnimation of those that move", async () => {
    const { stage } = await convertedStage(
      skinnedGlb((data) => ({
        animations: [
          animationOf(data, { node: 3, path: "translation", times: [0, 1], values: [0, 2, 0, 0, 4, 0] }, "Jump"),
        ],
      })),
    );
    const read = (name: string, time: number | null = null): unknown =>
      value(stage, "/Scene/Root/Rig/Jump", name, time);
    expect(read("joints")).toEqual(["Hip/Knee"]);
    expect([read("translations", 0), read("translations", 12), read("translations", 24)]).toEqual([
      [0, 2, 0],
      [0, 3, 0],
      [0, 4, 0],
    ]);
    expect([read("rotations"), read("scales")]).toEqual([
      [1, 0, 0, 0],
      [0x3c00, 0x3c00, 0x3c00],
    ]);
    const { reader, node } = prim(stage, "/Scene/Root/Rig");
    expect(reader.targets(node, "skel:animationSource")).toEqual(["/Scene/Root/Rig/Jump"]);
    expect(value(stage, "/Scene/Root", "extent", 0)).not.toEqual(value(stage, "/Scene/Root", "extent", 24));
  });
});

describe("morph targets", () => {
  const morphed = (make: (data: GlbData) => object = () => ({})): Uint8Array =>
    meshGlb((data) => {
      const attributes = { POSITION: data.accessor(TRIANGLE, "VEC3") };
      const targets = [
        { POSITION: data.accessor(Float32Array.of(0, 0, 0, 0, 0, 2, 0, 0, 0), "VEC3") },
        {
          POSITION: data.accessor(new Float32Array(9).fill(1), "VEC3"),
          NORMAL: data.accessor(new Float32Array(9).fill(0.5), "VEC3"),
        },
      ];
      const meshes = [
        { primitives: [{ attributes, targets }], weights: [0.25, 0], extras: { targetNames: ["smile", "a b"] } },
      ];
      return { more: { meshes, ...make(data) } };
    });

  test("are blend shapes with the weights at rest", async () => {
    const { stage } = await convertedStage(morphed());
    expect(prims(stage)).toEqual({
      "/Scene": "Xform",
      "/Scene/Node": "SkelRoot",
      "/Scene/Node/Mesh": "Mesh",
      "/Scene/Node/Mesh/smile": "BlendShape",
      "/Scene/Node/Mesh/a_b": "BlendShape",
      "/Scene/Node/Skeleton": "Skeleton",
      "/Scene/Node/Skeleton/Rest": "SkelAnimation",
    });
    expect(value(stage, "/Scene/Node/Mesh/smile", "pointIndices")).toEqual([1]);
    expect(value(stage, "/Scene/Node/Mesh/smile", "offsets")).toEqual([0, 0, 2]);
    expect(value(stage, "/Scene/Node/Mesh/a_b", "normalOffsets")).toEqual(Array.from({ length: 9 }, () => 0.5));
    expect(value(stage, "/Scene/Node/Skeleton/Rest", "blendShapes")).toEqual(["smile", "a_b"]);
    expect(value(stage, "/Scene/Node/Skeleton/Rest", "blendShapeWeights")).toEqual([0.25, 0]);
    // A quarter of the offset.
    expect(value(stage, "/Scene/Node", "extent")).toEqual([0, 0, 0, 1, 1, 0.5]);
  });

  test("are animated", async () => {
    const glb = morphed((data) => ({
      animations: [animationOf(data, { node: 0, path: "weights", times: [0, 1], values: [0, 0, 1, 0.5] })],
    }));
    const { stage } = await convertedStage(glb);
    expect(value(stage, "/Scene/Node/Skeleton/Animation", "blendShapeWeights", 12)).toEqual([0.5, 0.25]);
    expect(value(stage, "/Scene/Node/Skeleton/Animation", "blendShapeWeights")).toEqual([0.25, 0]);
  });
});

describe("animations of nodes", () => {
  const moving = (data: GlbData, name?: string, z = 2): object =>
    animationOf(data, { node: 0, path: "translation", times: [0, 1], values: [0, 0, 0, 0, 0, z] }, name);

  test("are time samples, with the rest as default", async () => {
    const { stage } = await convertedStage(
      meshGlb((data) => ({
        more: { animations: [moving(data)], nodes: [{ name: "Node", mesh: 0, translation: [7, 0, 0] }] },
      })),
    );
    const read = (time: number | null): unknown => value(stage, "/Scene/Node", "xformOp:translate", time);
    expect([read(null), read(0), read(6), read(24), read(99)]).toEqual([
      [7, 0, 0],
      [0, 0, 0],
      [0, 0, 0.5],
      [0, 0, 2],
      [0, 0, 2],
    ]);
  });

  test("several are variants, of which the first is selected", async () => {
    const { layer, stage } = await convertedStage(
      meshGlb((data) => ({ more: { animations: [moving(data, "walk"), moving(data, "run!", 8)] } })),
    );
    const [set] = layer.root.children[0].variantSets;
    expect([set.name, set.variants.map(({ name }) => name)]).toEqual(["animation", ["walk", "run"]]);
    expect(value(stage, "/Scene/Node", "xformOp:translate", 24)).toEqual([0, 0, 2]);
  });

  test("steps hold until just before the next key", async () => {
    const { stage } = await convertedStage(
      meshGlb((data) => ({
        more: {
          animations: [
            animationOf(data, {
              node: 0,
              path: "scale",
              times: [0, 1],
              values: [1, 1, 1, 3, 3, 3],
              interpolation: "STEP",
            }),
          ],
        },
      })),
    );
    const read = (time: number): unknown => value(stage, "/Scene/Node", "xformOp:scale", time);
    expect([read(0), read(23.99), read(24)]).toEqual([
      [1, 1, 1],
      [1, 1, 1],
      [3, 3, 3],
    ]);
  });

  test("may be splines, which are exact", async () => {
    const values = [0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 1, 1, 1, 0, 0, 0];
    const glb = meshGlb((data) => ({
      more: {
        animations: [
          animationOf(data, { node: 0, path: "translation", times: [0, 1], values, interpolation: "CUBICSPLINE" }),
        ],
      },
    }));
    const { layer } = await convertedStage(glb, { animation: "splines" });
    const { properties } = layer.root.children[0].children[0];
    const spline = (name: string): AttributeSpec["spline"] =>
      properties.flatMap((each) => (each.specType === "attribute" && each.name === name ? [each] : []))[0]?.spline;
    // Hermite at a half: (p0 + p1) / 2 + (m0 - m1) / 8.
    const axes = ["X", "Y", "Z"].map((axis) => spline(`xformOp:translate${axis}`));
    const middle = axes.map((each) => (each === undefined ? undefined : splineValue(each, 12)));
    expect(middle).toEqual(
      [1 / 2 + (1 - 4) / 8, 1 / 2 + (2 - 5) / 8, 1 / 2 + (3 - 6) / 8].map((each) => expect.closeTo(each, 9) as number),
    );
  });
});
