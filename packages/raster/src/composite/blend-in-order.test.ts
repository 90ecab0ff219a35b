// Translucent surfaces are blended as they come where they can be, and stored and sorted otherwise: the bytes are the same.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { MeshAsset } from "@usdkit/assets";
import { prepareScene } from "../render.ts";
import { sceneText } from "../test-support/scene-text.ts";

/** A triangle before the camera, at any depth and slope, so that some cross and some share a plane. */
const corner = fc.tuple(
  fc.integer({ min: -4, max: 4 }),
  fc.integer({ min: -4, max: 4 }),
  fc.integer({ min: -9, max: -4 }),
);
const triangle = fc.record({
  corners: fc.tuple(corner, corner, corner),
  alpha: fc.constantFrom(0.1, 0.5, 0.9, 1),
  color: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(0.3), fc.constant(0.7)),
  mode: fc.constantFrom<"blend" | "opaque">("blend", "blend", "blend", "opaque"),
});

test("blending in order gives the bytes of stored fragments", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(triangle, { minLength: 1, maxLength: 12 }),
      fc.constantFrom<1 | 4>(1, 4),
      async (list, samples) => {
        const asset: MeshAsset = {
          type: "mesh",
          parts: list.map(({ corners }, material) => ({
            positions: Float32Array.from(corners.flat()),
            normals: null,
            colors: null,
            texCoords: null,
            indices: Uint32Array.of(0, 1, 2),
            material,
          })),
          materials: list.map(({ color, alpha, mode }) => ({
            name: "",
            baseColor: [...color, alpha] as const,
            texture: null,
            texCoordTransform: null,
            alphaMode: mode,
            alphaCutoff: 0.5,
            doubleSided: true,
            unlit: false,
          })),
          textures: [],
          skipped: {},
        };
        await using scene = await prepareScene(sceneText([{ name: "it" }]), { it: asset });
        const options = { width: 48, height: 36, samples, threads: 1 };
        const direct = await scene.render(options);
        // An output of what is seen needs all fragments, so they are stored.
        const stored = await scene.render({ ...options, outputs: ["primId"] });
        expect(Buffer.compare(direct.data, stored.data)).toBe(0);
      },
    ),
    { numRuns: 25 },
  );
});
