import type { TriangleGeometry } from "../model/geometry.ts";
import type { GeometryOptions } from "../model/geometry-options.ts";
import type { PrimReader } from "../model/prim-reader.ts";
import { drawPolygons } from "../subdivision/draw-polygons.ts";
import type { SubdivisionScheme } from "../subdivision/subdivide.ts";

/** A Mesh: its faces as triangles. */
export function mesh(prim: PrimReader, options: GeometryOptions): TriangleGeometry | undefined {
  return drawPolygons(prim, options, () => ({
    counts: prim.integers("faceVertexCounts") ?? new Int32Array(),
    vertexIndices: prim.integers("faceVertexIndices") ?? new Int32Array(),
    holes: prim.integers("holeIndices") ?? new Int32Array(),
    scheme: subdivisionScheme(prim),
  }));
}

function subdivisionScheme(prim: PrimReader): SubdivisionScheme | "none" {
  const scheme = prim.token("subdivisionScheme");
  if (scheme === "none" || scheme === "catmullClark" || scheme === "loop" || scheme === "bilinear") return scheme;
  const known = '"catmullClark", "loop", "bilinear" or "none"';
  prim.problem(
    "subdivisionScheme",
    `Expected ${known}, found ${JSON.stringify(scheme)}: the mesh is drawn as with "none"`,
  );
  return "none";
}
