// Lights with a size, compared with sums over their surfaces.

import { describe, expect, test } from "vitest";
import { receiveLight } from "./direct-light.ts";
import { lightKinds, type DirectLight } from "./light-data.ts";
import { receivedLight } from "./received-light.ts";
import { reflectGgx } from "./reflect.ts";
import { plainLight } from "./scene-lights.ts";
import { shadePoint } from "./shade-point.ts";

type Vector = readonly [x: number, y: number, z: number];

/** A part of a light: where it is, the direction that it faces (all if null), and its area. */
interface Piece {
  readonly at: Vector;
  readonly facing: Vector | null;
  readonly area: number;
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (a: Vector): Vector => {
  const length = Math.hypot(...a);
  return [a[0] / length, a[1] / length, a[2] / length];
};

function sphere(centre: Vector, radius: number): Piece[] {
  const count = 20_000;
  return Array.from({ length: count }, (_, i): Piece => {
    const y = 1 - (2 * (i + 0.5)) / count;
    const [r, around] = [Math.sqrt(1 - y * y), 2.399963 * i];
    const facing: Vector = [r * Math.cos(around), y, r * Math.sin(around)];
    const at: Vector = [centre[0] + radius * facing[0], centre[1] + radius * facing[1], centre[2] + radius * facing[2]];
    return { at, facing, area: (4 * Math.PI * radius * radius) / count };
  });
}

/** A rectangle in a plane of one height, which emits downwards. */
function rectangle([x, y, z]: Vector, width: number, depth: number): Piece[] {
  return Array.from({ length: 10_000 }, (_, i): Piece => {
    const at: Vector = [
      x + width * (((i % 100) + 0.5) / 100 - 0.5),
      y,
      z + depth * (Math.floor(i / 100) / 100 - 0.495),
    ];
    return { at, facing: [0, -1, 0], area: (width * depth) / 10_000 };
  });
}

/** A cylinder along x. */
function cylinder([x, y, z]: Vector, half: number, radius: number): Piece[] {
  return Array.from({ length: 20_000 }, (_, i): Piece => {
    const angle = (2 * Math.PI * (i % 100)) / 100;
    const facing: Vector = [0, Math.cos(angle), Math.sin(angle)];
    const along = half * ((2 * Math.floor(i / 100) + 1) / 200 - 1);
    const at: Vector = [x + along, y + radius * facing[1], z + radius * facing[2]];
    return { at, facing, area: (4 * Math.PI * radius * half) / 20_000 };
  });
}

/** Irradiance over π at the origin of pieces of radiance 1, and the light that a lobe of GGX reflects to the view. */
function summed(pieces: readonly Piece[], normal: Vector, view: Vector, roughness: number): readonly [number, number] {
  let [irradiance, reflected] = [0, 0];
  const p = { ...shadePoint(), vx: view[0], vy: view[1], vz: view[2] };
  for (const { at, facing, area } of pieces) {
    const to = unit(at);
    const cosine = dot(normal, to);
    const emitting = facing === null ? 1 : -dot(facing, to);
    if (!(cosine > 0 && emitting > 0)) continue;
    const part = (cosine * emitting * area) / dot(at, at) / Math.PI;
    irradiance += part;
    const received = { ...receivedLight(), alpha: roughness * roughness, x: to[0], y: to[1], z: to[2] };
    received.normal.set(normal);
    reflected += part * reflectGgx(p, received);
  }
  return [irradiance, reflected];
}

function received(light: DirectLight, normal: Vector, view: Vector, roughness: number): readonly [number, number] {
  const p = { ...shadePoint(), px: 0, py: 0, pz: 0, vx: view[0], vy: view[1], vz: view[2] };
  const out = receivedLight();
  out.normal.set(normal);
  out.surfaceAlpha = roughness * roughness;
  receiveLight(light, p, out);
  return [out.diffuse, out.specular * reflectGgx(p, out)];
}

const base: DirectLight = { ...plainLight, shadow: -1 };
const sphereAt = (place: Vector, radius: number): DirectLight => ({ ...base, kind: lightKinds.sphere, place, radius });
const rectangleAt = ([x, y, z]: Vector, width: number, depth: number): DirectLight => {
  const [w, d] = [width / 2, depth / 2];
  // Counterclockwise seen from below.
  const corners = [x - w, y, z - d, x + w, y, z - d, x + w, y, z + d, x - w, y, z + d];
  return { ...base, kind: lightKinds.polygon, place: [x, y, z], axis: [0, -1, 0], corners };
};
const cylinderAt = (place: Vector, half: number, radius: number): DirectLight => {
  return { ...base, kind: lightKinds.cylinder, place, axis: [half, 0, 0], radius };
};

const up: Vector = [0, 1, 0];
const cases: readonly (readonly [string, DirectLight, Piece[]])[] = [
  ["a sphere above", sphereAt([0.5, 3, 0.2], 0.6), sphere([0.5, 3, 0.2], 0.6)],
  ["a large sphere at the horizon", sphereAt([3, 0.3, 0], 1), sphere([3, 0.3, 0], 1)],
  ["a rectangle above", rectangleAt([0.5, 2, 0], 2, 1), rectangle([0.5, 2, 0], 2, 1)],
  ["a rectangle to the side", rectangleAt([4, 1, 1], 1, 3), rectangle([4, 1, 1], 1, 3)],
  ["a cylinder above", cylinderAt([0.3, 2, 1], 1.5, 0.1), cylinder([0.3, 2, 1], 1.5, 0.1)],
];

describe("a light with a size gives as much as its surface", () => {
  test.each(cases)("%s", (_, light, pieces) => {
    for (const normal of [up, unit([1, 2, 0.5]), unit([-1, 1, 0])]) {
      const [irradiance] = summed(pieces, normal, up, 1);
      const [diffuse] = received(light, normal, up, 1);
      expect(Math.abs(diffuse - irradiance)).toBeLessThan(0.02 * irradiance + 0.002);
    }
  });

  test.each(cases)("%s, mirrored by rough surfaces", (_, light, pieces) => {
    for (const roughness of [0.5, 1]) {
      for (const view of [up, unit([-1, 1, 0]), unit([0.4, 1, -0.6])]) {
        const [, reflected] = summed(pieces, up, view, roughness);
        const [, specular] = received(light, up, view, roughness);
        expect(specular, `roughness ${roughness}`).toBeGreaterThan(0.5 * reflected - 0.02);
        expect(specular, `roughness ${roughness}`).toBeLessThan(1.6 * reflected + 0.02);
      }
    }
  });

  test("nothing behind a rectangle", () => {
    const below = rectangleAt([0, -2, 0], 2, 2);
    const out = receivedLight();
    out.normal.set([0, -1, 0]);
    out.surfaceAlpha = 1;
    receiveLight(below, { ...shadePoint(), px: 0, py: 0, pz: 0, vx: 0, vy: 1, vz: 0 }, out);
    expect([out.diffuse, out.specular]).toEqual([0, 0]);
  });
});
