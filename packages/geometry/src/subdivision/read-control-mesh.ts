/** Reads what a Mesh says about its subdivision. */
import type { FaceArrays, MeshFaces } from "../mesh/mesh-faces.ts";
import type { PrimReader } from "../model/prim-reader.ts";
import { edgeKey, firstCorners, INFINITE, meshEdges, type ControlMesh } from "./control-mesh.ts";

/** A control mesh, and which of its faces only support those around them (`interpolateBoundary = "none"`). */
export interface ReadControlMesh {
  readonly mesh: ControlMesh;
  readonly hidden: ReadonlySet<number>;
}

/** Returns the faces of a Mesh with its creases and corners. Sharpnesses without an edge or a point are problems. */
export function readControlMesh(
  prim: PrimReader,
  { points, vertexIndices }: FaceArrays,
  { faces, ranges }: MeshFaces,
): ReadControlMesh {
  const vertices = Math.floor(points.length / 3);
  const counts = faces.map((_, i) => ranges[2 * i + 1]);
  const corners = new Int32Array(counts.reduce((sum, count) => sum + count, 0));
  const firsts = firstCorners(counts);
  for (let i = 0; i < counts.length; i++) {
    corners.set(vertexIndices.subarray(ranges[2 * i], ranges[2 * i] + counts[i]), firsts[i]);
  }
  const sharpVertices = readCorners(prim, vertices);
  const mesh: ControlMesh = {
    vertices,
    counts,
    corners,
    faceOf: faces,
    sharpEdges: readCreases(prim, vertices),
    sharpVertices,
  };
  const boundary = prim.token("interpolateBoundary");
  if (boundary === "none") return { mesh, hidden: boundaryFaces(mesh) };
  if (boundary !== "edgeOnly") for (const vertex of endsOfBoundary(mesh)) sharpVertices.set(vertex, INFINITE);
  return { mesh, hidden: new Set() };
}

function readCreases(prim: PrimReader, vertices: number): Map<number, number> {
  const indices = prim.integers("creaseIndices") ?? new Int32Array();
  const lengths = prim.integers("creaseLengths") ?? new Int32Array();
  const sharpnesses = prim.floats("creaseSharpnesses") ?? new Float32Array();
  const edges = lengths.reduce((sum, length) => sum + Math.max(0, length - 1), 0);
  const isByEdge = sharpnesses.length === edges && edges !== lengths.length;
  const found = new Map<number, number>();
  let [bad, at, edge] = [0, 0, 0];
  for (const [crease, length] of lengths.entries()) {
    if (length < 2 || at + length > indices.length) {
      bad += lengths.length - crease;
      break;
    }
    for (let i = at; i + 1 < at + length; i++, edge++) {
      const [a, b, sharpness] = [indices[i], indices[i + 1], sharpnesses[isByEdge ? edge : crease]];
      if (a < 0 || b < 0 || a >= vertices || b >= vertices || !(sharpness >= 0)) bad++;
      else found.set(edgeKey(vertices, a, b), sharpness);
    }
    at += length;
  }
  if (bad > 0) prim.problem("creaseIndices", `${bad} of the creases have no points or no sharpness: they are ignored`);
  return found;
}

function readCorners(prim: PrimReader, vertices: number): Map<number, number> {
  const indices = prim.integers("cornerIndices") ?? new Int32Array();
  const sharpnesses = prim.floats("cornerSharpnesses") ?? new Float32Array();
  const found = new Map<number, number>();
  let bad = 0;
  for (const [i, vertex] of indices.entries()) {
    if (vertex < 0 || vertex >= vertices || !(sharpnesses[i] >= 0)) bad++;
    else found.set(vertex, sharpnesses[i]);
  }
  if (bad > 0) prim.problem("cornerIndices", `${bad} of the corners have no point or no sharpness: they are ignored`);
  return found;
}

/** Returns the vertices that are in only one face. */
function endsOfBoundary({ vertices, corners }: ControlMesh): number[] {
  const uses = new Uint32Array(vertices);
  for (const vertex of corners) uses[vertex]++;
  return Array.from(uses.keys()).filter((vertex) => uses[vertex] === 1);
}

/** Returns the faces with a vertex on an edge of the mesh. */
function boundaryFaces(mesh: ControlMesh): Set<number> {
  const { count, ends, faces } = meshEdges(mesh);
  const isAtEnd = new Uint8Array(mesh.vertices);
  for (let edge = 0; edge < count; edge++) {
    if (faces[edge] === 1) isAtEnd[ends[2 * edge]] = isAtEnd[ends[2 * edge + 1]] = 1;
  }
  const firsts = firstCorners(mesh.counts);
  const isAtBoundary = (_: number, face: number): boolean =>
    mesh.corners.subarray(firsts[face], firsts[face + 1]).some((vertex) => isAtEnd[vertex] === 1);
  return new Set(mesh.faceOf.filter(isAtBoundary));
}
