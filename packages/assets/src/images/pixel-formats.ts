/** Pixels of images without compression, as bytes of red, green, blue and opacity. */

/** Writes the pixel that begins at a byte of the image to a place of the result. */
export type WritePixel = (data: Uint8Array, to: number, at: number) => void;

/** Grays of a byte, with a byte of opacity if there is one. */
export function grayOf(bytes: Uint8Array, hasOpacity: boolean): WritePixel {
  return (data, to, at) => {
    data.fill(bytes[at], to, to + 3);
    data[to + 3] = hasOpacity ? bytes[at + 1] : 255;
  };
}

/** Colors of 5 bits each in two bytes, the less significant one first; blue has the lowest bits. */
export function rgb555(bytes: Uint8Array): WritePixel {
  return (data, to, at) => {
    const color = bytes[at] | (bytes[at + 1] << 8);
    for (let k = 0; k < 3; k++) data[to + k] = Math.trunc((((color >> (5 * (2 - k))) & 31) * 255) / 31);
    data[to + 3] = 255;
  };
}
