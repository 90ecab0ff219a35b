import type { ImageDecoder } from "./image-decoder.ts";

/** The used interface of the page or worker; its types belong to a library that Node's code does not include. */
interface Canvases {
  createImageBitmap: (blob: Blob, options: object) => Promise<{ width: number; height: number; close: () => void }>;
  OffscreenCanvas: new (
    width: number,
    height: number,
  ) => {
    getContext: (kind: "2d", options: object) => CanvasContext | null;
  };
}

interface CanvasContext {
  drawImage: (image: object, x: number, y: number) => void;
  getImageData: (x: number, y: number, width: number, height: number) => { data: Uint8ClampedArray };
}

/** Whether the colors of transparent pixels are preserved. */
export const keepsClearColors: boolean = false;

/** For browsers. A canvas premultiplies alpha, so colors of transparent pixels are lost; `decodeImage` can keep them. */
export const decodeImage: ImageDecoder = async (bytes, mimeType, size) => {
  const { createImageBitmap, OffscreenCanvas } = globalThis as unknown as Canvases;
  const bitmap = await createImageBitmap(new Blob([bytes.slice()], { type: mimeType }), {
    premultiplyAlpha: "none",
    colorSpaceConversion: "none",
    imageOrientation: "none",
    ...(size === undefined ? {} : { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: "high" }),
  });
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("the browser has no canvas");
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
};
