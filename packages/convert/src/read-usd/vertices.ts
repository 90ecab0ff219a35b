/** Values of vertices as glTF allows them. */
import type { TriangleGeometry, VertexPrimvars, VertexValues } from "@usdkit/geometry";
import type { CustomAttribute, Vertices } from "../model/mesh.ts";

/** Which of the values of vertices are seen. */
export interface SeenValues {
  readonly colors: boolean;
  readonly opacities: boolean;
}

/** Primvars that have a meaning of their own. */
const KNOWN = new Set(["displayColor", "displayOpacity", "normals", "tangents", "widths"]);

/** Returns the vertices of a shape. */
export function verticesOf(
  shape: {
    readonly positions: Float32Array;
    readonly normals: Float32Array | null;
    readonly primvars: VertexPrimvars;
    readonly indices: Uint32Array | null;
  },
  seen: SeenValues,
): Vertices {
  const { positions, primvars, indices } = shape;
  const count = positions.length / 3;
  const value = (name: string, size: number): Float32Array | null => {
    const found = primvars.get(name);
    return found?.components === size ? finite(spread(found, count)) : null;
  };
  const texCoords = new Map<string, Float32Array>();
  const custom = new Map<string, CustomAttribute>();
  for (const [name, values] of primvars) {
    if (KNOWN.has(name) || name.startsWith("skel:")) continue;
    if (values.components === 2) texCoords.set(name, finite(spread(values, count)));
    else custom.set(name, { values: finite(spread(values, count)), size: values.components });
  }
  const colors = value("displayColor", 3);
  if (!seen.colors && colors !== null) custom.set("displayColor", { values: colors, size: 3 });
  const normals = shape.normals && wholeNormals(shape.normals, positions, indices);
  return {
    count,
    positions,
    normals,
    tangents: normals && unitTangents(value("tangents", 4)),
    texCoords: sorted(texCoords),
    colors: seen.colors ? colors : null,
    opacities: seen.opacities ? value("displayOpacity", 1) : null,
    influences: null,
    custom,
    targets: [],
  };
}

/** `st` is the first set. */
function sorted(texCoords: ReadonlyMap<string, Float32Array>): ReadonlyMap<string, Float32Array> {
  const rank = (name: string): number => (name === "st" ? 0 : name === "UVMap" || name === "uv" ? 1 : 2);
  return new Map(Array.from(texCoords).toSorted(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)));
}

function spread({ components, values, isConstant }: VertexValues, count: number): Float32Array {
  if (!isConstant) return values;
  const result = new Float32Array(components * count);
  for (let i = 0; i < count; i++) result.set(values.subarray(0, components), components * i);
  return result;
}

function finite(values: Float32Array): Float32Array {
  return values.every(Number.isFinite) ? values : values.map((value) => (Number.isFinite(value) ? value : 0));
}

/** Vertices without a normal have that of their triangles. */
function wholeNormals(normals: Float32Array, positions: Float32Array, indices: Uint32Array | null): Float32Array {
  const isMissing = (i: number): boolean =>
    normals[3 * i] === 0 && normals[3 * i + 1] === 0 && normals[3 * i + 2] === 0;
  const count = normals.length / 3;
  let missing = false;
  for (let i = 0; i < count && !missing; i++) missing = isMissing(i);
  if (!missing) return normals;
  const sums = new Float64Array(normals.length);
  for (let t = 0; indices !== null && t < indices.length; t += 3) addFace(sums, positions, indices.subarray(t, t + 3));
  const result = normals.slice();
  for (let i = 0; i < count; i++) {
    if (!isMissing(i)) continue;
    const length = Math.hypot(sums[3 * i], sums[3 * i + 1], sums[3 * i + 2]);
    for (let k = 0; k < 3; k++) result[3 * i + k] = length > 0 ? sums[3 * i + k] / length : k === 1 ? 1 : 0;
  }
  return result;
}

function addFace(sums: Float64Array, positions: Float32Array, corners: Uint32Array): void {
  const [a, b, c] = corners;
  const edge = (from: number, to: number, k: number): number => positions[3 * to + k] - positions[3 * from + k];
  const [ux, uy, uz] = [edge(a, b, 0), edge(a, b, 1), edge(a, b, 2)];
  const [vx, vy, vz] = [edge(a, c, 0), edge(a, c, 1), edge(a, c, 2)];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  for (const corner of corners) for (let k = 0; k < 3; k++) sums[3 * corner + k] += normal[k];
}

/** Tangents of another length than 1 are no tangents. */
function unitTangents(tangents: Float32Array | null): Float32Array | null {
  if (tangents === null) return null;
  const result = new Float32Array(tangents.length);
  for (let i = 0; i < tangents.length; i += 4) {
    const length = Math.hypot(tangents[i], tangents[i + 1], tangents[i + 2]);
    if (!(length > 0)) return null;
    for (let k = 0; k < 3; k++)
      result[i + k] = Math.abs(length - 1) < 1e-5 ? tangents[i + k] : tangents[i + k] / length;
    result[i + 3] = tangents[i + 3] < 0 ? -1 : 1;
  }
  return result;
}

/** Returns the ranges of triangles of a geometry with their indices. */
export function groupIndices({ indices, groups }: TriangleGeometry): readonly Uint32Array[] {
  return groups.map(({ firstTriangle, triangles }) =>
    indices.subarray(3 * firstTriangle, 3 * (firstTriangle + triangles)),
  );
}
