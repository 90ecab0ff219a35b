/** The surface of a mesh as the vertices and triangles that are drawn. */
import type { TriangleGeometry } from "../model/drawable.ts";
import type { FaceSubset, Primvar } from "../model/prim-reader.ts";
import { groupBySubset } from "./group-by-subset.ts";
import { withoutHoles, type FaceArrays, type MeshFaces } from "./mesh-faces.ts";
import { differsByFace, primvarValues } from "./primvar-values.ts";
import { normalized, smoothNormals } from "./smooth-normals.ts";
import type { SurfacePrimvars } from "./surface-primvars.ts";
import { triangulate } from "./triangulate.ts";
import { cornerVertices, pointVertices, type Vertices } from "./vertices.ts";

/** A mesh with primvars that fit it. */
export interface MeshSurface {
  readonly arrays: FaceArrays;
  readonly primvars: SurfacePrimvars;
  /** Of each face: the one that the prim authors; null if they are the same. */
  readonly faceOf: Int32Array | null;
}

/** How a surface is drawn. */
export interface SurfaceLook {
  readonly isSmooth: boolean;
  readonly isLeftHanded: boolean;
  readonly isDoubleSided: boolean;
  readonly subsets: readonly FaceSubset[];
}

/** Returns the triangles of a surface; undefined if all of its faces are holes. */
export function drawSurface(
  { arrays, primvars, faceOf }: MeshSurface,
  faces: MeshFaces,
  { isSmooth, isLeftHanded, isDoubleSided, subsets }: SurfaceLook,
): TriangleGeometry | undefined {
  const drawn = withoutHoles(faces, arrays.holes);
  if (drawn.faces.length === 0) return undefined;
  const { colors, opacities, texCoords } = primvars;
  // Normals of a smooth surface are its own.
  const normals = isSmooth ? undefined : primvars.normals;
  const used = [normals, colors, opacities, ...texCoords.values()];
  const triangles = triangulate(drawn, arrays);
  const vertices = used.some((each) => each !== undefined && differsByFace(each))
    ? cornerVertices(arrays, drawn, triangles)
    : pointVertices(arrays, triangles);
  const indices = isLeftHanded ? turnedOver(vertices.indices) : vertices.indices;
  const valuesOf = (primvar: Primvar | undefined): Float32Array | null =>
    primvar === undefined ? null : primvarValues(primvar, vertices);
  const authoredNormals = valuesOf(normals);
  const authoredFaces = triangles.faceOf.map((face) => faceOf?.[drawn.faces[face]] ?? drawn.faces[face]);
  return {
    type: "triangles",
    positions: primvarValues(atPoints(arrays.points), vertices),
    normals: isSmooth ? smoothAt(arrays.points, vertices, indices) : authoredNormals && normalized(authoredNormals),
    colors: valuesOf(colors),
    opacities: valuesOf(opacities),
    texCoords: new Map(Array.from(texCoords, ([name, primvar]) => [name, primvarValues(primvar, vertices)])),
    ...groupBySubset(subsets, authoredFaces, indices),
    isDoubleSided,
  };
}

function atPoints(values: Float32Array): Primvar {
  return { components: 3, values, interpolation: "vertex", indices: null };
}

function smoothAt(points: Float32Array, vertices: Vertices, indices: Uint32Array): Float32Array {
  const pointOf = indices.map((vertex) => vertices.points[vertex]);
  return primvarValues(atPoints(smoothNormals(points, pointOf)), vertices);
}

/** The faces of a left-handed mesh go clockwise seen from the front. */
function turnedOver(indices: Uint32Array): Uint32Array {
  const turned = indices.slice();
  for (let i = 0; i < turned.length; i += 3) [turned[i + 1], turned[i + 2]] = [indices[i + 2], indices[i + 1]];
  return turned;
}
