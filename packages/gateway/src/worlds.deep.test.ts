// Campaign in CI: Worlds and models of the gateway, with external engines

import {
  createImageTo3d,
  createMaterialTransfer,
  createTextTo3d,
  generateWorld,
  getGen3dTask,
  getJob,
  getWorld,
  listWorlds,
  reconstructWorld,
  submitJob,
  type AnyEndpoint,
} from "@usdkit/contract";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NodeIO, type Root } from "@gltf-transform/core";
import { loadAsset } from "@usdkit/raster";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Gateway } from "./gateway.ts";
import { call, gatewayForTest, scene, until, upload, type Answer } from "./test-support/caller.ts";

const png = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const data = Uint8Array.from({ length: 40 * 30 * 3 }, (_, i) => (i * 7) % 256);
  return Uint8Array.from(
    await sharp(data, { raw: { width: 40, height: 30, channels: 3 } })
      .png()
      .toBuffer(),
  );
};

let gateway: Gateway;
beforeAll(async () => {
  gateway = await gatewayForTest();
});
afterAll(() => gateway.close());

const ended = ({ body }: Answer): boolean => body.status !== "RUNNING";
const world = ({ url }: Gateway, worldId: string, key?: string): Promise<Answer> =>
  call(url, getWorld, { key, path: { worldId } });

async function model({ url }: Gateway, endpoint: AnyEndpoint, body: object): Promise<Answer["body"]> {
  const { taskId } = (await call(url, endpoint, { body })).body;
  const answer = await until(() => call(url, getGen3dTask, { query: { taskId } }), ended);
  expect((await call(url, getGen3dTask, { key: "key-of-bob", query: { taskId } })).status).toBe(404);
  return answer.body;
}

