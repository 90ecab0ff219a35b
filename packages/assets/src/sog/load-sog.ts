/** SOG, PlayCanvas's splats in WebP images: an archive of a `meta.json` and lossless images with a pixel for each splat. */
import * as z from "zod";
import { keepsClearColors } from "#image-decoder";
import { AssetError, type AssetProblem } from "../errors/asset-error.ts";
import { checkCount } from "../limits/byte-budget.ts";
import { exp } from "@usdkit/base/math";
import type { SplatAsset } from "../model/asset.ts";
import { decodeImage } from "../images/decode-image.ts";
import type { DecodedImage } from "../images/image-decoder.ts";
import type { LoadContext } from "../options/load-options.ts";
import { SkipCounter } from "../model/skip-counter.ts";
import { addSplat, finishSplats, harmonicFloats, makeSplatArrays, splatNumbers } from "../model/splat-arrays.ts";
import { META } from "./is-sog.ts";
import type { DirectoryEntry } from "@usdkit/usdz";
import { readZipEntry, zipEntries } from "../compression/zip-entries.ts";

/** Maximum size of the JSON: codebooks have 256 numbers. */
const MAX_META = 1 << 20;
/** Palette entries of harmonics per row of its image. */
const PALETTE_COLUMNS = 64;
/** Base value of the fourth byte of a quaternion: the index of the omitted one of w, x, y, z is added. */
const FIRST_TAG = 252;
/** The quaternion w, x, y, z. */
const NO_ROTATION = [1, 0, 0, 0];
/** Coefficients per channel beyond the first, by degree. */
const restOfDegree = [0, 3, 8, 15];

const three = z.tuple([z.number(), z.number(), z.number()]);
const codebook = z.array(z.number()).max(256);
const oneFile = z.array(z.string()).length(1);
const twoFiles = z.tuple([z.string(), z.string()]);
const metaSchema = z.object({
  version: z.literal(2),
  count: z.int().min(0),
  means: z.object({ mins: three, maxs: three, files: twoFiles }),
  scales: z.object({ codebook, files: oneFile }),
  quats: z.object({ files: oneFile }),
  sh0: z.object({ codebook, files: oneFile }),
  shN: z.object({ count: z.int().min(0), bands: z.int().min(1).max(3), codebook, files: twoFiles }).optional(),
});

type Meta = z.output<typeof metaSchema>;

/**
 * Returns the splats of a SOG archive of version 2.
 *
 * @throws {AssetError} if an entry is missing or damaged, an image is too small, or a limit does not allow it.
 */
export async function loadSog(bytes: Uint8Array, context: LoadContext): Promise<SplatAsset> {
  if (!keepsClearColors && context.decodeImage === undefined) {
    const message =
      'a canvas changes the bytes of images with alpha: give the option "decodeImage", or convert the file to SPZ.';
    throw fault("unsupported", message, META);
  }
  const archive = { bytes, entries: zipEntries(bytes) ?? [] };
  const meta = await readMeta(archive, context);
  const { count } = meta;
  checkCount(count, context.limits, "splats", { where: META });
  const images = new ImageReader(archive, context);
  const [low, high] = [await images.read(meta.means.files[0], count), await images.read(meta.means.files[1], count)];
  const quaternions = await images.read(meta.quats.files[0], count);
  const sizes = await images.read(meta.scales.files[0], count);
  const colors = await images.read(meta.sh0.files[0], count);
  const rest = await readRest(images, meta);
  const degree = rest.degree;
  const arrays = makeSplatArrays(count, degree, context.budget, META);
  const skips = new SkipCounter();
  const scaleBook = Float64Array.from(meta.scales.codebook, exp);
  const splat = splatNumbers();
  const { mins, maxs } = meta.means;
  for (let i = 0; i < count; i++) {
    const at = 4 * i;
    for (let k = 0; k < 3; k++) {
      const share = (low[at + k] | (high[at + k] << 8)) / 65535;
      splat.position[k] = fromLogarithm(mins[k] + (maxs[k] - mins[k]) * share);
      splat.scale[k] = scaleBook[sizes[at + k]] ?? NaN;
      splat.color[k] = meta.sh0.codebook[colors[at + k]] ?? NaN;
    }
    splat.opacity = colors[at + 3] / 255;
    unpackRotation(quaternions, at, splat.rotation);
    rest.write(i, arrays.harmonics, harmonicFloats(degree) * arrays.count + 3);
    addSplat(arrays, splat, skips);
  }
  return finishSplats(arrays, degree, skips);
}

