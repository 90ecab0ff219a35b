import type { Box } from "@usdkit/raster";
import { multiplyMatrices, projectionMatrix, rowMatrix, viewMatrix, type CameraLens } from "@usdkit/service-scene";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { defaultLens, eyeOf, fit, orbit, pan, poseOf, viewpointOf, zoom, type Viewpoint } from "./viewpoint.ts";

const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
const point = fc.tuple(number(-50, 50), number(-50, 50), number(-50, 50));
const view: fc.Arbitrary<Viewpoint> = fc.record({
  target: point,
  distance: number(0.1, 100),
  up: fc.constantFrom("Y" as const, "Z" as const),
  yaw: number(-3, 3),
  pitch: number(-1.5, 1.5),
  lens: fc.record({
    projection: fc.constantFrom("perspective" as const, "orthographic" as const),
    focalLength: number(10, 200),
    horizontalAperture: number(10, 60),
    verticalAperture: number(10, 60),
  }),
});
const box = fc
  .tuple(point, fc.tuple(number(0.01, 20), number(0.01, 20), number(0.01, 20)))
  .map(([[x, y, z], [w, h, d]]): Box => [x, y, z, x + w, y + h, z + d]);
const aspect = number(0.3, 3);
const framed = fc.record({ start: view, around: box, shape: aspect });

/** Position of a point in the image, −1 to 1, and its distance. */
function project(viewpoint: Viewpoint, around: Box, shape: number, at: readonly number[]): [number, number, number] {
  const pose = poseOf(viewpoint, around);
  const world = viewMatrix(rowMatrix([...(pose.worldMatrix ?? [])]));
  if (world === undefined) throw new Error("singular");
  const m = multiplyMatrices(world, projectionMatrix(pose as CameraLens, { aspect: shape }));
  const [x, y, , w] = [0, 1, 2, 3].map(
    (k) => (at[0] ?? 0) * m[k] + (at[1] ?? 0) * m[4 + k] + (at[2] ?? 0) * m[8 + k] + m[12 + k],
  );
  const eye = eyeOf(viewpoint);
  return [x / w, y / w, Math.hypot(at[0] - eye[0], at[1] - eye[1], at[2] - eye[2])];
}

test("the target stays at the image's centre and at its distance", () => {
  fc.assert(
    fc.property(
      framed,
      fc.record({ dx: number(-2, 2), dy: number(-2, 2), times: number(0.2, 5) }),
      ({ start, around, shape }, { dx, dy, times }) => {
        for (const moved of [start, orbit(start, dx, dy), pan(start, dx, dy, shape), zoom(start, times)]) {
          const [x, y, distance] = project(moved, around, shape, moved.target);
          expect(x).toBeCloseTo(0, 6);
          expect(y).toBeCloseTo(0, 6);
          expect(distance).toBeCloseTo(moved.distance, 6);
        }
      },
    ),
  );
});

test("a pan moves the target by a fraction of the image's height", () => {
  fc.assert(
    fc.property(framed, number(-0.5, 0.5), number(-0.5, 0.5), ({ start, around, shape }, dx, dy) => {
      const [x, y] = project(pan(start, dx, dy, shape), around, shape, start.target);
      expect(x).toBeCloseTo((2 * dx) / shape, 5);
      expect(y).toBeCloseTo(-2 * dy, 5);
    }),
  );
});

test("a framed box is fully visible", () => {
  fc.assert(
    fc.property(view, box, aspect, (start, around, shape) => {
      const framed = fit(start, around, shape);
      for (let corner = 0; corner < 8; corner++) {
        const at = [0, 1, 2].map((k) => around[k + ((corner >> k) & 1) * 3] ?? 0);
        const [x, y] = project(framed, around, shape, at);
        expect(Math.abs(x)).toBeLessThanOrEqual(1);
        expect(Math.abs(y)).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test("pose and viewpoint round-trip", () => {
  fc.assert(
    fc.property(view, box, (start, around) => {
      const again = viewpointOf(poseOf(start, around).worldMatrix ?? [], start, start.distance);
      for (const k of [0, 1, 2] as const) expect(again.target[k]).toBeCloseTo(start.target[k], 6);
      expect(again.pitch).toBeCloseTo(start.pitch, 6);
      expect(Math.cos(again.yaw - start.yaw)).toBeCloseTo(1, 9);
    }),
  );
});

test("near and far enclose the box if the eye is outside of it", () => {
  fc.assert(
    fc.property(view, box, aspect, (start, around, shape) => {
      const framed = fit(start, around, shape);
      const [near, far] = poseOf(framed, around).clippingRange ?? [0, 0];
      // What moves away from the box is in front of the far plane too, and the target is, wherever the box is.
      expect(poseOf(framed, around, true).clippingRange?.[1]).toBeGreaterThanOrEqual(far);
      const elsewhere = { ...framed, target: [1e4, 0, 0] as const };
      const [toTarget, behindTarget] = poseOf(elsewhere, around).clippingRange ?? [0, 0];
      expect([toTarget < framed.distance, behindTarget > framed.distance]).toEqual([true, true]);
      expect(near).toBeGreaterThan(0);
      const eye = eyeOf(framed);
      const away = [0, 1, 2].map((k) => Math.max(Math.abs(around[k] - eye[k]), Math.abs(around[k + 3] - eye[k])));
      expect(far).toBeGreaterThanOrEqual(Math.hypot(...away) * 0.999);
    }),
  );
});

test("an empty box changes nothing, and a singular matrix gives a view", () => {
  const start: Viewpoint = { target: [1, 2, 3], distance: 4, up: "Y", yaw: 0, pitch: 0, lens: defaultLens };
  expect(fit(start, [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity], 1)).toBe(start);
  const zeros = Array.from({ length: 16 }, () => 0);
  expect(viewpointOf(zeros, start, 2)).toMatchObject({ target: [0, 0, -2], yaw: 0, pitch: 0 });
});
