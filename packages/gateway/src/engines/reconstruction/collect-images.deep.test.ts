// Campaign: Views cut from the fisheye frames of a panoramic video, by PyAV

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { collectImages, type CollectedImages } from "./collect-images.ts";
import { encodeVideo, noReconstruction } from "../../test-support/encode-video.ts";

if (noReconstruction !== undefined) console.log(`panoramic videos: not tried: ${noReconstruction}`);

const SIDE = 320;
const FISHEYE_DEGREES = 200;
const FRAMES = 30;
const ACROSS = 90;

type Vector = readonly [number, number, number];

/**
 * Draws a fisheye image.
 *
 * @param colorOf Red, green and blue from 0 to 1 in a direction: x to the right, y down, z forward.
 */
async function drawFisheye(path: string, colorOf: (direction: Vector, u: number, v: number) => Vector): Promise<void> {
  const data = new Uint8Array(3 * SIDE * SIDE);
  for (let v = 0; v < SIDE; v++) {
    for (let u = 0; u < SIDE; u++) {
      const [dx, dy] = [(u + 0.5) / (SIDE / 2) - 1, (v + 0.5) / (SIDE / 2) - 1];
      const radius = Math.hypot(dx, dy);
      const theta = radius * (FISHEYE_DEGREES / 360) * Math.PI;
      const scale = Math.sin(theta) / Math.max(radius, 1e-9);
      const color = colorOf([scale * dx, scale * dy, Math.cos(theta)], u, v);
      for (const [i, value] of color.entries()) data[3 * (v * SIDE + u) + i] = value * 240 + 8;
    }
  }
  await sharp(data, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toFile(path);
}

/** The color encodes the direction. Noise distinguishes a sharp frame from a blurred one. */
function encoded([x, y, z]: Vector, grain: number): Vector {
  return [(x + 1) / 2 + grain, (y + 1) / 2 + grain, (z + 1) / 2 + grain];
}

/** Bright and dark patches around the horizon of the lenses, different in each direction. */
function patches([x, y, z]: Vector): Vector {
  const angle = Math.atan2(y, x);
  const tone = 0.5 + 0.2 * Math.sin(3 * angle + 1) + 0.15 * Math.sin(7 * angle) + 0.15 * Math.sin(11 * angle + 2 * z);
  return [tone, tone, tone];
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

  async function collect(
    name: string,
    lenses: readonly [string[], string[]],
  ): Promise<CollectedImages & { place: string }> {
    const path = join(folder, `${name}.insv`);
    encodeVideo(path, lenses, 10);
    const images = join(folder, name);
    mkdirSync(images);
    const file = { field: "resources[0].url", url: "https://example.com/walk.insv", path, extension: ".insv" };
    return { ...(await collectImages([file], images, () => undefined)), place: join(images, "video-0") };
  }

  test("becomes perspective views of 90 degrees in five directions of each lens, of the sharpest frames", async () => {
    const [sharpFrame, blurred] = [join(folder, "sharp.png"), join(folder, "blurred.png")];
    await drawFisheye(sharpFrame, (direction, u, v) => encoded(direction, ((u + v) % 2) * 0.05 - 0.025));
    await drawFisheye(blurred, (direction) => encoded(direction, 0));
    const frames = Array.from({ length: FRAMES }, (_, i) => (i % 3 === 1 ? sharpFrame : blurred));
    const { groups, notes, place } = await collect("sharpest", [frames, frames]);
    expect(groups).toMatchObject([{ folder: "video-0", isVideo: true, fieldOfView: ACROSS }]);
    const views = readdirSync(place).toSorted();
    expect(views).toEqual(["0-0", "0-1", "0-2", "0-3", "0-4", "1-0", "1-1", "1-2", "1-3", "1-4"]);
    const names = readdirSync(join(place, "0-0")).toSorted();
    expect(names).toHaveLength(20);
    // The views of a moment have the same name.
    for (const view of views) expect(readdirSync(join(place, view)).toSorted()).toEqual(names);
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
        const image = join(place, `${lens}-${view}`, "00003.png");
        expect(degreesBetween(await directionAt(image, 0.5, 0.5), direction)).toBeLessThan(4);
        const across = degreesBetween(await directionAt(image, 0, 0.5), await directionAt(image, 1, 0.5));
        expect(across).toBeGreaterThan(ACROSS - 9);
        expect(across).toBeLessThan(ACROSS);
      }
    }
    // Intervals of three frames would each have a sharp one; intervals of 1.5 have one in two of three.
    const deviations = await Promise.all(names.map(async (name) => grainOf(join(place, "0-0", name))));
    const grainy = deviations.filter((value) => value > 1.5).length;
    expect(grainy).toBeGreaterThanOrEqual(10);
  });

  test.each([0, 90, 217])("a rear lens turned by %d degrees is found from what both lenses see", async (degrees) => {
    const turn = (degrees / 180) * Math.PI;
    const [front, rear] = [join(folder, `front-${degrees}.png`), join(folder, `rear-${degrees}.png`)];
    await drawFisheye(front, patches);
    // From the rear lens to the front one: turned about its axis, then half a turn about y.
    const toFront = ([x, y, z]: Vector): Vector => [
      -(x * Math.cos(turn) - y * Math.sin(turn)),
      x * Math.sin(turn) + y * Math.cos(turn),
      -z,
    ];
    await drawFisheye(rear, (direction) => patches(toFront(direction)));
    const { groups } = await collect(`turned-${degrees}`, [Array(20).fill(front), Array(20).fill(rear)]);
    const [rig, ...others] = groups[0]?.rigs ?? [];
    expect(others).toEqual([]);
    expect(rig?.map((view) => view.folder)).toContain("1-0");
    // To the straight view of the rear lens; its rows are the axes of that view, in the space of the front lens.
    const { rotation = [] } = rig?.find((view) => view.folder === "1-0") ?? {};
    const axes: readonly Vector[] = [toFront([1, 0, 0]), toFront([0, 1, 0]), toFront([0, 0, 1])];
    for (const [row, axis] of axes.entries()) {
      const [x = 0, y = 0, z = 0] = rotation.slice(3 * row, 3 * row + 3);
      expect(degreesBetween([x, y, z], axis)).toBeLessThan(1);
    }
  });

  test("lenses that see nothing in common are placed on their own, which the notes contain", async () => {
    const [front, rear] = [join(folder, "bright.png"), join(folder, "dark.png")];
    await drawFisheye(front, patches);
    await drawFisheye(rear, ([, , z]) => [(z + 1) / 2, 0.5, 0.5]);
    const { groups, notes } = await collect("apart", [Array(20).fill(front), Array(20).fill(rear)]);
    expect(groups[0]?.rigs.map((rig) => rig.map((view) => view.folder))).toEqual([
      ["0-0", "0-1", "0-2", "0-3", "0-4"],
      ["1-0", "1-1", "1-2", "1-3", "1-4"],
    ]);
    expect(notes[0]).toContain("each was placed on its own");
  });
});

/** Mean difference of neighbouring pixels. */
async function grainOf(path: string): Promise<number> {
  const { data, info } = await sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true });
  let sum = 0;
  for (let at = 1; at < data.length; at++) sum += Math.abs((data[at] ?? 0) - (data[at - 1] ?? 0));
  return sum / (info.width * info.height);
}
