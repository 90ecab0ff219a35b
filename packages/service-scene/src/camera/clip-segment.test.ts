import * as fc from "fast-check";
import { expect, test } from "vitest";
import { clipToImage, clipToNear, type ViewPoint } from "./clip-segment.ts";

const coordinate = fc.double({ min: -100, max: 100, noNaN: true });
const SIZE = { width: 40, height: 30 };

test("what is left of a segment begins at the near plane", () => {
  expect(clipToNear([0, 0, 0], [4, 8, 4], 1)).toStrictEqual([
    [1, 2, 1],
    [4, 8, 4],
  ]);
  expect(clipToNear([4, 8, 4], [0, 0, 0], 1)).toStrictEqual([
    [4, 8, 4],
    [1, 2, 1],
  ]);
  expect(clipToNear([0, 0, 0], [1, 1, 0.5], 1)).toBeUndefined();
  const point = fc.tuple(coordinate, coordinate, coordinate);
  fc.assert(
    fc.property(point, point, (a: ViewPoint, b: ViewPoint) => {
      const left = clipToNear(a, b, 1);
      if (left === undefined) expect(Math.max(a[2], b[2])).toBeLessThan(1);
      else expect(Math.min(left[0][2], left[1][2])).toBeGreaterThanOrEqual(1);
    }),
  );
});

test("exactly the points in the image are left", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.tuple(coordinate, coordinate), fc.tuple(coordinate, coordinate), share, ([x, y], [dx, dy], t) => {
      const [u, v] = [x + dx * t, y + dy * t];
      const outside = Math.max(-u, u - SIZE.width, -v, v - SIZE.height);
      const left = clipToImage({ x, y, dx, dy }, SIZE);
      const isLeft = left !== undefined && t >= left[0] && t <= left[1];
      if (Math.abs(outside) > 1e-9) expect(isLeft).toBe(outside < 0);
    }),
  );
});
