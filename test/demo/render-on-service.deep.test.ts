// Campaign in CI: The demo of a service, its upload, its image and its stream

import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { decodeImage } from "@usdkit/raster";
import { expect, test } from "vitest";
import { renderOnService } from "./render-on-service.ts";

test("the demo produces an image of the uploaded models, and a frame", async () => {
  const problems: string[] = [];
  const picture = await renderOnService({ heading: () => undefined, fail: (message) => problems.push(message) });
  try {
    expect(problems).toEqual([]);
    expect(existsSync(join(dirname(picture), "last-frame.jpg"))).toBe(true);
    const { width, height, data } = await decodeImage(readFileSync(picture));
    expect([width, height]).toEqual([1280, 720]);
    const colorAt = (x: number, y: number): number[] => [
      ...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3),
    ];
    // The cushion of a chair is red, and a stalk of the flowers is green.
    const [red = 0, , blue = 0] = colorAt(950, 430);
    expect(red).toBeGreaterThan(blue + 60);
    const [r = 0, green = 0] = colorAt(640, 250);
    expect(green).toBeGreaterThan(r + 30);
  } finally {
    rmSync(dirname(picture), { recursive: true });
  }
});
