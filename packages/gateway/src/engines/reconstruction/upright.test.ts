import * as fc from "fast-check";
import { expect, test } from "vitest";
import { placeCamera, rotatePoints, uprightRotation, type FoundCamera } from "./upright.ts";

/** A camera with a given down direction in the world. */
function cameraWith(down: readonly number[]): FoundCamera {
  const [a = 0, b = 0, c = 0] = down;
  // Any vector that is not along it gives the other two axes.
  const other = Math.abs(a) < 0.5 ? [1, 0, 0] : [0, 1, 0];
  const cross = (p: readonly number[], q: readonly number[]): number[] =>
    [0, 1, 2].map((i) => (p[(i + 1) % 3] ?? 0) * (q[(i + 2) % 3] ?? 0) - (p[(i + 2) % 3] ?? 0) * (q[(i + 1) % 3] ?? 0));
  const unit = (p: readonly number[]): number[] => p.map((value) => value / Math.hypot(...p));
  const forward = unit(cross(other, [a, b, c]));
  const right = cross([a, b, c], forward);
  return { image: "a", rotation: [...right, a, b, c, ...forward], position: [1, 2, 3], horizontalFieldOfView: 60 };
}

const direction = fc
  .tuple(fc.double({ min: -1, max: 1 }), fc.double({ min: -1, max: 1 }), fc.double({ min: -1, max: 1 }))
  .filter((v) => Math.hypot(...v) > 0.1 && v.every(Number.isFinite))
  .map((v) => v.map((value) => value / Math.hypot(...v)));

test("the cameras' up becomes +Y; distances and handedness are preserved", () => {
  fc.assert(
    fc.property(direction, (down) => {
      const rotation = uprightRotation([cameraWith(down)]);
      const up = rotatePoints(
        rotation,
        Float32Array.from(down, (value) => -value),
      );
      for (const [i, value] of [0, 1, 0].entries()) expect(up[i]).toBeCloseTo(value, 4);
      const [x, y, z] = [0, 1, 2].map((i) => rotation.filter((_, at) => at % 3 === i));
      for (const axis of [x, y, z]) expect(Math.hypot(...(axis ?? []))).toBeCloseTo(1, 5);
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = rotation;
      expect(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)).toBeCloseTo(1, 5);
    }),
    { examples: [[[0, 0.9999998313848824, 0.000580715254425137]], [[0, 1, 0]], [[0, -1, 0]], [[1e-200, 1, 1e-162]]] },
  );
});

test("a camera looks down -Z with +Y up", () => {
  // Looks down +Z with +Y down in the world of the reconstruction, at (1, 2, 3).
  const camera = { ...cameraWith([0, 1, 0]), rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1] };
  const rotation = uprightRotation([camera]);
  const { worldMatrix } = placeCamera(rotation, camera);
  const expected = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, -2, -3, 1];
  for (const [i, value] of expected.entries()) expect(worldMatrix[i]).toBeCloseTo(value, 6);
});
