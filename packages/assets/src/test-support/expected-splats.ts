/** What a loader should make of a cloud, by the textbook: slow, and with the engine's own `Math`. */
import { expect } from "vitest";
import type { Asset, SplatAsset } from "../model/asset.ts";
import { restCount, type TrainedCloud } from "@usdkit/test-files/trained-cloud";

/** How far numbers may be from what was written; 0 by default, but for what `exp` makes. */
export interface Tolerances {
  readonly position?: number;
  /** Of the logarithm. */
  readonly scale?: number;
  readonly rotation?: number;
  readonly opacity?: number;
  readonly color?: number;
  readonly rest?: number;
}

export function expectSplats(asset: Asset, cloud: TrainedCloud, tolerances: Tolerances = {}): void {
  const { position = 1e-6, scale = 1e-6, rotation = 1e-6, opacity = 1e-6, color = 1e-6, rest = 1e-6 } = tolerances;
  expect(asset.type).toBe("splats");
  const splats = asset as SplatAsset;
  const channel = restCount(cloud.degree);
  expect(splats.count).toBe(cloud.count);
  expect(splats.degree).toBe(cloud.degree);
  expect(splats.positions).toHaveLength(3 * cloud.count);
  expect(splats.orientations).toHaveLength(4 * cloud.count);
  expect(splats.scales).toHaveLength(3 * cloud.count);
  expect(splats.opacities).toHaveLength(cloud.count);
  expect(splats.harmonics).toHaveLength(3 * (channel + 1) * cloud.count);
  const worst = { position: 0, scale: 0, rotation: 0, opacity: 0, color: 0, rest: 0 };
  const note = (what: keyof typeof worst, a: number, b: number): void => {
    const off = Math.abs(a - b);
    worst[what] = Number.isNaN(off) ? Infinity : Math.max(worst[what], off);
  };
  for (let i = 0; i < cloud.count; i++) {
    for (let c = 0; c < 3; c++) {
      note("position", splats.positions[3 * i + c], cloud.positions[3 * i + c]);
      note("scale", Math.log(splats.scales[3 * i + c]), cloud.scales[3 * i + c]);
      note("color", splats.harmonics[3 * (channel + 1) * i + c], cloud.colors[3 * i + c]);
    }
    note("opacity", splats.opacities[i], 1 / (1 + Math.exp(-cloud.opacities[i])));
    const wanted = cloud.rotations.subarray(4 * i, 4 * i + 4);
    const given = splats.orientations.subarray(4 * i, 4 * i + 4);
    const length = Math.hypot(...wanted);
    // A quaternion and its opposite are one rotation.
    const sign = wanted.reduce((sum, value, c) => sum + value * given[c], 0) < 0 ? -1 : 1;
    for (let c = 0; c < 4; c++) note("rotation", sign * given[c], wanted[c] / length);
    for (let k = 0; k < 3 * channel; k++) {
      note("rest", splats.harmonics[3 * (channel + 1) * i + 3 + k], cloud.rest[3 * channel * i + k]);
    }
  }
  expect(worst.position).toBeLessThanOrEqual(position);
  expect(worst.scale).toBeLessThanOrEqual(scale);
  expect(worst.rotation).toBeLessThanOrEqual(rotation);
  expect(worst.opacity).toBeLessThanOrEqual(opacity);
  expect(worst.color).toBeLessThanOrEqual(color);
  expect(worst.rest).toBeLessThanOrEqual(rest);
}
