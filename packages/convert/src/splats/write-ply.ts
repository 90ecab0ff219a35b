/** PLY files of splats, in the encoding of training. */
import type { ListedValues, PlyOrigin, SplatCloud } from "../model/splats.ts";
import { logarithmOf, logitOf, opacityOf, scaleOf } from "./trained-values.ts";

/** Rows that are written at a time. */
const PIECE_ROWS = 1 << 14;

/** Some rows of a file. */
interface Rows {
  readonly floats: Float32Array;
  readonly stride: number;
  /** Index of the first splat. */
  readonly first: number;
}

/** Writes a property of all splats, as column `at` of rows. */
type FillColumn = (rows: Rows, at: number) => void;

/**
 * Returns the parts of a binary PLY file of splats: logarithms of scales, logits of opacities. Splats that were read from a PLY file have its
 * properties in its order, and its numbers where their attributes have not changed since.
 */
export function* plyParts(cloud: SplatCloud): Generator<Uint8Array, void, undefined> {
  const { count, degree } = cloud.splats;
  const names = propertyNames(degree, cloud.origin);
  const header = [
    "ply",
    "format binary_little_endian 1.0",
    ...(cloud.origin?.comments ?? []).flatMap((text) => (isComment(text) ? [`comment ${text}`] : [])),
    `element vertex ${count}`,
    ...names.map((name) => `property float ${name}`),
    "end_header",
    "",
  ];
  yield new TextEncoder().encode(header.join("\n"));
  const fills = columnFills(cloud);
  const stride = names.length;
  for (let first = 0; first < count; first += PIECE_ROWS) {
    const rows = Math.min(PIECE_ROWS, count - first);
    const floats = new Float32Array(rows * stride);
    for (const [at, name] of names.entries()) fills.get(name)?.({ floats, stride, first }, at);
    yield littleEndian(floats);
  }
}

function isComment(text: string): boolean {
  return !/[\r\n]/u.test(text) && text.length < 4096;
}

/** Returns the properties of a file: those of its origin, and those of splats that it lacks. */
function propertyNames(degree: number, origin: PlyOrigin | null): readonly string[] {
  const rest = 3 * ((degree + 1) ** 2 - 1);
  const all = [
    ..."x y z nx ny nz f_dc_0 f_dc_1 f_dc_2".split(" "),
    ...Array.from({ length: rest }, (_, i) => `f_rest_${i}`),
    ..."opacity scale_0 scale_1 scale_2 rot_0 rot_1 rot_2 rot_3".split(" "),
  ];
  if (origin === null) return all;
  const known = new Set(origin.properties.filter((name) => /^[!-~]+$/u.test(name)));
  // Normals are 0 in all files of splats: without them a file has as much.
  const needed = all.filter((name) => !/^n[xyz]$/u.test(name) && !known.has(name));
  const isRest = /^f_rest_(\d+)$/u;
  const kept = [...known].filter(
    (name) => Number(isRest.exec(name)?.[1] ?? 0) < Math.max(rest, 1) || !isRest.test(name),
  );
  return [...kept.filter((name) => rest > 0 || !isRest.test(name)), ...needed];
}

function columnFills({ splats, origin }: SplatCloud): ReadonlyMap<string, FillColumn> {
  const { positions, scales, orientations, opacities, harmonics, degree } = splats;
  const rest = (degree + 1) ** 2 - 1;
  const width = 3 * (rest + 1);
  const fills = new Map<string, FillColumn>();
  for (const [k, name] of ["x", "y", "z"].entries()) fills.set(name, copied(positions, 3, k));
  for (let c = 0; c < 3; c++) {
    fills.set(`f_dc_${c}`, copied(harmonics, width, c));
    // All red coefficients first, then green, then blue.
    for (let k = 0; k < rest; k++) fills.set(`f_rest_${c * rest + k}`, copied(harmonics, width, 3 + 3 * k + c));
    const logarithms = listedOf(origin?.scales, (value, index) => Object.is(scaleOf(value), scales[index]));
    fills.set(`scale_${c}`, computed(scales, { width: 3, offset: c }, logarithmOf, logarithms));
  }
  const logits = listedOf(origin?.opacities, (value, index) => Object.is(opacityOf(value), opacities[index]));
  fills.set("opacity", computed(opacities, { width: 1, offset: 0 }, logitOf, logits));
  const trained = origin === null ? orientations : trainedOrientations(orientations, origin.orientations);
  for (let k = 0; k < 4; k++) fills.set(`rot_${k}`, copied(trained, 4, k));
  for (const [name, values] of origin?.columns ?? []) {
    if (!fills.has(name) && values.length === splats.count) fills.set(name, copied(values, 1, 0));
  }
  return fills;
}

function copied(values: Float32Array, width: number, offset: number): FillColumn {
  return ({ floats, stride, first }, at) => {
    for (let i = at, from = first * width + offset; i < floats.length; i += stride, from += width) {
      floats[i] = values[from];
    }
  };
}

/** Values by index. */
type Listed = (index: number) => number | undefined;

interface Place {
  readonly width: number;
  readonly offset: number;
}

/** Numbers that are listed, and computed ones otherwise. */
function computed(
  values: Float32Array,
  { width, offset }: Place,
  compute: (value: number) => number,
  listed: Listed,
): FillColumn {
  return ({ floats, stride, first }, at) => {
    for (let i = at, from = first * width + offset; i < floats.length; i += stride, from += width) {
      floats[i] = listed(from) ?? compute(values[from]);
    }
  };
}

/** Returns listed numbers by index, those alone that still give the attribute's value. */
function listedOf(list: ListedValues | null | undefined, isCurrent: (value: number, index: number) => boolean): Listed {
  if (list === null || list === undefined) return () => undefined;
  const { indices, values } = list;
  // Indices are asked for in ascending order, so the next one is near the last.
  let next = 0;
  return (index) => {
    if (indices !== null) {
      if (next > 0 && indices[next - 1] >= index) next = 0;
      while (next < indices.length && indices[next] < index) next++;
      if (indices[next] !== index) return undefined;
    }
    const value = values[indices === null ? index : next];
    return value !== undefined && isCurrent(value, index) ? value : undefined;
  };
}

/** Returns quaternions as they were, where they still give the orientations. */
function trainedOrientations(orientations: Float32Array, list: ListedValues | null): Float32Array {
  if (list === null) return orientations;
  const trained = orientations.slice();
  const { indices, values } = list;
  for (let n = 0; n < values.length / 4; n++) {
    const index = indices === null ? n : indices[n];
    const quaternion = values.subarray(4 * n, 4 * n + 4);
    let norm2 = 0;
    for (let k = 0; k < 4; k++) norm2 += quaternion[k] * quaternion[k];
    const unit = 1 / Math.sqrt(norm2);
    const isCurrent = quaternion.every((value, k) => Object.is(Math.fround(value * unit), orientations[4 * index + k]));
    if (isCurrent) trained.set(quaternion, 4 * index);
  }
  return trained;
}

const hostIsLittleEndian = /* @__PURE__ */ (() => new Uint8Array(new Uint16Array([1]).buffer)[0] === 1)();

function littleEndian(floats: Float32Array): Uint8Array {
  const bytes = new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength);
  if (hostIsLittleEndian) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < floats.length; i++) view.setFloat32(4 * i, floats[i], true);
  return bytes;
}
