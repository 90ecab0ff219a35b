// Campaign: Placing in 5,000 scenes of arbitrary transform ops, compared with the reference

// Placing in opened scenes, compared with the reference: the world matrices of any scene, after moves, and after `lookAt`.

import { fileURLToPath } from "node:url";
import { Scene, type PlacedHandle } from "@usdkit/scene";
import * as fc from "fast-check";
import { afterAll, describe, expect, inject, test } from "vitest";
import { placedScenes } from "../../packages/scene/src/test-support/placed-scenes.ts";
import { installedReference } from "../oracle/environment.ts";
import { LineWorker } from "../oracle/line-worker.ts";

interface Answer {
  readonly worlds: Readonly<Record<string, readonly number[]>>;
}

const python = installedReference();
if (python === undefined) console.log("placing: no usd-core here; set USDKIT_PYTHON, or run the oracle once");
const script = fileURLToPath(new URL("../oracle/world-matrices.py", import.meta.url));
const reference = new LineWorker<Answer>({ python: python ?? "", script });
afterAll(() => reference.close());

const numRuns = inject("deep") ? 5000 : 100;

describe.skipIf(python === undefined)("as in the reference", () => {
  test("worldMatrix of every prim", async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(placedScenes, async ({ text }) => {
        const worlds = await worldsOf(text);
        for (const handle of placedPrims(Scene.fromUsda(text))) {
          expectMatrix(handle.worldMatrix, worlds[handle.path]);
          compared++;
        }
      }),
      { numRuns },
    );
    expect(compared).toBeGreaterThan(4 * numRuns);
  });

  test("a prim that moveTo keeps in the world", async () => {
    await fc.assert(
      fc.asyncProperty(placedScenes, fc.nat(), async ({ text }, pick) => {
        const scene = Scene.fromUsda(text);
        const mesh = placedPrims(scene).find(({ name }) => name === "MeshA") as PlacedHandle;
        const targets = [...scene.prims()].filter((each) => each.path.startsWith("/B") && each.isContainer());
        if (targets.length === 0) return;
        const before = (await worldsOf(text))[mesh.path];
        const target = targets[pick % targets.length];
        scene.get(mesh.path, "Mesh").moveTo(target, { keepWorld: true });
        expectMatrix((await worldsOf(scene.toUsda()))[`${target.path}/MeshA`], before);
      }),
      { numRuns },
    );
  });

  test("a camera that lookAt places in the world", async () => {
    const at = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 }));
    await fc.assert(
      fc.asyncProperty(placedScenes, at, fc.integer({ min: 1, max: 9 }), async ({ text }, [x, z], down) => {
        const scene = Scene.fromUsda(text);
        const { path } = placedPrims(scene).find(({ name }) => name === "CameraA") as PlacedHandle;
        const [eye, target] = [[x, down, z] as const, [x, 0, z] as const];
        scene.get(path, "Camera").lookAt({ eye, target, up: [1, 0, 0], space: "world" });
        // It looks down, with the image's up along x.
        const expected = [0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, ...eye, 1];
        expectMatrix((await worldsOf(scene.toUsda()))[path], expected);
      }),
      { numRuns },
    );
  });
});

async function worldsOf(text: string): Promise<Readonly<Record<string, readonly number[]>>> {
  const answer = await reference.ask({ text });
  if ("failed" in answer) throw new Error(`The reference has no world matrices: ${answer.failed}\n${text}`);
  return answer.worlds;
}

function placedPrims(scene: Scene): PlacedHandle[] {
  return [...scene.prims()].filter((each) => each.isTransformable());
}

function expectMatrix(found: readonly number[] | undefined, expected: readonly number[] | undefined): void {
  const size = Math.max(1, ...(expected ?? []).map(Math.abs));
  const differences = (found ?? []).map((each, i) => Math.abs(each - (expected?.[i] ?? NaN)) / size);
  expect(differences).toHaveLength(16);
  // Products of inverses of up to four parents.
  expect(Math.max(...differences)).toBeLessThan(1e-9);
}
