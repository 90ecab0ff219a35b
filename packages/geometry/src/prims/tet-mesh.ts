import type { TriangleGeometry } from "../model/geometry.ts";
import type { GeometryOptions } from "../model/geometry-options.ts";
import type { PrimReader } from "../model/prim-reader.ts";
import { drawPolygons } from "../subdivision/draw-polygons.ts";
import { surfaceTriangles } from "../mesh/tetrahedra.ts";

/**
 * A TetMesh: the triangles of its surface, or without them those that only one of its tetrahedra has. It is smooth, and subdivided as a mesh
 * with the scheme "catmullClark", as in the reference's renderers.
 */
export function tetMesh(prim: PrimReader, options: GeometryOptions): TriangleGeometry | undefined {
  return drawPolygons(prim, options, (points) => {
    const authored = prim.integers("surfaceFaceVertexIndices") ?? new Int32Array();
    const tetrahedra = prim.integers("tetVertexIndices") ?? new Int32Array();
    const vertexIndices = authored.length > 0 ? authored : surfaceTriangles(tetrahedra, Math.floor(points.length / 3));
    const counts = new Int32Array(Math.floor(vertexIndices.length / 3)).fill(3);
    return { counts, vertexIndices, holes: new Int32Array(), scheme: "catmullClark" };
  });
}
