/** Reading images in tests. */
import { expect } from "vitest";
import type { RenderedImage } from "../rendering/rendered-image.ts";

/** The four bytes of a pixel. */
export function pixel({ data, width }: RenderedImage, x: number, y: number): number[] {
  return Array.from(data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4));
}

/** An output that was asked for. */
export function wanted<T>(output: T | undefined): T {
  if (output === undefined) throw new Error("the output was not asked for");
  return output;
}

export function expectSameBytes(a: RenderedImage, b: RenderedImage): void {
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  expect(Buffer.compare(a.data, b.data)).toBe(0);
  for (const name of ["alpha", "depth", "primId", "normal"] as const) {
    expect(a[name] === undefined).toBe(b[name] === undefined);
    expect(Buffer.compare(bytes(a[name]), bytes(b[name]))).toBe(0);
  }
}

function bytes(array: Float32Array | Uint32Array | undefined): Uint8Array {
  return array === undefined ? new Uint8Array() : new Uint8Array(array.buffer);
}
