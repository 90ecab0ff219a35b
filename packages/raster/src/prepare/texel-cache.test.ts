import { expect, test } from "vitest";
import { TexelCache } from "./texel-cache.ts";

test("a spacious image has its pixels, and space for mipmaps behind them that is taken once", () => {
  const cache = new TexelCache();
  const data = Uint8Array.from({ length: 4 * 5 * 3 }, (_, i) => i);
  const pixels = data.slice();
  const image = cache.spacious({ width: 5, height: 3, data });
  expect(image).toStrictEqual({ width: 5, height: 3, data: pixels });
  const texels = cache.takeSpace(image.data);
  expect(texels?.length).toBe(5 * 3 + 2 * 1 + 1);
  expect(texels?.buffer).toBe(image.data.buffer);
  expect(cache.takeSpace(image.data)).toBeUndefined();
  expect(cache.takeSpace(pixels)).toBeUndefined();
});

test("the memory of an image that was copied is freed, unless other bytes are in it", () => {
  const cache = new TexelCache();
  const [own, part] = [new Uint8Array(16), new Uint8Array(20).subarray(0, 16)];
  for (const data of [own, part]) cache.spacious({ width: 2, height: 2, data });
  expect([own.length, part.length]).toEqual([0, 16]);
});
