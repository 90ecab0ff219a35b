// Campaign: Images of 200 × 150 pixels, of four samples with 2, 3 and 8 threads

// Real threads: the same bytes for any number of them, cancellation, and an exit of the process that they do not delay.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, inject, test } from "vitest";
import { prepareScene } from "../render.ts";
import type { PreparedScene } from "../rendering/prepared-scene.ts";
import { expectSameBytes } from "../test-support/pixels.ts";
import { crowdedScene, heavySplats } from "../test-support/crowded-scene.ts";
import { sceneText } from "../test-support/scene-text.ts";
import { AssetError, loadAsset } from "@usdkit/assets";
import { gridGlb } from "@usdkit/test-files/grid-glb";
import { splatPly } from "@usdkit/test-files/splat-ply";
import { trainedCloud } from "@usdkit/test-files/trained-cloud";
import { THREAD_BYTES } from "./load-in-pool.ts";
import { RenderPool } from "./render-pool.ts";

const SIZE = inject("deep") ? { width: 200, height: 150 } : { width: 96, height: 72 };
const scene = await crowdedScene();
afterAll(() => scene.close());

/** Low opacities, so that nothing ends early: some ten seconds of work. */
async function slowScene(): Promise<PreparedScene> {
  const text = sceneText([{ name: "fog", type: "ParticleField3DGaussianSplat" }]);
  return await prepareScene(text, { fog: heavySplats(20_000) });
}

describe("any number of threads", () => {
  test("gives the same bytes, of all outputs", async () => {
    // `test` tries fewer numbers of threads, and four samples, which take four times as long, with one.
    for (const [samples, counts] of [
      [1, inject("deep") ? [2, 3, 8] : [8]],
      [4, inject("deep") ? [2, 3, 8] : [3]],
    ] as const) {
      const options = { ...SIZE, samples, outputs: ["alpha", "depth", "primId", "normal"] } as const;
      const one = await scene.render({ ...options, threads: 1 });
      expect(one.stats.threads).toBe(1);
      for (const threads of counts) {
        const many = await scene.render({ ...options, threads });
        expect(many.stats.threads).toBe(threads);
        expectSameBytes(many, one);
        expect({ ...many.stats, milliseconds: 0, threads: 0 }).toEqual({ ...one.stats, milliseconds: 0, threads: 0 });
      }
    }
  });

  test("gives the same bytes in the full look", async () => {
    const options = { ...SIZE, look: "full", samples: 4, outputs: ["normal"] } as const;
    const one = await scene.render({ ...options, threads: 1 });
    for (const threads of inject("deep") ? [2, 3] : [3])
      expectSameBytes(await scene.render({ ...options, threads }), one);
  });

  test("gives the same colors with and without other outputs", async () => {
    const plain = await scene.render({ ...SIZE, threads: 2 });
    const traced = await scene.render({ ...SIZE, threads: 2, outputs: ["primId"] });
    expect(Buffer.compare(plain.data, traced.data)).toBe(0);
  });

  test("gives the same bytes when the lists are made in several steps", async () => {
    const whole = await scene.render({ ...SIZE, threads: 1 });
    for (const bandEntries of [1, 3_000]) {
      expectSameBytes(await scene.render({ ...SIZE, threads: 2, limits: { bandEntries } }), whole);
    }
  });

  test("renders several images concurrently, and one after another", async () => {
    const cameras = [30, 40, 50, 60].map((focalLength) => ({ focalLength }));
    const alone = [];
    for (const camera of cameras) alone.push(await scene.render({ ...SIZE, camera, threads: 1 }));
    const together = await Promise.all(
      cameras.map((camera, i) => scene.render({ ...SIZE, camera, threads: 1 + (i % 3) })),
    );
    for (const [i, image] of together.entries()) expectSameBytes(image, alone[i]);
    expect(Buffer.compare(alone[0].data, alone[1].data)).not.toBe(0);
  });
});

describe("a signal", () => {
  test.each([1, 2])("stops %d threads, and the next image is right", async (threads) => {
    await using slow = await slowScene();
    const controller = new AbortController();
    const reason = new Error("enough");
    const image = slow.render({ width: 1600, height: 1200, threads, signal: controller.signal });
    setTimeout(() => controller.abort(reason), 300);
    await expect(image).rejects.toBe(reason);
    const [a, b] = [
      await slow.render({ width: 32, height: 24, threads }),
      await slow.render({ width: 32, height: 24, threads: 1 }),
    ];
    expectSameBytes(a, b);
  });

  test("that is already aborted stops everything immediately", async () => {
    const signal = AbortSignal.abort();
    await expect(scene.render({ ...SIZE, signal, threads: 2 })).rejects.toBe(signal.reason);
    await expect(prepareScene(sceneText([]), {}, { signal })).rejects.toBe(signal.reason);
  });
});

