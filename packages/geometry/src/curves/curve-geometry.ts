/** The geometry of curves: tubes of their widths. */
import type { TriangleGeometry } from "../model/drawable.ts";
import type { PrimReader, Primvar } from "../model/prim-reader.ts";
import { valuesAtSamples, type SampledCurve } from "./sampled-curve.ts";
import { tube } from "./tube.ts";

/** Of curves without widths: their diameter, as a share of the diagonal of their bounds. */
const DEFAULT_DIAMETER = 1 / 500;
/** Curves with their control points. */
export interface CurvePoints {
  /** Flat, three numbers a point. */
  readonly points: Float32Array;
  readonly curves: readonly SampledCurve[];
}

/** Returns the curves of a prim as tubes; undefined if there is none. Those with points that are not finite are left out. */
export function curveGeometry(prim: PrimReader, { points, curves }: CurvePoints): TriangleGeometry | undefined {
  const widths = checkedPrimvar(prim, "widths", prim.widths(), { points, curves, components: 1 });
  const colors = checkedPrimvar(prim, "primvars:displayColor", prim.primvar("displayColor"), {
    points,
    curves,
    components: 3,
  });
  const diameter = DEFAULT_DIAMETER * diagonalOf(points);
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  const rgb: number[] = [];
  let [notFinite, varyingStart] = [0, 0];
  for (const [i, curve] of curves.entries()) {
    const at = { curve, index: i, varyingStart };
    varyingStart += varyingCount(curve);
    const centres = valuesAtSamples(curve, points, 3);
    const diameters =
      widths === undefined ? new Float64Array(curve.samples.length).fill(diameter) : valuesOf(widths, at);
    if (![...centres, ...diameters].every(Number.isFinite)) {
      notFinite++;
      continue;
    }
    const drawn = tube(centres, diameters, curve.isClosed);
    const first = positions.length / 3;
    for (const value of drawn.positions) positions.push(value);
    for (const value of drawn.normals) normals.push(value);
    for (const index of drawn.indices) indices.push(first + index);
    if (colors === undefined) continue;
    const along = valuesOf(colors, at);
    for (const place of drawn.places) rgb.push(along[3 * place], along[3 * place + 1], along[3 * place + 2]);
  }
  if (notFinite > 0)
    prim.problem("points", `${notFinite} of the curves have numbers that are not finite and are not drawn`);
  if (indices.length === 0) return undefined;
  return {
    type: "triangles",
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    colors: colors === undefined ? null : Float32Array.from(rgb),
    opacities: null,
    texCoords: new Map(),
    indices: Uint32Array.from(indices),
    groups: [{ subset: null, firstTriangle: 0, triangles: indices.length / 3 }],
    isDoubleSided: true,
  };
}

/** A curve among those of its prim. */
interface CurvePlace {
  readonly curve: SampledCurve;
  readonly index: number;
  /** Of its first value of interpolation `varying`. */
  readonly varyingStart: number;
}

function varyingCount({ segments, isClosed }: SampledCurve): number {
  return isClosed ? segments : segments + 1;
}

function valuesOf(primvar: Primvar, { curve, index, varyingStart }: CurvePlace): Float64Array {
  const { components, interpolation } = primvar;
  const values = flat(primvar);
  if (interpolation === "vertex") return valuesAtSamples(curve, values, components);
  const result = new Float64Array(components * curve.samples.length);
  for (const [i, { place }] of curve.samples.entries()) {
    const segment = Math.min(curve.segments - 1, Math.floor(place));
    const isByEnd = interpolation === "varying";
    const low = isByEnd ? varyingStart + segment : interpolation === "uniform" ? index : 0;
    const high = isByEnd ? varyingStart + ((segment + 1) % varyingCount(curve)) : low;
    const t = isByEnd ? place - segment : 0;
    for (let k = 0; k < components; k++) {
      result[components * i + k] = (1 - t) * values[components * low + k] + t * values[components * high + k];
    }
  }
  return result;
}

interface ExpectedValues extends CurvePoints {
  readonly components: number;
}

function checkedPrimvar(
  prim: PrimReader,
  property: string,
  primvar: Primvar | undefined,
  { points, curves, components }: ExpectedValues,
): Primvar | undefined {
  if (primvar === undefined) return undefined;
  const needed = {
    constant: 1,
    uniform: curves.length,
    vertex: points.length / 3,
    varying: curves.reduce((sum, curve) => sum + varyingCount(curve), 0),
    faceVarying: Infinity,
  }[primvar.interpolation];
  const found = Math.floor(flat(primvar).length / primvar.components);
  if (primvar.components === components && found >= needed) return primvar;
  const expected = primvar.components === components ? `${needed} values` : `${components} numbers a value`;
  const actual = primvar.components === components ? found : primvar.components;
  const message = `Expected ${expected} for the interpolation "${primvar.interpolation}", found ${actual}`;
  prim.problem(property, `${message}: the curves are drawn without it`);
  return undefined;
}

function flat({ components, values, indices }: Primvar): Float32Array {
  if (indices === null) return values;
  const result = new Float32Array(components * indices.length).fill(Number.NaN);
  for (const [i, element] of indices.entries()) {
    result.set(values.subarray(components * element, components * (element + 1)), components * i);
  }
  return result;
}

function diagonalOf(points: Float32Array): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    if (!Number.isFinite(points[i])) continue;
    low[i % 3] = Math.min(low[i % 3], points[i]);
    high[i % 3] = Math.max(high[i % 3], points[i]);
  }
  const [x, y, z] = high.map((value, axis) => Math.max(0, value - low[axis]));
  return Math.sqrt(x * x + y * y + z * z);
}
