// Views cut from the fisheye frames of a panoramic video, by PyAV.

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { collectImages } from "./collect-images.ts";
import { encodeVideo, noReconstruction } from "../../test-support/encode-video.ts";

if (noReconstruction !== undefined) console.log(`panoramic videos: not tried: ${noReconstruction}`);

const SIDE = 320;
const FISHEYE_DEGREES = 200;
const FRAMES = 30;
const ACROSS = 90;

type Vector = readonly [number, number, number];

/** A fisheye image whose color encodes the direction of each pixel: x to the right, y down, z forward. */
async function drawFisheye(path: string, blur: boolean): Promise<void> {
  const data = new Uint8Array(3 * SIDE * SIDE);
  for (let v = 0; v < SIDE; v++) {
    for (let u = 0; u < SIDE; u++) {
      const [dx, dy] = [(u + 0.5) / (SIDE / 2) - 1, (v + 0.5) / (SIDE / 2) - 1];
      const radius = Math.hypot(dx, dy);
      const theta = radius * (FISHEYE_DEGREES / 360) * Math.PI;
      const scale = Math.sin(theta) / Math.max(radius, 1e-9);
      const direction = [scale * dx, scale * dy, Math.cos(theta)];
      // Noise that distinguishes a sharp frame from a blurred one.
      const grain = blur ? 0 : ((u + v) % 2) * 12 - 6;
      for (const [i, value] of direction.entries()) data[3 * (v * SIDE + u) + i] = ((value + 1) / 2) * 240 + 8 + grain;
    }
  }
  await sharp(data, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toFile(path);
}

/** Mean direction of the pixels around a point of an image; coordinates from 0 to 1 across and down. */
async function directionAt(path: string, x: number, y: number): Promise<Vector> {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
  const sum = [0, 0, 0];
  const [left, top] = [x, y].map((value) => Math.round(value * (info.width - 8)));
  for (let dv = 0; dv < 8; dv++) {
    for (let du = 0; du < 8; du++) {
      const at = 3 * (((top ?? 0) + dv) * info.width + (left ?? 0) + du);
      for (let i = 0; i < 3; i++) sum[i] = (sum[i] ?? 0) + (((data[at + i] ?? 0) - 8) / 240) * 2 - 1;
    }
  }
  const length = Math.hypot(...sum);
  const [a = 0, b = 0, c = 0] = sum.map((value) => value / length);
  return [a, b, c];
}

const degreesBetween = (a: Vector, b: Vector): number =>
  (Math.acos(Math.min(1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])) / Math.PI) * 180;

describe.skipIf(noReconstruction !== undefined)("a video of two fisheye streams", () => {
  const folder = mkdtempSync(join(tmpdir(), "usdkit-insv-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("becomes perspective views of 90 degrees in five directions of each lens, of the sharpest frames", async () => {
    const [sharpFrame, blurred] = [join(folder, "sharp.png"), join(folder, "blurred.png")];
    await drawFisheye(sharpFrame, false);
    await drawFisheye(blurred, true);
    const frames = Array.from({ length: FRAMES }, (_, i) => (i % 3 === 1 ? sharpFrame : blurred));
    const path = join(folder, "walk.insv");
    encodeVideo(path, [frames, frames], 10);
    const images = join(folder, "images");
    mkdirSync(images);
    const file = { field: "resources[0].url", url: "https://example.com/walk.insv", path, extension: ".insv" };
    const { groups, isOrdered, notes } = await collectImages([file], images, () => undefined);
    expect(groups).toEqual([{ folder: "video-0", isOneCamera: true, fieldOfView: ACROSS }]);
    expect(isOrdered).toBe(true);
    const names = readdirSync(join(images, "video-0")).toSorted();
    expect(names).toHaveLength(200);
    expect(notes[0]).toContain("200 views of 90 degrees");

    const expected: readonly Vector[] = [
      [0, 0, 1],
      [-Math.SQRT1_2, 0, Math.SQRT1_2],
      [Math.SQRT1_2, 0, Math.SQRT1_2],
      [0, Math.SQRT1_2, Math.SQRT1_2],
      [0, -Math.SQRT1_2, Math.SQRT1_2],
    ];
    for (const [view, direction] of expected.entries()) {
      for (const lens of [0, 1]) {
        const image = join(images, "video-0", `00003-${lens}-${view}.png`);
        expect(degreesBetween(await directionAt(image, 0.5, 0.5), direction)).toBeLessThan(4);
        const across = degreesBetween(await directionAt(image, 0, 0.5), await directionAt(image, 1, 0.5));
        expect(across).toBeGreaterThan(ACROSS - 9);
        expect(across).toBeLessThan(ACROSS);
      }
    }
    // Intervals of three frames would each have a sharp one; intervals of 1.5 have one in two of three.
    const deviations = await Promise.all(
      names.filter((name) => name.endsWith("-0-0.png")).map(async (name) => grainOf(join(images, "video-0", name))),
    );
    const grainy = deviations.filter((value) => value > 1.5).length;
    expect(grainy).toBeGreaterThanOrEqual(10);
  });
});

/** Mean difference of neighbouring pixels. */
async function grainOf(path: string): Promise<number> {
  const { data, info } = await sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true });
  let sum = 0;
  for (let at = 1; at < data.length; at++) sum += Math.abs((data[at] ?? 0) - (data[at - 1] ?? 0));
  return sum / (info.width * info.height);
}
