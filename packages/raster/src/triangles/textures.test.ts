// Textures of triangles against closed forms.

import { describe, expect, test } from "vitest";
import { each, one } from "../test-support/one-mesh.ts";
import { pixel } from "../test-support/pixels.ts";
import { at, chain, turn } from "../test-support/scene-text.ts";
import { checker, square } from "../test-support/shapes.ts";

describe("textures", () => {
  test("are perspective-correct", async () => {
    // A ramp: the color is the place. 256 texels across, the whole square tilted steeply away.
    const data = new Uint8Array(4 * 256);
    for (let i = 0; i < 256; i++) data.set([i, i, i, 255], 4 * i);
    const ramp = {
      width: 256,
      height: 1,
      data,
      wrapS: "clamp",
      wrapT: "clamp",
      magFilter: "nearest",
      minFilter: "nearest",
    } as const;
    const matrix = chain(turn([0, 1, 0], 70), at(0, 0, -2.5));
    const result = await one(square({ doubleSided: true }, [ramp]), { matrix });
    let [seen, worst] = [0, 0];
    each(result, (i, x) => {
      if (result.data[4 * i + 3] === 0) return;
      seen++;
      // The ray meets the turned plane at this place of it.
      const right = (x - 60) / 120;
      const [c, s] = [Math.cos((70 * Math.PI) / 180), Math.sin((70 * Math.PI) / 180)];
      const place = (2.5 * right) / (c - s * right);
      worst = Math.max(worst, Math.abs(result.data[4 * i] - ((place + 1) / 2) * 256));
    });
    expect(seen).toBeGreaterThan(1_000);
    // A texel, and what 1/256 of a pixel is at the far end.
    expect(worst).toBeLessThan(2);
  });

  test("a cutoff of 1 keeps all of an opaque texture", async () => {
    const texture = checker(16, 3, [
      [255, 255, 255],
      [0, 0, 0],
    ]);
    const item = { matrix: chain(turn([0, 1, 0], 33), turn([1, 0, 0], 21), at(0.1, 0, -3.3)) };
    const drawn = async (alphaMode: "opaque" | "mask"): Promise<number> => {
      const { data } = await one(square({ alphaMode, alphaCutoff: 1 }, [texture]), item);
      return data.filter((value, i) => i % 4 === 3 && value > 0).length;
    };
    expect(await drawn("mask")).toBe(await drawn("opaque"));
    expect(await drawn("mask")).toBeGreaterThan(1000);
  });

  test("minified ones are the average of their light", async () => {
    const texture = checker(64, 1, [
      [255, 255, 255],
      [0, 0, 0],
    ]);
    const result = await one(square({}, [texture]), { matrix: at(0, 0, -40) });
    expect(pixel(result, 60, 40)).toEqual([188, 188, 188, 255]);
  });

  test.each([
    ["repeat", [10, 20, 10, 20, 10, 20]],
    ["clamp", [10, 10, 10, 20, 20, 20]],
    ["mirror", [10, 20, 20, 10, 10, 20]],
  ] as const)("beyond their edges: %s", async (wrapS, expected) => {
    const data = Uint8Array.of(10, 10, 10, 255, 20, 20, 20, 255);
    const texture = {
      width: 2,
      height: 1,
      data,
      wrapS,
      wrapT: "repeat",
      magFilter: "nearest",
      minFilter: "nearest",
    } as const;
    // Three times as wide, from −1 to 2: −1…0 is [a b], as 0…1 and 1…2.
    const asset = square({ texCoordTransform: [3, 0, 0, 1, wrapS === "mirror" ? 0 : -1, 0] }, [texture]);
    const camera = { projection: "orthographic", aperture: [20, 20] } as const;
    const result = await one(asset, { matrix: at(0, 0, -3) }, camera, { width: 6, height: 6 });
    expect(Array.from({ length: 6 }, (_, x) => pixel(result, x, 3)[0])).toEqual(expected);
  });

  test("magnified ones interpolate linear light", async () => {
    const data = Uint8Array.of(0, 0, 0, 255, 255, 255, 255, 255);
    const texture = {
      width: 2,
      height: 1,
      data,
      wrapS: "clamp",
      wrapT: "clamp",
      magFilter: "linear",
      minFilter: "linear",
    } as const;
    const camera = { projection: "orthographic", aperture: [20, 20] } as const;
    const result = await one(square({}, [texture]), { matrix: at(0, 0, -3) }, camera, { width: 9, height: 9 });
    expect([0, 4, 8].map((x) => pixel(result, x, 4)[0])).toEqual([0, 188, 255]);
  });

  test("a mask discards samples below its cutoff", async () => {
    const texture = checker(
      2,
      8,
      [
        [255, 0, 0, 255],
        [0, 255, 0, 100],
      ],
      { magFilter: "nearest", minFilter: "nearest" },
    );
    const alphas = async (alphaCutoff: number): Promise<number> => {
      const { data } = await one(square({ alphaMode: "mask", alphaCutoff }, [texture]), { matrix: at(0, 0, -3) });
      return data.filter((value, i) => i % 4 === 3 && value === 255).length;
    };
    const [whole, half] = await Promise.all([alphas(0.3), alphas(0.5)]);
    expect(half / whole).toBeCloseTo(0.5, 1);
  });
});
