/** Clouds of splats and points, the same each time. */
import { randomNumbers } from "@usdkit/test-files/random";
import { turn } from "./scene-text.ts";
import type { TestSplat } from "./splat-shapes.ts";

/** A direction, evenly over the sphere: what is left of a cube's points inside of the ball. */
function direction(random: () => number): [number, number, number] {
  for (;;) {
    const [x, y, z] = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const square = x * x + y * y + z * z;
    if (square > 1 || square < 0.01) continue;
    const length = Math.sqrt(square);
    return [x / length, y / length, z / length];
  }
}

/** Flat splats that lie in a sphere. */
export function shell(count: number, seed: number, hasHarmonics = false): TestSplat[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => {
    const [x, y, z] = direction(random);
    const size = 0.02 + 0.03 * random();
    return {
      position: [x, y, z],
      // From +z to the direction.
      orientation: [1 + z, -y, x, 0],
      scale: [size, size, 0.004],
      opacity: 0.3 + 0.7 * random(),
      color: [0.5 + 0.4 * x, 0.5 + 0.4 * y, 0.5 + 0.4 * z],
      rest: hasHarmonics
        ? Array.from({ length: 45 }, (_, i) => (i % 3 === 0 ? 0.5 : -0.25) * (i < 9 ? 0.6 : 0.25))
        : [],
    };
  });
}

export function cloud(count: number, seed: number): TestSplat[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => {
    const [x, y, z] = direction(random);
    const radius = 1.2 + random();
    return {
      position: [x * radius, y * radius, z * radius],
      orientation: [random(), random() - 0.5, random() - 0.5, random() - 0.5],
      scale: [0.02 + 0.1 * random(), 0.02 + 0.06 * random(), 0.03],
      opacity: random(),
      color: [0.9, 0.5 + 0.5 * random(), 0.2 + 0.3 * random()],
    };
  });
}

export function fan(count: number): TestSplat[] {
  return Array.from({ length: count }, (_, i) => {
    const m = turn([0, 0, 1], (360 * i) / count);
    const h = turn([0, 0, 1], (180 * i) / count);
    return {
      position: [m[0], m[1], 0],
      orientation: [h[0], 0, 0, h[1]],
      scale: [0.35, 0.008, 0.008],
      opacity: 0.95,
      color: [Math.max(0.1, m[0]), Math.max(0.1, m[1]), 0.4],
    };
  });
}

export function points(
  count: number,
  seed: number,
): {
  readonly type: "points";
  readonly count: number;
  readonly positions: Float32Array;
  readonly colors: Uint8Array;
  readonly skipped: Record<string, number>;
} {
  const random = randomNumbers(seed);
  const places = Array.from({ length: count }, () => direction(random));
  return {
    type: "points",
    count,
    positions: Float32Array.from(places.flat()),
    colors: Uint8Array.from(places.flat(), (value) => 127.5 + 127.5 * value),
    skipped: {},
  };
}
