/**
 * PlayCanvas's compressed PLY: splats of four 32-bit integers, in chunks of 256 with the bounds of their values, and
 * harmonics of a byte each.
 */
import { AssetError } from "../errors/asset-error.ts";
import { checkCount } from "../limits/byte-budget.ts";
import { exp } from "@usdkit/base/math";
import type { SplatAsset } from "../model/asset.ts";
import type { LoadContext } from "../options/load-options.ts";
import { SkipCounter } from "../model/skip-counter.ts";
import { addSplat, finishSplats, harmonicFloats, makeSplatArrays, splatNumbers } from "../model/splat-arrays.ts";
import { typeSizes, type PlyElement, type PlyFile, type PlyType } from "./ply-header.ts";

const CHUNK = 256;
/** The constant of the first harmonic, 1 / (2·√π). */
const C0 = 0.28209479177387814;
const bounds = ["x", "y", "z", "scale_x", "scale_y", "scale_z"];
const colorBounds = ["r", "g", "b"];
const packed = ["packed_position", "packed_rotation", "packed_scale", "packed_color"];
/** Properties of the element `sh`, by degree. */
const restCounts = [0, 9, 24, 45];
/** Elements of one file: bounds, splats, harmonics. */
const MAX_ELEMENTS = 3;

/** Returns whether the rows of an element are packed splats. */
export function isCompressed({ properties }: PlyElement): boolean {
  return properties.some(({ name }) => name.startsWith("packed_"));
}

/** @throws {AssetError} if the elements are not those of the format, or there are more splats than the limits allow. */
export function readCompressedSplats(file: PlyFile, vertex: PlyElement, { limits, budget }: LoadContext): SplatAsset {
  const { count } = vertex;
  checkCount(count, limits, "splats", { where: "element vertex", offset: vertex.offset });
  const { columns, degree } = compressedColumns(file, vertex);
  const { chunks, splats, rest } = columns;
  const arrays = makeSplatArrays(count, degree, budget, "element vertex");
  const skips = new SkipCounter();
  const splat = splatNumbers();
  const coefficients = harmonicFloats(degree) / 3 - 1;
  for (let i = 0; i < count; i++) {
    const chunk = Math.floor(i / CHUNK);
    const [position, rotation, scale, color] = splats.map((read) => read(i));
    for (let k = 0; k < 3; k++) {
      const between = (bound: number, share: number): number =>
        chunks.least[bound](chunk) * (1 - share) + chunks.most[bound](chunk) * share;
      splat.position[k] = between(k, shareOf(position, k));
      splat.scale[k] = exp(between(3 + k, shareOf(scale, k)));
      const byte = ((color >>> (24 - 8 * k)) & 255) / 255;
      splat.color[k] = ((chunks.hasColors ? between(6 + k, byte) : byte) - 0.5) / C0;
    }
    unpackRotation(rotation, splat.rotation);
    splat.opacity = (color & 255) / 255;
    for (let k = 0, to = harmonicFloats(degree) * arrays.count + 3; k < coefficients; k++) {
      // The file contains all red coefficients first, then green, then blue.
      for (let c = 0; c < 3; c++) arrays.harmonics[to++] = coefficientOf(rest[c * coefficients + k](i));
    }
    addSplat(arrays, splat, skips);
  }
  return finishSplats(arrays, degree, skips);
}

/** Unpacks 11, 10 and 11 bits to fractions of the chunk's bounds. */
function shareOf(value: number, axis: number): number {
  if (axis === 0) return (value >>> 21) / 2047;
  return axis === 1 ? ((value >>> 11) & 1023) / 1023 : (value & 2047) / 2047;
}

/** Unpacks two bits for the omitted largest of w, x, y, z, and ten for each of the others, from −√½ to √½. */
function unpackRotation(value: number, out: Float64Array): void {
  const largest = value >>> 30;
  let shift = 20;
  let rest = 1;
  for (let k = 0; k < 4; k++) {
    if (k === largest) continue;
    const part = (((value >>> shift) & 1023) / 1023 - 0.5) * Math.SQRT2;
    out[k] = part;
    rest -= part * part;
    shift -= 10;
  }
  out[largest] = Math.sqrt(Math.max(0, rest));
}

