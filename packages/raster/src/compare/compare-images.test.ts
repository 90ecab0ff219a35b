import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ImageError, type Pixels } from "@usdkit/assets";
import { render } from "../render.ts";
import { at, sceneText } from "../test-support/scene-text.ts";
import { cube, square } from "../test-support/shapes.ts";
import type { RenderedImage } from "../rendering/rendered-image.ts";
import { compareImages } from "./compare-images.ts";

function plain(width: number, height: number, color: readonly number[]): Pixels & { data: Uint8Array } {
  return { width, height, data: Uint8Array.from({ length: 4 * width * height }, (_, i) => color[i % 4]) };
}

describe("images", () => {
  test("that are equal have no differences", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 4 * 6, maxLength: 4 * 6 }),
        fc.constantFrom(0, 0.1, 1),
        (data, threshold) => {
          const image = { width: 3, height: 2, data };
          const result = compareImages(image, { ...image, data: data.slice() }, { threshold });
          expect(result).toMatchObject({ equal: true, differing: 0, share: 0, largest: 0, psnr: Infinity, prims: [] });
        },
      ),
    );
  });

  test("differ by a share of pixels, marked red", () => {
    const a = plain(10, 10, [200, 200, 200, 255]);
    const b = plain(10, 10, [200, 200, 200, 255]);
    // A square of 16 pixels, not an antialiased edge.
    for (let y = 2; y < 6; y++) for (let x = 3; x < 7; x++) b.data.set([0, 0, 180, 255], 4 * (10 * y + x));
    const { equal, differing, share, largest, psnr, image } = compareImages(a, b);
    expect({ equal, differing, share, largest }).toStrictEqual({
      equal: false,
      differing: 16,
      share: 0.16,
      largest: 200,
    });
    const squares = (0.16 * (200 ** 2 + 200 ** 2 + 20 ** 2)) / 3;
    expect(psnr).toBeCloseTo(10 * Math.log10(255 ** 2 / squares), 9);
    const red = Array.from({ length: 100 }, (_, i) => i).filter((i) => image.data[4 * i + 1] === 0);
    expect(red).toHaveLength(16);
    expect(red[0]).toBe(23);
  });

  test("differ beyond the threshold; at 0 every byte counts, also under an alpha of 0", () => {
    const a = plain(4, 4, [100, 100, 100, 255]);
    const b = plain(4, 4, [110, 100, 100, 255]);
    expect(compareImages(a, b).equal).toBe(true);
    expect(compareImages(a, b, { threshold: 0.01 }).differing).toBe(16);
    const clear = [plain(4, 4, [0, 0, 0, 0]), plain(4, 4, [0, 0, 1, 0])] as const;
    expect(compareImages(...clear, { threshold: 0.01 }).equal).toBe(true);
    expect(compareImages(...clear, { threshold: 0 })).toMatchObject({ differing: 16, largest: 1 });
  });

  test("may have smoother edges, unless the option counts them", () => {
    const edge = (smooth: boolean): Pixels => {
      const image = plain(12, 12, [255, 255, 255, 255]);
      for (let y = 0; y < 12; y++) {
        for (let x = 0; x < 12; x++) {
          const inside = Math.min(1, Math.max(0, smooth ? (x - y / 3 - 2) / 2 : x - y / 3 > 3 ? 1 : 0));
          image.data.fill(255 * (1 - inside), 4 * (12 * y + x), 4 * (12 * y + x) + 3);
        }
      }
      return image;
    };
    const lenient = compareImages(edge(false), edge(true));
    const strict = compareImages(edge(false), edge(true), { includeAntialiasing: true });
    expect(lenient.differing).toBeLessThan(strict.differing);
  });

  test("lie at any place in memory", () => {
    const bytes = new Uint8Array(4 * 4 + 1).fill(7);
    expect(compareImages(plain(2, 2, [7, 7, 7, 7]), { width: 2, height: 2, data: bytes.subarray(1) }).equal).toBe(true);
  });

  test.each([
    [plain(2, 2, [0]), plain(2, 3, [0]), {}, "2 × 2 and 2 × 3"],
    [plain(2, 2, [0]), { width: 2, height: 2, data: new Uint8Array(12) }, {}, "the second image"],
    [plain(2, 2, [0]), plain(2, 2, [0]), { threshold: NaN }, "threshold"],
    [plain(2, 2, [0]), plain(2, 2, [0]), { threshold: 2 }, "threshold"],
  ])("that cannot be compared are rejected", (a, b, options, text) => {
    expect(() => compareImages(a, b, options)).toThrow(ImageError);
    expect(() => compareImages(a, b, options)).toThrow(text);
  });
});

describe("prims", () => {
  const assets = { Wall: square({ baseColor: [0.2, 0.4, 0.8, 1] }), Box: cube({ baseColor: [0.9, 0.1, 0.1, 1] }) };
  const image = (
    x: number,
    outputs: readonly ("primId" | "depth")[],
    extra: readonly string[] = [],
  ): Promise<RenderedImage> =>
    render(
      sceneText([
        // Others number the prims of the second scene differently.
        ...extra.map((name) => ({ name, meshId: "Wall", matrix: at(0, 0, 50) })),
        { name: "Wall", matrix: [20, 0, 0, 0, 0, 20, 0, 0, 0, 0, 1, 0, 0, 0, -10, 1] },
        { name: "Box", matrix: at(x, 0, -6) },
      ]),
      assets,
      { width: 60, height: 40, outputs },
    );

  test("that moved are separated from what they uncover, if the distance is known", async () => {
    const [before, after] = await Promise.all([
      image(0, ["primId", "depth"]),
      image(0.4, ["primId", "depth"], ["Behind"]),
    ]);
    expect(after.prims.indexOf("/World/Box")).not.toBe(before.prims.indexOf("/World/Box"));
    const { prims, differing } = compareImages(before, after, { includeAntialiasing: true });
    expect(differing).toBeGreaterThan(20);
    expect(prims.map(({ path }) => path)).toStrictEqual(["/World/Box"]);
    const [{ pixels, appeared, vanished, changed }] = prims;
    expect(pixels).toBe(differing);
    expect(appeared).toBeGreaterThan(10);
    expect(vanished).toBeGreaterThan(10);
    expect(changed).toBe(pixels - appeared - vanished);
  });

  test("both count if it is not", async () => {
    const [before, after] = await Promise.all([image(0, ["primId"]), image(0.4, ["primId"])]);
    const { prims } = compareImages(before, after, { includeAntialiasing: true });
    expect(prims.map(({ path }) => path).toSorted()).toStrictEqual(["/World/Box", "/World/Wall"]);
    expect(compareImages(await image(0, []), await image(0.4, [])).prims).toStrictEqual([]);
  });

  test("that look different have changed, and a missing one has vanished", async () => {
    const scene = sceneText([{ name: "Box", matrix: at(0, 0, -6) }]);
    const options = { width: 60, height: 40, outputs: ["primId", "depth"] as const };
    const red = await render(scene, assets, options);
    const green = await render(scene, { Box: cube({ baseColor: [0.1, 0.9, 0.1, 1] }) }, options);
    const { prims, differing } = compareImages(red, green);
    expect(prims).toStrictEqual([
      { path: "/World/Box", pixels: differing, changed: differing, appeared: 0, vanished: 0 },
    ]);
    const none = await render(sceneText([{ name: "Other", meshId: "Box", matrix: at(0, 0, 50) }]), assets, options);
    expect(compareImages(red, none).prims).toMatchObject([{ path: "/World/Box", changed: 0, appeared: 0 }]);
  });
});
