import { normalized, smoothNormals } from "../mesh/smooth-normals.ts";
import { primvarFault } from "../mesh/primvar-values.ts";
import type { TriangleGeometry, VertexValues } from "../model/geometry.ts";
import type { PrimReader, Primvar } from "../model/prim-reader.ts";
import { knotVector, type KnotVector, type Parameter } from "../nurbs/knot-vector.ts";
import { sampleSurface, type SampledSurface } from "../nurbs/nurbs-surface.ts";
import { applyStencils, StencilWriter, type Stencils } from "../mesh/stencils.ts";
import { pointWeights } from "./nurbs-curves.ts";

interface Directions {
  readonly u: KnotVector;
  readonly v: KnotVector;
}

/** What of a patch does not depend on where its points are. */
interface PatchPlan extends Directions {
  readonly surface: SampledSurface;
}

/** A NurbsPatch: its surface, rational or polynomial, with its own normals. Trim curves are not drawn. */
export function nurbsPatch(prim: PrimReader): TriangleGeometry | undefined {
  const plan = prim.kept("plan", [], () => planPatch(prim));
  if (plan === undefined) return undefined;
  const points = prim.floats("points") ?? new Float32Array();
  const { surface, u, v } = plan;
  const expected = u.points * v.points;
  if (points.length < 3 * expected) {
    const found = Math.floor(points.length / 3);
    prim.problem("points", `Expected ${expected} points, found ${found}: the patch is not drawn`);
    return undefined;
  }
  if (!points.subarray(0, 3 * expected).every(Number.isFinite)) {
    prim.problem("points", "A coordinate is not finite: the patch is not drawn");
    return undefined;
  }
  const positions = applyStencils(surface.points, points, 3);
  const indices = gridTriangles(surface, prim.token("orientation") === "leftHanded");
  return {
    type: "triangles",
    positions,
    normals: normalsOf(surface, points, { positions, indices }),
    primvars: primvarsOf(prim, plan),
    pointOf: null,
    indices,
    groups: [{ subset: null, firstTriangle: 0, triangles: indices.length / 3 }],
    isDoubleSided: prim.isTrue("doubleSided"),
  };
}

function planPatch(prim: PrimReader): PatchPlan | undefined {
  const u = direction(prim, "u");
  const v = direction(prim, "v");
  if (u === undefined || v === undefined) return undefined;
  if ((prim.integers("trimCurve:counts")?.length ?? 0) > 0)
    prim.problem("trimCurve:counts", "Trim curves are not drawn");
  const surface = sampleSurface({ u, v, weights: pointWeights(prim, u.points * v.points) });
  if (surface !== undefined) return { u, v, surface };
  prim.problem("points", "There are too many control points: the patch is not drawn");
  return undefined;
}

function direction(prim: PrimReader, axis: "u" | "v"): KnotVector | undefined {
  const vector = knotVector({
    knots: prim.doubles(`${axis}Knots`) ?? new Float64Array(),
    order: prim.number(`${axis}Order`) ?? 0,
    points: prim.number(`${axis}VertexCount`) ?? 0,
    range: Array.from(prim.doubles(`${axis}Range`) ?? []),
  });
  if (typeof vector !== "string") return vector;
  prim.problem(`${axis}Knots`, `${vector}: the patch is not drawn`);
  return undefined;
}

/** Counterclockwise about the cross product of the directions u and v, unless the patch is left-handed. */
function gridTriangles({ columns, rows }: SampledSurface, isLeftHanded: boolean): Uint32Array {
  const width = columns.length;
  const indices = new Uint32Array(6 * (width - 1) * (rows.length - 1));
  let at = 0;
  for (let row = 0; row + 1 < rows.length; row++) {
    for (let column = 0; column + 1 < width; column++) {
      const a = row * width + column;
      const [b, c, d] = [a + 1, a + width + 1, a + width];
      indices.set(isLeftHanded ? [a, c, b, a, d, c] : [a, b, c, a, c, d], at);
      at += 6;
    }
  }
  return indices;
}

