import { expect, test } from "vitest";
import { irradianceAt, radianceAt, reflectanceAt } from "./environment.ts";
import * as generated from "./environment.generated.ts";
import { environmentTables } from "./environment-tables.ts";
import { directionToSquare, squareToDirection } from "./octahedron.ts";
import { radiance } from "./radiance.ts";
import { studioMap } from "./studio.ts";

test("the tables equal the output of the script", () => {
  const made = environmentTables();
  expect(made.levelSizes).toEqual(generated.LEVEL_SIZES);
  expect(made.reflectanceSize).toBe(generated.REFLECTANCE_SIZE);
  // The last bits of Math.sin depend on the engine, which may change the rounding of an entry.
  const worst = (numbers: Uint16Array, text: string): number => {
    const kept = new Uint16Array(new Uint8Array(Buffer.from(text, "base64")).buffer);
    expect(kept).toHaveLength(numbers.length);
    return numbers.reduce((most, value, i) => Math.max(most, Math.abs(value - kept[i])), 0);
  };
  expect(worst(made.radiances, generated.radiances)).toBeLessThanOrEqual(1);
  expect(worst(made.reflectances, generated.reflectances)).toBeLessThanOrEqual(1);
});

test("directions survive the mapping to the square and back", () => {
  const place = new Float64Array(2);
  for (const [x, y, z] of [
    [1, 0, 0],
    [0, -1, 0],
    [0.48, -0.6, 0.64],
    [-0.48, 0.6, -0.64],
  ]) {
    directionToSquare(x, y, z, place);
    const found = squareToDirection(place[0], place[1]);
    for (const [k, value] of [x, y, z].entries()) expect(found[k]).toBeCloseTo(value, 12);
  }
});

test("a mirror shows the environment, and a rough surface its irradiance", () => {
  const [mirrored, scattered] = [new Float64Array(3), new Float64Array(3)];
  for (const [x, y, z] of [
    [0, 1, 0],
    [0.6, 0, 0.8],
    [-0.6, -0.8, 0],
    [0, 0.6, -0.8],
  ]) {
    const direction = Float64Array.of(x, y, z);
    radianceAt(studioMap(), direction, 0, mirrored);
    expect(Math.abs(mirrored[0] - radiance(x, y, z))).toBeLessThan(0.01);
    radianceAt(studioMap(), direction, 1, mirrored);
    irradianceAt(studioMap(), direction, scattered);
    expect(mirrored).toEqual(scattered);
    expect(Math.abs(scattered[0] - meanOver(x, y, z))).toBeLessThan(0.005);
  }
});

test("no surface reflects more light than it receives", () => {
  const out = new Float64Array(2);
  for (let cosine = 0; cosine <= 1; cosine += 0.05) {
    for (let roughness = 0; roughness <= 1; roughness += 0.05) {
      reflectanceAt(cosine, roughness, out);
      expect(out[0]).toBeGreaterThanOrEqual(0);
      expect(out[0] + out[1]).toBeLessThan(1.005);
    }
  }
});

/** The mean radiance around a normal, weighted by the cosine. */
function meanOver(nx: number, ny: number, nz: number): number {
  const samples = 4000;
  let sum = 0;
  for (let i = 0; i < samples; i++) {
    const y = 1 - (2 * (i + 0.5)) / samples;
    const [r, around] = [Math.sqrt(1 - y * y), 2.399963229728653 * i];
    const [x, z] = [r * Math.cos(around), r * Math.sin(around)];
    sum += (4 * Math.max(0, x * nx + y * ny + z * nz) * radiance(x, y, z)) / samples;
  }
  return sum;
}
