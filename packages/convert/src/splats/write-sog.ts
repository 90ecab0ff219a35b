/** SOG archives of version 2: splats in lossless WebP images, with a pixel for each splat. */
import { encodeWebp } from "@usdkit/assets";
import { archiveParts } from "@usdkit/usdz";
import { ln } from "@usdkit/base/math";
import type { SplatCloud } from "../model/splats.ts";
import { makeCodebook, type Codebook } from "./codebook.ts";
import { makePalette } from "./palette.ts";
import { logarithmOf } from "./trained-values.ts";

/** Entries of a codebook, whose indices are bytes. */
const BOOK_SIZE = 256;
/** Palette entries of harmonics per row of their image. */
const PALETTE_COLUMNS = 64;
/** Base value of the fourth byte of a quaternion: the index of the omitted one of w, x, y, z is added. */
const FIRST_TAG = 252;
const MAX_16 = 65535;

/** An image of the archive. */
interface PixelImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * Returns the parts of a SOG archive. The order of splats is kept.
 *
 * @throws ImageError if the platform has no lossless encoder: in browsers
 */
export async function sogParts({ splats }: SplatCloud): Promise<Iterable<Uint8Array>> {
  const { count, degree, positions, scales, orientations, opacities, harmonics } = splats;
  const width = 3 * (degree + 1) ** 2;
  const size = imageSize(count);
  const means = positionImages(positions, size);
  const logarithms = scales.map(logarithmOf);
  const scaleBook = makeCodebook(logarithms, BOOK_SIZE);
  const colors = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) colors.set(harmonics.subarray(width * i, width * i + 3), 3 * i);
  const colorBook = makeCodebook(colors, BOOK_SIZE);
  const sh0 = indexImage(colors, colorBook, size);
  for (let i = 0; i < count; i++) sh0.data[4 * i + 3] = Math.round(255 * opacities[i]);
  const images = new Map<string, PixelImage>([
    ["means_l.webp", means.low],
    ["means_u.webp", means.high],
    ["scales.webp", indexImage(logarithms, scaleBook, size)],
    ["quats.webp", quaternionImage(orientations, size)],
    ["sh0.webp", sh0],
  ]);
  const rest = degree === 0 ? undefined : restImages(harmonics, { count, degree, width, size });
  if (rest !== undefined) {
    images.set("shN_centroids.webp", rest.centroids);
    images.set("shN_labels.webp", rest.labels);
  }
  const meta = {
    version: 2,
    asset: { generator: "@usdkit/convert" },
    count,
    means: { mins: means.mins, maxs: means.maxs, files: ["means_l.webp", "means_u.webp"] },
    scales: { codebook: padded(scaleBook), files: ["scales.webp"] },
    quats: { files: ["quats.webp"] },
    sh0: { codebook: padded(colorBook), files: ["sh0.webp"] },
    ...(rest === undefined ? {} : { shN: rest.meta }),
  };
  const encoded = await Promise.all(
    Array.from(images, async ([path, image]) => ({ path, data: await encodeWebp(image, { lossless: true }) })),
  );
  return archiveParts([{ path: "meta.json", data: new TextEncoder().encode(JSON.stringify(meta)) }, ...encoded]);
}

/** Readers expect all entries. */
function padded({ entries }: Codebook): readonly number[] {
  const last = entries[entries.length - 1];
  return Array.from({ length: BOOK_SIZE }, (_, i) => Math.fround(entries[i] ?? last));
}

/** Nearly square, of multiples of four pixels. */
function imageSize(count: number): { readonly width: number; readonly height: number } {
  const width = Math.max(4, 4 * Math.ceil(Math.sqrt(count) / 4));
  return { width, height: Math.max(4, 4 * Math.ceil(count / width / 4)) };
}

function emptyImage({ width, height }: Omit<PixelImage, "data">): PixelImage {
  const data = new Uint8Array(4 * width * height);
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return { width, height, data };
}

