// Laws of placing in opened scenes: all ops of all prims above count. gl-matrix computes the expected matrices.

import { parseUsda } from "@usdkit/usda";
import * as fc from "fast-check";
import { glMatrix, mat4, type vec3 } from "gl-matrix";
import { describe, expect, test } from "vitest";
import type { PlacedHandle } from "./handles/types.ts";
import { Scene } from "./scene.ts";
import { placedScenes, type PlacedPrim } from "./test-support/placed-scenes.ts";

const RUNS = 200;
// Doubles, as the scene's.
glMatrix.setMatrixArrayType(Array);

describe("whatever the ops of the prims above", () => {
  test("worldMatrix is the product of all ops", () => {
    fc.assert(
      fc.property(placedScenes, ({ text, prims }) => {
        const scene = Scene.fromUsda(text);
        for (const prim of prims) {
          const handle = placedAt(scene, prim.path);
          if (handle !== undefined) expectMatrix(handle.worldMatrix, prim.world);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test("moveTo with keepWorld keeps the place in the world", () => {
    fc.assert(
      fc.property(placedScenes, ({ text, prims }) => {
        const scene = Scene.fromUsda(text);
        const mesh = prims.find(({ path }) => path.endsWith("/MeshA")) as PlacedPrim;
        const target = prims.findLast(({ path }) => path.startsWith("/B") && !path.endsWith("B/MeshB")) as PlacedPrim;
        const parent = scene.find(target.path.slice(0, target.path.lastIndexOf("/")));
        if (parent?.isContainer() !== true) return;
        placedAt(scene, mesh.path)?.moveTo(parent, { keepWorld: true });
        const written = Scene.fromUsda(scene.toUsda());
        for (const each of [scene, written]) {
          expectMatrix(placedAt(each, `${parent.path}/MeshA`)?.worldMatrix ?? [], mesh.world);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test("lookAt in the world puts the camera at the eye, and the target on its axis", () => {
    fc.assert(
      fc.property(placedScenes, ({ text, prims }) => {
        const scene = Scene.fromUsda(text);
        const eye: vec3 = [3, 2, 4];
        const { path } = prims.find((each) => each.path.endsWith("/CameraA")) as PlacedPrim;
        scene.get(path, "Camera").lookAt({ eye: [3, 2, 4], target: [3, 2, -6], space: "world" });
        expect(parseUsda(scene.toUsda()).diagnostics).toEqual([]);
        const { worldMatrix } = scene.get(path, "Camera");
        expectMatrix(worldMatrix, mat4.fromTranslation(mat4.create(), eye));
      }),
      { numRuns: RUNS },
    );
  });
});

function placedAt(scene: Scene, path: string): PlacedHandle | undefined {
  const found = scene.find(path);
  return found?.isTransformable() === true ? found : undefined;
}

function expectMatrix(found: Iterable<number>, expected: Iterable<number>): void {
  const numbers = [...expected];
  const size = Math.max(1, ...numbers.map(Math.abs));
  const differences = [...found].map((each, i) => Math.abs(each - numbers[i]) / size);
  expect(differences).toHaveLength(16);
  expect(Math.max(...differences)).toBeLessThan(1e-9);
}
