import { readGlbChunks } from "@usdkit/assets/gltf-parts";
import { expect, test } from "vitest";
import { convertedStage, meshGlb } from "../test-support/make-glb.ts";
import { usdToGltf } from "../usd-to-gltf.ts";

test("the weights of a node that is joined with its parent keep their animation, and targets their names", async () => {
  const glb = meshGlb((data) => {
    const targets = [1, 2].map((height) => {
      return { POSITION: data.accessor(Float32Array.of(0, 0, height, 0, 0, 0, 0, 0, 0), "VEC3") };
    });
    const input = data.accessor(Float32Array.of(0, 1), "SCALAR");
    const output = data.accessor(Float32Array.of(0, 1, 1, 0.5), "SCALAR");
    return {
      primitive: { targets },
      more: {
        animations: [
          { samplers: [{ input, output }], channels: [{ sampler: 0, target: { node: 0, path: "weights" } }] },
        ],
      },
    };
  });
  const { stage } = await convertedStage(glb);
  const back = await usdToGltf(stage, { isAnimated: true });
  expect(back.losses).toEqual([]);
  expect(readGlbChunks(back.glb).json).toMatchObject({
    animations: [{ channels: [{ target: { node: 0, path: "weights" } }] }],
    meshes: [{ extras: { targetNames: ["target_0", "target_1"] } }],
    nodes: [{ mesh: 0 }],
  });
});
