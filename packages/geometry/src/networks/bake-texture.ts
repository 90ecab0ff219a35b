/** Makes the images of computed textures. */
import { halfBitsToFloat } from "@usdkit/base";
import { encodeSrgb, linearOfByte } from "@usdkit/base/math";
import type {
  ComputedTexture,
  TexCoordTransform,
  TexelStep,
  TextureImage,
  TextureWrap,
} from "../model/surface-material.ts";
import type { Numbers } from "./operation.ts";
import { computeStep } from "./shader-value.ts";

/** An image: RGBA, the upper row first. */
export interface TexelImage {
  readonly width: number;
  readonly height: number;
  /** Bytes, or halves (IEEE 754 binary16) of values that are linear whatever color space is said of them. */
  readonly data: Uint8Array | Uint16Array;
}

/** An image of bytes: RGBA, the upper row first. */
export interface BakedImage extends TexelImage {
  readonly data: Uint8Array;
}

/** Finds the image of a texture; undefined if there is none. */
export type FindTexels = (image: TextureImage) => TexelImage | undefined;

/** Texels on a side: of images that are computed of others in the same place, and of those that are computed of anything else. */
const MOST_ALIGNED = 2048;
const MOST_PLACED = 1024;
const SIZE_OF_RAMPS = 256;
/** Steps at all texels; images are made smaller to keep it. */
const MOST_WORK = 1 << 24;

type TexelsStep = Extract<TexelStep, { kind: "texels" }>;

/**
 * Returns the image of a computed texture, encoded as that says; undefined if an image that it is made of cannot be had. Its size is that
 * of the largest of these, within limits.
 *
 * ```ts
 * const image = bakeTexture(source, (each) => images.get(each.file.assetPath));
 * ```
 */
export function bakeTexture(
  { steps, channels, scale, bias, sourceColorSpace }: ComputedTexture,
  find: FindTexels,
): BakedImage | undefined {
  const images = steps.map((step) => (step.kind === "texels" ? find(step.image) : undefined));
  if (steps.some((step, i) => step.kind === "texels" && images[i] === undefined)) return undefined;
  const { width, height } = sizeOf(steps, images);
  const data = new Uint8Array(4 * width * height).fill(255);
  const isSrgb = sourceColorSpace === "sRGB";
  const components = channels === "rgb" ? 3 : 1;
  const values: Numbers[] = steps.map(() => []);
  for (let y = 0; y < height; y++) {
    const v = 1 - (y + 0.5) / height;
    for (let x = 0; x < width; x++) {
      const u = (x + 0.5) / width;
      for (let i = 0; i < steps.length; i++) {
        const step = steps[i];
        values[i] = valueOf(step, { image: images[i], u, v, values });
      }
      const result = values[values.length - 1];
      for (let k = 0; k < components; k++) {
        const value = ((result.length === 1 ? result[0] : result[k]) - bias[k]) / scale[k];
        const bounded = Math.min(1, Math.max(0, value));
        data[4 * (y * width + x) + k] = Math.round(255 * (isSrgb ? encodeSrgb(bounded) : bounded));
      }
    }
  }
  return { width, height, data };
}

interface Place {
  readonly image: TexelImage | undefined;
  readonly u: number;
  readonly v: number;
  readonly values: readonly Numbers[];
}

function valueOf(step: TexelStep, { image, u, v, values }: Place): Numbers {
  switch (step.kind) {
    case "constant":
      return step.value;
    case "coordinates":
      return moved(step.transform, u, v);
    case "operation":
      return computeStep(
        step.name,
        step.of.map((index) => values[index]),
      );
    case "texels": {
      if (image === undefined) return [0];
      const texel = sample(step, image, moved(step.image.texCoordTransform, u, v));
      return step.channels.map((channel, i) => step.scale[i] * texel[channel] + step.bias[i]);
    }
  }
}

function moved(transform: TexCoordTransform | null, u: number, v: number): readonly [number, number] {
  if (transform === null) return [u, v];
  const [a, b, c, d, e, f] = transform;
  return [a * u + c * v + e, b * u + d * v + f];
}

/** Returns the color and the opacity of an image at a place, between texels unless it is pixelated. */
function sample({ image: use, channels }: TexelsStep, image: TexelImage, [u, v]: readonly [number, number]): Numbers {
  const { width, height, data } = image;
  const x = u * width - 0.5;
  const y = (1 - v) * height - 0.5;
  const valueOfTexel = texelValues(image, use.sourceColorSpace === "sRGB");
  const left = Math.floor(use.isPixelated ? x + 0.5 : x);
  const top = Math.floor(use.isPixelated ? y + 0.5 : y);
  const fx = use.isPixelated ? 0 : x - left;
  const fy = use.isPixelated ? 0 : y - top;
  const result = [0, 0, 0, 0];
  for (let corner = 0; corner < 4; corner++) {
    const [dx, dy] = [corner & 1, corner >> 1];
    const weight = (dx === 1 ? fx : 1 - fx) * (dy === 1 ? fy : 1 - fy);
    if (weight === 0) continue;
    const column = wrapped(left + dx, width, use.wrapS);
    const row = wrapped(top + dy, height, use.wrapT);
    if (column < 0 || row < 0) continue;
    const from = 4 * (row * width + column);
    for (const channel of channels) {
      result[channel] += weight * valueOfTexel(data[from + channel], channel);
    }
  }
  return result;
}

function texelValues({ data }: TexelImage, isSrgb: boolean): (texel: number, channel: number) => number {
  if (data instanceof Uint16Array) return halfBitsToFloat;
  return isSrgb ? srgbValue : plainValue;
}

function srgbValue(byte: number, channel: number): number {
  return channel < 3 ? linearOfByte[byte] : byte / 255;
}

function plainValue(byte: number): number {
  return byte / 255;
}

/** Returns the texel of a place outside of the image; -1 where it is black. */
function wrapped(place: number, size: number, wrap: TextureWrap): number {
  if (place >= 0 && place < size) return place;
  switch (wrap) {
    case "repeat":
      return place - size * Math.floor(place / size);
    case "clamp":
      return place < 0 ? 0 : size - 1;
    case "mirror": {
      const both = place - 2 * size * Math.floor(place / (2 * size));
      return both < size ? both : 2 * size - 1 - both;
    }
    case "black":
      return -1;
  }
}

function sizeOf(
  steps: readonly TexelStep[],
  images: readonly (TexelImage | undefined)[],
): { width: number; height: number } {
  let width = 0;
  let height = 0;
  let isAligned = true;
  for (const [i, step] of steps.entries()) {
    const image = images[i];
    if (step.kind === "coordinates") isAligned = false;
    if (step.kind !== "texels" || image === undefined) continue;
    const [a, b, c, d] = step.image.texCoordTransform ?? [1, 0, 0, 1];
    if (step.image.texCoordTransform !== null) isAligned = false;
    width = Math.max(width, image.width * Math.max(1, Math.abs(a), Math.abs(b)));
    height = Math.max(height, image.height * Math.max(1, Math.abs(c), Math.abs(d)));
  }
  if (width === 0) [width, height] = [SIZE_OF_RAMPS, SIZE_OF_RAMPS];
  const most = isAligned ? MOST_ALIGNED : MOST_PLACED;
  const fits = (): boolean => width <= most && height <= most && width * height * steps.length <= MOST_WORK;
  while (!fits() && width * height > 1) {
    width = Math.max(1, width / 2);
    height = Math.max(1, height / 2);
  }
  return { width: Math.max(1, Math.floor(width)), height: Math.max(1, Math.floor(height)) };
}
