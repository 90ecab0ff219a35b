/** The geometry of sampled curves. */
import { counted } from "@usdkit/base";
import { finitePoints } from "../mesh/mesh-faces.ts";
import { normalized } from "../mesh/smooth-normals.ts";
import type { CurveGeometry, VertexValues } from "../model/geometry.ts";
import type { PrimReader, Primvar } from "../model/prim-reader.ts";
import { applyStencils } from "../mesh/stencils.ts";
import type { SampledCurves } from "./sampled-curves.ts";

/**
 * Returns the curves of a prim; undefined if there is none. Those with numbers that are not finite are left out.
 *
 * @param positions of the samples, flat
 */
export function curveGeometry(
  prim: PrimReader,
  curves: SampledCurves,
  positions: Float32Array,
): CurveGeometry | undefined {
  const widths = valuesOf(prim, prim.widths(), { curves, property: "widths", components: 1 });
  const normals = valuesOf(prim, prim.normals(), { curves, property: "normals", components: 3 });
  const { kept, counts, bad } = finiteCurves(curves, positions, widths);
  if (bad > 0) {
    prim.problem("points", `${counted(bad, "curve")} cannot be drawn: a coordinate or a width is not finite`);
  }
  if (counts.length === 0) return undefined;
  const pick = (values: VertexValues): VertexValues =>
    kept === null || values.isConstant ? values : { ...values, values: picked(values.values, values.components, kept) };
  const primvars = new Map<string, VertexValues>();
  for (const name of prim.primvarNames()) {
    const components = name === "displayColor" ? 3 : name === "displayOpacity" ? 1 : undefined;
    const values = valuesOf(prim, prim.primvar(name), { curves, property: `primvars:${name}`, components });
    if (values !== null) primvars.set(name, pick(values));
  }
  return {
    type: "curves",
    positions: kept === null ? positions : picked(positions, 3, kept),
    counts,
    isClosed: curves.isClosed,
    widths: widths && pick(widths),
    normals:
      normals &&
      normalized(
        repeated(
          pick(normals),
          counts.reduce((sum, count) => sum + count, 0),
        ),
      ),
    primvars,
  };
}

interface FiniteCurves {
  /** Samples that are kept; null: all. */
  readonly kept: Uint32Array | null;
  /** Samples of each curve that is kept. */
  readonly counts: Uint32Array;
  readonly bad: number;
}

function finiteCurves({ counts }: SampledCurves, positions: Float32Array, widths: VertexValues | null): FiniteCurves {
  const isGood = finitePoints(positions);
  if (widths?.isConstant === false) {
    for (let i = 0; i < isGood.length; i++) if (!Number.isFinite(widths.values[i])) isGood[i] = 0;
  }
  if (!isGood.includes(0)) return { kept: null, counts, bad: 0 };
  const kept: number[] = [];
  const keptCounts: number[] = [];
  let first = 0;
  for (const count of counts) {
    if (!isGood.subarray(first, first + count).includes(0)) {
      keptCounts.push(count);
      for (let i = first; i < first + count; i++) kept.push(i);
    }
    first += count;
  }
  const bad = counts.length - keptCounts.length;
  return { kept: Uint32Array.from(kept), counts: Uint32Array.from(keptCounts), bad };
}

interface ExpectedValues {
  readonly curves: SampledCurves;
  readonly property: string;
  /** Undefined: any number. */
  readonly components: number | undefined;
}

/** Returns the values of a primvar at all samples; null, with a problem, if they do not fit. */
function valuesOf(
  prim: PrimReader,
  primvar: Primvar | undefined,
  { curves, property, components = primvar?.components }: ExpectedValues,
): VertexValues | null {
  if (primvar === undefined || primvar.values.length === 0) return null;
  const { interpolation } = primvar;
  const needed = {
    constant: 1,
    uniform: curves.values.uniform,
    vertex: curves.values.vertex,
    varying: curves.values.varying,
    // Corners of curves are the ends of their segments.
    faceVarying: curves.values.varying,
  }[interpolation];
  const values = flat(primvar);
  const found = Math.floor(values.length / primvar.components);
  // One value, whatever the interpolation, is that of all: so the reference draws `widths = [0.1]`.
  const isOne = interpolation === "constant" || found === 1;
  if (primvar.components !== components || (found < needed && !isOne)) {
    const isShort = primvar.components === components;
    const expected = isShort ? `${needed} values` : `${components} numbers a value`;
    const message = `Expected ${expected} for the interpolation "${interpolation}", found ${isShort ? found : primvar.components}`;
    prim.problem(property, `${message}: the curves are drawn without it`);
    return null;
  }
  if (isOne) return { components, values: values.slice(0, components), isConstant: true };
  return { components, values: atSamples(curves, interpolation, { values, components }), isConstant: false };
}

interface FlatValues {
  readonly values: Float32Array;
  readonly components: number;
}

function atSamples(curves: SampledCurves, interpolation: string, { values, components }: FlatValues): Float32Array {
  if (interpolation === "vertex") return applyStencils(curves.vertex, values, components);
  if (interpolation !== "uniform") return applyStencils(curves.varying, values, components);
  const curveOf = new Uint32Array(curves.counts.reduce((sum, count) => sum + count, 0));
  let first = 0;
  for (const [i, count] of curves.counts.entries()) {
    curveOf.fill(curves.curves[i], first, first + count);
    first += count;
  }
  return picked(values, components, curveOf);
}

function flat({ components, values, indices }: Primvar): Float32Array {
  return indices === null ? values : picked(values, components, Uint32Array.from(indices));
}

/** Returns some elements of a flat list; those that it does not have are no numbers. */
function picked(values: Float32Array, components: number, elements: Uint32Array): Float32Array {
  const result = new Float32Array(components * elements.length);
  for (let i = 0; i < elements.length; i++) {
    for (let k = 0; k < components; k++) result[components * i + k] = values[components * elements[i] + k];
  }
  return result;
}

function repeated({ values, components, isConstant }: VertexValues, count: number): Float32Array {
  return isConstant ? picked(values, components, new Uint32Array(count)) : values;
}