interface Grid {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

/** The cross products of both tangents, on the side that the triangles face; where one tangent is zero, as at poles, that of a neighbor. */
function normalsOf(surface: SampledSurface, points: Float32Array, { positions, indices }: Grid): Float32Array {
  const du = applyStencils(surface.alongU, points, 3);
  const dv = applyStencils(surface.alongV, points, 3);
  const crossed = new Float64Array(du.length);
  for (let i = 0; i < du.length; i += 3) {
    crossed[i] = du[i + 1] * dv[i + 2] - du[i + 2] * dv[i + 1];
    crossed[i + 1] = du[i + 2] * dv[i] - du[i] * dv[i + 2];
    crossed[i + 2] = du[i] * dv[i + 1] - du[i + 1] * dv[i];
  }
  const normals = normalized(crossed);
  const isZero = (i: number): boolean => normals[i] === 0 && normals[i + 1] === 0 && normals[i + 2] === 0;
  const row = 3 * surface.columns.length;
  for (let i = 0; i < normals.length; i += 3) {
    if (!isZero(i)) continue;
    const neighbor = [i - row, i + row, i - 3, i + 3].find((at) => at >= 0 && at < normals.length && !isZero(at));
    if (neighbor !== undefined) normals.copyWithin(i, neighbor, neighbor + 3);
  }
  const faced = smoothNormals(positions, indices, null);
  for (let i = 0; i < normals.length; i += 3) {
    const agreement = normals[i] * faced[i] + normals[i + 1] * faced[i + 1] + normals[i + 2] * faced[i + 2];
    if (agreement < 0) for (let k = 0; k < 3; k++) normals[i + k] = -normals[i + k];
  }
  return normals;
}

function primvarsOf(prim: PrimReader, { surface, u, v }: PatchPlan): ReadonlyMap<string, VertexValues> {
  const [uSegments, vSegments] = [u.points - u.degree, v.points - v.degree];
  const ends = (uSegments + 1) * (vSegments + 1);
  const counts = {
    constant: 1,
    uniform: uSegments * vSegments,
    vertex: u.points * v.points,
    varying: ends,
    faceVarying: ends,
  };
  const found = new Map<string, VertexValues>();
  for (const name of prim.primvarNames()) {
    const primvar = prim.primvar(name);
    if (primvar === undefined || primvar.values.length === 0) continue;
    const expected = name === "displayColor" ? 3 : name === "displayOpacity" ? 1 : primvar.components;
    const fault =
      primvar.components === expected
        ? primvarFault(primvar, counts)
        : `Expected ${expected} numbers a value, found ${primvar.components}`;
    if (fault === undefined) found.set(name, valuesOf(primvar, surface, uSegments));
    else prim.problem(`primvars:${name}`, `${fault}: the patch is drawn without it`);
  }
  return found;
}

function valuesOf(primvar: Primvar, surface: SampledSurface, uSegments: number): VertexValues {
  const { components, interpolation, indices } = primvar;
  const elements = indices ?? Int32Array.from({ length: primvar.values.length / components }, (_, i) => i);
  const values = new Float32Array(components * elements.length);
  for (let i = 0; i < values.length; i++)
    values[i] = primvar.values[components * elements[Math.floor(i / components)] + (i % components)];
  if (interpolation === "constant") return { components, values: values.slice(0, components), isConstant: true };
  const stencils =
    interpolation === "vertex" ? surface.points : placeStencils(surface, interpolation === "uniform", uSegments);
  return { components, values: applyStencils(stencils, values, components), isConstant: false };
}

/** Values at the ends of segments, or of segments, as those of samples. */
function placeStencils({ columns, rows }: SampledSurface, isUniform: boolean, uSegments: number): Stencils {
  const writer = new StencilWriter(columns.length * rows.length, 4 * columns.length * rows.length);
  const last = (all: readonly Parameter[]): number => Math.floor(all[all.length - 2].place);
  const [lastColumn, lastRow] = [last(columns), last(rows)];
  for (const row of rows) {
    const j = Math.min(lastRow, Math.floor(row.place));
    for (const column of columns) {
      const i = Math.min(lastColumn, Math.floor(column.place));
      const [s, t] = [column.place - i, row.place - j];
      if (isUniform) writer.add(j * uSegments + i, 1);
      else {
        const first = j * (uSegments + 1) + i;
        writer.add(first, (1 - s) * (1 - t));
        writer.add(first + 1, s * (1 - t));
        writer.add(first + uSegments + 1, (1 - s) * t);
        writer.add(first + uSegments + 2, s * t);
      }
      writer.end();
    }
  }
  return writer.stencils();
}
