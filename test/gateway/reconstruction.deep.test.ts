// Worlds of images, of a video, and of both, by pycolmap and PyAV.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SpatialClient } from "@usdkit/client";
import { startGateway, type Gateway } from "@usdkit/gateway";
import { decodeImage, loadAsset } from "@usdkit/raster";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { drawWalk } from "./draw-walk.ts";
import { encodeVideo, noReconstruction } from "../../packages/gateway/src/test-support/encode-video.ts";
import { extents } from "./extents.ts";

if (noReconstruction !== undefined) console.log(`reconstruction: not tried: ${noReconstruction}`);

const KEY = "key-of-ada";
const FRAMES = 48;

const metadataSchema = z.object({ engine: z.string(), notes: z.array(z.string()) });
const camerasSchema = z.array(
  z.object({ image: z.string(), worldMatrix: z.array(z.number()).length(16), horizontalFieldOfView: z.number() }),
);

describe.skipIf(noReconstruction !== undefined)("a world of a walk along a known relief", () => {
  const folder = mkdtempSync(join(tmpdir(), "usdkit-reconstruction-"));
  let gateway: Gateway;
  let client: SpatialClient;
  let walk: string[];
  beforeAll(async () => {
    walk = await drawWalk(folder, FRAMES);
    encodeVideo(join(folder, "walk.mp4"), [walk], 4);
    encodeVideo(join(folder, "half.mov"), [walk.slice(FRAMES / 2)], 2);
    gateway = await startGateway({ data: join(folder, "data"), apiKeys: new Map([[KEY, "ada"]]) });
    client = new SpatialClient({ baseUrl: gateway.url, apiKey: KEY });
  }, 300_000);
  afterAll(async () => {
    await client.close();
    await gateway.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each<[string, () => string[], number]>([
    ["of 24 images", () => walk.filter((_, i) => i % 2 === 0), 22],
    ["of a video", () => [join(folder, "walk.mp4")], 20],
    ["of images and a video", () => [...walk.slice(0, 28), join(folder, "half.mov")], 40],
  ])("%s has its shape, its colors, its cameras and a picture", async (_name, files, fewest) => {
    const uploads = await client.assets.uploadAll(files());
    const resources = uploads.map((each) => {
      if (each.status === "rejected") throw each.reason;
      const { url } = each.value;
      return { url, type: url.endsWith(".png") ? ("image" as const) : ("video" as const) };
    });
    const world = await client.worlds.reconstruct({ resources });
    const { assets, cover } = await world.result({ interval: 200, timeout: 500_000 });
    const asset = await loadAsset(await (await fetch(assets?.splats?.urls?.plyPath ?? "")).bytes());
    if (asset.type !== "splats") throw new Error(`the file holds ${asset.type}`);
    expect(asset.count).toBeGreaterThan(500);
    const [width, height, depth] = extents(asset.positions);
    // A relief: much less deep than high, and wider than high.
    expect(width / height).toBeGreaterThan(1.2);
    expect(depth / height).toBeLessThan(0.35);

    const { notes } = metadataSchema.parse(assets?.semanticsMetadata);
    const text = notes.find((note) => note.startsWith("cameras: "))?.slice("cameras: ".length) ?? "[]";
    const cameras = camerasSchema.parse(JSON.parse(text));
    expect(cameras.length).toBeGreaterThanOrEqual(fewest);
    for (const { worldMatrix, horizontalFieldOfView } of cameras) {
      expect(Math.abs(horizontalFieldOfView - 55)).toBeLessThan(8);
      // Upright within the tilt of the walk.
      expect(worldMatrix[5]).toBeGreaterThan(0.9);
    }
    const picture = await decodeImage(await (await fetch(cover ?? "")).bytes());
    let lit = 0;
    for (let i = 0; i < picture.width * picture.height; i++) if ((picture.data[4 * i + 1] ?? 0) > 20) lit++;
    expect(lit / (picture.width * picture.height)).toBeGreaterThan(0.2);
  });
});
