/** Points and lines of a glTF. */
import { encodeSrgb } from "@usdkit/base/math";
import type { SkipCounter } from "../model/skip-counter.ts";
import { elementCount, floatsOf } from "./accessor-floats.ts";
import type { Gltf, GltfPrimitive } from "./gltf-types.ts";
import { valuesOfVertices, type Accessors, type VertexValues } from "./vertex-values.ts";

const [POINTS, LINES, LINE_LOOP, LINE_STRIP] = [0, 1, 2, 3];

/** Returns how many points or lines a primitive of so many vertices or indices has. */
export function pointCount(mode: number, length: number): number {
  if (mode === POINTS || (mode === LINE_LOOP && length > 1)) return length;
  if (mode === LINES) return length >> 1;
  return mode === LINE_STRIP ? Math.max(0, length - 1) : 0;
}

/** The vertices of a primitive of points or lines, and which of them are drawn. */
export interface PointVertices {
  readonly vertexValues: VertexValues;
  readonly positions: Float32Array;
  /** RGB, sRGB bytes, flat length 3n. */
  readonly colors: Uint8Array;
  /** Vertices of points, or of the beginnings of lines. */
  readonly from: Uint32Array;
  /** Vertices of the ends of lines; null for points. */
  readonly to: Uint32Array | null;
}

/** Returns the points or lines of a primitive; null without positions. */
export function readPoints(
  gltf: Gltf,
  accessors: Accessors,
  { attributes, indices, mode, material }: GltfPrimitive,
  skips: SkipCounter,
): PointVertices | null {
  const position = accessors[attributes["POSITION"]] ?? null;
  const listed = indices === undefined ? null : (accessors[indices] ?? null);
  if (position?.size !== 3 || (indices !== undefined && listed === null)) {
    skips.add("primitiveWithoutPositions");
    return null;
  }
  const vertices = elementCount(position);
  const vertexValues = valuesOfVertices(accessors, vertices, null);
  const order = listed?.array ?? null;
  const length = order?.length ?? vertices;
  const count = pointCount(mode, length);
  const from = new Uint32Array(count);
  const to = mode === POINTS ? null : new Uint32Array(count);
  const vertexAt = (i: number): number => (order === null ? i : order[i]);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const first = mode === LINES ? 2 * i : i;
    const [a, b] = [vertexAt(first), vertexAt(to === null ? first : (first + 1) % length)];
    if (a >= vertices || b >= vertices) continue;
    from[kept] = a;
    if (to !== null) to[kept] = b;
    kept++;
  }
  skips.add("indexOutOfRange", count - kept);
  return {
    vertexValues,
    positions: floatsOf(position),
    colors: colorsOf(vertexValues, attributes["COLOR_0"], vertices, baseColor(gltf, material)),
    from: from.subarray(0, kept),
    to: to?.subarray(0, kept) ?? null,
  };
}

function baseColor({ materials }: Gltf, material: number | undefined): readonly number[] {
  const own = material === undefined ? undefined : materials[material];
  const glossy = own?.extensions?.KHR_materials_pbrSpecularGlossiness;
  return glossy?.diffuseFactor ?? own?.pbrMetallicRoughness?.baseColorFactor ?? [1, 1, 1];
}

function colorsOf(
  values: VertexValues,
  attribute: number | undefined,
  count: number,
  factor: readonly number[],
): Uint8Array {
  const found = values(attribute, [3, 4]);
  const floats = found === null ? null : floatsOf(found);
  const size = found?.size ?? 0;
  const bytes = new Uint8Array(3 * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      const linear = factor[k] * (floats === null ? 1 : floats[size * i + k]);
      bytes[3 * i + k] = Math.round(255 * encodeSrgb(Math.min(1, Math.max(0, Number.isFinite(linear) ? linear : 0))));
    }
  }
  return bytes;
}

/** Returns three numbers of each of some vertices. */
export function pickedVertices<T extends Float32Array | Uint8Array>(values: T, vertices: Uint32Array): T {
  const make = values.slice(0, 0).constructor as new (length: number) => T;
  const result = new make(3 * vertices.length);
  for (let i = 0; i < vertices.length; i++) {
    for (let k = 0; k < 3; k++) result[3 * i + k] = values[3 * vertices[i] + k];
  }
  return result;
}
