// Campaign in CI: The data folder of a gateway: restarts, moves and copies of it

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGateway, type Gateway } from "@usdkit/gateway";
import { decodeImage } from "@usdkit/raster";
import { RenderClient } from "@usdkit/render";
import { Scene } from "@usdkit/scene";
import { afterAll, describe, expect, test } from "vitest";
import { chairGlb, flowersPly, tableGlb } from "../demo/models.ts";

const folder = mkdtempSync(join(tmpdir(), "usdkit-data-"));
const follow = { interval: 50 };
const KEY = "key-of-ada";
const OTHER_KEY = "key-of-bob";

function start(data: string, seedData?: string): Promise<Gateway> {
  return startGateway({
    data,
    seedData,
    apiKeys: new Map([
      [KEY, "ada"],
      [OTHER_KEY, "bob"],
    ]),
  });
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function sceneOf(meshId: string): Scene {
  const scene = new Scene({ defaultPrim: "World" });
  const world = scene.xform("World");
  world.mesh("Thing", { asset: `asset:/mesh/${meshId}` });
  world.camera("Main", { focalLength: 35 }).lookAt({ eye: [0, 0.5, 3], target: [0, 0.5, 0] });
  scene.renderSettings({ resolution: [48, 36] });
  return scene;
}

test("a copied data folder keeps operations, images, worlds and duplicate checks", async () => {
  const [first, second] = [join(folder, "first"), join(folder, "second")];
  const stored: string[] = [];
  let image: Uint8Array;
  let worldId: string;
  {
    await using gateway = await start(first);
    await using renderer = new RenderClient({ baseUrl: gateway.url, apiKey: KEY });
    const world = await renderer.client.worlds.generate({ prompt: "a garden" });
    worldId = world.id;
    await world.result(follow);
    const done = await renderer.submit(sceneOf(worldId), { requestId: "done" });
    image = await done.image(follow);
    // This one may be running.
    const begun = await renderer.submit(sceneOf(worldId), { requestId: "begun" });
    stored.push(JSON.stringify(done), JSON.stringify(begun));
  }
  cpSync(first, second, { recursive: true });
  rmSync(first, { recursive: true });
  await using gateway = await start(second);
  await using renderer = new RenderClient({ baseUrl: gateway.url, apiKey: KEY });
  for (const job of stored) expect(await renderer.resume(job).image(follow)).toEqual(image);
  const { status, assets } = await renderer.client.worlds.get(worldId);
  expect(status).toBe("SUCCEEDED");
  // URLs have the address of the answering service.
  const url = assets?.splats?.urls?.plyPath ?? "";
  expect(url.startsWith(gateway.url)).toBe(true);
  expect((await fetch(url)).status).toBe(200);
  await expect(renderer.submit(sceneOf(worldId), { requestId: "done" })).rejects.toThrow("requestId");
});

describe("seed data", () => {
  test("are meshes of every user, named after their files, also at the next start", async () => {
    const [data, seeds] = [join(folder, "seeded"), join(folder, "seeds")];
    mkdirSync(seeds);
    writeFileSync(join(seeds, "chair-01.glb"), chairGlb());
    writeFileSync(join(seeds, "flowers.ply"), flowersPly());
    writeFileSync(join(seeds, "notes.txt"), "not a mesh");
    for (const time of ["first", "second"]) {
      await using gateway = await start(data, seeds);
      for (const apiKey of time === "first" ? [KEY, OTHER_KEY] : [KEY]) {
        await using renderer = new RenderClient({ baseUrl: gateway.url, apiKey });
        for (const meshId of ["chair-01", "flowers"]) {
          const { data: pixels } = await decodeImage(await renderer.render(sceneOf(meshId), follow));
          const lit = pixels.filter((value, i) => i % 4 === 0 && value > 30).length;
          expect([time, meshId, lit > 5]).toEqual([time, meshId, true]);
        }
      }
    }
    writeFileSync(join(seeds, "chair-01.glb"), tableGlb());
    await expect(start(data, seeds)).rejects.toThrow("another file was read in as chair-01");
  });

  test.each<[string, () => string, string]>([
    ["no folder", () => join(folder, "nowhere"), "cannot be read"],
    ["no mesh in it", () => made("empty", {}), "has no file"],
    ["a file that is not a mesh", () => made("broken", { "chair.glb": Buffer.from("no GLB") }), "chair.glb"],
    ["two of a name", () => made("twice", { "a.glb": chairGlb(), "a.ply": flowersPly() }), "same name"],
  ])("%s: it does not start, and reports the reason", async (name, make, message) => {
    await expect(start(join(folder, `data-${name}`), make())).rejects.toThrow(message);
  });
});

function made(name: string, files: Readonly<Record<string, Uint8Array>>): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(path, file), bytes);
  return path;
}