/** The extreme bytes are the ends of −4 to 4, the others the centres of 256 steps. */
function coefficientOf(byte: number): number {
  const share = byte === 0 || byte === 255 ? byte / 255 : (byte + 0.5) / 256;
  return (share - 0.5) * 8;
}

/** Reads a number of a row. */
type ReadColumn = (row: number) => number;

interface CompressedColumns {
  readonly chunks: { readonly least: ReadColumn[]; readonly most: ReadColumn[]; readonly hasColors: boolean };
  readonly splats: ReadColumn[];
  readonly rest: ReadColumn[];
}

function compressedColumns(
  file: PlyFile,
  vertex: PlyElement,
): { readonly columns: CompressedColumns; readonly degree: 0 | 1 | 2 | 3 } {
  const { elements, format } = file.header;
  if (format !== "binary_little_endian" || elements.length > MAX_ELEMENTS) {
    throw malformed(vertex, "compressed splats are binary, little-endian, in the elements chunk, vertex and sh.");
  }
  const chunk = elements.find(({ name }) => name === "chunk");
  const harmonics = elements.find(({ name }) => name === "sh");
  if (chunk === undefined || chunk.count < Math.ceil(vertex.count / CHUNK)) {
    throw malformed(vertex, `${vertex.count} compressed splats need a row of the element chunk for each ${CHUNK}.`);
  }
  const degree = restCounts.indexOf(harmonics?.properties.length ?? 0);
  if (degree < 0 || (harmonics !== undefined && harmonics.count !== vertex.count)) {
    throw malformed(harmonics ?? vertex, "the element sh needs 9, 24 or 45 properties, and a row for each splat.");
  }
  const hasColors = chunk.properties.some(({ name }) => name === "min_r");
  const names = hasColors ? [...bounds, ...colorBounds] : bounds;
  const columnsOf = (element: PlyElement, type: PlyType, list: readonly string[]): ReadColumn[] =>
    list.map((name) => column(file, element, { name, type }));
  const restNames = Array.from({ length: restCounts[degree] }, (_, k) => `f_rest_${k}`);
  return {
    degree: degree as 0 | 1 | 2 | 3,
    columns: {
      chunks: {
        least: columnsOf(
          chunk,
          "float32",
          names.map((name) => `min_${name}`),
        ),
        most: columnsOf(
          chunk,
          "float32",
          names.map((name) => `max_${name}`),
        ),
        hasColors,
      },
      splats: columnsOf(vertex, "uint32", packed),
      rest: harmonics === undefined ? [] : columnsOf(harmonics, "uint8", restNames),
    },
  };
}

/** The sizes of the elements were checked; lists make them unknown, and are rejected. */
function column(
  { bytes, header: { elements, dataOffset } }: PlyFile,
  element: PlyElement,
  { name, type }: { readonly name: string; readonly type: PlyType },
): ReadColumn {
  const sizeOf = ({ properties }: PlyElement): number => {
    if (properties.some(({ countType }) => countType !== null)) throw malformed(element, "lists are not expected.");
    return properties.reduce((sum, property) => sum + typeSizes[property.type], 0);
  };
  const index = element.properties.findIndex((property) => property.name === name);
  if (index < 0 || element.properties[index].type !== type) {
    throw malformed(element, `compressed splats need the property ${name} of type ${type}.`);
  }
  const before = elements.slice(0, elements.indexOf(element));
  const start = before.reduce((sum, other) => sum + other.count * sizeOf(other), dataOffset);
  const within = element.properties.slice(0, index).reduce((sum, property) => sum + typeSizes[property.type], 0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [stride, at] = [sizeOf(element), start + within];
  if (type === "float32") return (row) => view.getFloat32(at + row * stride, true);
  if (type === "uint32") return (row) => view.getUint32(at + row * stride, true);
  return (row) => view.getUint8(at + row * stride);
}

function malformed({ name, offset }: PlyElement, message: string): AssetError {
  return new AssetError("malformed", message, { where: `element ${name}`, offset });
}
