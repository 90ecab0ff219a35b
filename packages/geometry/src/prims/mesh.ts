import { meshFaces, type BadFaces, type FaceArrays } from "../mesh/mesh-faces.ts";
import { drawSurface, type MeshSurface } from "../mesh/mesh-surface.ts";
import type { ValueCounts } from "../mesh/primvar-values.ts";
import { surfacePrimvars } from "../mesh/surface-primvars.ts";
import type { TriangleGeometry } from "../model/drawable.ts";
import type { GeometryOptions } from "../model/geometry-options.ts";
import type { PrimReader } from "../model/prim-reader.ts";
import { refineSurface } from "../subdivision/refine-surface.ts";
import type { SubdivisionScheme } from "../subdivision/subdivide.ts";

/**
 * A Mesh: its faces as triangles. One with a subdivision scheme has smooth normals, and is its control cage at level 0, as in the
 * reference's renderers; one without is flat where it has no normals.
 */
export function mesh(prim: PrimReader, { subdivisionLevel }: GeometryOptions): TriangleGeometry | undefined {
  const arrays: FaceArrays = {
    points: prim.floats("points") ?? new Float32Array(),
    counts: prim.integers("faceVertexCounts") ?? new Int32Array(),
    vertexIndices: prim.integers("faceVertexIndices") ?? new Int32Array(),
    holes: prim.integers("holeIndices") ?? new Int32Array(),
  };
  const { good, bad } = meshFaces(arrays);
  reportFaces(prim, bad);
  const scheme = subdivisionScheme(prim);
  const authored: MeshSurface = { arrays, primvars: surfacePrimvars(prim, valueCounts(arrays)), faceOf: null };
  const look = {
    isSmooth: scheme !== "none",
    isLeftHanded: prim.token("orientation") === "leftHanded",
    isDoubleSided: prim.isTrue("doubleSided"),
    subsets: prim.faceSubsets(),
  };
  if (scheme === "none" || subdivisionLevel === 0) return drawSurface(authored, good, look);
  const refined = refineSurface(prim, authored, good, { scheme, levels: subdivisionLevel });
  return drawSurface(refined, meshFaces(refined.arrays).good, look);
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

function valueCounts({ points, counts, vertexIndices }: FaceArrays): ValueCounts {
  const total = Math.floor(points.length / 3);
  return { constant: 1, uniform: counts.length, varying: total, vertex: total, faceVarying: vertexIndices.length };
}

function reportFaces(prim: PrimReader, { tooSmall, outOfRange, notFinite, withoutCorners }: BadFaces): void {
  const report = (property: string, count: number, what: string): void => {
    if (count > 0) prim.problem(property, `${count} ${count === 1 ? "face is" : "faces are"} not drawn: ${what}`);
  };
  report("faceVertexCounts", tooSmall, "fewer than three corners");
  report("faceVertexIndices", outOfRange, "a corner is no point of the mesh");
  report("points", notFinite, "a coordinate is not finite");
  report("faceVertexCounts", withoutCorners, "the counts ask for more corners than there are indices");
}
