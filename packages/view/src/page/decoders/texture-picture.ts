/** Small pictures of textures. */
import type { TexturePicture } from "../../protocol/draw-messages.ts";

/** Returns the picture of an image that the browser can decode, at most so many pixels a side. */
export async function texturePicture(bytes: Uint8Array, size: number): Promise<TexturePicture> {
  let whole: ImageBitmap;
  try {
    whole = await createImageBitmap(new Blob([bytes.slice()]));
  } catch {
    return { problem: "the browser shows no images of this kind" };
  }
  const { width, height } = whole;
  const scale = Math.min(1, size / Math.max(width, height));
  const columns = Math.max(1, Math.round(width * scale));
  const rows = Math.max(1, Math.round(height * scale));
  try {
    const canvas = new OffscreenCanvas(columns, rows).getContext("2d", { willReadFrequently: true });
    if (canvas === null) return { problem: "the browser has no canvas" };
    canvas.imageSmoothingQuality = "high";
    canvas.drawImage(whole, 0, 0, columns, rows);
    return { pixels: canvas.getImageData(0, 0, columns, rows).data, columns, width, height };
  } finally {
    whole.close();
  }
}