test.each([1, 2])("progress grows to the end, with %d threads", async (threads) => {
  await using slow = await prepareScene(sceneText([{ name: "fog", type: "ParticleField3DGaussianSplat" }]), {
    fog: heavySplats(1_000),
  });
  const fractions: number[] = [];
  await slow.render({ width: 240, height: 180, threads, onProgress: ({ fraction }) => fractions.push(fraction) });
  expect(fractions.length).toBeGreaterThan(1);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect(fractions.at(-1)).toBe(1);
});

describe("a pool", () => {
  test("is shared by scenes, and starts no more threads than are needed at a time", async () => {
    await using pool = new RenderPool();
    const expected = await scene.render({ ...SIZE, threads: 1 });
    await using other = await crowdedScene();
    for (const each of [scene, other, scene])
      expectSameBytes(await each.render({ ...SIZE, threads: 2, pool }), expected);
    expect(pool.size).toBe(2);
  });

  test("that is closed reports it", async () => {
    const pool = new RenderPool();
    await pool.close();
    await expect(scene.render({ ...SIZE, threads: 2, pool })).rejects.toThrow("the pool is closed");
  });

  test("that is closed in the middle of an image rejects it", async () => {
    await using slow = await slowScene();
    const pool = new RenderPool();
    const image = slow.render({ width: 1600, height: 1200, threads: 2, pool });
    setTimeout(() => void pool.close(), 300);
    await expect(image).rejects.toMatchObject({ name: "RenderError", problem: "thread" });
  });
});

describe("files", () => {
  const options = { maps: "all" } as const;

  test("are decoded in a thread of the pool, to the same asset on shared memory", async () => {
    await using pool = new RenderPool();
    const files = [splatPly(trainedCloud(50, 1)), await gridGlb(8, "draco"), await gridGlb(4, "meshopt")];
    for (const bytes of files) {
      const [here, there] = [await loadAsset(bytes, options), await pool.loadAsset(bytes, options)];
      expect(there).toEqual(here);
      if (there.type === "splats") expect(there.positions.buffer).toBeInstanceOf(SharedArrayBuffer);
    }
    expect(pool.size).toBe(1);
  });

  test("that are rejected there give the same error as here", async () => {
    await using pool = new RenderPool();
    const bytes = splatPly(trainedCloud(5, 0)).subarray(0, -3);
    const here = await loadAsset(bytes).catch((error: unknown) => error);
    const there = await pool.loadAsset(bytes).catch((error: unknown) => error);
    expect(here).toBeInstanceOf(AssetError);
    expect(there).toBeInstanceOf(AssetError);
    const { problem, message, where, offset, reason } = here as AssetError;
    expect(there).toMatchObject({ problem, message, where, offset, reason });
    await expect(pool.loadAsset(bytes, { limits: { fileBytes: 10 } })).rejects.toMatchObject({ problem: "limit" });
  });

  test("of a scene are decoded by threads if they are large, several at a time", async () => {
    const text = sceneText([
      { name: "a", type: "ParticleField3DGaussianSplat" },
      { name: "b", type: "ParticleField3DGaussianSplat" },
    ]);
    const large = splatPly(trainedCloud(Math.ceil(THREAD_BYTES / 60), 0));
    const small = splatPly(trainedCloud(20, 0));
    await using pool = new RenderPool();
    await using one = await prepareScene(text, { a: small, b: small }, { pool });
    expect(pool.size).toBe(0);
    await using two = await prepareScene(text, { a: large, b: small }, { pool });
    expect(pool.size).toBe(1);
    const inline = await prepareScene(text, { a: await loadAsset(large), b: small });
    for (const scene of [one, two, inline]) expect(scene.prims).toHaveLength(2);
    expectSameBytes(await two.render({ ...SIZE, threads: 2 }), await inline.render({ ...SIZE, threads: 1 }));
    // The scene drew with the pool that it was prepared with.
    expect(pool.size).toBe(2);
    await expect(prepareScene(text, { a: large.subarray(0, -9), b: small }, { pool })).rejects.toMatchObject({
      name: "RenderError",
      problem: "asset",
      primPath: "/World/a",
    });
  });

  test("wait for a thread, and all are rejected when the pool is closed", async () => {
    const pool = new RenderPool();
    const bytes = splatPly(trainedCloud(20, 0));
    const loads = Array.from({ length: 12 }, () => pool.loadAsset(bytes));
    const settled = Promise.allSettled(loads);
    expect(pool.size).toBeLessThanOrEqual(4);
    await pool.close();
    for (const result of await settled) {
      expect(result).toMatchObject({ status: "rejected", reason: { name: "RenderError", problem: "thread" } });
    }
    await expect(pool.loadAsset(bytes)).rejects.toThrow("the pool is closed");
  });
});

describe("the process", () => {
  test("ends by itself although the scene was not closed", async () => {
    const script = join(import.meta.dirname, "../test-support/render-and-leave.ts");
    const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 50_000 });
    expect(stdout).toMatch(/^[0-9a-f]{64}\n$/);
  });
});
