/** Decodes images with all colors, also those of transparent pixels. */
import type { DecodedImage } from "@usdkit/raster";

/** Created for the first image with alpha. */
let context: WebGL2RenderingContext | null | undefined;

/**
 * Returns the pixels of an image. A canvas premultiplies colors by alpha, which changes the numbers that SOG encodes as images; a
 * texture of WebGL keeps them.
 *
 * @throws {Error} if the image has alpha and the browser has no WebGL 2, or the image is too large for it.
 */
export async function decodeImage(bytes: Uint8Array, mimeType: string): Promise<DecodedImage> {
  const bitmap = await createImageBitmap(new Blob([bytes.slice()], { type: mimeType }), {
    premultiplyAlpha: "none",
    colorSpaceConversion: "none",
    imageOrientation: "none",
  });
  try {
    const { width, height } = bitmap;
    const data = throughCanvas(bitmap);
    return { width, height, data: isOpaque(data) ? data : throughTexture(bitmap) };
  } finally {
    bitmap.close();
  }
}

function throughCanvas(bitmap: ImageBitmap): Uint8Array {
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (canvas === null) throw new Error("the browser has no canvas");
  canvas.drawImage(bitmap, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

function isOpaque(data: Uint8Array): boolean {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return false;
  return true;
}

function throughTexture(bitmap: ImageBitmap): Uint8Array {
  const { width, height } = bitmap;
  const gl = (context ??= new OffscreenCanvas(1, 1).getContext("webgl2"));
  if (gl === null || gl.isContextLost()) {
    context = undefined;
    throw new Error("the browser has no WebGL 2, which an image with transparency needs");
  }
  const limit = Number(gl.getParameter(gl.MAX_TEXTURE_SIZE));
  if (width > limit || height > limit) {
    throw new Error(`${width} × ${height} pixels with transparency; the limit of the browser is ${limit} × ${limit}`);
  }
  const texture = gl.createTexture();
  const frame = gl.createFramebuffer();
  try {
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    const data = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
    if (gl.getError() !== gl.NO_ERROR) throw new Error("the browser cannot decode the image");
    return data;
  } finally {
    gl.deleteFramebuffer(frame);
    gl.deleteTexture(texture);
  }
}
