// Campaign: Worlds of images, of a video, of both, and of a panoramic video, by pycolmap and PyAV

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SpatialClient } from "@usdkit/client";
import { startGateway, type Gateway } from "@usdkit/gateway";
import { decodeImage, loadAsset } from "@usdkit/raster";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { drawPanorama, momentAt } from "./draw-panorama.ts";
import { drawWalk } from "./draw-walk.ts";
import { encodeVideo, noReconstruction } from "../../packages/gateway/src/test-support/encode-video.ts";
import { extents } from "./extents.ts";

if (noReconstruction !== undefined) console.log(`reconstruction: not tried: ${noReconstruction}`);

const KEY = "key-of-ada";
const FRAMES = 48;
const MOMENTS = 20;

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
    const cameras = camerasOf(notes);
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

describe.skipIf(noReconstruction !== undefined)("a world of a panoramic video of a walk in a room", () => {
  const folder = mkdtempSync(join(tmpdir(), "usdkit-panorama-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("has all walls, and the cameras where the walk was", { timeout: 900_000 }, async () => {
    const lenses = await drawPanorama(folder, MOMENTS);
    const video = join(folder, "room.insv");
    encodeVideo(video, lenses, 4);
    await using gateway = await startGateway({ data: join(folder, "data"), apiKeys: new Map([[KEY, "ada"]]) });
    await using client = new SpatialClient({ baseUrl: gateway.url, apiKey: KEY });
    const { url } = await client.assets.upload(video);
    const world = await client.worlds.reconstruct({ resources: [{ url, type: "video" }] });
    const { assets } = await world.result({ interval: 1000, timeout: 800_000 });
    const asset = await loadAsset(await (await fetch(assets?.splats?.urls?.plyPath ?? "")).bytes());
    if (asset.type !== "splats") throw new Error(`expected splats, found ${asset.type}`);
    expect(asset.count).toBeGreaterThan(3000);

    const { notes } = metadataSchema.parse(assets?.semanticsMetadata);
    // Ten views of each moment, in one model.
    expect(notes).toContain(`${10 * MOMENTS} of ${10 * MOMENTS} images were placed.`);
    const cameras = camerasOf(notes);
    expect(cameras).toHaveLength(10 * MOMENTS);
    const byMoment = Array.from({ length: MOMENTS }, (): Point[] => []);
    for (const { image, worldMatrix, horizontalFieldOfView } of cameras) {
      expect(horizontalFieldOfView).toBeCloseTo(90, 1);
      const moment = Number(/(\d{5})\.png$/.exec(image)?.[1]);
      byMoment[moment]?.push([worldMatrix[12] ?? 0, worldMatrix[13] ?? 0, worldMatrix[14] ?? 0]);
    }
    const places = byMoment.map(([first = [0, 0, 0]]) => first);
    const walk = places.map((_, i) => momentAt(i / (MOMENTS - 1)).eye);
    const scale = extent(walk) / extent(places);
    for (const [moment, each] of byMoment.entries()) {
      // All views of a moment have one centre; figures in notes are rounded.
      for (const place of each) expect(distance(place, places[moment] ?? place) * scale).toBeLessThan(0.01);
    }
    // The reconstruction is turned and scaled as it likes, so distances are compared, as shares of the walk's extent.
    for (const [i, a] of places.entries()) {
      for (const [j, b] of places.entries()) {
        const expected = distance(walk[i] ?? [0, 0, 0], walk[j] ?? [0, 0, 0]);
        expect(Math.abs(distance(a, b) * scale - expected)).toBeLessThan(0.05);
      }
    }
    // The room is 4.8 wide and deep and 2.7 high: points lie on all six sides, so their spreads are those of a box.
    const [first, second, third] = extents(asset.positions);
    expect(second / first).toBeGreaterThan(0.75);
    expect(third / first).toBeGreaterThan(0.45);
    expect(third / first).toBeLessThan(0.85);
  });
});

type Point = readonly [number, number, number];

function camerasOf(notes: readonly string[]): z.infer<typeof camerasSchema> {
  const text = notes.find((note) => note.startsWith("cameras: "))?.slice("cameras: ".length) ?? "[]";
  return camerasSchema.parse(JSON.parse(text));
}

function extent(points: readonly Point[]): number {
  return Math.max(...points.flatMap((a) => points.map((b) => distance(a, b))));
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