/** The inverse of sign(x)·ln(|x| + 1). */
function fromLogarithm(value: number): number {
  const size = exp(Math.abs(value)) - 1;
  return value < 0 ? -size : size;
}

/** The largest component is left out; the others are bytes from −√½ to √½. Other tags are no rotation, as the format's reader has it. */
function unpackRotation(bytes: Uint8Array, at: number, out: Float64Array): void {
  const largest = bytes[at + 3] - FIRST_TAG;
  if (largest < 0) {
    out.set(NO_ROTATION);
    return;
  }
  let from = at;
  let rest = 1;
  for (let k = 0; k < 4; k++) {
    if (k === largest) continue;
    const part = ((bytes[from++] / 255) * 2 - 1) * Math.SQRT1_2;
    out[k] = part;
    rest -= part * part;
  }
  out[largest] = Math.sqrt(Math.max(0, rest));
}

/** Writes the harmonics of degree 1 and more of a splat. */
interface RestReader {
  readonly degree: 0 | 1 | 2 | 3;
  readonly write: (splat: number, harmonics: Float32Array, to: number) => void;
}

/** A palette of coefficients, each a byte that counts in a codebook, and for each splat its entry of the palette. */
async function readRest(images: ImageReader, { shN, count }: Meta): Promise<RestReader> {
  if (shN === undefined) return { degree: 0, write: () => undefined };
  const degree = shN.bands as 1 | 2 | 3;
  const coefficients = restOfDegree[degree];
  const palette = await images.readImage(shN.files[0]);
  const labels = await images.read(shN.files[1], count);
  const rows = Math.ceil(shN.count / PALETTE_COLUMNS);
  if (palette.width !== PALETTE_COLUMNS * coefficients || palette.height < rows) {
    const message = `${shN.count} entries of degree ${degree} need ${PALETTE_COLUMNS * coefficients} × ${rows} pixels, not ${palette.width} × ${palette.height}.`;
    throw fault("malformed", message, shN.files[0]);
  }
  return {
    degree,
    write(splat, harmonics, to) {
      const label = labels[4 * splat] | (labels[4 * splat + 1] << 8);
      const row = Math.floor(label / PALETTE_COLUMNS);
      const from = 4 * (row * palette.width + (label % PALETTE_COLUMNS) * coefficients);
      for (let k = 0; k < coefficients; k++) {
        for (let c = 0; c < 3; c++) {
          const value = label < shN.count ? shN.codebook[palette.data[from + 4 * k + c]] : 0;
          harmonics[to + 3 * k + c] = value ?? NaN;
        }
      }
    },
  };
}

interface Archive {
  readonly bytes: Uint8Array;
  readonly entries: readonly DirectoryEntry[];
}

/** Decodes images of an archive. */
class ImageReader {
  readonly #archive: Archive;
  readonly #context: LoadContext;

  constructor(archive: Archive, context: LoadContext) {
    this.#archive = archive;
    this.#context = context;
  }

  async readImage(name: string): Promise<DecodedImage> {
    const bytes = await readZipEntry(this.#archive.bytes, findEntry(this.#archive, name), this.#context.budget);
    return await decodeImage(bytes, name.slice(0, 200), this.#context);
  }

  /** The RGBA bytes of an image with a pixel for each splat. */
  async read(name: string, count: number): Promise<Uint8Array> {
    const { width, height, data } = await this.readImage(name);
    if (width * height >= count) return data;
    throw fault("truncated", `${count} splats need as many pixels, not ${width} × ${height}.`, name);
  }
}

async function readMeta(archive: Archive, context: LoadContext): Promise<Meta> {
  const entry = findEntry(archive, META);
  if (entry.size > MAX_META) throw fault("limit", `${entry.size} bytes are more than ${MAX_META}.`, META);
  const bytes = await readZipEntry(archive.bytes, entry, context.budget);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AssetError("malformed", `the JSON cannot be read: ${reason}.`, { where: META, cause });
  }
  const { data, error } = metaSchema.safeParse(json);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  if (issue.path[0] === "version") {
    const command = "npx @playcanvas/splat-transform in.sog out.sog";
    throw fault("unsupported", `version 2 of SOG is supported. Convert the file: ${command}`, META);
  }
  throw fault("malformed", `${issue.path.map(String).join(".")}: ${issue.message}.`, META);
}

function findEntry({ entries }: Archive, name: string): DirectoryEntry {
  const entry = entries.find((other) => other.name === name);
  if (entry === undefined) throw fault("malformed", `the archive has no ${JSON.stringify(name.slice(0, 80))}.`, META);
  return entry;
}

function fault(problem: AssetProblem, message: string, where: string): AssetError {
  return new AssetError(problem, message, { where });
}
