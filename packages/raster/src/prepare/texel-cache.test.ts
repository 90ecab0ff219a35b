import { expect, test } from "vitest";
import { TexelCache } from "./texel-cache.ts";

test("a spacious image has its pixels, and space for mipmaps behind them that is taken once", () => {
  const cache = new TexelCache();
  const data = Uint8Array.from({ length: 4 * 5 * 3 }, (_, i) => i);
  const image = cache.spacious({ width: 5, height: 3, data });
  expect(image).toStrictEqual({ width: 5, height: 3, data });
  const texels = cache.takeSpace(image.data);
  expect(texels?.length).toBe(5 * 3 + 2 * 1 + 1);
  expect(texels?.buffer).toBe(image.data.buffer);
  expect(cache.takeSpace(image.data)).toBeUndefined();
  expect(cache.takeSpace(data)).toBeUndefined();
});
