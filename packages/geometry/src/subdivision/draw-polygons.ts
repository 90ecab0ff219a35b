/** Polygons of prims as triangles. */
import { areFinite } from "@usdkit/base";
import { meshFaces, type BadFaces, type FaceArrays } from "../mesh/mesh-faces.ts";
import { drawSurface, planSurface, type SurfacePlan } from "../mesh/mesh-surface.ts";
import type { ValueCounts } from "../mesh/primvar-values.ts";
import { surfaceNormals, surfacePrimvars } from "../mesh/surface-primvars.ts";
import type { TriangleGeometry } from "../model/geometry.ts";
import type { GeometryOptions } from "../model/geometry-options.ts";
import type { PrimReader } from "../model/prim-reader.ts";
import type { Stencils } from "../mesh/stencils.ts";
import { refinePoints, refineSurface } from "./refine-surface.ts";
import type { SubdivisionScheme } from "./subdivide.ts";

/** The faces of a prim. */
export interface Polygons extends Omit<FaceArrays, "points"> {
  readonly scheme: SubdivisionScheme | "none";
}

/** Reads the faces of a prim that has some points. */
export type ReadPolygons = (points: Float32Array) => Polygons;

/** What of a mesh does not depend on where its points are. */
interface MeshPlan {
  /** Undefined if there is nothing to draw. */
  readonly surface: SurfacePlan | undefined;
  /** How points become those of the surface. */
  readonly steps: readonly Stencils[];
  readonly counts: ValueCounts;
}

/**
 * Returns the faces of a prim as triangles. One with a subdivision scheme has smooth normals, and is its control cage at level 0, as in the
 * reference's renderers; one without is flat where it has no normals. Of points that move, the first ones decide how faces become
 * triangles, so that only positions and normals change.
 */
export function drawPolygons(
  prim: PrimReader,
  options: GeometryOptions,
  read: ReadPolygons,
): TriangleGeometry | undefined {
  const rest = prim.restPoints() ?? new Float32Array();
  const points = prim.floats("points") ?? new Float32Array();
  const isAtRest = points === rest || (areFinite(points) && areFinite(rest) && points.length === rest.length);
  const { surface, steps, counts } = isAtRest
    ? prim.kept("plan", [rest], () => planMesh(prim, { ...read(rest), points: rest }, options))
    : planMesh(prim, { ...read(points), points }, options);
  if (surface === undefined) return undefined;
  return drawSurface(
    surface,
    refinePoints(steps, points),
    surface.look.isSmooth ? undefined : surfaceNormals(prim, counts),
  );
}

function planMesh(prim: PrimReader, arrays: Polygons & FaceArrays, { subdivisionLevel }: GeometryOptions): MeshPlan {
  const { good, bad } = meshFaces(arrays);
  reportFaces(prim, bad);
  reportFaceIndices(prim, arrays);
  const { scheme } = arrays;
  const counts = valueCounts(arrays);
  const authored = { arrays, primvars: surfacePrimvars(prim, counts), faceOf: null };
  const look = {
    isSmooth: scheme !== "none",
    isLeftHanded: isLeftHanded(prim),
    isDoubleSided: prim.isTrue("doubleSided"),
    subsets: prim.faceSubsets(),
  };
  if (scheme === "none" || subdivisionLevel === 0) {
    return { surface: planSurface(authored, good, look), steps: [], counts };
  }
  const refined = refineSurface(prim, authored, good, { scheme, levels: subdivisionLevel });
  return { surface: planSurface(refined, meshFaces(refined.arrays).good, look), steps: refined.steps, counts };
}

function valueCounts({ points, counts, vertexIndices }: FaceArrays): ValueCounts {
  const total = Math.floor(points.length / 3);
  return { constant: 1, uniform: counts.length, varying: total, vertex: total, faceVarying: vertexIndices.length };
}

function isLeftHanded(prim: PrimReader): boolean {
  const orientation = prim.token("orientation");
  if (orientation !== "rightHanded" && orientation !== "leftHanded" && orientation !== "") {
    const found = `Expected "rightHanded" or "leftHanded", found ${JSON.stringify(orientation)}`;
    prim.problem("orientation", `${found}: the faces are drawn as right-handed ones`);
  }
  return orientation === "leftHanded";
}

/** Reports indices of faces that the prim does not have: holes, and those of subsets. */
function reportFaceIndices(prim: PrimReader, { counts, holes }: FaceArrays): void {
  const outside = (faces: Int32Array): number => faces.filter((face) => face < 0 || face >= counts.length).length;
  const bad = outside(holes);
  if (bad > 0) prim.problem("holeIndices", `Ignored ${bad} of ${holes.length}: the mesh has ${counts.length} faces`);
  for (const { path, faces } of prim.faceSubsets()) {
    const wrong = outside(faces);
    const name = path.slice(path.lastIndexOf("/") + 1);
    const message = `Ignored ${wrong} of the ${faces.length} indices of the subset "${name}": the mesh has ${counts.length} faces`;
    if (wrong > 0) prim.problem("", message);
  }
}

function reportFaces(prim: PrimReader, bad: BadFaces): void {
  const { tooSmall, outOfRange, notFinite, withoutCorners, surplusCorners } = bad;
  const report = (property: string, count: number, what: string): void => {
    if (count > 0) prim.problem(property, `${count} ${count === 1 ? "face is" : "faces are"} not drawn: ${what}`);
  };
  report("faceVertexCounts", tooSmall, "fewer than three corners");
  report("faceVertexIndices", outOfRange, "a corner is no point of the mesh");
  report("points", notFinite, "a coordinate is not finite");
  report("faceVertexCounts", withoutCorners, "the counts ask for more corners than there are indices");
  if (surplusCorners > 0) {
    prim.problem("faceVertexIndices", `Ignored ${surplusCorners} at the end: the counts have no faces for them`);
  }
}
