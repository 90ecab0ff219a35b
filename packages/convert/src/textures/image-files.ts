/** The images of a scene as files that readers of USD take. */
import {
  encodeJpeg,
  encodePng,
  imageFormats,
  readImageHead,
  type DecodedImage,
  type ImageReader,
} from "@usdkit/assets";
import type { Losses } from "../errors/losses.ts";
import type { ImageModel } from "../model/image.ts";
import type { SceneModel } from "../model/scene.ts";
import { UniqueNames } from "../model/unique-names.ts";
import type { ImageFile } from "./image-file.ts";
import { powerOfTwo, resizeImage } from "./resize-image.ts";

/** Folder of the files, next to the layer. */
const FOLDER = "textures";
/** Of JPEG, for images that were compressed with losses before. */
const QUALITY = 92;

const extensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/ktx2": "ktx2",
  "image/avif": "avif",
  "image/vnd-ms.dds": "dds",
  "image/bmp": "bmp",
  "image/gif": "gif",
  "image/x-tga": "tga",
  "image/tiff": "tif",
};

/** Formats without losses: what they hold is not compressed with losses. */
const lossless: ReadonlySet<ImageModel["format"]> = new Set(["image/png", "image/bmp", "image/x-tga", "image/tiff"]);

/** How images become files. */
export interface ImageFileOptions {
  readonly decode: ImageReader;
  readonly asciiNames?: boolean | undefined;
  /** Folder of the files, relative to the layer. Default: "textures". */
  readonly folder?: string | undefined;
  /** Width and height are made powers of two up to it; default: sizes stay. */
  readonly maxSide?: number | undefined;
}

/**
 * Returns a file for each image of a scene: PNG and JPEG as they are, WebP and KTX2 as one of these. What cannot be decoded stays as it
 * is, with a loss.
 */
export async function imageFiles(
  { images, materials }: Pick<SceneModel, "images" | "materials">,
  losses: Losses,
  { decode, asciiNames, folder = FOLDER, maxSide }: ImageFileOptions,
): Promise<readonly ImageFile[]> {
  const names = new UniqueNames(asciiNames);
  const colors = colorImages(materials);
  const files: ImageFile[] = [];
  for (const [i, image] of images.entries()) {
    const { bytes, mimeType } = await readableImage(image, { isColor: colors.has(i), losses, decode, maxSide });
    const name = names.take(image.name.replace(/\.(?:png|jpe?g|webp|avif|tiff?|ktx2|bmp|tga)$/iu, ""), `texture_${i}`);
    files.push({ path: `${folder}/${name}.${extensions[mimeType] ?? "bin"}`, bytes });
  }
  return files;
}

interface Conversion {
  readonly isColor: boolean;
  readonly losses: Losses;
  readonly decode: ImageReader;
  readonly maxSide: number | undefined;
}

async function readableImage(
  { bytes, format, mimeType, source }: ImageModel,
  { isColor, losses, decode, maxSide }: Conversion,
): Promise<{ bytes: Uint8Array; mimeType: string }> {
  const size = maxSide === undefined ? undefined : otherSize(bytes, maxSide);
  if (size === undefined && (format === "image/png" || format === "image/jpeg")) return { bytes, mimeType: format };
  if (format === "") {
    losses.add(source, `The image is no file in ${imageFormats}: it is kept as it is, few viewers read it`);
    return { bytes, mimeType };
  }
  let image: DecodedImage;
  try {
    image = await decode(bytes, source);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    losses.add(source, `The image cannot be decoded and is kept as it is: ${reason}`);
    return { bytes, mimeType: format };
  }
  if (size !== undefined) image = resizeImage(image, ...size);
  // Numbers of normals and the like are not compressed with losses, if they were not before.
  const isJpeg = format === "image/jpeg" || (isColor && !lossless.has(format) && !hasAlpha(image));
  return isJpeg
    ? { bytes: await encodeJpeg(image, { quality: QUALITY }), mimeType: "image/jpeg" }
    : { bytes: await encodePng(image), mimeType: "image/png" };
}

/** The size that an image is to have; undefined if it has it. */
function otherSize(bytes: Uint8Array, maxSide: number): [width: number, height: number] | undefined {
  const head = readImageHead(bytes);
  if (head === undefined || head === null) return undefined;
  const { width, height } = head;
  const size: [number, number] = [powerOfTwo(width, maxSide), powerOfTwo(height, maxSide)];
  return size[0] === width && size[1] === height ? undefined : size;
}

function hasAlpha({ data }: DecodedImage): boolean {
  for (let i = 3; i < data.length; i += 4) if (data[i] < 255) return true;
  return false;
}

/** Images that are used as colors. */
function colorImages(materials: SceneModel["materials"]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { inputs } of materials) {
    for (const { texture } of Object.values(inputs)) if (texture?.colorSpace === "sRGB") found.add(texture.image);
  }
  return found;
}
