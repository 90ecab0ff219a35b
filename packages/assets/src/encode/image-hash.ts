import { checkPixels, type Pixels } from "./pixels.ts";

/**
 * Returns the SHA-256 of an image as 64 hexadecimal digits: of its width and height (32 bits each, the lowest byte first) and its RGBA. The
 * same scene and options give the same one on every machine. In a browser the page must be secure (https).
 *
 * @throws {ImageError} if the data does not have the declared size
 * @example
 * expect(await imageHash(await scene.render())).toBe("0f1e…");
 */
export async function imageHash(image: Pixels): Promise<string> {
  checkPixels(image, "an image");
  const { width, height, data } = image;
  const bytes = new Uint8Array(8 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, width, true);
  view.setUint32(4, height, true);
  bytes.set(data, 8);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
