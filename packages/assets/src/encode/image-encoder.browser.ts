import type { AnimationEncoder, ImageEncoder } from "./image-encoder.ts";

/** What is used of the page or worker; its types belong to a library that Node's code does not have. */
interface Canvases {
  readonly ImageData: new (data: Uint8ClampedArray, width: number, height: number) => object;
  readonly OffscreenCanvas: new (
    width: number,
    height: number,
  ) => {
    getContext: (kind: "2d") => { putImageData: (data: object, x: number, y: number) => void } | null;
    convertToBlob: (options: { type: string; quality?: number }) => Promise<Blob>;
  };
}

/** The encoder of browsers. A canvas premultiplies colors: for low alpha, PNG is not exact to the last bit. */
export const encodeImage: ImageEncoder = async ({ width, height, data }, format) => {
  const { ImageData, OffscreenCanvas } = globalThis as unknown as Canvases;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser has no canvas");
  context.putImageData(new ImageData(Uint8ClampedArray.from(data), width, height), 0, 0);
  if (format.type === "webp" && format.lossless) throw new Error("the browser has no lossless WebP");
  const options =
    format.type === "png" ? { type: "image/png" } : { type: `image/${format.type}`, quality: format.quality / 100 };
  return new Uint8Array(await (await canvas.convertToBlob(options)).arrayBuffer());
};

/** A canvas cannot encode animations. */
export const encodeImages: AnimationEncoder | null = null;
