/** The surface of a mesh as the vertices and triangles that are drawn. */
import { areFinite, inBlocks } from "@usdkit/base";
import type { TriangleGeometry, TriangleGroup, VertexPrimvars } from "../model/geometry.ts";
import type { FaceSubset, Primvar } from "../model/prim-reader.ts";
import { groupBySubset } from "./group-by-subset.ts";
import { withoutHoles, type FaceArrays, type MeshFaces } from "./mesh-faces.ts";
import { differsByFace, valuesAt, vertexValues } from "./primvar-values.ts";
import { normalized, smoothNormals } from "./smooth-normals.ts";
import type { SurfacePrimvars } from "./surface-primvars.ts";
import { triangulate } from "./triangulate.ts";
import type { Vertices } from "./vertex-places.ts";
import { cornerVertices, pointVertices, type CornerVertices } from "./vertices.ts";

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

/** All of a drawn surface but its positions and normals, which follow from the places of its points. */
export interface SurfacePlan {
  readonly vertices: Vertices;
  readonly primvars: VertexPrimvars;
  readonly indices: Uint32Array;
  readonly groups: readonly TriangleGroup[];
  readonly look: SurfaceLook;
  /** Its number of points. */
  readonly points: number;
}

/** Returns the plan of a surface; undefined if all of its faces are holes. */
export function planSurface(surface: MeshSurface, faces: MeshFaces, look: SurfaceLook): SurfacePlan | undefined {
  const { arrays, primvars, faceOf } = surface;
  const drawn = withoutHoles(faces, arrays.holes);
  if (drawn.faces.length === 0) return undefined;
  const triangles = triangulate(drawn, arrays);
  const { vertices, ofCorner } = verticesOf(surface, drawn, look);
  const indices = new Uint32Array(triangles.corners.length);
  const { corners } = triangles;
  // The faces of a left-handed mesh go clockwise seen from the front.
  const places: CornerPlaces = { corners, ofCorner, second: look.isLeftHanded ? 2 : 1 };
  inBlocks(indices.length / 3, (from, to) => placeTriangles(indices, places, 3 * from, 3 * to));
  return {
    vertices,
    primvars: new Map(Array.from(primvars.byName, ([name, primvar]) => [name, vertexValues(primvar, vertices)])),
    ...groupBySubset(look.subsets, indices, () =>
      triangles.faceOf.map((face) => faceOf?.[drawn.faces[face]] ?? drawn.faces[face]),
    ),
    look,
    points: Math.floor(arrays.points.length / 3),
  };
}

/** Corners of triangles, and the vertex of each. */
interface CornerPlaces {
  readonly corners: Uint32Array;
  readonly ofCorner: ArrayLike<number>;
  /** Which of three corners is the second vertex. */
  readonly second: 1 | 2;
}

function placeTriangles(
  indices: Uint32Array,
  { corners, ofCorner, second }: CornerPlaces,
  from: number,
  to: number,
): void {
  const third = 3 - second;
  for (let i = from; i < to; i += 3) {
    indices[i] = ofCorner[corners[i]];
    indices[i + 1] = ofCorner[corners[i + second]];
    indices[i + 2] = ofCorner[corners[i + third]];
  }
}

function verticesOf({ arrays, primvars }: MeshSurface, drawn: MeshFaces, { isSmooth }: SurfaceLook): CornerVertices {
  const used = isSmooth ? [...primvars.byName.values()] : [primvars.normals, ...primvars.byName.values()];
  const byFace = used.flatMap((each) => (each !== undefined && differsByFace(each) ? [each] : []));
  return byFace.length === 0 ? pointVertices(arrays) : cornerVertices(arrays, drawn, byFace);
}

/**
 * Returns the triangles of a surface whose points are at some places.
 *
 * @param points flat; finite where triangles use them
 * @param normals of a surface that is not smooth; it is flat without
 */
export function drawSurface(plan: SurfacePlan, points: Float32Array, normals: Primvar | undefined): TriangleGeometry {
  const { vertices, primvars, indices, groups, look } = plan;
  const authored = normals === undefined ? null : normalized(valuesAt(normals, vertices));
  return {
    type: "triangles",
    positions: finite(valuesAt(atPoints(points), vertices)),
    normals: look.isSmooth ? smoothAt(points, vertices, indices) : authored,
    primvars,
    pointOf: vertices.places?.points ?? null,
    indices,
    groups,
    isDoubleSided: look.isDoubleSided,
  };
}

function atPoints(values: Float32Array): Primvar {
  return { components: 3, values, interpolation: "vertex", indices: null };
}

/** Points that no face uses may be anywhere. */
function finite(positions: Float32Array): Float32Array {
  return areFinite(positions) ? positions : positions.map((value) => (Number.isFinite(value) ? value : 0));
}

function smoothAt(points: Float32Array, vertices: Vertices, indices: Uint32Array): Float32Array {
  const { places } = vertices;
  return valuesAt(atPoints(smoothNormals(points, indices, places?.points ?? null)), vertices);
}
