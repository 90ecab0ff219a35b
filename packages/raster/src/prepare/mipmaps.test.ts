import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { TexelContent } from "@usdkit/assets";
import { decodeSrgb } from "@usdkit/base/math";
import { halve, halveRows, mipmapSizes } from "./mipmaps.ts";
import type { TextureLevel } from "./scene-data.ts";

test("sizes go down to one texel", () => {
  expect(mipmapSizes(5, 2)).toEqual([
    [5, 2],
    [2, 1],
    [1, 1],
  ]);
  expect(mipmapSizes(1, 1)).toEqual([[1, 1]]);
});

test("averages are those of linear light", () => {
  const bytes = Uint8Array.of(255, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 0);
  halveAll(bytes, level(2, 1, 0), level(1, 1, 2), "color");
  // Half of the light is 188 of 255.
  expect(Array.from(bytes.subarray(8))).toEqual([188, 0, 0, 255]);
});

test("transparent texels contribute no color", () => {
  const bytes = Uint8Array.of(200, 100, 50, 255, 0, 255, 0, 0, 0, 0, 0, 0);
  halveAll(bytes, level(2, 1, 0), level(1, 1, 2), "color");
  expect(Array.from(bytes.subarray(8))).toEqual([200, 100, 50, 128]);
});

test("alpha is no weight for opaque materials", () => {
  // The check mark of AlphaBlendModeTest: colors under an alpha of 0, which an OPAQUE material shows.
  const bytes = Uint8Array.of(200, 100, 50, 0, 200, 100, 50, 0, 0, 0, 0, 0);
  halveAll(bytes, level(2, 1, 0), level(1, 1, 2), "opaque");
  expect(Array.from(bytes.subarray(8, 11))).toEqual([200, 100, 50]);
});

test("data is averaged without conversion", () => {
  const bytes = Uint8Array.of(0, 100, 255, 9, 255, 200, 0, 9, 0, 0, 0, 0);
  halveAll(bytes, level(2, 1, 0), level(1, 1, 2), "data");
  expect(Array.from(bytes.subarray(8, 11))).toEqual([128, 150, 128]);
});

test("keeps the mean light at every size", () => {
  const size = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(size, size, fc.infiniteStream(fc.integer({ min: 0, max: 255 })), (width, height, bytes) => {
      const source = Uint8Array.from({ length: 4 * width * height }, (_, i) =>
        i % 4 === 3 ? 255 : (bytes.next().value as number),
      );
      const [w, h] = [Math.max(1, width >> 1), Math.max(1, height >> 1)];
      const texels = new Uint8Array(source.length + 4 * w * h);
      texels.set(source);
      halveAll(texels, level(width, height, 0), level(w, h, width * height), "color");
      const mean = (list: Uint8Array): number => {
        let sum = 0;
        for (let i = 0; i < list.length; i += 4) sum += decodeSrgb(list[i] / 255);
        return (4 * sum) / list.length;
      };
      expect(mean(texels.subarray(source.length))).toBeCloseTo(mean(source), 1.9);
    }),
  );
});

test("is computed in small pieces, with a pause after each", async () => {
  const [source, target] = [level(2048, 300, 0), level(1024, 150, 2048 * 300)];
  const random = new Uint32Array(2048 * 300 + 1024 * 150).map((_, i) => Math.imul(i + 1, 2654435761));
  const whole = random.slice();
  halveRows(whole, { source, target }, "color", [0, 150]);
  let pauses = 0;
  let largest = 0;
  let done = 0;
  const sliced = random.slice();
  await halve(sliced, { source, target }, "color", () => {
    pauses++;
    let next = done;
    while (next < 1024 * 150 && sliced[target.offset + next] === whole[target.offset + next]) next++;
    largest = Math.max(largest, next - done);
    done = next;
    return Promise.resolve();
  });
  expect(Buffer.compare(new Uint8Array(sliced.buffer), new Uint8Array(whole.buffer))).toBe(0);
  expect(pauses).toBeGreaterThan(1);
  expect(largest).toBeLessThanOrEqual(1 << 17);
});

function halveAll(bytes: Uint8Array, source: TextureLevel, target: TextureLevel, content: TexelContent): void {
  halveRows(new Uint32Array(bytes.buffer), { source, target }, content, [0, target.height]);
}

function level(width: number, height: number, offset: number): TextureLevel {
  return { width, height, offset };
}