describe("worlds", () => {
  test("of a prompt and of an image: renderable files, and a scene that refers to the world", async () => {
    const { url } = gateway;
    const image = await upload(url, "view.png", await png());
    const requests = [{ prompt: "a red room with many balls in it, and more" }, { resources: [{ url: image }] }];
    for (const body of requests) {
      const { worldId } = (await call(url, generateWorld, { body })).body;
      const { body: detail } = await until(() => world(gateway, worldId), ended);
      expect(detail).toMatchObject({ worldId, status: "SUCCEEDED", progress: 1 });
      expect(detail.assets.semanticsMetadata.engine).toBe("preview");
      const { data: picture, info } = await sharp(await (await fetch(detail.cover ?? "")).bytes())
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height, picture.some((value) => value > 100)]).toEqual([320, 240, true]);
      const { plyPath, spzPath } = detail.assets.splats.urls;
      const [ply, spz] = await Promise.all(
        [plyPath, spzPath].map(async (each: string) => loadAsset(await (await fetch(each)).bytes())),
      );
      if (ply?.type !== "splats" || spz?.type !== "splats") throw new Error("no splats");
      expect(spz.count).toBe(ply.count);
      // Both have the same values, within SPZ's precision.
      for (let i = 0; i < 300; i++) expect(spz.positions[i]).toBeCloseTo(ply.positions[i] ?? Number.NaN, 2);
      for (let i = 0; i < 300; i++) expect(spz.scales[i]).toBeCloseTo(ply.scales[i] ?? Number.NaN, 2);

      const prim = `    def ParticleField3DGaussianSplat "W" (\n payload = @asset:/mesh/${worldId}@\n )\n {\n }\n`;
      const job = await call(url, submitJob, { body: { requestId: worldId, usdContent: scene(prim) } });
      const { operationId } = job.body;
      const { body: drawn } = await until(
        () => call(url, getJob, { body: { operationId } }),
        (answer) => answer.body.done,
      );
      const { channels } = await sharp(await (await fetch(drawn.result.resultUrl)).bytes()).stats();
      expect(Math.max(...channels.map(({ max }) => max))).toBeGreaterThan(50);

      expect(await world(gateway, worldId, "key-of-bob")).toMatchObject({
        status: 403,
        body: { status: "PERMISSION_DENIED", details: { metaData: { bizCode: "12003" }, domain: "world" } },
      });
    }
    expect(await world(gateway, "unknown")).toMatchObject({ status: 404 });

    const list = async (body: object, key?: string): Promise<Answer["body"]> =>
      (await call(url, listWorlds, { key, body })).body;
    const all = await list({});
    expect(all).toMatchObject({ pageNum: 0, pageSize: 20, count: 2, totalCount: 2, hasMore: false });
    expect(all.result).toMatchObject([{ name: "view" }, { name: "a red room with many balls" }]);
    expect(all.result).not.toMatchObject([{ assets: {} }, {}]);
    expect(await list({ pageSize: 1, pageNum: 1 })).toMatchObject({ count: 1, totalCount: 2, hasMore: false });
    expect(await list({ pageSize: 1 })).toMatchObject({ count: 1, hasMore: true });
    expect(await list({ statusList: ["FAILED"] })).toMatchObject({ count: 0, result: [] });
    expect(await list({ statusList: ["UNKNOWN"] })).toMatchObject({ count: 0, totalCount: 0 });
    expect(await list({}, "key-of-bob")).toMatchObject({ totalCount: 0 });
    expect((await call(url, listWorlds, { body: { pageSize: 101 } })).status).toBe(400);
  });

  test("of photographs need twenty, and pycolmap or an engine; the failure says so", async () => {
    const image = await upload(gateway.url, "view.png", await png());
    const few = { resources: Array.from({ length: 19 }, () => ({ url: image })) };
    const refused = await call(gateway.url, reconstructWorld, { body: few });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.body.details.message).toContain("body.resources: expected at least 20 images");
    const enough = { resources: Array.from({ length: 20 }, () => ({ url: image, type: "image" })), taskQuality: "low" };
    const { worldId } = (await call(gateway.url, reconstructWorld, { body: enough })).body;
    const { body } = await until(() => world(gateway, worldId), ended);
    // With pycolmap installed, twenty copies of an image do not give a world either.
    expect(body).toMatchObject({ status: "FAILED", assets: null, error: { code: 400 } });
    expect(body.error?.message).toMatch(/pip install pycolmap av|do not fit together/);
  });

  test("of an invalid video fail: the message names the field, or the package to install", async () => {
    const url = await upload(gateway.url, "walk.mp4", Uint8Array.of(1, 2, 3, 4));
    const resources = [{ url, type: "video" }];
    const { worldId } = (await call(gateway.url, reconstructWorld, { body: { resources } })).body;
    const { body } = await until(() => world(gateway, worldId), ended);
    expect(body).toMatchObject({ status: "FAILED", error: { code: 400 } });
    expect(body.error?.message).toMatch(/^resources\[0\]\.url: (it cannot be decoded|.*pip install pycolmap av)/);
  });

  test("by an external engine", async () => {
    const folder = mkdtempSync(join(tmpdir(), "usdkit-engine-"));
    try {
      const program = join(folder, "engine.mjs");
      writeFileSync(
        program,
        `import { readFileSync, writeFileSync } from "node:fs";
         const job = JSON.parse(readFileSync(process.argv.at(-1), "utf8"));
         console.log("hello");
         console.log(JSON.stringify({ progress: 0.5 }));
         if (job.input.prompt === "refuse") console.log(JSON.stringify({ error: "not that" }));
         else if (job.input.prompt === "steal") console.log(JSON.stringify({ outputs: { ply: "../../database/gateway.db" } }));
         else if (job.input.prompt === "crash") process.exit(3);
         else {
           writeFileSync(job.output + "/w.ply", "ply of " + job.task + " " + readFileSync(job.files[0].path).length);
           console.log(JSON.stringify({ outputs: { ply: "w.ply" }, notes: ["mine"] }));
         }`,
      );
      await using gateway = await gatewayForTest({ engineCommand: [process.execPath, program] });
      const make = async (body: object): Promise<Answer["body"]> => {
        const { worldId } = (await call(gateway.url, generateWorld, { body })).body;
        return (await until(() => world(gateway, worldId), ended)).body;
      };
      const image = await upload(gateway.url, "four.png", Uint8Array.of(1, 2, 3, 4));
      const made = await make({ prompt: "x", resources: [{ url: image }] });
      expect(made.assets.semanticsMetadata).toEqual({ engine: "external", notes: ["mine"] });
      expect(await (await fetch(made.assets.splats.urls.plyPath)).text()).toBe("ply of world-generation 4");
      expect(await make({ prompt: "refuse" })).toMatchObject({
        status: "FAILED",
        error: { code: 400, message: "not that" },
      });
      expect(await make({ prompt: "steal" })).toMatchObject({ status: "FAILED", error: { code: 500 } });
      expect(await make({ prompt: "crash" })).toMatchObject({ status: "FAILED", error: { code: 500 } });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("models", () => {
  test("from an image and a prompt, and material transfer", async () => {
    const imageUrl = await upload(gateway.url, "view.png", await png());
    const relief = await model(gateway, createImageTo3d, { imageUrl });
    const turned = await model(gateway, createTextTo3d, { prompt: "a red vase" });
    expect(relief).toMatchObject({
      type: "image-to-3d",
      status: "SUCCEEDED",
      result: { format: "glb", engine: "preview" },
    });
    expect(turned).toMatchObject({ type: "text-to-3d", status: "SUCCEEDED", progress: 1, error: null });
    const modelUrl = turned.result.modelUrl;
    const dressed = await model(gateway, createMaterialTransfer, { modelUrl, materialUrl: relief.result.modelUrl });
    expect(dressed).toMatchObject({ type: "material-transfer", status: "SUCCEEDED" });
    const load = async (url: string): Promise<Root> =>
      (await new NodeIO().readBinary(await (await fetch(url)).bytes())).getRoot();
    const [from, shape, result] = await Promise.all([
      load(relief.result.modelUrl),
      load(modelUrl),
      load(dressed.result.modelUrl),
    ]);
    const positions = (root: Root): unknown =>
      root.listMeshes()[0]?.listPrimitives()[0]?.getAttribute("POSITION")?.getArray();
    expect(shape.listTextures()).toHaveLength(0);
    expect(positions(result)).toEqual(positions(shape));
    expect(result.listTextures().map((texture) => texture.getImage())).toEqual([from.listTextures()[0]?.getImage()]);
    expect(result.listMaterials()).toHaveLength(1);

    const broken = await model(gateway, createMaterialTransfer, { modelUrl: imageUrl, prompt: "red" });
    expect(broken).toMatchObject({ status: "FAILED", result: null, error: { code: 400 } });
    expect(broken.error?.message).toContain("modelUrl");
  });

  test("from files of other hosts are rejected, as no host is allowed", async () => {
    const answer = await call(gateway.url, createImageTo3d, { body: { imageUrl: "http://169.254.169.254/a.png" } });
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.body.details.message).toContain("body.imageUrl: files of 169.254.169.254 are not fetched");
    await using open = await gatewayForTest({ fetchHosts: ["*"] });
    const inside = `${open.url.replace("127.0.0.1", "localhost")}/metrics`;
    const task = await model(open, createImageTo3d, { imageUrl: inside });
    expect(task).toMatchObject({
      status: "FAILED",
      error: { code: 400, message: "imageUrl: localhost is not a public host" },
    });
  });
});
