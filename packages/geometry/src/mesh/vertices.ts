/** The vertices of a mesh that are drawn: its points, or the corners of its faces. */
import type { Primvar } from "../model/prim-reader.ts";
import type { FaceArrays, MeshFaces } from "./mesh-faces.ts";
import { placeOf, type VertexPlaces, type Vertices } from "./vertex-places.ts";

/** Vertices, and which of them each corner has, by its index into `faceVertexIndices`. */
export interface CornerVertices {
  readonly vertices: Vertices;
  readonly ofCorner: Uint32Array | Int32Array;
}

/** Returns the points as vertices: faces share them. */
export function pointVertices({ points, vertexIndices }: FaceArrays): CornerVertices {
  return { vertices: { count: Math.floor(points.length / 3), places: null }, ofCorner: vertexIndices };
}

const NONE = 0xffffffff;

/**
 * Returns vertices whose values may differ from face to face: corners at a point that have the same values share one.
 *
 * @param primvars whose values differ from face to face, without faults
 */
export function cornerVertices(
  { points, vertexIndices }: FaceArrays,
  { faces, ranges }: MeshFaces,
  primvars: readonly Primvar[],
): CornerVertices {
  let total = 0;
  for (let i = 1; i < ranges.length; i += 2) total += ranges[i];
  const places = { points: new Uint32Array(total), corners: new Uint32Array(total), faces: new Uint32Array(total) };
  const ofCorner = new Uint32Array(vertexIndices.length);
  // The vertices at each point are a list.
  const first = new Uint32Array(Math.floor(points.length / 3)).fill(NONE);
  const next = new Uint32Array(total);
  let count = 0;
  for (let i = 0; i < faces.length; i++) {
    const [start, face] = [ranges[2 * i], faces[i]];
    for (let corner = start; corner < start + ranges[2 * i + 1]; corner++) {
      const point = vertexIndices[corner];
      places.points[count] = point;
      places.corners[count] = corner;
      places.faces[count] = face;
      let found = first[point];
      while (found !== NONE && !isSame(primvars, places, found, count)) found = next[found];
      if (found === NONE) {
        found = count++;
        next[found] = first[point];
        first[point] = found;
      }
      ofCorner[corner] = found;
    }
  }
  const used = {
    points: places.points.slice(0, count),
    corners: places.corners.slice(0, count),
    faces: places.faces.slice(0, count),
  };
  return { vertices: { count, places: used }, ofCorner };
}

/** Returns whether two vertices have the same values. */
function isSame(primvars: readonly Primvar[], places: VertexPlaces, a: number, b: number): boolean {
  for (const { interpolation, indices, components, values } of primvars) {
    let [first, second] = [placeOf(interpolation, places, a), placeOf(interpolation, places, b)];
    if (indices !== null) [first, second] = [indices[first], indices[second]];
    if (first === second) continue;
    for (let k = 0; k < components; k++) {
      if (values[components * first + k] !== values[components * second + k]) return false;
    }
  }
  return true;
}
