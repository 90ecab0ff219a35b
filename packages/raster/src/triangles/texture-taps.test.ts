import * as fc from "fast-check";
import { expect, test } from "vitest";
import { filters, wraps, type PreparedTexture } from "../prepare/scene-data.ts";
import { sampleTexture } from "./sample-texture.ts";
import { placeTaps, sampleTaps, sharesTaps, textureTaps } from "./texture-taps.ts";

const sizes = [
  [16, 8],
  [8, 4],
  [4, 2],
  [2, 1],
  [1, 1],
] as const;
const texels = new Uint32Array(400).map((_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 0);

function texture(start: number, kind: Omit<PreparedTexture, "levels" | "texels">): PreparedTexture {
  let offset = start;
  const levels = sizes.map(([width, height]) => {
    const level = { width, height, offset };
    offset += width * height;
    return level;
  });
  return { levels, texels, ...kind };
}

test("taps found for one texture sample another of the same size as it would be sampled alone", () => {
  const number = fc.oneof(fc.double({ min: -3, max: 3, noNaN: true }), fc.constantFrom(0, 1, 0.5, NaN, 1e300));
  const kind = fc.record({
    wrapS: fc.constantFrom(...Object.values(wraps)),
    wrapT: fc.constantFrom(...Object.values(wraps)),
    magFilter: fc.constantFrom(filters.nearest, filters.linear),
    minFilter: fc.constantFrom(...Object.values(filters)),
  });
  fc.assert(
    fc.property(
      kind,
      fc.boolean(),
      fc.tuple(number, number, fc.double({ min: 0, max: 2000, noNaN: true })),
      (same, isData, [u, v, size]) => {
        const [a, b] = [texture(0, { ...same, isData: false }), texture(200, { ...same, isData })];
        expect(sharesTaps(a, b)).toBe(true);
        const [wanted, given, taps] = [new Float64Array(4), new Float64Array(4), textureTaps()];
        sampleTexture(texels, b, Float64Array.of(u, v, size), wanted);
        placeTaps(a, Float64Array.of(u, v, size), taps);
        sampleTaps(texels, { texture: b, hasAlpha: true }, taps, given);
        for (let k = 0; k < 4; k++) expect(given[k]).toBeCloseTo(wanted[k], 12);
      },
    ),
  );
});

test("textures of another size, wrap or filter do not share taps", () => {
  const kind = { wrapS: wraps.repeat, wrapT: wraps.repeat, magFilter: filters.linear, minFilter: filters.mipmap };
  const base = texture(0, { ...kind, isData: false });
  for (const other of [
    { ...base, wrapT: wraps.clamp },
    { ...base, minFilter: filters.linear },
    { ...base, levels: base.levels.slice(1) },
    { ...base, levels: base.levels.slice(0, 1) },
  ]) {
    expect(sharesTaps(base, other)).toBe(false);
  }
});
