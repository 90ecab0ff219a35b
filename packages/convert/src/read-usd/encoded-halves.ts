import { halfBitsToFloat } from "@usdkit/base";
import { encodeSrgb } from "@usdkit/base/math";

const ALPHA = 3;

/** Returns linear RGBA halves as bytes in sRGB, and whether a color was above 1; bytes are returned as they are. */
export function encodedHalves(texels: Uint8Array | Uint16Array): {
  readonly data: Uint8Array;
  readonly isClipped: boolean;
} {
  if (texels instanceof Uint8Array) return { data: texels, isClipped: false };
  const data = new Uint8Array(texels.length);
  let isClipped = false;
  for (const [i, bits] of texels.entries()) {
    const value = halfBitsToFloat(bits);
    const isAlpha = i % 4 === ALPHA;
    if (value > 1 && !isAlpha) isClipped = true;
    const bounded = Math.min(1, Math.max(0, value));
    data[i] = Math.round(255 * (isAlpha ? bounded : encodeSrgb(bounded)));
  }
  return { data, isClipped };
}