/** Positions on a logarithmic scale, in two bytes. */
function positionImages(
  positions: Float32Array,
  size: Omit<PixelImage, "data">,
): { readonly low: PixelImage; readonly high: PixelImage; readonly mins: number[]; readonly maxs: number[] } {
  const values = Float64Array.from(positions, (value) => Math.sign(value) * ln(Math.abs(value) + 1));
  const mins = [Infinity, Infinity, Infinity];
  const maxs = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < values.length; i++) {
    mins[i % 3] = Math.min(mins[i % 3], values[i]);
    maxs[i % 3] = Math.max(maxs[i % 3], values[i]);
  }
  if (values.length === 0) for (const list of [mins, maxs]) list.fill(0);
  const [low, high] = [emptyImage(size), emptyImage(size)];
  for (let i = 0; i < values.length; i++) {
    const k = i % 3;
    const range = maxs[k] - mins[k];
    const step = range > 0 ? Math.round((MAX_16 * (values[i] - mins[k])) / range) : 0;
    const at = 4 * ((i - k) / 3) + k;
    low.data[at] = step & 255;
    high.data[at] = step >> 8;
  }
  return { low, high, mins, maxs };
}

/** Three numbers a splat, each the index of an entry of a codebook. */
function indexImage(values: Float32Array, { indexOf }: Codebook, size: Omit<PixelImage, "data">): PixelImage {
  const image = emptyImage(size);
  for (let i = 0; i < values.length; i++) image.data[4 * Math.floor(i / 3) + (i % 3)] = indexOf(values[i]);
  return image;
}

/** Without the largest component, which is made positive. */
function quaternionImage(orientations: Float32Array, size: Omit<PixelImage, "data">): PixelImage {
  const image = emptyImage(size);
  for (let i = 0; 4 * i < orientations.length; i++) {
    let largest = 0;
    for (let k = 1; k < 4; k++) {
      if (Math.abs(orientations[4 * i + k]) > Math.abs(orientations[4 * i + largest])) largest = k;
    }
    const sign = orientations[4 * i + largest] < 0 ? -1 : 1;
    let at = 4 * i;
    for (let k = 0; k < 4; k++) {
      if (k === largest) continue;
      const share = (sign * orientations[4 * i + k] * Math.SQRT2 + 1) / 2;
      image.data[at++] = Math.round(255 * Math.min(1, Math.max(0, share)));
    }
    image.data[4 * i + 3] = FIRST_TAG + largest;
  }
  return image;
}

interface RestInput {
  readonly count: number;
  readonly degree: number;
  /** Numbers of the harmonics of a splat. */
  readonly width: number;
  readonly size: Omit<PixelImage, "data">;
}

interface RestImages {
  readonly centroids: PixelImage;
  readonly labels: PixelImage;
  readonly meta: object;
}

/** Harmonics of degree 1 and more: a palette, and for each splat its entry. */
function restImages(harmonics: Float32Array, { count, degree, width, size }: RestInput): RestImages {
  const own = width - 3;
  const vectors = new Float32Array(own * count);
  for (let i = 0; i < count; i++) vectors.set(harmonics.subarray(width * i + 3, width * (i + 1)), own * i);
  const { entries, labels } = makePalette(vectors, own, paletteSize(count));
  const book = makeCodebook(entries, BOOK_SIZE);
  const paletteCount = entries.length / own;
  const coefficients = own / 3;
  const centroids = emptyImage({
    width: PALETTE_COLUMNS * coefficients,
    height: Math.max(1, Math.ceil(paletteCount / PALETTE_COLUMNS)),
  });
  // Entries follow each other in rows, so pixels do as well.
  for (let i = 0; i < entries.length; i++) {
    centroids.data[4 * Math.floor(i / 3) + (i % 3)] = book.indexOf(entries[i]);
  }
  const ofSplats = emptyImage(size);
  for (let i = 0; i < count; i++) {
    ofSplats.data[4 * i] = labels[i] & 255;
    ofSplats.data[4 * i + 1] = labels[i] >> 8;
  }
  const files = ["shN_centroids.webp", "shN_labels.webp"];
  return { centroids, labels: ofSplats, meta: { count: paletteCount, bands: degree, codebook: padded(book), files } };
}

/** 1024 to 65536 entries, as the writer of the format's makers has it. */
function paletteSize(count: number): number {
  return 1024 * Math.min(64, 2 ** Math.max(0, Math.floor(Math.log2(count / 1024))));
}
