// Where a cube's corners and edges fall, against a camera computed here from the definition of the lens alone.

import { expect, test } from "vitest";
import { render } from "../render.ts";
import { wanted } from "../test-support/pixels.ts";
import { randomNumbers } from "@usdkit/test-files/random";
import { lookAt, sceneText } from "../test-support/scene-text.ts";
import { cube } from "../test-support/shapes.ts";

type Point = readonly [number, number];
const SIZE = [300, 200] as const;
/** Pixels. */
const TOLERANCE = 0.01;

/** The image of a point, by similar triangles. */
function project(point: readonly number[], pose: readonly number[], focal: number, aperture: number): Point {
  const d = point.map((value, k) => value - pose[12 + k]);
  const [right, up, back] = [0, 4, 8].map((row) => d[0] * pose[row] + d[1] * pose[row + 1] + d[2] * pose[row + 2]);
  const scale = (SIZE[0] * focal) / aperture / -back;
  return [SIZE[0] / 2 + right * scale, SIZE[1] / 2 - up * scale];
}

/** Corners of the convex outline, in order (Andrew's monotone chain). */
function outline(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const p of list) {
      while (chain.length > 1 && cross(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

function cross(o: Point, a: Point, b: Point): number {
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

/** How far inside of the outline a point is, negative outside. */
function depthIn(hull: readonly Point[], p: Point): number {
  return Math.min(
    ...hull.map((a, i) => {
      const b = hull[(i + 1) % hull.length];
      return cross(a, b, p) / Math.hypot(b[0] - a[0], b[1] - a[1]);
    }),
  );
}

const random = randomNumbers(7);
const cameras = Array.from({ length: 20 }, () => {
  const [around, height, distance] = [random() * 2 * Math.PI, random() * 6 - 3, 4 + random() * 5];
  const eye = [distance * Math.sin(around), height, distance * Math.cos(around)] as const;
  const target = [random() - 0.5, random() - 0.5, random() - 0.5] as const;
  return { pose: lookAt(eye, target, [random() - 0.5, 1, 0]), focal: 20 + random() * 60 };
});
const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));

test("20 cameras see a cube where the lens projects it, to 0.01 pixels", async () => {
  let near = 0;
  const wrong: string[] = [];
  for (const { pose, focal } of cameras) {
    const scene = sceneText([{ name: "cube" }], { matrix: pose, focalLength: focal });
    const image = await render(scene, { cube: cube() }, { width: SIZE[0], height: SIZE[1], outputs: ["primId"] });
    const hull = outline(corners.map((corner) => project(corner, pose, focal, 36)));
    const ids = wanted(image.primId);
    for (let y = 0; y < SIZE[1]; y++) {
      for (let x = 0; x < SIZE[0]; x++) {
        // Each pixel centre constrains the side of an edge that it is on; those close to it constrain it best.
        const inside = depthIn(hull, [x + 0.5, y + 0.5]);
        if (Math.abs(inside) < 0.05) near++;
        if (Math.abs(inside) < TOLERANCE) continue;
        if ((ids[y * SIZE[0] + x] === 0) !== inside > 0) wrong.push(`${x}, ${y}: ${inside}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  // Enough of them that an error of a hundredth would show.
  expect(near).toBeGreaterThan(400);
});

test("each corner, looked at through a lens a thousand times as long, is within a hundredth of a pixel", async () => {
  const zoom = 1_000;
  const wrong: string[] = [];
  for (const { pose, focal } of cameras) {
    const seen = corners.map((corner) => ({ place: project(corner, pose, focal, 36) }));
    const hull = outline(seen.map(({ place }) => place));
    for (const { place } of seen.filter((each) => hull.includes(each.place)).slice(0, 2)) {
      // The film back is moved so that the corner falls into the middle of the image.
      const mm = 36 / SIZE[0];
      const camera = {
        focalLength: focal * zoom,
        horizontalApertureOffset: (place[0] - SIZE[0] / 2) * mm * zoom,
        verticalApertureOffset: -(place[1] - SIZE[1] / 2) * mm * zoom,
      };
      const scene = sceneText([{ name: "cube" }], { matrix: pose, focalLength: focal });
      const options = { width: SIZE[0], height: SIZE[1], outputs: ["primId"], camera } as const;
      const ids = wanted((await render(scene, { cube: cube() }, options)).primId);
      // What the zoomed image has inside must be a wedge whose tip is the middle, to ten of its pixels.
      const big = outline(
        corners.map((each) => {
          const [x, y] = project(each, pose, focal, 36);
          return [SIZE[0] / 2 + (x - place[0]) * zoom, SIZE[1] / 2 + (y - place[1]) * zoom];
        }),
      );
      for (let y = 0; y < SIZE[1]; y += 3) {
        for (let x = 0; x < SIZE[0]; x += 3) {
          const inside = depthIn(big, [x + 0.5, y + 0.5]);
          if (Math.abs(inside) < TOLERANCE * zoom) continue;
          if ((ids[y * SIZE[0] + x] === 0) !== inside > 0) wrong.push(`${x}, ${y}: ${inside}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});
